// Surveys of the conserving automaton: what it finds out about a whole world, because it depends on what is connected.
// Pieces of structures that nothing holds come loose and fall as bodies (bodies.hpp); connected surfaces of a liquid
// come to one level. docs/automata.md, "Surveys", is the definition in words.
//
// A survey reads the cells before each step whose number is a multiple of survey_period(). What it finds acts before
// the step that is survey_delay() later, so that backends have time to compute it beside the steps; until then it is
// state, in Plane::survey. There is one implementation, for all backends.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <future>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "repose/edit.hpp"
#include "repose/world.hpp"

namespace repose::conserving {

// In steps, for a world of so many cells: 8 for each million of cells that has begun.
constexpr std::uint64_t survey_delay(std::size_t cells) { return 8 * ((cells + (1 << 20) - 1) >> 20); }
constexpr std::uint64_t survey_period(std::size_t cells) { return 3 * survey_delay(cells); }

// A byte of Plane::bodies: 0, or the number of the body of which the cell is a part, and whether that breaks where it
// hits. A cell that is no structure is no part of a body, whatever its byte is.
inline constexpr std::uint8_t kBodyNumber = 0x1f, kBreaks = 0x20;
// A body that falls no more rows than this does not break.
inline constexpr int kSafeFall = 3;

// A byte of Plane::survey: 0; or a byte of Plane::bodies, which the cell gets; or one of these. The last two with the
// number of a surface: its k-th cell that gives, in order of rows, and its k-th last one that takes change places.
inline constexpr std::uint8_t kCrumbles = 0x40;  // the cell becomes its rubble
inline constexpr std::uint8_t kTakes = 0x80, kGives = 0xc0;
inline constexpr int kSurfacesMax = 64;

// Two cells of a surface that are to change places: of liquid, and of background that is lower.
struct Exchange {
  CellPoint from, to;
};
// Those of a plane of a survey; empty if the plane is.
std::vector<Exchange> find_exchanges(const std::vector<std::uint8_t>& survey, int width);

struct SurveyOptions {
  Borders borders;
  bool structures_fall = true;
  std::uint32_t draws = 0;  // the order of the columns of a surface whose cells are equally high
};
// Those of the survey that begins before a step.
SurveyOptions survey_options(const Borders& borders, bool structures_fall, std::uint64_t seed, std::uint64_t step);

// The plane that a survey of these cells gives; empty if it is all zeros. Reads Plane::cells and, if the world has it,
// Plane::bodies.
std::vector<std::uint8_t> survey(const World& world, const Rules& rules, const SurveyOptions& options);

// Whether an edit paints cells of structures.
bool paints_structure(const Edit& edit, const Rules& rules);

// As AutomatonDefinition::unheld.
std::vector<std::uint8_t> find_unheld(const Ruleset& ruleset, const World& world,
                                      std::span<const std::pair<std::string_view, double>> parameters);

// A survey that is computed, and its result, which waits.
class WaitingSurvey {
 public:
  // Whether another thread computes surveys; otherwise begin() does.
  explicit WaitingSurvey(bool uses_thread) : uses_thread_(uses_thread) {}
  ~WaitingSurvey() { drop(); }
  WaitingSurvey(const WaitingSurvey&) = delete;
  WaitingSurvey& operator=(const WaitingSurvey&) = delete;

  // `rules` are used until result() or drop() has been called.
  void begin(World world, const Rules& rules, const SurveyOptions& options);
  void set(std::vector<std::uint8_t> plane);
  // Whether there is or may be a result that is not empty. Does not wait.
  bool is_waiting() const { return computed_.valid() || !plane_.empty(); }
  // Waits for the result: the plane; empty if it is all zeros.
  const std::vector<std::uint8_t>& result();
  void drop();

 private:
  bool uses_thread_;
  std::future<std::vector<std::uint8_t>> computed_;
  std::vector<std::uint8_t> plane_;
};

// Grows a box, which may be empty, so that it holds a cell.
inline void take_in(CellBox& box, int x, int y) {
  if (box.width == 0) box = {x, y, 1, 1};
  const int right = std::max(box.x + box.width, x + 1), bottom = std::max(box.y + box.height, y + 1);
  box.x = std::min(box.x, x);
  box.y = std::min(box.y, y);
  box.width = right - box.x;
  box.height = bottom - box.y;
}

// What the powder at (x, y) lies on, followed down through all powder below it.
struct PowderGround {
  enum class Kind : std::uint8_t {
    none,       // a grain of it is about to fall
    flows,      // it floats on a liquid or gas
    structure,  // a cell of a structure, in row `y`
    firm        // something else that does not move, or the lower border
  };
  Kind kind = Kind::none;
  int y = 0;
};

template <class Cells>
PowderGround ground_of_powder(const Rules& rules, const Cells& cells, int x, int y, int height, bool bottom_open) {
  using Kind = PowderGround::Kind;
  for (;; ++y) {
    if (y + 1 == height) return {bottom_open ? Kind::none : Kind::firm, y + 1};
    const std::uint8_t grain = cells(x, y), below = cells(x, y + 1);
    if (rules.sinks(grain, below)) return {Kind::none, y + 1};
    if (rules.is_powder(below)) continue;
    if (rules.is_structure(below)) return {Kind::structure, y + 1};
    return {rules.is_fixed(below) ? Kind::firm : Kind::flows, y + 1};
  }
}

}  // namespace repose::conserving
