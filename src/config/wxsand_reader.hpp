// The parts of the reader of wxSand configs: elements, items, lists and rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/wxsand_line.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// `element`, the comments above it, and `hotcolor`.
class WxsandElements {
 public:
  WxsandElements(WxsandNames& names, Ruleset& ruleset, Report& report)
      : names_(names), ruleset_(ruleset), report_(report) {}

  // Stores a comment line; it is the description of the elements directly below it.
  void read_comment(std::string_view line);
  void forget_comment() { description_.clear(); }
  void read_element(WxsandLine& line);
  // An element without properties; its picture is read elsewhere.
  void read_item(WxsandLine& line);
  // One error about all elements over the limit.
  void report_left_out();

  void read_hotcolor(WxsandLine& line);

 private:
  void add(WxsandLine& line, Element element);
  void replace(WxsandLine& line, std::uint8_t index, Element element);

  WxsandNames& names_;
  Ruleset& ruleset_;
  Report& report_;
  std::string description_;
  std::size_t left_out_count_ = 0;
  Line first_left_out_;
};

// Sets looks for which the dialect has no words. An element that falls and slips with 0.9 or more is a liquid. An
// element that heats itself gives off light; one of a warm colour that decays gives off less light.
void guess_wxsand_looks(Ruleset& ruleset);

// Pictures that elements put into the world. An `item` line is followed by pairs of an element and the character that
// stands for it, then by rows in double quotes.
class WxsandItems {
 public:
  WxsandItems(const WxsandNames& names, Ruleset& ruleset, Report& report)
      : names_(names), ruleset_(ruleset), report_(report) {}

  // Ends the item before it, if any.
  void begin(WxsandLine& line);
  void read_palette(WxsandLine& line);
  // Reads the text between the first and the last double quote.
  void read_row(WxsandLine& line);
  // Adds the item that was started, if any.
  void end();

 private:
  static constexpr std::size_t kSideMax = 256;  // cells; limits what a file can cost

  void warn(Report::Saying saying);

  const WxsandNames& names_;
  Ruleset& ruleset_;
  Report& report_;
  Line line_;  // of the `item` directive
  std::optional<std::uint8_t> element_;
  std::array<std::uint8_t, 256> palette_{};  // by character
  std::vector<std::string> rows_;            // of palette characters
  bool too_large_ = false;
};

// `group` (tabs of the palette) and `sources` (taps at the top of the world).
class WxsandLists {
 public:
  WxsandLists(const WxsandNames& names, Ruleset& ruleset) : names_(names), ruleset_(ruleset) {}

  void read_group(WxsandLine& line);
  void read_sources(WxsandLine& line);

 private:
  static constexpr std::size_t kSourcesMax = 255;  // more would not be usable on screen

  std::vector<std::uint8_t> read_members(WxsandLine& line, std::size_t first);
  Group* group_named(WxsandLine& line);

  const WxsandNames& names_;
  Ruleset& ruleset_;
  std::unordered_map<std::string_view, std::size_t> groups_;  // index by name
  std::vector<int> group_lines_;
};

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

// Decays, reactions of two elements, and their explosions.
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
