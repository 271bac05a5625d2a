// Levelling, which is not in the article: bodies of standing water rise or sink to their level, however wide they are.
// docs/automata.md defines bodies and their levels.
#pragma once

#include <cstdint>
#include <vector>

#include "automata/field/field_plane.hpp"
#include "automata/water/flows.hpp"
#include "repose/edit.hpp"

namespace repose::water {

class Levelling {
 public:
  // The value of `share` for the whole distance.
  static constexpr int kWholeWay = 256;

  // Moves every body `share` of the distance to its level, in whole units: nothing is lost. Returns the cells that it
  // may have changed; valid until the next call. Empty when every body is level.
  const std::vector<Span>& run(FieldPlane& cells, const Flows& flows, int share);

 private:
  // Standing water in a column, from the ground up to the first cell that is less than half full. The stacks of a body
  // form a tree; the members after `parent` describe the body, and are valid in its root only.
  struct Stack {
    int x = 0, y_base = 0, y_top = 0;
    std::int64_t mass = 0, target = 0;

    int parent = 0;
    std::int64_t body_mass = 0;
    std::int64_t need = 0;   // the mass that fills the body up to the present row
    std::int64_t below = 0;  // its cells below that row
    std::int64_t here = 0;   // its cells in that row
    std::int64_t level = 0;  // the level of the body, in units above the floor of the world
    bool is_full = true;     // whether it is full up to that row
    std::int64_t stacks = 0, rest = 0;
    std::int64_t worst = 0;  // largest distance of its stacks from their targets
    bool too_deep = false;
    std::int64_t mass_before = 0, target_before = 0;  // of the stacks that are already done
  };

  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  Stack& body_of(int stack);
  std::int64_t floor_of(int y) const { return std::int64_t{height_ - 1 - y} * flows_.full; }
  // The mass of a cell whose floor is `depth` below its body's level.
  std::int64_t held(std::int64_t depth) const;
  // How far into a row the water reaches. `over`: the mass beyond that which fills the rows below.
  std::int64_t reach(std::int64_t over, std::int64_t here, std::int64_t below) const;

  void find_stacks(const FieldPlane& cells);
  void find_bodies(const FieldPlane& cells);
  void claim_row(const FieldPlane& cells, int y);
  void unite(int a, int b);
  void close_row(int y);
  void find_targets();
  void move(FieldPlane& cells, int share);
  void fill(FieldPlane& cells, const Stack& stack, std::int64_t mass);
  void put(FieldPlane& cells, int x, int y, std::int64_t mass);
  void list_changed();

  Flows flows_;
  int width_ = 0, height_ = 0;
  std::vector<Stack> stacks_;
  std::vector<std::int32_t> owner_;  // for every cell: its stack, or -1
  std::vector<std::int32_t> row_;    // of the present row: the stacks that reach it
  std::vector<int> open_;            // roots of the bodies that reach it
  std::vector<Span> row_changes_, changes_;
};

}  // namespace repose::water
