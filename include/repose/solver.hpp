// A solver: one automaton on one backend. Seven pure virtual calls; everything that only some solvers have is a queried
// capability or a named parameter. One thread at a time may call a solver, for a gpu solver that of its GL context.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "repose/cell_view.hpp"
#include "repose/edit.hpp"
#include "repose/ledger.hpp"
#include "repose/ruleset.hpp"
#include "repose/status.hpp"
#include "repose/world.hpp"

namespace repose {

enum class Backend : std::uint8_t { scalar, cpu, gpu };
inline constexpr Backend kBackends[] = {Backend::scalar, Backend::cpu, Backend::gpu};
std::string_view backend_name(Backend backend);              // "scalar", "cpu", "gpu"
std::optional<Backend> find_backend(std::string_view name);  // empty for other names

enum class Determinism : std::uint8_t {
  exact,        // every backend of the automaton gives the same bytes
  statistical,  // the same distribution as its scalar backend
};

enum class Bias : std::uint8_t { left, right };

// Which steps to compute. A step depends only on this, on the ruleset, on the world and on the parameters.
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
  std::uint64_t active_cells = 0;  // cells that the next step will visit
  std::uint64_t cell_count = 0;
  double step_seconds = 0.0;    // spent in step() since upload
  double survey_seconds = 0.0;  // of these, spent on surveys (conserving on the CPU)
  // Cells that left through an open edge since upload. Some frames old on a gpu backend; exact after download().
  std::uint64_t left_cells = 0;
};

// A named parameter of an automaton. Panel, command line and docs are made from the list.
struct ParameterInfo {
  enum class Kind : std::uint8_t { boolean, integer, real };
  // What the program does with it besides. At most one parameter of an automaton has each role but `plain`.
  enum class Role : std::uint8_t {
    plain,
    steps_per_frame,  // the automaton's pace is multiplied by value / default_value
    least_amount,     // cells that hold no more than this, in full cells, are shown as empty
    scripts_only,     // not in the panel: seldom used, or the app's brush does the same
  };
  std::string_view name;     // as in --param NAME=VALUE
  std::string_view title;    // as in the panel
  std::string_view summary;  // tooltip
  std::string_view unit;     // may be empty
  Kind kind = Kind::real;
  double minimum = 0.0, maximum = 1.0, default_value = 0.0;
  Role role = Role::plain;
  bool is_weather = false;               // a scene that does not set it begins with the default
  std::span<const double> choices = {};  // when not empty, the only values it takes, ascending
  // When not empty, the names of the choices, in their order: `wrap` in --param side_borders=wrap. In snake_case.
  std::span<const std::string_view> choice_names = {};
};

// Which cells a solver will visit in its next step. Solvers keep flags in order to skip all other cells.
//
// The next step changes nothing out of the reach of these cells. Where whole chunks are flagged, and in *density*,
// every cell that changes is inside of the boxes. Where each cell has its own flag (*elements*, *fastsab*, *tiles*), an
// active cell may also change cells beside it, or wake a neighbour that then acts within the same step. The boxes do
// not include what a solver does to the whole world once in a number of steps: the levelling of *water*, the drying of
// *sandpile*, and the sources of *elements*.
struct ActiveCells {
  enum class Unit : std::uint8_t {
    every_cell,  // the solver keeps no flags and visits every cell in every step; `boxes` is empty
    chunk,       // one flag for each chunk of cells; a box is a chunk, clipped to the world
    cell,        // one flag for each cell
  };
  Unit unit = Unit::every_cell;
  // All active cells: boxes inside of the world that do not overlap. Empty when the world is at rest.
  std::vector<CellBox> boxes = {};

  // Cells in the boxes.
  std::uint64_t count() const {
    std::uint64_t cells = 0;
    for (const CellBox& box : boxes)
      cells += static_cast<std::uint64_t>(box.width) * static_cast<std::uint64_t>(box.height);
    return cells;
  }
  friend bool operator==(const ActiveCells&, const ActiveCells&) = default;
};

// A pair of elements a, b that became c, d; or, if b is a, an element a that became c without a partner: it decayed, it
// broke under the pressure of the air or where it hit the ground; d is c then. No element reacts with itself.
struct NoticedReaction {
  std::uint8_t a = 0, b = 0;  // a < b for a pair
  std::uint8_t c = 0, d = 0;
  CellPoint at;            // of a: the first place of the step, by row, then column
  std::uint64_t step = 0;  // the first step in which it happened; the step that takes a world from 0 to 1 is step 0

