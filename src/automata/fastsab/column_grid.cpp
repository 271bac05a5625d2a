#include "automata/fastsab/column_grid.hpp"

namespace repose::fastsab {

Traits::Traits(const Substances& substances) {
  for (int i = 1; i < substances.element_count(); ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    const Grain& grain = substances.at(element);
    if (grain.wall) continue;
    int trait = kGrainTrait | (grain.falls ? grain.friction : kNeverFalls);
    if (substances.dissolves_anything(element)) trait |= kDissolverTrait;
    if (substances.is_dissolved(element)) trait |= kVictimTrait;
    if (grain.liquid) trait |= kLiquidTrait;
    traits_[element] = static_cast<std::uint8_t>(trait);
  }
}

ColumnGrid::ColumnGrid(int width, int height)
    : width_(width),
      height_(height),
      words_((height + kWordCells - 1) / kWordCells),
      cells(width, words_),
      traits(width, words_),
      voids(width, words_),
      processed(width, words_),
      victims_came(width, words_),
      active(width, words_),
      sinks(width, words_),
      looks(width, words_),
      victims(width, words_),
      liquids(width, words_),
      dirty(width, summary_words()),
      visited(width, summary_words()),
      unpainted(width, summary_words()),
      facts_(static_cast<std::size_t>(width) * static_cast<std::size_t>(words_)) {
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y < height; ++y) voids.set(x, y);
  }
  mark_all_dirty();
}

bool ColumnGrid::any_dirty() const {
  for (int x = 0; x < width_; ++x) {
    for (int i = 0; i < summary_words(); ++i) {
      if (dirty.column(x)[i] != 0) return true;
    }
  }
  return false;
}

void ColumnGrid::mark_all_dirty() {
  for (int x = 0; x < width_; ++x) {
    for (int w = 0; w < words_; ++w) dirty.set(x, w);
  }
}

}  // namespace repose::fastsab
