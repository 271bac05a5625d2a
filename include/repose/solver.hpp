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

// A second plane that the picture of a world depends on.
struct PlaneView {
  Plane plane = Plane::cells;          // `energy`, `mass`, `height`, ...
  const std::uint8_t* rows = nullptr;  // as in CellView, plane_info(plane).bytes_per_cell bytes a cell
  std::size_t stride_bytes = 0;
  std::uint32_t texture =
      0;  // or a GL texture, one texel a cell: R32I for `mass` and `height`; the cells' own for `energy`, which is in g
  bool present() const { return rows != nullptr || texture != 0; }
  // In memory.
  std::size_t bytes_per_cell() const {
    return plane == Plane::wetness ? sizeof(std::int32_t) : plane_info(plane).bytes_per_cell;
  }
};

// Where the renderer finds the cells of a solver without copying the world. Valid until the next non-const call.
struct CellView {
  enum class Kind : std::uint8_t { none, memory, texture };
  Kind kind = Kind::none;
  int width = 0, height = 0;
  // memory: row y starts at rows + y * stride_bytes and holds `width` element bytes.
  const std::uint8_t* rows = nullptr;
  std::size_t stride_bytes = 0;
  // texture: GL name of an RGBA8 texture, one texel a cell, r = element index; or as `packing` says. Texel row 0 = top
  // row of the world.
  std::uint32_t texture = 0;
  // Changes whenever the cells may have changed; equal values mean equal pictures, of whichever solver.
  std::uint64_t generation = 0;
  // Changes of this plane change `generation` too. Energy: in memory bits 0..6 of a byte, bit 7 may hold anything.
  PlaneView field = {};
  // A third one, in memory: beside `height` `wetness`, as int32 a cell, where anything is wet (textures have it in g of
  // the cells' texels); beside `energy` `velocity` (textures: b, and a inverted); on the scalar backend of density its
  // `density`.
  PlaneView second = {};
  // Cells a texel of `texture`. 16 or 8: it is RGBA32UI and holds codes of 8 or 16 bits, the leftmost in the lowest
  // bits of r.
  int packing = 1;
  // Then the GL name of an RGBA8 texture of 256x1 texels: r = element index, by the low byte of a code.
  std::uint32_t codes = 0;
  // While it is kept (keep_activity). It fades with every step, also where `generation` stays.
  ActivityView activity = {};
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
  // Begins a download and returns: what arrives is the world as it is now. Null when it cannot, or when download() is
  // as quick to return.
  virtual std::unique_ptr<WorldCapture> begin_capture() const { return nullptr; }
  // One sentence about parameters that do not go well together; empty when there is nothing to say.
  virtual std::string advice() const { return {}; }
  // Not ok once the backend has failed for good (a lost GL context, say): the session then falls back to another one.
  virtual Status health() const { return {}; }
};

// A number that no CellView has borne yet: process-wide, so that a new solver is never taken for the one before it.
std::uint64_t next_view_generation();

// The value of a parameter after rounding and clamping as its description says; NaN gives the default.
double clamp_parameter(const ParameterInfo& info, double value);

}  // namespace repose