  bool is_alone() const { return a == b; }
  friend bool operator==(const NoticedReaction&, const NoticedReaction&) = default;
};

// A copy of a world that is being fetched from a solver. The solver can compute steps meanwhile.
class WorldCapture {
 public:
  virtual ~WorldCapture() = default;

  // Call arrived() and fetch() on the thread of the solver. Destroy it there too, unless fetch() has been called.

  // True when fetch() does not have to wait.
  virtual bool arrived() = 0;
  // Brings the world into memory and frees everything else. False when the world was lost with the GPU.
  virtual bool fetch() = 0;

  // The world when the capture began, as from download(). Any thread. Precondition: fetch() returned true.
  virtual World world() const = 0;
};

class Solver {
 public:
  virtual ~Solver() = default;

  // Planes that are state with the loaded ruleset: what download() fills and the hash covers.
  virtual PlaneSet state_planes() const = 0;

  // Fails with a sentence when this automaton cannot run the rules; the old ones stay. Else upload the world again.
  virtual Status load(const Ruleset& ruleset) = 0;
  // Derives planes that the world lacks. Fails if it is too large. Bytes outside the ruleset become the background.
  virtual Status upload(const World& world) = 0;
  // Changes the cells of an edit, clipped to the world. Element bytes outside the ruleset become the background.
  virtual void apply(const Edit& edit) = 0;
  // Computes the steps. Cannot fail; if a GPU is lost, health() says so.
  virtual void step(const StepSpan& span) = 0;
  // Fills exactly the state planes; resizes `world`. `bodies` and `survey` may be absent if they are all zeros.
  virtual void download(World& world) const = 0;
  virtual SolverStats stats() const = 0;
  // The world as it is now, for drawing; copies nothing. cell_view.hpp says how long it is valid.
  virtual CellView view() const = 0;

  // ---- queried capabilities ----
  virtual std::span<const ParameterInfo> parameters() const { return {}; }
  virtual double parameter(std::string_view) const { return 0.0; }
  // Clamps the value to the range. False when there is no such parameter.
  virtual bool set_parameter(std::string_view, double) { return false; }
  // left_cells by element, for every element of the ruleset; empty while no edge is open.
  virtual std::span<const std::uint64_t> left_by_element() const { return {}; }
  // True: starts the matter ledger with the world as it is. False: stops it. upload() starts it again; edits and
  // parameters do not. Steps may cost more while the ledger is kept. Returns false when this solver cannot keep one.
  virtual bool keep_ledger(bool) { return false; }
  // Empty unless the ledger is kept. That of a gpu backend may be some frames old; after download() it is exact.
  virtual std::optional<Ledger> ledger() const { return std::nullopt; }
  // True: records in view().activity where things happen from now on, until false. upload() starts it again. Not part
  // of the hash. Costs as much as the ledger. False when this solver cannot record it, or has not enough memory.
  virtual bool keep_activity(bool) { return false; }
  // Notices from now on which reactions happen in these cells, but swaps and bursts; nullopt: none. Not part of the
  // hash. upload() does not stop it. False when this solver cannot.
  virtual bool watch_reactions(const std::optional<CellBox>&) { return false; }
  // Those since the last call, each once, by step, row and column. The same on every solver and number of threads.
  virtual std::vector<NoticedReaction> take_reactions() { return {}; }
  // Which cells the next step will visit. Reads all flags: for a picture, not for every step.
  virtual ActiveCells active_cells() const { return {}; }
  // Starts a download of the world and returns at once. Null if this solver cannot, or download() is just as fast.
  virtual std::unique_ptr<WorldCapture> begin_capture() const { return nullptr; }
  // One sentence about parameters that do not fit together; empty when there is nothing to say.
  virtual std::string advice() const { return {}; }
  // Not ok when the backend has failed for good (a lost GL context, for example): the session then changes to another.
  virtual Status health() const { return {}; }
};

// The parameter of a solver that has this role; null when it has none.
const ParameterInfo* find_parameter(const Solver& solver, ParameterInfo::Role role);

// The value of a parameter after rounding and clamping as its description says; NaN gives the default.
double clamp_parameter(const ParameterInfo& info, double value);

// The value of the choice with this name; empty if no choice has it.
std::optional<double> find_choice(const ParameterInfo& info, std::string_view name);
// The name of the choice with this value; without names, the number.
std::string parameter_text(const ParameterInfo& info, double value);
// As above, for the present value of a parameter of this solver.
std::string parameter_text(const Solver& solver, std::string_view name);

}  // namespace repose
