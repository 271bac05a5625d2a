#include "automata/elements/cpu_draws.hpp"

#include "automata/elements/cpu_lanes.hpp"

namespace repose::elements {

namespace {

[[gnu::always_inline]] inline void draw_lanes(const std::uint32_t* columns, int y, const MoveChances& chances,
                                              RowDraws& draws) {
  std::uint32_t said[kLanes];  // one bit for each result
  for (int k = 0; k < kLanes; ++k) {
    const std::uint32_t turn = mix32(columns[k] ^ static_cast<std::uint32_t>(y));
    const auto drawn = [turn](std::uint32_t number) { return draw_bits(turn, number); };
    said[k] = (happens(turn, chances.fall) ? 1u : 0u) | (coin(drawn(draw::diagonal_side)) ? 2u : 0u) |
              (happens(drawn(draw::diagonal), chances.fall) ? 4u : 0u) | (coin(drawn(draw::side_way)) ? 8u : 0u) |
              (happens(drawn(draw::slip), chances.slip) ? 16u : 0u) |
              (happens(drawn(draw::side_density), chances.push) ? 16u : 0u);
  }
  std::uint8_t bytes[kLanes];
  for (int k = 0; k < kLanes; ++k) bytes[k] = static_cast<std::uint8_t>(said[k]);
  const Lanes lanes = load_lanes(bytes);
  const auto bits = [&lanes](int question) {
    const auto bit = static_cast<std::uint8_t>(1 << question);
    const Lanes wanted = Lanes{} + bit;
    return bits_of(static_cast<Lanes>((lanes & wanted) == wanted));
  };
  draws = {0xffff, bits(0), bits(1), bits(2), bits(3), bits(4)};
}

}  // namespace

// With a vector multiplication this takes a quarter of the time. (Thread sanitizers cannot choose the target so early.)
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define REPOSE_WORD_VECTORS
#endif

#if defined(REPOSE_WORD_VECTORS) && !defined(_WIN32)

__attribute__((target_clones("avx2", "default"))) void draw_moves(const std::uint32_t* columns, int y,
                                                                  const MoveChances& chances, RowDraws& draws) {
  draw_lanes(columns, y, chances, draws);
}

#elif defined(REPOSE_WORD_VECTORS)

// Windows cannot choose between clones when it loads a program.
__attribute__((target("avx2"))) static void draw_moves_avx2(const std::uint32_t* columns, int y,
                                                            const MoveChances& chances, RowDraws& draws) {
  draw_lanes(columns, y, chances, draws);
}

void draw_moves(const std::uint32_t* columns, int y, const MoveChances& chances, RowDraws& draws) {
  static const bool has_avx2 = (__builtin_cpu_init(), __builtin_cpu_supports("avx2") != 0);
  has_avx2 ? draw_moves_avx2(columns, y, chances, draws) : draw_lanes(columns, y, chances, draws);
}

#else

void draw_moves(const std::uint32_t* columns, int y, const MoveChances& chances, RowDraws& draws) {
  draw_lanes(columns, y, chances, draws);
}

#endif

}  // namespace repose::elements
