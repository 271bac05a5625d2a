#include "automata/elements/cpu_marks.hpp"

namespace repose::elements {

namespace {

// Other threads change other bits of these words, so every access is atomic; with one thread plain accesses are faster.
std::uint64_t load(const std::uint64_t& word) {
  return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
}

void set_bits(std::uint64_t& word, std::uint64_t bits, bool shared) {
  if (bits == 0) return;
  if (!shared) {
    word |= bits;
  } else {
    std::atomic_ref(word).fetch_or(bits, std::memory_order_relaxed);
  }
}

void clear_bits(std::uint64_t& word, std::uint64_t bits, bool shared) {
  if (bits == 0) return;
  if (!shared) {
    word &= ~bits;
  } else {
    std::atomic_ref(word).fetch_and(~bits, std::memory_order_relaxed);
  }
}

}  // namespace

BlockMarks::BlockMarks(WorldMarks& world, const Area& block, int first_lane, bool shared)
    : world_(world), block_(block), left_(first_lane - 1), top_(block.y_begin - 1), shared_(shared) {
  const std::uint64_t inside = within(block.x_begin, block.x_end);
  std::uint64_t restless = 0;
  for (int y = block.y_begin; y < block.y_end; ++y) restless |= restless_[row(y)] = taken(world.restless(), y);
  any_restless_ = (restless & inside) != 0;
  if (!any_restless_) return;
  restless_[row(top_)] = restless_[row(block.y_end)] = 0;
  for (int y = block.y_begin; y < block.y_end; ++y) served_[row(y)] = taken(world.served(), y);
}

// Writes only if bits are missing. Marks of the ring are only added, never removed.
void BlockMarks::give_back(const Area& group) {
  if (!changed_) return;
  if (!shared_) return give_back_alone(group);
  for (int y = top_; y <= block_.y_end; ++y) {
    const std::uint64_t before = taken(world_.restless(), y);
    add(world_.restless(), y, restless_[row(y)] & ~before);
    if (y >= group.y_begin && y < group.y_end && !group.empty()) {
      remove(world_.restless(), y, before & ~restless_[row(y)] & within(group.x_begin, group.x_end));
    }
  }
  for (int y = block_.y_begin; y < block_.y_end; ++y) {
    add(world_.served(), y, served_[row(y)] & ~taken(world_.served(), y));
  }
}

void BlockMarks::give_back_alone(const Area& group) {
  const int word = left_ >> 6, shift = left_ & 63;
  const std::uint64_t columns = group.empty() ? 0 : within(group.x_begin, group.x_end);
  for (int y = top_; y <= block_.y_end; ++y) {
    std::uint64_t* const words = world_.restless().row(y) + word;
    const std::uint64_t set = restless_[row(y)];
    const std::uint64_t kept = y >= group.y_begin && y < group.y_end ? ~(columns & ~set) : ~std::uint64_t{0};
    words[0] &= ~(~kept << shift);
    words[1] &= ~(~kept >> 1 >> (63 - shift));
    words[0] |= set << shift;
    words[1] |= set >> 1 >> (63 - shift);
  }
  for (int y = block_.y_begin; y < block_.y_end; ++y) {
    std::uint64_t* const words = world_.served().row(y) + word;
    words[0] |= served_[row(y)] << shift;
    words[1] |= served_[row(y)] >> 1 >> (63 - shift);
  }
}

std::uint64_t BlockMarks::taken(const BitRows& rows, int y) const {
  const std::uint64_t* const words = rows.row(y) + (left_ >> 6);
  const int shift = left_ & 63;
  return (load(words[0]) >> shift | load(words[1]) << 1 << (63 - shift)) & kAll;
}

void BlockMarks::add(BitRows& rows, int y, std::uint64_t bits) const {
  std::uint64_t* const words = rows.row(y) + (left_ >> 6);
  const int shift = left_ & 63;
  set_bits(words[0], bits << shift, shared_);
  set_bits(words[1], bits >> 1 >> (63 - shift), shared_);
}

void BlockMarks::remove(BitRows& rows, int y, std::uint64_t bits) const {
  std::uint64_t* const words = rows.row(y) + (left_ >> 6);
  const int shift = left_ & 63;
  clear_bits(words[0], bits << shift, shared_);
  clear_bits(words[1], bits >> 1 >> (63 - shift), shared_);
}

}  // namespace repose::elements
