#include "core/ledger_book.hpp"

#include <cstring>

namespace repose {

LedgerEvents& LedgerEvents::operator+=(const LedgerEvents& other) {
  constexpr Counts LedgerEvents::*kAll[] = {&LedgerEvents::made, &LedgerEvents::destroyed, &LedgerEvents::painted,
                                            &LedgerEvents::left, &LedgerEvents::moved};
  for (const auto counts : kAll) {
    for (std::size_t i = 0; i < kElementsMax; ++i) (this->*counts)[i] += (other.*counts)[i];
  }
  return *this;
}

void LedgerBook::begin(const Counts& now) {
  kept_ = true;
  before_ = now;
  events_ = {};
}

void LedgerBook::keep(bool on, std::span<const std::uint8_t> cells) {
  if (!on) return end();
  begin(count_elements(cells));
}

std::optional<Ledger> LedgerBook::close(std::span<const std::uint8_t> cells, int element_count) const {
  if (!kept_) return std::nullopt;
  return close(count_elements(cells), element_count);
}

std::optional<Ledger> LedgerBook::close(const Counts& now, int element_count) const {
  if (!kept_) return std::nullopt;
  Ledger ledger;
  for (std::size_t i = 0; i < static_cast<std::size_t>(element_count); ++i) {
    ledger.rows.push_back({before_[i], events_.made[i], events_.destroyed[i], events_.painted[i], events_.left[i],
                           events_.moved[i], now[i]});
  }
  return ledger;
}

LedgerEvents::Counts count_elements(std::span<const std::uint8_t> cells) {
  LedgerEvents::Counts counts{};
  for (const std::uint8_t cell : cells) ++counts[cell];
  return counts;
}

std::int64_t sum_of_amounts(const World& world, Plane plane) {
  const auto bytes = world.bytes(plane);
  std::int64_t sum = 0;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::int32_t)) {
    std::int32_t amount = 0;
    std::memcpy(&amount, &bytes[at], sizeof amount);
    sum += amount;
  }
  return sum;
}

}  // namespace repose
