// Runs of set bits in rows of words.
#pragma once

#include <bit>
#include <cstdint>

namespace repose {

// Calls visit(begin, end) for each run of set bits, in ascending order. Bit b of word_at(w) has the number 64 * w + b;
// w goes from 0 to words - 1.
template <class WordAt, class Visit>
void for_each_run(int words, const WordAt& word_at, const Visit& visit) {
  int begin = -1;  // of a run that has not ended yet
  for (int w = 0; w < words; ++w) {
    const std::uint64_t bits = word_at(w);
    std::uint64_t edges = bits ^ (bits << 1 | std::uint64_t{begin >= 0});  // where a run begins or ends
    for (; edges != 0; edges &= edges - 1) {
      const int at = w * 64 + std::countr_zero(edges);
      if (begin >= 0) visit(begin, at);
      begin = begin >= 0 ? -1 : at;
    }
  }
  if (begin >= 0) visit(begin, words * 64);
}

}  // namespace repose
