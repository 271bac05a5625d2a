// Two solvers in lockstep: a session, and a twin of it on another solver that does all that the session does. Where
// their worlds differ is looked up whenever both stand still at the same step, never by waiting for a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "repose/session.hpp"

namespace repose {

// What two worlds of the same size had in common when they were last looked at.
struct Differences {
  std::uint64_t step = 0;   // of both worlds
  std::uint64_t cells = 0;  // that differ
  int width = 0, height = 0;
  std::vector<std::uint8_t> mask;  // one byte a cell, row by row: not 0 where they differ
  // Cells of each element: what runs in the session, then in the twin. Only where any cell differs, else all zero.
  std::array<std::array<std::uint64_t, kElementsMax>, 2> counts{};
};

// The planes in which worlds of two solvers can be compared: all state planes within one automaton, else the cells.
// Empty where one has its matter in cells and the other in amounts.
PlaneSet compared_planes(const Solver& a, const Solver& b, bool same_automaton);

// Marks what differs between two worlds of one size and counts it. `mask` is as in Differences.
std::uint64_t compare_worlds(const World& a, const World& b, PlaneSet planes, std::vector<std::uint8_t>& mask);

// Why that automaton cannot be compared with the running one: it cannot run the rules, or has nothing in common. Empty
// when it can.
std::string why_not_comparable(const Session& session, std::string_view automaton);

class Comparison final : private SessionFollower {
 public:
  // The twin takes over what `session` runs. Null and a sentence when that solver cannot. `session` must outlive the
  // comparison and stay where it is; nobody else may follow it.
  static std::unique_ptr<Comparison> begin(Session& session, std::string_view automaton, Backend backend, int threads,
                                           std::string& error);
  ~Comparison() override;
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  const Session& twin() const { return twin_; }
  // Whether the twin notes where things happen (Session::keep_activity).
  void keep_activity(bool on) { twin_.keep_activity(on); }
  // As Session::keep_active_cells, for the twin.
  void keep_active_cells(bool on) { twin_.keep_active_cells(on); }

  // Steps of both at once, in the background where their solvers can. Nothing waits.
  void begin_steps(std::uint64_t count);
  // Either of them has steps under way.
  bool stepping() const { return session_.stepping() || twin_.stepping(); }

  // Something has been done that has not been looked at yet, or is under way.
  bool busy() const;

  // Once a frame. Takes the twin along where the session has gone elsewhere (another world, other rules, another time),
  // which costs a download, and begins or ends a look at both. Fails with a sentence when the twin cannot follow: then
  // the comparison is at its end.
  Status collect();
  // Looks at once, and waits: for tests and for who asks once.
  Status look_now();
  // Null before the first look, and after the twin had to be taken along until the next one.
  const Differences* differences() const { return known_ ? &differences_ : nullptr; }
  // Changes with every look.
  std::uint64_t generation() const { return generation_; }

  // Steps that a solver takes in a second of computing; nothing before there is enough to say so.
  std::optional<double> session_speed() const { return session_speed_.steps_per_second; }
  std::optional<double> twin_speed() const { return twin_speed_.steps_per_second; }

 private:
  struct SolverName {
    std::string automaton;
    Backend backend = Backend::cpu;
    bool operator==(const SolverName&) const = default;
  };
  struct Speed {
    SolverStats since;
    std::optional<double> steps_per_second;
    void note(const SolverStats& now);
  };
  using CellRows = PlaneRows<std::uint8_t>;
  // A world on its way here.
  struct Arrival {
    std::unique_ptr<WorldCapture> capture;  // null: it is here
    World world;
    // False when it cannot be had without waiting.
    bool begin(const Session& session);
    bool arrived() { return capture == nullptr || capture->arrived(); }
    bool fetch();
  };

  explicit Comparison(Session& session, int threads);
  static SolverName name_of(const Session& session);

  void stepped(std::uint64_t count) override;
  void begun_steps(std::uint64_t count) override;
  void painted(const Edit& edit) override;
  void parameter_set(std::string_view name, double value) override;
  void replaced() override;

  // Runs on that solver what the session runs.
  Status take_along(const SolverName& solver);
  std::array<std::uint64_t, 2> generations() const { return {session_.view().generation, twin_.view().generation}; }
  bool is_due();
  void begin_look();
  // Where a view shows all there is to compare nothing has to be copied. False where it does not.
  bool look_at_views();
  void end_look();
  void look_at(const World& session, const World& twin);
  void note_differences(std::uint64_t cells, const CellRows& session, const CellRows& twin);

  Session& session_;
  Session twin_;
  SolverName session_solver_;  // as it was when last looked at
  bool astray_ = false;        // the session runs something else than the twin has followed
  bool in_background_ = false;
  PlaneSet planes_;
  Speed session_speed_, twin_speed_;

  std::optional<std::array<Arrival, 2>> arrivals_;  // while a look is under way
  std::uint64_t look_step_ = 0;
  std::array<std::uint64_t, 2> looked_at_{};  // generations of the views
  std::uint64_t rests_ = 0;                   // calls of collect() to come without a look, for large worlds
  Differences differences_;
  bool known_ = false;
  std::uint64_t generation_ = 0;
};

}  // namespace repose
