#include "automata/fastsab/bit_grid.hpp"

#include <algorithm>
#include <cstring>
#include <map>

namespace repose::fastsab {

BitGrid::BitGrid(int width, int height, int planes)
    : width_(width),
      height_(height),
      planes_(planes),
      words_((height + kWordCells - 1) / kWordCells),
      blocks_((words_ + kBlockWords - 1) / kBlockWords),
      stride_((words_ + kBlockWords) / kBlockWords * kBlockWords),
      mark_stride_((blocks_ + 7) / 8 * 8),
      memory_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(stride_ / kBlockWords) *
                  static_cast<std::size_t>(planes + 3) +
              2),
      dirty_(static_cast<std::size_t>(width + 2 * kReach) * static_cast<std::size_t>(mark_stride_)),
      awake_(dirty_.size()),
      unpainted_(dirty_.size()),
      column_marks_(static_cast<std::size_t>(width + 2 * kReach)) {
  for (int x = 0; x < width; ++x) {
    for (int y = 0; y < height; ++y) voids(x)[word_of(y)] |= bit_of(y);
  }
  mark_all_dirty();
}

void BitGrid::mark_all_dirty() {
  for (int x = 0; x < width_; ++x) {
    for (int w = 0; w < words_; ++w) mark_dirty(x, w / kBlockWords, word_bit(w * kWordCells));
  }
}

bool BitGrid::is_awake(int x) const {
  std::uint64_t any = 0, eight;
  for (int i = 0; i < mark_stride_; i += 8) {
    std::memcpy(&eight, &awake_[mark(x, i)], 8);
    any |= eight;
  }
  return any != 0;
}

std::int64_t BitGrid::restless_blocks() const {
  std::int64_t count = 0;
  for_each_column(kRestless, 0, width_, [&](int x) {
    for (int b = 0; b < blocks_; ++b) count += (dirty_[mark(x, b)] | awake_[mark(x, b)]) != 0 ? 1 : 0;
  });
  return count;
}

void BitGrid::process_active(int x, int block_begin, int block_end) {
  for (int b = block_begin; b < block_end; ++b) {
    if (awake(x, b) == 0) continue;
    for (int w = b * kBlockWords; w < (b + 1) * kBlockWords; ++w) processed(x)[w] |= active(x)[w];
  }
}

int BitGrid::find_column(std::uint8_t marks, int begin, int end) const {
  const std::uint64_t wanted = marks * 0x0101010101010101u;
  const std::uint8_t* const column = column_marks_.data() + kReach;
  int x = begin;
  for (std::uint64_t eight; x + 8 <= end; x += 8) {
    std::memcpy(&eight, column + x, 8);
    if ((eight & wanted) != 0) break;
  }
  while (x < end && (column[x] & marks) == 0) ++x;
  return x;
}

namespace {

int planes_for(int element_count) { return element_count <= 8 ? 3 : element_count <= 32 ? 5 : 8; }

// has(element) is never asked for void.
template <class Has>
ElementSet make_set(int element_count, const Has& has) {
  const int size = 1 << planes_for(element_count);
  ElementSet set(static_cast<std::size_t>(size));
  const auto word = [&](int element) {
    return element > 0 && element < element_count && has(static_cast<std::uint8_t>(element)) ? ~std::uint64_t{0} : 0;
  };
  for (int i = 0; i < size; i += 2) {
    set[static_cast<std::size_t>(i)] = word(i);
    set[static_cast<std::size_t>(i) + 1] = word(i) ^ word(i + 1);
  }
  return set;
}

bool is_empty(const ElementSet& set) {
  return std::ranges::all_of(set, [](std::uint64_t word) { return word == 0; });
}

}  // namespace

StepRules::StepRules(const Substances& substances) : planes(planes_for(substances.element_count())) {
  const int count = substances.element_count();
  const auto set_of = [&](const auto& has) { return make_set(count, has); };
  grains = set_of([&](std::uint8_t e) { return !substances.at(e).wall; });
  falling = set_of([&](std::uint8_t e) { return substances.at(e).falls; });
  liquids = set_of([&](std::uint8_t e) { return substances.at(e).liquid; });
  for (const int friction : substances.frictions()) {
    if (friction == 0) continue;
    sliders.push_back({friction, set_of([&](std::uint8_t e) {
                         return substances.at(e).falls && substances.at(e).friction == friction;
                       })});
  }
  std::map<ElementSet, std::vector<std::uint8_t>> lower_by_upper, dissolvers_by_victims;
  for (int i = 1; i < count; ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    lower_by_upper[set_of([&](std::uint8_t e) { return substances.sinks_into(e, element); })].push_back(element);
    dissolvers_by_victims[set_of([&](std::uint8_t e) { return substances.dissolve(element, e) != 0; })].push_back(
        element);
  }
  const auto among = [&](const std::vector<std::uint8_t>& elements) {
    return set_of([&](std::uint8_t e) { return std::ranges::find(elements, e) != elements.end(); });
  };
  for (const auto& [upper, lower] : lower_by_upper) {
    if (!is_empty(upper)) sinkings.push_back({upper, among(lower)});
  }
  for (const auto& [victims, dissolvers] : dissolvers_by_victims) {
    if (is_empty(victims)) continue;
    std::uint32_t last_hit = 0;
    for (const std::uint8_t element : dissolvers) last_hit = std::max(last_hit, substances.last_hit(element));
    dissolvings.push_back({among(dissolvers), victims, last_hit});
  }
}

}  // namespace repose::fastsab
