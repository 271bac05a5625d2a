#include "core/ledger_book.hpp"

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

std::optional<Ledger> LedgerBook::close(const Counts& now, int element_count) const {
  if (!kept_) return std::nullopt;
  Ledger ledger;
  for (std::size_t i = 0; i < static_cast<std::size_t>(element_count); ++i) {
    ledger.rows.push_back({before_[i], events_.made[i], events_.destroyed[i], events_.painted[i], events_.left[i],
                           events_.moved[i], now[i]});
  }
  return ledger;
}

LedgerBook::Counts count_elements(std::span<const std::uint8_t> cells) {
  LedgerBook::Counts counts{};
  for (const std::uint8_t cell : cells) ++counts[cell];
  return counts;
}

}  // namespace repose
