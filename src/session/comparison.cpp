#include "session/comparison.hpp"

#include <cassert>

#include "core/language.hpp"
#include "session/run_state.hpp"

namespace repose {

namespace {

// Cells that can be compared in one frame. A world of n times this size is compared every n frames.
constexpr std::uint64_t kCellsPerFrame = std::uint64_t{4} << 20;

// Marks the values that differ in a row. Returns how many were not marked before.
std::uint64_t compare_row(const std::uint8_t* a, const std::uint8_t* b, std::size_t width, std::size_t bytes,
                          std::uint8_t* mask) {
  if (std::memcmp(a, b, width * bytes) == 0) return 0;
  const auto mark = [&](const auto& is_other) {
    std::uint64_t count = 0;
    for (std::size_t x = 0; x < width; ++x) {
      const std::uint8_t differs = is_other(x);
      count += differs & ~mask[x] & 1u;
      mask[x] |= differs;
    }
    return count;
  };
  return bytes == 1 ? mark([&](std::size_t x) { return a[x] != b[x]; })
                    : mark([&](std::size_t x) { return std::memcmp(a + x * bytes, b + x * bytes, bytes) != 0; });
}

std::string nothing_in_common(std::string_view a, std::string_view b) {
  return trf("{} and {} cannot be compared: they have no plane in common.", a, b);
}

// The planes in which worlds of two solvers can be compared: all state planes within one automaton, else the cells.
// Empty when one has its matter in cells and the other in amounts.
PlaneSet compared_planes(const Solver& a, const Solver& b, bool same_automaton) {
  if (same_automaton) return a.state_planes();
  const auto has_cells_alone = [](PlaneSet planes) { return planes.has(Plane::cells) && !planes.has(Plane::mass); };
  return has_cells_alone(a.state_planes()) && has_cells_alone(b.state_planes()) ? PlaneSet{Plane::cells} : PlaneSet{};
}

}  // namespace

std::uint64_t compare_worlds(const World& a, const World& b, PlaneSet planes, std::vector<std::uint8_t>& mask) {
  assert(a.width() == b.width() && a.height() == b.height());
  mask.assign(a.cell_count(), 0);
  const auto width = static_cast<std::size_t>(a.width());
  std::uint64_t count = 0;
  for (const Plane plane : kAllPlanes) {
    if (!planes.has(plane) || !a.has(plane) || !b.has(plane)) continue;
    const std::size_t bytes = plane_info(plane).bytes_per_cell;
    for (std::size_t at = 0; at < mask.size(); at += width)
      count += compare_row(&a.bytes(plane)[at * bytes], &b.bytes(plane)[at * bytes], width, bytes, &mask[at]);
  }
  return count;
}

std::string why_not_comparable(const Session& session, std::string_view automaton) {
  const SolverEntry* entry = session.registry().solver(automaton, Backend::scalar);
  std::string error;
  const auto solver = entry != nullptr ? entry->create({1}, error) : nullptr;
  if (!solver) return error;
  if (const Status status = solver->load(session.ruleset()); !status) return status.message();
  const PlaneSet planes = compared_planes(session.solver_facts(), *solver, automaton == session.automaton());
  return planes == PlaneSet{} ? nothing_in_common(session.automaton(), automaton) : "";
}

// ---- begin ----

Comparison::Comparison(Session& session, int threads)
    : session_(session),
      twin_(session.registry(), session.state().rules, {.threads = threads}),
      session_solver_(name_of(session)) {
  session_.set_follower(this);
}

Comparison::~Comparison() { session_.set_follower(nullptr); }

Comparison::SolverName Comparison::name_of(const Session& session) {
  return {std::string(session.automaton()), session.backend()};
}

std::unique_ptr<Comparison> Comparison::begin(Session& session, std::string_view automaton, Backend backend,
                                              int threads, std::string& error) {
  std::unique_ptr<Comparison> comparison(new Comparison(session, threads));
  const Status status = comparison->take_along({std::string(automaton), backend});
  if (status) return comparison;
  error = status.message();
  return nullptr;
}

Status Comparison::take_along(const SolverName& solver) {
  arrivals_.reset();
  known_ = false;
  looked_at_ = {};
  rests_ = 0;
  session_speed_ = twin_speed_ = {};
  if (const Status status = twin_.take_over(session_, solver.first, solver.second); !status) return status;
  planes_ = compared_planes(session_.solver(), twin_.solver(), session_.automaton() == twin_.automaton());
  session_solver_ = name_of(session_);
  astray_ = false;
  if (!(planes_ == PlaneSet{})) return {};
  return Status::failure(nothing_in_common(session_.automaton(), twin_.automaton()));
}

// ---- following the session ----

// The twin may fail for a lack of memory: then it copies what the session runs.
void Comparison::follow(const Command& command) {
  if (!twin_.execute(command).ok) astray_ = true;
}

void Comparison::stepped(std::uint64_t count) {
  if (astray_ || (in_background_ && twin_.begin_steps(count))) return;
  follow(command::Step{count});
}

void Comparison::begun_steps(std::uint64_t count) {
  if (!astray_ && !twin_.begin_steps(count)) follow(command::Step{count});
}

void Comparison::painted(const Edit& edit) {
  if (!astray_) follow(command::Paint{edit});
}

void Comparison::parameter_set(std::string_view name, double value) {
  // In another automaton the same name may mean something else.
  if (!astray_ && session_.automaton() == twin_.automaton()) follow(command::SetParameter{std::string(name), value});
}

void Comparison::begin_steps(std::uint64_t count) {
  in_background_ = true;
  if (!session_.begin_steps(count)) session_.execute(command::Step{count});
  in_background_ = false;
}

void Comparison::Speed::note(const SolverStats& now) {
  constexpr double kSecondsLeast = 0.02;  // of computing; shorter times are mostly noise
  if (now.steps < since.steps) since = {};
  const double seconds = now.step_seconds - since.step_seconds;
  if (seconds < kSecondsLeast) return;
  steps_per_second = static_cast<double>(now.steps - since.steps) / seconds;
  since = now;
}

// ---- comparing ----

bool Comparison::Arrival::begin(const Session& session) {
  capture = session.solver().begin_capture();
  if (capture == nullptr && session.backend() == Backend::gpu) return false;
  if (capture == nullptr) session.solver().download(world);
  return true;
}

bool Comparison::Arrival::fetch() {
  if (capture == nullptr) return true;
  if (!capture->fetch()) return false;
  world = capture->world();
  return true;
}

Status Comparison::collect() {
  if (astray_ && !stepping()) {
    // If the session has changed to the twin's solver, the twin takes the session's: both must not be the same.
    const SolverName twin = name_of(twin_);
    if (const Status status = take_along(name_of(session_) == twin ? session_solver_ : twin); !status) return status;
  }
  if (const auto trouble = stepping() ? std::nullopt : twin_.recover()) return Status::failure(*trouble);
  session_speed_.note(session_.stats());
  twin_speed_.note(twin_.stats());
  if (arrivals_) {
    if ((*arrivals_)[0].arrived() && (*arrivals_)[1].arrived()) end_look();
  } else if (!stepping() && rests_ > 0) {
    --rests_;
  } else if (const auto now = generations(); !stepping() && std::exchange(looked_at_, now) != now) {
    begin_look();
  }
  return {};
}

Status Comparison::look_now() {
  session_.solver(), twin_.solver();  // these calls wait for steps in the background
  if (const Status status = collect(); !status) return status;
  arrivals_.reset();
  look_step_ = session_.step_count();
  look_at(session_.download(), twin_.download());
  return {};
}

void Comparison::begin_look() {
  rests_ =
      static_cast<std::uint64_t>(session_.width()) * static_cast<std::uint64_t>(session_.height()) / kCellsPerFrame;
  look_step_ = session_.step_count();
  if (look_at_views()) return;
  arrivals_.emplace();
  if (!(*arrivals_)[0].begin(session_) || !(*arrivals_)[1].begin(twin_)) return arrivals_.reset();
  if ((*arrivals_)[0].arrived() && (*arrivals_)[1].arrived()) end_look();
}

bool Comparison::look_at_views() {
  const CellView a = session_.view(), b = twin_.view();
  if (!(planes_ == PlaneSet{Plane::cells}) || a.memory() == nullptr || b.memory() == nullptr) return false;
  const CellRows session = a.memory()->cells, twin = b.memory()->cells;
  const int width = session_.width(), height = session_.height();
  const auto row_cells = static_cast<std::size_t>(width);
  differences_.mask.assign(row_cells * static_cast<std::size_t>(height), 0);
  std::uint64_t cells = 0;
  for (int y = 0; y < height; ++y)
    cells += compare_row(session.row(y), twin.row(y), row_cells, 1,
                         &differences_.mask[static_cast<std::size_t>(y) * row_cells]);
  note_differences(cells, session, twin);
  return true;
}

void Comparison::end_look() {
  auto arrivals = std::exchange(arrivals_, std::nullopt);
  if ((*arrivals)[0].fetch() && (*arrivals)[1].fetch()) look_at((*arrivals)[0].world, (*arrivals)[1].world);
}

void Comparison::look_at(const World& session, const World& twin) {
  const auto width = static_cast<std::size_t>(session.width());
  const std::uint64_t cells = compare_worlds(session, twin, planes_, differences_.mask);
  note_differences(cells, {session.cells().data(), width}, {twin.cells().data(), width});
}

void Comparison::note_differences(std::uint64_t cells, const CellRows& session, const CellRows& twin) {
  differences_.step = look_step_;
  differences_.cells = cells;
  differences_.width = session_.width();
  differences_.height = session_.height();
  differences_.counts = {};
  for (int y = 0; cells > 0 && y < session_.height(); ++y) {
    const std::uint8_t *const a = session.row(y), *const b = twin.row(y);
    for (int x = 0; x < session_.width(); ++x) {
      ++differences_.counts[0][a[x]];
      ++differences_.counts[1][b[x]];
    }
  }
  known_ = true;
  ++generation_;
}

}  // namespace repose
