// The cells of the gpu backend of conserving, packed: 16 cells of a column to a texel (shaders/conserving/packed.glsl),
// and the tables of the rules by their codes. Everything that is no step - edits, pictures, reading back - uses
// GpuCells, a cell a texel: the cells are packed before steps if they have changed there, and unpacked when somebody
// asks for them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "automata/conserving/conserving.hpp"
#include "automata/gpu_cells.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"

namespace repose::conserving {

// How the gpu backend of conserving stores a cell: as a code of 8 bits, and what shaders look up by codes.
//
// Codes are the elements in another order, so that comparisons with a few bounds tell what a cell may do, four cells at
// a time:
//   restless()  is the range of the elements that decay, burst or wander
//   kinds       elements that act alike with all others have codes that follow one another. With at most kKindsMax
//               kinds, a set of kinds is 7 bits, and shaders find out what cells do with one another by comparisons
//               with the first codes of the kinds (shaders/conserving/acts.glsl) instead of look-ups.

// A word of the table of pairs, by the codes of a cell (row) and of its partner (column): bits 0 to 7 = the code that
// the cell becomes by a reaction; bit 8, kSwap = the two swap; these bits; bits 16 to 31 = the probability minus 1 (of
// two that run: of doing so).
enum Act : std::int32_t {
  kActSinks = 9,      // the cell and its partner swap if the cell is above
  kActReacts = 10,    // they react if the cell is above
  kActAnywhere = 11,  // they react anywhere
  kActRuns = 12,      // they run
  kActFixed = 13,     // the cell swaps with nothing, whatever its partner is
  kActGap = 14,       // likewise, it falls into the place of background that has risen
  kActGrainy = 15     // likewise, it may fall into the place of another cell that has risen
};
inline constexpr int kActCount = 7;
inline constexpr std::uint32_t kSwap = 1 << 8;
inline constexpr int kKindsMax = 7;

// Rows of the table of traits. By code: the code after a decay + its chance << 8; the chance to wander; the chance to
// burst; element + density << 8. By element: its code.
inline constexpr int kDecayRow = 0, kWanderRow = 1, kBurstRow = 2, kElementRow = 3, kCodeRow = 4, kTraitRows = 5;

// What the shaders of a step are made for: parts that the rules do not need are left out, because software drivers also
// take the time of what is not executed.
struct ShaderTraits {
  int kinds = 0;              // of elements (CellCodes), or 0 if there are too many
  bool has_grainy = true;     // there are cells with kActGrainy
  bool has_uncertain = true;  // reactions in fall that need a draw, or give background above
  bool has_anywhere = true;   // reactions anywhere
  bool has_viscous = true;    // cells that do not run in every pass
  friend auto operator<=>(const ShaderTraits&, const ShaderTraits&) = default;
};

struct CodeRange {  // both included; empty if first > last
  int first = 1, last = 0;
  bool empty() const { return first > last; }
};

class CellCodes {
 public:
  CellCodes() : CellCodes(Rules()) {}
  explicit CellCodes(const Rules& rules);

  std::uint8_t code_of(std::uint8_t element) const { return codes_[element]; }
  const CodeRange& restless() const { return restless_; }
  const ShaderTraits& shader_traits() const { return traits_; }
  // If there are few kinds: the first code of each, and for each act the sets of the kinds with which each kind acts
  // so, kKindsMax of them, each but the first as its difference from the one before.
  const std::vector<std::uint8_t>& first_codes() const { return first_codes_; }
  const std::vector<std::uint8_t>& kind_sets() const { return kind_sets_; }
  bool has_running() const { return has_running_; }

  // kElementsMax x kElementsMax words, and kElementsMax x kTraitRows.
  std::vector<std::uint32_t> pair_words(const Rules& rules) const;
  std::vector<std::uint32_t> trait_words(const Rules& rules) const;

 private:
  void find_ranges(const Rules& rules);
  void find_kinds(const Rules& rules);
  std::uint32_t pair_word(const Rules& rules, std::uint8_t a, std::uint8_t b) const;

  std::array<std::uint8_t, kElementsMax> codes_{}, elements_{};  // by element, by code
  ShaderTraits traits_{0, false, false, false, false};
  bool has_running_ = false;
  CodeRange restless_;
  std::vector<std::uint8_t> first_codes_, kind_sets_;
};

// What the passes of the gpu backend of conserving share: their constants, and how they are loaded and bound.

// Units of textures. All passes over packed cells have the first two; the third holds falls or marks of fallen cells.
inline constexpr int kCellsUnit = 0, kPairsUnit = 1, kFallsUnit = 2, kTraitsUnit = 3, kWorldUnit = 4;

inline constexpr std::uint32_t kOnes = 0x01010101;  // 1 in each of the four cells of a word
inline constexpr int kTexelRows = 16;               // cells in a texel, which lie over one another
inline constexpr std::uint32_t kMoved = 256;        // shaders/conserving/falls.glsl: a pair has acted
inline constexpr std::uint32_t kSteady = 1u << 18;  // what comes out does not depend on what comes in
// Bits of an element in shaders/conserving/bursts.glsl.
inline constexpr int kBursts = 1, kResists = 2;
inline constexpr int kBlastTile = 32;     // cells on a side
inline constexpr int kBlastOrigin = 128;  // added to ways, so that they fit into a byte
static_assert(kBlastTile % kTexelRows == 0);

// A probability minus one, in two bytes; 0 and 1 give the same.
struct ChanceBytes {
  explicit ChanceBytes(std::uint32_t probability)
      : low(static_cast<std::uint8_t>((std::max(probability, 1u) - 1) & 0xff)),
        high(static_cast<std::uint8_t>((std::max(probability, 1u) - 1) >> 8)) {}
  std::uint8_t low, high;
};

// Binds u_cells, and those of the other textures above that the program has, to their units.
Program load_pass(std::string_view file, std::string& error, const ShaderTraits& traits = {},
                  std::string_view vertices = "common/fullscreen.vert");
void bind_texture(int unit, const Texture& texture);

class PackedCells {
 public:
  // Unusable if `error` is not empty afterwards.
  explicit PackedCells(std::string& error);

  void set_rules(const Rules& rules);
  const CellCodes& codes() const { return codes_; }
  // Allocates the textures for a world. Changes the binding of the active texture unit.
  Status resize(int width, int height);

  // Copies the cells from one texel each, and back to the front canvas of `cells`.
  void pack(const GpuCells& cells) const;
  void unpack(const GpuCells& cells) const;

  // Makes this the current program, sets its uniforms that depend on rules and world, and binds the tables.
  void begin_pass(const Program& program, bool wraps) const;
  // Draws all texels with the current program, from the front cells and, if `fell`, the marks of those that have
  // fallen; then swaps.
  void draw_pass(bool fell = false);
  // Draws what fall carries up from texel to texel; draw_fall() then draws the cells after fall.
  void draw_starts() const;
  void draw_fall();
  const Texture& front() const { return planes_[front_].cells; }
  const GlVertexArray& no_vertices() const { return no_vertices_; }

 private:
  // The cells, and a bit for each that has fallen in this step.
  struct Plane {
    Texture cells, fell;
    Framebuffer framebuffer;
  };

  Program pack_, unpack_;
  Texture pairs_, traits_;
  CellCodes codes_;
  Plane planes_[2];
  Canvas falls_;
  GlVertexArray no_vertices_;
  int front_ = 0, width_ = 0, height_ = 0;
  std::uint8_t background_ = 0;
};

}  // namespace repose::conserving
