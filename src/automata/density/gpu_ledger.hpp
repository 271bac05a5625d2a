// Keeps the matter ledger of the density automaton on the GPU: shaders count what each step and each edit did to every
// cell, and the sums are read back asynchronously, together with a census of the same step.
#pragma once

#include <memory>
#include <string>

#include "automata/density/gpu_packed_cells.hpp"
#include "automata/density/ledger.hpp"
#include "gl/async_counts.hpp"
#include "gl/program.hpp"

namespace repose::density {

class GpuLedger {
 public:
  // Null, with a sentence in `error`, on failure.
  static std::unique_ptr<GpuLedger> create(std::string& error);
  // False for 256 elements: one byte must be able to name every element, or none.
  static bool takes(const Ruleset& ruleset) { return ruleset.elements.size() <= kNoElement; }

  void load(const Ruleset& ruleset);
  // Begins with this world.
  void begin(const World& world);

  // Count a step, or an edit that changed cells of a box only. The front canvas of `cells` is the world after it, the
  // back canvas the world before (for an edit only inside the box). These calls need AdditiveBlending and any vertex
  // array, and change the program, the framebuffer and the textures of units 0 to 2.
  void count_step(const PackedCells& cells, Bias bias, bool edge_is_open);
  // `moves`: the edit moves cells and paints none.
  void count_edit(const PackedCells& cells, const CellRect& box, bool moves);
  // Takes the sums that have arrived, and requests the newer ones. Does not wait.
  void collect(const PackedCells& cells);
  // Waits until the ledger is up to date.
  void collect_all(const PackedCells& cells);

  std::optional<Ledger> close() const { return rules_.book().close(now_, rules_.element_count()); }

 private:
  static constexpr std::uint8_t kNoElement = 255;
  // The counted quantities, each in its own band of rows.
  enum class What : int { events, painting, census };
  static constexpr int kBands = 3;
  // What has changed the cells.
  enum class Source : int { step, painting, push };
  // Number of rows of a band: into how many parts the world is divided. One fragment counts one element in one part;
  // the processor adds up the parts.
  static constexpr int kParts = 64;

  GpuLedger(Program unpacking, Program events, Program counting);
  std::uint64_t part_cells() const;
  CellRect whole() const { return {0, 0, width_, height_}; }
  void unpack(const PackedCells& cells, const Canvas& packed, const Canvas& target, const CellRect& box) const;
  void find_events(const PackedCells& cells, Source source, const CellRect& box) const;
  void count(What what, const Texture& cells, const CellRect& box);
  void ask(const PackedCells& cells);
  void take(bool wait);
  // Afterwards the next step can be counted.
  void make_room(const PackedCells& cells);

  Program unpack_program_, events_program_, count_program_;
  AsyncCounts counts_;
  Texture rules_texture_;
  Canvas before_, after_, events_;  // one cell a texel
  DensityLedger rules_;
  int width_ = 1, height_ = 1;
  LedgerEvents::Counts now_{};
  bool changed_ = false;  // since the last census was requested
};

}  // namespace repose::density
