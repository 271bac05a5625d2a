// A solver: one automaton on one backend. About seven calls; what only some solvers have is a queried capability or a
// named parameter, never another pure virtual.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "repose/active_cells.hpp"
#include "repose/cell_view.hpp"
#include "repose/edit.hpp"
#include "repose/ledger.hpp"
#include "repose/ruleset.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"
#include "repose/world_capture.hpp"

namespace repose {

enum class Backend : std::uint8_t { scalar, cpu, gpu };
inline constexpr Backend kBackends[] = {Backend::scalar, Backend::cpu, Backend::gpu};
std::string_view backend_name(Backend backend);  // "scalar", "cpu", "gpu"
std::optional<Backend> find_backend(std::string_view name);

enum class Determinism : std::uint8_t {
  exact,        // every backend of the automaton gives the same bytes
  statistical,  // the same distribution as its scalar backend
};

enum class Bias : std::uint8_t { left, right };

// Which steps to take. Everything that a step may depend on besides ruleset, world and parameters stands here.
struct StepSpan {
  std::uint64_t first_step = 0;  // the session's step counter before the first of these steps
  std::uint64_t count = 1;
  std::uint64_t seed = 1;
  Bias first_bias = Bias::left;  // bias of step 0; steps alternate

  constexpr Bias bias(std::uint64_t step) const {
    return (step % 2 == 0) == (first_bias == Bias::left) ? Bias::left : Bias::right;
  }
};

struct SolverStats {
  std::uint64_t steps = 0;         // since upload
  std::uint64_t active_cells = 0;  // cells that the next step will look at
  std::uint64_t cell_count = 0;
  double step_seconds = 0.0;  // spent in step() since upload
  // Cells that have left through an open edge since upload. A gpu backend counts them without waiting, so that the
  // number may lag a moment behind; after download() it is exact.
  std::uint64_t left_cells = 0;
};

// A named parameter of an automaton; panel, command line and docs build themselves from the list.
struct ParameterInfo {
  enum class Kind : std::uint8_t { boolean, integer, real };
  std::string_view name;     // as in --param NAME=VALUE
  std::string_view title;    // as in the panel
  std::string_view summary;  // tooltip
  std::string_view unit;     // may be empty
  Kind kind = Kind::real;
  double minimum = 0.0, maximum = 1.0, default_value = 0.0;
  std::span<const double> choices = {};  // when not empty, the only values it takes, ascending
};

class Solver {
 public:
  virtual ~Solver() = default;

  // Planes that are state with the loaded ruleset: what download() fills and the hash covers.
  virtual PlaneSet state_planes() const = 0;

  // Takes the rules. Fails with a sentence when this automaton cannot run them; then the old rules stay.
  // After a successful load the world must be uploaded again.
  virtual Status load(const Ruleset& ruleset) = 0;
  // Takes the world; planes that it lacks are derived from the ruleset. Fails when it is too large for this backend.
  // Element bytes outside the ruleset become the background.
  virtual Status upload(const World& world) = 0;
  virtual void apply(const Edit& edit) = 0;
  virtual void step(const StepSpan& span) = 0;
  // Fills exactly the state planes; resizes `world`.
  virtual void download(World& world) const = 0;
  virtual SolverStats stats() const = 0;
  // What the world looks like now; costs no copy. How long it is valid: cell_view.hpp.
  virtual CellView view() const = 0;

  // Queried capabilities.
  virtual std::span<const ParameterInfo> parameters() const { return {}; }
  virtual double parameter(std::string_view) const { return 0.0; }
  // False when there is no such parameter; values are clamped to its range.
  virtual bool set_parameter(std::string_view, double) { return false; }
  // left_cells by element, for every element of the ruleset; empty while no edge is open.
  virtual std::span<const std::uint64_t> left_by_element() const { return {}; }
  // Begins the matter ledger anew with the world as it is, or ends it. upload() begins it anew too; edits and
  // parameters do not. While it is kept, steps may cost more; while it is not, nothing. False when this solver keeps
  // none.
  virtual bool keep_ledger(bool) { return false; }
  // Nothing unless it is kept. A gpu backend counts without waiting: its ledger may be that of a moment ago; after
  // download() it is of now.
  virtual std::optional<Ledger> ledger() const { return std::nullopt; }
  // Notes from now on where things happen, for view().activity, or no longer; whether the ledger is kept is another
  // matter. upload() begins it anew. It is no state, and as dear as the ledger. False when this solver cannot, or lacks
  // the memory.
  virtual bool keep_activity(bool) { return false; }
  // Which cells the next step will look at. Takes as long as reading all flags of the solver: for a picture, not for
  // every step. SolverStats::active_cells is their number.
  virtual ActiveCells active_cells() const { return {}; }
  // Begins a download and returns: what arrives is the world as it is now. Null when it cannot, or when download() is
  // as quick to return.
  virtual std::unique_ptr<WorldCapture> begin_capture() const { return nullptr; }
  // One sentence about parameters that do not go well together; empty when there is nothing to say.
  virtual std::string advice() const { return {}; }
  // Not ok once the backend has failed for good (a lost GL context, say): the session then falls back to another one.
  virtual Status health() const { return {}; }
};

// The value of a parameter after rounding and clamping as its description says; NaN gives the default.
double clamp_parameter(const ParameterInfo& info, double value);

}  // namespace repose
