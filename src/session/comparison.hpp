// Two solvers in lockstep: a session, and a twin on another solver that follows everything that the session does. Their
// worlds are compared whenever both have no running steps. Comparing never waits for a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/session.hpp"

namespace repose {

// The result of the last comparison of two worlds of the same size.
struct Differences {
  std::uint64_t step = 0;   // of both worlds
  std::uint64_t cells = 0;  // number of cells that differ
  int width = 0, height = 0;
  std::vector<std::uint8_t> mask;  // one byte a cell, row by row: not 0 where they differ
  // Cells of each element, in the session and in the twin. All zero when no cell differs.
  std::array<std::array<std::uint64_t, kElementsMax>, 2> counts{};
};

// Marks the cells that differ between two worlds of the same size, and returns how many. `mask` is as in Differences.
std::uint64_t compare_worlds(const World& a, const World& b, PlaneSet planes, std::vector<std::uint8_t>& mask);

// Why that automaton cannot be compared with the running one: its rules, or no plane in common. Empty when it can.
std::string why_not_comparable(const Session& session, std::string_view automaton);

class Comparison final : private SessionFollower {
 public:
  // Creates a twin that copies what `session` runs. Null, with a sentence, when that solver cannot. `session` must
  // outlive the comparison and must not be moved. The comparison is its follower.
  static std::unique_ptr<Comparison> begin(Session& session, std::string_view automaton, Backend backend, int threads,
                                           std::string& error);
  ~Comparison() override;
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  const Session& twin() const { return twin_; }
  // Session::keep_activity for the twin.
  void keep_activity(bool on) { twin_.keep_activity(on); }
  // Session::keep_active_cells for the twin.
  void keep_active_cells(bool on) { twin_.keep_active_cells(on); }

  // Begins steps of both, in the background if their solvers can. Does not wait.
  void begin_steps(std::uint64_t count);
  // Whether either has running steps.
  bool stepping() const { return session_.stepping() || twin_.stepping(); }

  // Whether anything has changed since the last comparison, or steps or a comparison are in progress.
  bool busy() const { return astray_ || arrivals_ || stepping() || looked_at_ != generations(); }

  // Call once a frame. If the session has changed to another world, other rules or another time, the twin takes that
  // over, which costs a download. Begins or ends a comparison. Fails when the twin cannot follow; then it must end.
  Status collect();
  // Compares now, and waits for the result. For tests, not for the frame loop.
  Status look_now();
  // Null before the first comparison, and after a take-over by the twin until the next comparison.
  const Differences* differences() const { return known_ ? &differences_ : nullptr; }
  // Changes with every comparison.
  std::uint64_t generation() const { return generation_; }

  // Steps per second of computing; empty until enough has been measured.
  std::optional<double> session_speed() const { return session_speed_.steps_per_second; }
  std::optional<double> twin_speed() const { return twin_speed_.steps_per_second; }

 private:
  using SolverName = std::pair<std::string, Backend>;
  struct Speed {
    SolverStats since;
    std::optional<double> steps_per_second;
    void note(const SolverStats& now);
  };
  using CellRows = PlaneRows<std::uint8_t>;
  // A world that is being copied into memory.
  struct Arrival {
    std::unique_ptr<WorldCapture> capture;  // null: the copy is complete
    World world;
    // False when it cannot be fetched without waiting.
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
  void replaced() override { astray_ = true; }

  void follow(const Command& command);
  // Makes the twin run what the session runs, on that solver.
  Status take_along(const SolverName& solver);
  std::array<std::uint64_t, 2> generations() const { return {session_.view().generation, twin_.view().generation}; }
  void begin_look();
  // Compares the views without copying worlds. False if they do not show all planes that are compared.
  bool look_at_views();
  void end_look();
  void look_at(const World& session, const World& twin);
  void note_differences(std::uint64_t cells, const CellRows& session, const CellRows& twin);

  Session& session_;
  Session twin_;
  SolverName session_solver_;  // at the last take-over
  bool astray_ = false;        // the session has changed something that the twin cannot follow
  bool in_background_ = false;
  PlaneSet planes_;
  Speed session_speed_, twin_speed_;

  std::optional<std::array<Arrival, 2>> arrivals_;  // while a comparison is in progress
  std::uint64_t look_step_ = 0;
  std::array<std::uint64_t, 2> looked_at_{};  // generations of the views
  std::uint64_t rests_ = 0;                   // calls of collect() until the next comparison, for large worlds
  Differences differences_;
  bool known_ = false;
  std::uint64_t generation_ = 0;
};

}  // namespace repose
