// The sandpile automaton ("Sand without grains", 2018): what its backends share. docs/automata.md describes a step;
// scalar.cpp is the exact definition.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "automata/field/field_plane.hpp"
#include "automata/field/field_world.hpp"
#include "repose/automaton.hpp"
#include "repose/edit.hpp"
#include "repose/rng.hpp"
#include "repose/solver.hpp"

namespace repose::sandpile {

// Bodies that press sand: the specification, which every backend uses. docs/automata.md, "Bodies", describes it.

// A load that presses a stack down by this much or more compresses it as far as its wetness allows.
inline constexpr std::int32_t kFullLoad = 4 * kHeightOne;

// Compressibility: the share of the sand in a pressed stack that stays there, packed, instead of going aside. In 2^-16.
struct Compressibility {
  std::int32_t dry = 0, wet = 0;  // of dry sand, and of sand that is wet through under a full load

  std::int32_t share(std::int32_t wetness, std::int64_t load) const {
    const std::int64_t weight = std::clamp<std::int64_t>(load, 0, kFullLoad) * wetness;
    return static_cast<std::int32_t>(dry + (wet - dry) * weight / (std::int64_t{kFullLoad} * kWetnessMax));
  }
  // The sand of `amount` that stays, in units.
  std::int32_t packed(std::int32_t amount, std::int32_t wetness, std::int64_t load) const {
    return static_cast<std::int32_t>((std::int64_t{amount} * share(wetness, load)) >> 16);
  }
};

// The planes that a body changes, and what it needs to know.
struct PressedGround {
  FieldPlane& heights;
  const FieldPlane& wetness;
  std::vector<std::int32_t>& packed;  // row by row; has a value for every cell
  Compressibility compressibility;
};

// The cells that a body reads or changes.
FieldBox reach_of(const BodyEdit& edit, int width, int height);

void drag_body(const BodyEdit& edit, PressedGround ground);

// The height of cells that cannot hold sand: obstacles, and the rim around the world. So high that no stack ever gives
// to them.
inline constexpr std::int32_t kBlocked = kObstacleHeight;
static_assert(kHeightMax <= kBlocked / 2, "no difference of two heights overflows");

// An edit that lifts an obstacle leaves the floor, height 0, and removes no sand from it. Only amounts from here down
// are subtracted: edits that set a height begin with one, to bring every stack to the lower end of the range.
inline constexpr std::int32_t kWholeRange = -2 * kHeightMax;

// To which neighbour an unstable stack gives, in the order in which candidates are counted.
enum class Tag : std::int32_t { stable, up, down, left, right };

// Which of n candidates a stack in row y chooses. A random number is drawn for y / 2 and serves two rows, one half
// each. The bias is below n / 2^16.
constexpr std::uint32_t choose(std::uint32_t random, int y, std::uint32_t n) {
  return ((y % 2 == 0 ? random >> 16 : random & 0xffffu) * n) >> 16;
}

using Ground = HeightGround;

// T and M of docs/automata.md, in units of the height plane, and how wetness (0..kWetnessMax) changes them.
struct Slope {
  std::int32_t threshold = 2 * kHeightOne, amount = kHeightOne / 2;
  std::int32_t threshold_per_wetness = 0, amount_per_wetness = 0;

  std::int32_t threshold_at(std::int32_t wetness) const { return threshold + threshold_per_wetness * wetness; }
  std::int32_t amount_at(std::int32_t wetness) const { return amount - amount_per_wetness * wetness; }
};

inline constexpr std::size_t kParameterCount = 9;

// Heights, obstacles and wetness; converts worlds and edits into them. The field holds heights; kBlocked at obstacles
// and beyond the edge.
class SandpileWorld : public FieldWorldBase<kParameterCount> {
 public:
  static constexpr Plane kPlane = Plane::height;
  static PlaneSet state_planes() { return {Plane::wall, Plane::height, Plane::wetness}; }  // and has_packed()

  SandpileWorld();

  void upload(const World& world);
  void download(World& world) const;
  // Returns the cells that it may have changed.
  FieldBox apply(const Edit& edit);

  // Returns whether a stable stack may have become unstable.
  bool take_parameters();
  std::string advice() const;

  // 0..kWetnessMax; 0 beyond the edge.
  FieldPlane& wetness() { return wetness_; }
  const FieldPlane& wetness() const { return wetness_; }
  bool is_wet() const { return wet_; }
  const Slope& slope() const { return slope_; }
  const std::uint8_t* picture() const { return ground_.data(); }

  // The sum of all stacks, and of the sand that is packed in them.
  std::int64_t total() const;
  // Whether sand has been pressed into any stack. Then `packed` is state too.
  bool has_packed() const { return has_packed_; }
  // The sand that was pressed into each stack, row by row.
  const std::int32_t* packed() const { return packed_.data(); }
  const std::vector<std::int32_t>& packed_plane() const { return packed_; }
  void set_packed(std::vector<std::int32_t> packed) {
    packed_ = std::move(packed);
    look_for_packed();
  }

  // The cells that an edit reads or changes, if it needs no other cells than these and changes heights and packed sand
  // only.
  std::optional<FieldBox> local_box(const Edit& edit) const;

