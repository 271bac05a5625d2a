// What `when`, `swap` and `clone` lines become: reactions of single pairs, and elements.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "config/report.hpp"
#include "repose/ruleset.hpp"

namespace repose::config {

// ---- `when` and `swap`: reactions of elements, groups and `all`, which become reactions of single pairs ----

// What stands before or behind `touches`. Kinds in the order of their precedence.
struct WhenSide {
  enum class Kind : unsigned char { all, group, element };
  Kind kind = Kind::element;
  std::size_t index = 0;  // of the element, or in Ruleset::groups; 0 for `all`
};

// What one of the two becomes: an element, or the element that the first or the second is.
struct WhenProduct {
  enum class From : unsigned char { named, first, second };
  From from = From::named;
  std::uint8_t element = 0;  // if named

  std::uint8_t of(std::uint8_t first, std::uint8_t second) const {
    return from == From::named ? element : from == From::first ? first : second;
  }
};

struct WhenLine {
  WhenSide a, b;
  WhenProduct c, d;
  double probability = 1.0;
  Line line;
  // Where A lies: anywhere beside B, whatever the densities; of `swap`, as the densities say; left of B; over B.
  enum class Place : unsigned char { anywhere, by_density, left, over };
  Place place = Place::anywhere;
  bool is_directed() const { return place == Place::left || place == Place::over; }
};

// All `when` and `swap` lines of a file. For each pair of elements one line counts: the one with the higher rank, and
// of lines with the same rank the later one. A line with an element ranks before a line without one; then one with a
// group before one without. `rule` ranks as a line with two elements. Lines of a place, `left_of` or `above`, count for
// ordered pairs, beside all others and in the same way.
class WhenTable {
 public:
  // Returns the number of the line with the same two sides that this one replaces; 0 if there is none.
  int add(const WhenLine& line);

  // Adds the reactions to `ruleset`, behind its rules. A warning for every line that counts for no pair, except those
  // that add() has replaced.
  void expand(Ruleset& ruleset, Report& report);

  // Valid after expand(): a line that names both elements decides about them.
  bool names_both(std::uint8_t a, std::uint8_t b) const;

 private:
  std::vector<WhenLine> lines_;  // in file order
  std::vector<bool> replaced_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, std::size_t> index_of_sides_;
  std::vector<bool> named_both_;  // by pair
};

// ---- `clone`: one hidden element for every liquid and powder that a clone can pour ----

struct CloneLine {
  std::uint8_t element = 0;
  Line line;
};
// Adds these elements and their reactions behind all others. Each looks like a mixture of the clone and of what it
// pours, and for all other lines it is the clone. A line of `when` that names a clone and what it could pour decides
// about that pair. If there are too many elements: one error, and no change. `clone_lines`: a line for each clone, in
// file order.
void expand_clones(const std::vector<CloneLine>& clone_lines, const WhenTable& when, Ruleset& ruleset, Report& report);

}  // namespace repose::config
