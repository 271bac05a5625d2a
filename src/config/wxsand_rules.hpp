// The rules of a wxSand config: decays, reactions of two elements, and their explosions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/wxsand_names.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// Which line is in force for an ordered pair of elements, as a number from 1; 0 means none. Later lines have higher
// numbers, and the last line that covers a pair is in force. So a line about kAllElements is one entry instead of 254.
class WxsandPairs {
 public:
  struct Claim {
    std::uint32_t number = 0;
    std::uint8_t a = 0, b = 0;
    int line = 0, column = 0;
  };

  // `of_one`: only pairs of an element with itself.
  explicit WxsandPairs(bool of_one) : of_one_(of_one), entries_(kSide * kSide) {}
  // Claims come in the order of their numbers.
  void claim(const Claim& claim);
  // The line for exactly this entry (kAllElements included).
  std::uint32_t entry(std::uint8_t a, std::uint8_t b) const { return entries_[a * kSide + b]; }
  std::uint32_t covering(std::uint8_t a, std::uint8_t b) const;
  // Appends the claims that later claims replace completely, for that number of elements.
  void add_overridden(std::size_t element_count, std::vector<Overridden>& to) const;

 private:
  static constexpr std::size_t kSide = 256;
  bool of_one_;
  std::vector<std::uint32_t> entries_;
  std::vector<Claim> claims_;
};

class WxsandRules {
 public:
  explicit WxsandRules(const WxsandNames& names) : names_(names) {}

  void read_self(WxsandLine& line);
  void read_neighbor(WxsandLine& line);
  void read_pexplosion(WxsandLine& line);

  // These change what the directives above define, so all of those must be read first.
  void read_hotself(WxsandLine& line);
  void read_hotneighbor(WxsandLine& line);
  void read_explosion(WxsandLine& line);

  // Writes decays, interactions and discs to the ruleset, in the order of elements.
  void add_to(Ruleset& ruleset) const;

 private:
  struct Definition {
    double probability = 0.0;
    std::vector<Product> products;
    int line = 0;
  };
  struct Threshold {
    int energy = 0, line = 0;
  };
  struct Speeds {
    std::uint8_t x = 0, y = 0;
    int line = 0;
  };
  struct Pair {
    std::uint8_t a = 0, b = 0;
  };

  std::optional<Pair> read_pair(WxsandLine& line, std::size_t first);
  std::optional<Pair> read_single(WxsandLine& line, std::size_t word);
  std::optional<std::vector<Product>> read_products(WxsandLine& line, std::size_t first, std::size_t names_each);
  std::optional<Product> read_product(WxsandLine& line, std::size_t at, std::size_t names_each, int slots);
  static std::string subject(const WxsandLine& line);
  template <class Entry>
  void enter(WxsandLine& line, Pair pair, WxsandPairs& pairs, std::vector<Entry>& entries, Entry entry);
  void check_effect(WxsandLine& line, Pair pair, const WxsandPairs& pairs, std::string_view directive);
  std::optional<int> threshold(const WxsandPairs& pairs, std::uint8_t a, std::uint8_t b) const;
  void add_pair_to(Ruleset& ruleset, std::uint8_t a, std::uint8_t b) const;

  const WxsandNames& names_;
  std::vector<Definition> decays_, interactions_;
  std::vector<Threshold> thresholds_;  // of hotselves_ and hotneighbors_
  std::vector<Speeds> speeds_;
  std::vector<Disc> discs_;
  WxsandPairs selves_{true}, hotselves_{true};
  WxsandPairs neighbors_{false}, hotneighbors_{false}, explosions_{false}, pexplosions_{false};
};

}  // namespace repose::config
