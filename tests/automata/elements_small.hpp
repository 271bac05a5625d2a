// Small worlds of elements as pictures, with energies, speeds and parameters, on the scalar backend.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "automata/automaton_support.hpp"
#include "support.hpp"

namespace repose::test {

using Rows = std::vector<std::string>;

// '#' is the border, '.' nothing; letters a, b, ... are the elements of the config, in its order after nothing.
class SmallElements {
 public:
  SmallElements(const std::string& config, const Rows& rows) : world_(world_from(rows, legend())) {
    rules_ = ruleset_of("//subversion 4.4\nelement Empty 0 0 0 0 1 0 0 1\n" + config);
    world_.add(Plane::energy);
    world_.add(Plane::velocity);
  }

  SmallElements& energy(int x, int y, int value) {
    world_.bytes(Plane::energy)[world_.index(x, y)] = static_cast<std::uint8_t>(value);
    return *this;
  }
  SmallElements& speed(int x, int y, int right, int down) {
    world_.bytes(Plane::velocity)[2 * world_.index(x, y)] = static_cast<std::uint8_t>(right);
    world_.bytes(Plane::velocity)[2 * world_.index(x, y) + 1] = static_cast<std::uint8_t>(down);
    return *this;
  }
  SmallElements& set(std::string_view name, double value) {
    parameters_.emplace_back(name, value);
    return *this;
  }
  SmallElements& seed(std::uint64_t seed) {
    seed_ = seed;
    return *this;
  }

  World after(std::uint64_t count) const {
    const auto solver = start();
    StepSpan span = steps(0, count);
    span.seed = seed_;
    solver->step(span);
    return world_of(*solver);
  }
  // In how many of the worlds after a frame, one for each of so many seeds, `holds` is true.
  template <class Holds>
  int count_frames(int seed_count, Holds holds) const {
    const auto solver = start();
    int count = 0;
    for (int seed = 1; seed <= seed_count; ++seed) {
      REQUIRE(solver->upload(world_).ok());
      solver->step({0, 1, static_cast<std::uint64_t>(seed), Bias::left});
      count += holds(world_of(*solver)) ? 1 : 0;
    }
    return count;
  }
  Rows rows_after(std::uint64_t count) const {
    Rows rows = rows_of(after(count), {{'.', 0}, {'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}});
    for (std::size_t y = 0; y < rows.size(); ++y) {
      const bool edge = y == 0 || y + 1 == rows.size();
      for (std::size_t x = 0; x < rows[y].size(); ++x) {
        if ((edge || x == 0 || x + 1 == rows[y].size()) && rows[y][x] == '.') rows[y][x] = '#';
      }
    }
    return rows;
  }

 private:
  std::unique_ptr<Solver> start() const {
    auto solver = make_solver(*make_registry().solver("elements", Backend::scalar), rules_, world_);
    for (const auto& [name, value] : parameters_) REQUIRE(solver->set_parameter(name, value));
    return solver;
  }
  static std::map<char, std::uint8_t> legend() { return {{'#', 0}, {'.', 0}, {'a', 1}, {'b', 2}, {'c', 3}, {'d', 4}}; }

  World world_;
  Ruleset rules_;
  std::vector<std::pair<std::string, double>> parameters_;
  std::uint64_t seed_ = 1;
};

inline std::uint64_t count_of(const World& world, std::uint8_t element) {
  return static_cast<std::uint64_t>(std::ranges::count(world.cells(), element));
}
// The first row that holds the element; -1 if none does.
inline int top_of(const World& world, std::uint8_t element) {
  const auto found = std::ranges::find(world.cells(), element);
  return found == world.cells().end() ? -1 : static_cast<int>(found - world.cells().begin()) / world.width();
}
inline int energy_at(const World& world, int x, int y) { return world.bytes(Plane::energy)[world.index(x, y)]; }
inline int x_speed_at(const World& world, int x, int y) {
  return static_cast<std::int8_t>(world.bytes(Plane::velocity)[2 * world.index(x, y)]);
}

}  // namespace repose::test