  // Springs and drains act before the stacks of each step. Calls visit(x, y, poured) for each, with the amount that it
  // has poured, below 0 for drains.
  bool has_springs() const { return !springs_box_.empty(); }
  // Around all springs and drains; those that are expected too.
  const FieldBox& springs_box() const { return springs_box_; }
  template <class Visit>
  void run_springs(const Visit& visit) {
    for (const CellPoint p : springs_) visit(p.x, p.y, run_spring(p));
  }
  std::int32_t pour_units() const;   // what a spring adds in a step
  std::int32_t brush_units() const;  // what painting with sand adds
  // Sand dries by one level in every step whose number is a multiple of this; 0 = never.
  std::uint64_t steps_per_drying() const;
  void dry();

  // For edits that are done elsewhere. expect: from now on there may be springs and wet sand. Later the others set the
  // picture and the wetness of the ground.
  void expect(const EditPatch& patch);
  template <class GroundAt>
  void take_ground(const GroundAt& ground_at) {
    for (int y = 0; y < height(); ++y) {
      for (int x = 0; x < width(); ++x) {
        const auto& [ground, wetness] = ground_at(index(x, y));
        ground_[index(x, y)] = ground;
        wetness_.at(x, y) = wetness;
      }
    }
    find_springs();
  }

  // Units that obstacles have removed since upload: with heights at the end of their range no stack had space for them.
  std::int64_t pressed_away() const { return pressed_away_; }

 private:
  Ground ground_at(int x, int y) const { return static_cast<Ground>(ground_[index(x, y)]); }
  void set_ground(int x, int y, Ground ground);
  void paint(int x, int y, std::uint8_t element, std::vector<CellPoint>& covered);
  void add(Plane plane, int x, int y, std::int32_t amount);
  FieldBox add(const AmountEdit& edit);
  FieldBox press(const BodyEdit& edit);
  // Presses sand into a stack without a change of its height. Returns the amount that found no space.
  std::int32_t pack(CellPoint at, std::int32_t amount);
  void need_packed() { packed_.resize(ground_.size()); }
  void look_for_packed();
  // Moves the sand of cells that have just become obstacles to the nearest free stacks.
  void push_aside(const std::vector<CellPoint>& covered, FieldBox& box);
  void find_springs();
  std::int32_t run_spring(CellPoint p);

  Slope slope_;
  Compressibility compressibility_;
  FieldPlane wetness_;
  std::vector<std::uint8_t> ground_;
  std::vector<std::int32_t> packed_;  // empty if nothing is packed
  // Temporary storage of apply: what the covered cells held.
  struct Buried {
    std::int32_t sand, wetness;
  };
  std::vector<Buried> buried_;
  std::vector<CellPoint> springs_;
  FieldBox springs_box_;
  bool wet_ = false, has_packed_ = false;
  std::int64_t pressed_away_ = 0;
};

std::unique_ptr<Solver> make_scalar_solver();
std::unique_ptr<Solver> make_cpu_solver(const SolverOptions& options);
// Null for rules that this automaton cannot run.
std::unique_ptr<Explainer> make_explainer(const Ruleset& ruleset);

std::span<const ParameterInfo> parameter_list();

const AutomatonDefinition& definition();

// Needs a current context of OpenGL 3.3, which must be current in every later call too. Null and a sentence (with file
// and line for a shader that does not compile) on failure.
std::unique_ptr<Solver> make_gpu_solver(std::string& error);

// ---- to which neighbour a stack gives sand: the specification ----

// The neighbours that are lower by the threshold or more.
struct Candidates {
  std::array<Tag, 4> tags{};
  std::uint32_t count = 0;
};

inline Candidates candidates_of(const SandpileWorld& world, int x, int y) {
  Candidates found;
  const FieldPlane& heights = world.field();
  const std::int32_t own = heights.at(x, y);
  if (own == kBlocked) return found;
  const std::int32_t threshold = world.slope().threshold_at(world.wetness().at(x, y));
  const auto look = [&](Tag tag, std::int32_t neighbour) {
    if (own - neighbour >= threshold) found.tags[found.count++] = tag;
  };
  look(Tag::up, heights.at(x, y - 1));
  look(Tag::down, heights.at(x, y + 1));
  look(Tag::left, heights.at(x - 1, y));
  look(Tag::right, heights.at(x + 1, y));
  return found;
}

// To which neighbour the stack at (x, y) of `world` gives; a random number decides between several. The world may be a
// part of a larger one that begins at `origin`.
inline Tag tag_of(const SandpileWorld& world, int x, int y, CellPoint origin, std::uint64_t seed, std::uint64_t step) {
  const Candidates candidates = candidates_of(world, x, y);
  if (candidates.count == 0) return Tag::stable;
  x += origin.x;
  y += origin.y;
  const std::uint32_t random =
      random_u32(seed, static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(x),
                 static_cast<std::uint32_t>(y / 2), static_cast<std::uint32_t>(Salt::automaton));
  return candidates.tags[choose(random, y, candidates.count)];
}

}  // namespace repose::sandpile
