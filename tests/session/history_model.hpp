// A simple model of undo, redo and the time line, which stores every world completely; and random operations on the
// model and on a session.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "repose/session.hpp"
#include "support.hpp"

namespace repose::test {

class HistoryModel {
 public:
  struct State {
    World world;
    std::uint64_t step = 0;
    std::vector<double> parameters;
    PlaneSet planes = {};  // those that are state
  };

  // Begins with what the session runs now, on the scalar solver of its automaton.
  explicit HistoryModel(Session& session);

  void step(std::uint64_t count);
  void paint(const Edit& edit, bool continues);
  void set_parameter(const std::string& name, double value);
  void replace(World world, std::uint64_t step);  // an operation that replaces the world
  bool undo() { return travel(undo_, redo_); }
  bool redo() { return travel(redo_, undo_); }
  void seek(std::uint64_t position);

  std::uint64_t hash() const;
  const State& state() const { return line_[now_]; }
  std::uint64_t now() const { return now_; }
  std::uint64_t newest() const { return line_.size() - 1; }
  bool can_undo() const { return !undo_.empty(); }
  bool can_redo() const { return !redo_.empty(); }

 private:
  struct Spot {
    std::uint64_t line, position;
  };
  struct Entry {
    State state;
    std::optional<Spot> spot;
  };

  // Gives the solver the present state.
  void set_up();
  State read() const;
  void operate(State after, const std::string& key, bool continues);
  void cut();
  bool travel(std::vector<Entry>& from, std::vector<Entry>& to);
  bool is_on_line(const std::optional<Spot>& spot) const { return spot && spot->line == line_number_; }
  void end_journey();

  std::uint64_t seed_;
  std::unique_ptr<Solver> solver_;
  std::vector<State> line_;  // by position: the state after all inputs there
  std::size_t now_ = 0;
  std::uint64_t line_number_ = 0;
  std::vector<Entry> undo_, redo_;
  std::string key_;
};

// Does `count` random operations and compares after each. The session must keep a history that has just begun.
// `backends`: those that it switches between.
void play_at_random(Session& session, int count, std::uint32_t salt, const std::vector<Backend>& backends);

}  // namespace repose::test
