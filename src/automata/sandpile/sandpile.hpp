// The sandpile automaton ("Sand without grains", 2018): what its backends share. docs/automata.md describes a step;
// scalar.cpp is the exact definition.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "automata/field/edit_patch.hpp"
#include "automata/field/field_world.hpp"
#include "automata/sandpile/body.hpp"
#include "repose/automaton.hpp"
#include "repose/rng.hpp"
#include "repose/solver.hpp"

namespace repose::sandpile {

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

}  // namespace repose::sandpile
