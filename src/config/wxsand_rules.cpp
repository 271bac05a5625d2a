// The wxSand dialect: decays, reactions of two elements, and their explosions.
#include "config/wxsand_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace repose::config {
namespace {

using Saying = Report::Saying;
using std::string_view;

constexpr WxsandNumber kProbabilityWord = {.name = "PROBABILITY", .saturates = true};
constexpr WxsandNumber kWeight = {"WEIGHT", 0, 1};
constexpr WxsandNumber kEnergy = {"ENERGY", -WxsandNumber::kUnlimited, WxsandNumber::kUnlimited, true};
constexpr WxsandNumber kXSpeed = {"X_SPEED", 0, 255, true, true};
constexpr WxsandNumber kYSpeed = {"Y_SPEED", 0, 255, true, true};
constexpr WxsandNumber kDiameter = {"DIAMETER", 0, kDiscDiameterMax, true};
constexpr int kNoDisc = -1;

constexpr std::array<string_view, 4> kSelfParts = {"PROBABILITY", "ELEMENT", "WEIGHT", "PRODUCT"};
constexpr std::array<string_view, 6> kNeighborParts = {"PROBABILITY", "A", "B", "WEIGHT", "NEW_A", "NEW_B"};
constexpr std::array<string_view, 2> kHotselfParts = {"ENERGY", "ELEMENT"};
constexpr std::array<string_view, 3> kHotneighborParts = {"ENERGY", "A", "B"};
constexpr std::array<string_view, 4> kExplosionParts = {"A", "B", "X_SPEED", "Y_SPEED"};
constexpr std::array<string_view, 4> kPexplosionParts = {"A", "B", "DIAMETER", "FILLING"};

constexpr string_view kLineIgnored = "the line is ignored";
constexpr string_view kOutcomeLeftOut = "this outcome is left out";

// As wxSand 4.4 counts: weights are 32-bit floats, and halves round up. (With doubles .995 and .005 would make 101.)
int slots_of(double weight) {
  const double percent = kProductSlots * static_cast<double>(static_cast<float>(weight));
  return static_cast<int>(std::floor(percent + 0.5));
}

void report_sum(WxsandLine& line, std::size_t word, int total) {
  line.warn(word, [&] {
    const double sum = static_cast<double>(total) / kProductSlots;
    const string_view effect = total < kProductSlots ? "the rest changes nothing" : "the part above 1 is cut off";
    return Saying{fmt::format("the weights add up to {}, not to 1; {}", sum, effect), "a sum of 1",
                  fmt::format("{}", sum), ""};
  });
}

void report_never(WxsandLine& line, std::size_t word) {
  line.warn(word, [&] {
    return Saying{fmt::format("the weight {} fills none of 100 slots; this outcome never happens",
                              in_quotes(line.word(word).text)),
                  "more than 0.005", printable(line.word(word).text),
                  "make the probability of the line smaller instead"};
  });
}

// The parts of one outcome, for messages.
std::span<const string_view> outcome_parts(std::size_t names_each) {
  return names_each > 1 ? std::span(kNeighborParts).last(3) : std::span(kSelfParts).last(2);
}

// True, with a warning, if there is a comment in the place of a weight.
bool ends_outcomes(WxsandLine& line, std::size_t at, std::size_t first) {
  if (at == first || !line.word(at).text.starts_with('#')) return false;
  line.warn(at, [&] {
    return Saying{"a comment is not allowed after a rule; wxSand would refuse this file", "end of line",
                  printable(line.word(at).text), "put it on a separate line"};
  });
  return true;
}

void note_first_element(WxsandLine& line, std::size_t word) {
  line.note(word, [&] {
    return Saying{fmt::format("no effect: {} is the first element, which never acts", in_quotes(line.word(word).text)),
                  "another element", printable(line.word(word).text), ""};
  });
}

}  // namespace

void WxsandPairs::claim(const Claim& claim) {
  entries_[claim.a * kSide + claim.b] = claim.number;
  claims_.push_back(claim);
}

std::uint32_t WxsandPairs::covering(std::uint8_t a, std::uint8_t b) const {
  const auto at = [this](std::size_t x, std::size_t y) { return entries_[x * kSide + y]; };
  std::uint32_t newest = at(a, b);
  if (a > 0) newest = std::max(newest, at(kAllElements, b));
  if (b > 0) newest = std::max(newest, at(a, kAllElements));
  if (a > 0 && b > 0) newest = std::max(newest, at(kAllElements, kAllElements));
  return newest;
}

void WxsandPairs::add_overridden(std::size_t element_count, std::vector<Overridden>& to) const {
  if (claims_.empty()) return;
  std::vector<bool> counts(claims_.back().number + std::size_t{1});
  for (std::size_t a = 0; a < element_count; ++a) {
    for (std::size_t b = of_one_ ? a : 0; b < (of_one_ ? a + 1 : element_count); ++b) {
      counts[covering(static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b))] = true;
    }
  }
  for (const Claim& claim : claims_) {
    if (counts[claim.number]) continue;
    const auto some = [](std::uint8_t element) { return element == kAllElements ? std::uint8_t{1} : element; };
    const std::uint32_t winner = covering(some(claim.a), some(claim.b));
    if (winner == claim.number) continue;  // there is no element that the line applies to
    const int by = std::ranges::lower_bound(claims_, winner, {}, &Claim::number)->line;
    to.push_back({claim.line, claim.column, by, claim.a, of_one_ ? std::nullopt : std::optional(claim.b)});
  }
}

// The elements that words `first` and the next name.
std::optional<WxsandRules::Pair> WxsandRules::read_pair(WxsandLine& line, std::size_t first) {
  const auto a = names_.one_or_all(line, first, kLineIgnored), b = names_.one_or_all(line, first + 1, kLineIgnored);
  if (!a || !b) return std::nullopt;
  if (*a == 0) note_first_element(line, first);
  return Pair{*a, *b};
}

// The element that a word names, as a pair with itself.
std::optional<WxsandRules::Pair> WxsandRules::read_single(WxsandLine& line, std::size_t word) {
  const auto element = names_.one_or_all(line, word, kLineIgnored);
  if (!element) return std::nullopt;
  if (*element == 0) note_first_element(line, word);
  return Pair{*element, *element};
}

// The elements that the line applies to, for messages.
std::string WxsandRules::subject(const WxsandLine& line) {
  const string_view directive = line.word(0).text;
  if (directive == "self" || directive == "hotself") return in_quotes(line.word(2).text);
  const std::size_t first = directive == "explosion" || directive == "pexplosion" ? 1 : 2;
  return fmt::format("{} beside {}", in_quotes(line.word(first).text), in_quotes(line.word(first + 1).text));
}

template <class Entry>
void WxsandRules::enter(WxsandLine& line, Pair pair, WxsandPairs& pairs, std::vector<Entry>& entries, Entry entry) {
  if (const std::uint32_t number = pairs.entry(pair.a, pair.b); number > 0) {
    line.warn(0, [&] {
      const int older = entries[number - 1].line;
      return Saying{fmt::format("duplicate {}: line {} is about {} too; this one replaces it", line.word(0).text, older,
                                subject(line)),
                    fmt::format("one {} line", line.word(0).text), "a second one",
                    fmt::format("remove this line or line {}", older)};
    });
  }
  entry.line = line.line().number;
  entries.push_back(std::move(entry));
  pairs.claim({static_cast<std::uint32_t>(entries.size()), pair.a, pair.b, line.line().number, line.column(0)});
}

// ---- outcomes ----

std::optional<Product> WxsandRules::read_product(WxsandLine& line, std::size_t at, std::size_t names_each, int slots) {
  const auto a = names_.one(line, at + 1, kOutcomeLeftOut);
  const auto b = names_each > 1 ? names_.one(line, at + 2, kOutcomeLeftOut) : std::optional<std::uint8_t>(0);
  if (!a || !b) return std::nullopt;
  return Product{static_cast<std::uint8_t>(slots), *a, *b};
}

// The outcomes from word `first` on: weights with `names_each` names. Empty if no outcome is valid.
std::optional<std::vector<Product>> WxsandRules::read_products(WxsandLine& line, std::size_t first,
                                                               std::size_t names_each) {
  std::vector<Product> products;
  int total = 0;
  bool all_sound = true;
  for (std::size_t at = first; at < line.size() && !ends_outcomes(line, at, first); at += 1 + names_each) {
    if (at + names_each >= line.size()) {
      line.report_missing("an outcome", outcome_parts(names_each), line.size() - at, kOutcomeLeftOut);
      all_sound = false;
      break;
    }
    const double weight = line.number(at, kWeight);
    const int slots = slots_of(weight), left = std::max(0, kProductSlots - total);
    if (slots == 0 && weight > 0) report_never(line, at);
    const auto product = read_product(line, at, names_each, std::min(slots, left));
    all_sound = all_sound && product;
    if (product && product->slots > 0) products.push_back(*product);
    total += slots;
  }
  if (products.empty() && !all_sound) return std::nullopt;
  if (total != kProductSlots) report_sum(line, first, total);
  return products;
}

// ---- self, neighbor, pexplosion ----

void WxsandRules::read_self(WxsandLine& line) {
  if (!line.has(kSelfParts, kLineIgnored)) return;
  const double probability = line.number(1, kProbabilityWord);
  const auto pair = read_single(line, 2);
  if (!pair) return;
  auto products = read_products(line, 3, 1);
  if (products) enter(line, *pair, selves_, decays_, Definition{probability, std::move(*products), 0});
}

void WxsandRules::read_neighbor(WxsandLine& line) {
  if (!line.has(kNeighborParts, kLineIgnored)) return;
  const double probability = line.number(1, kProbabilityWord);
  const auto pair = read_pair(line, 2);
  if (!pair) return;
  auto products = read_products(line, 4, 2);
  if (products) enter(line, *pair, neighbors_, interactions_, Definition{probability, std::move(*products), 0});
}

void WxsandRules::read_pexplosion(WxsandLine& line) {
  if (!line.has(kPexplosionParts, kLineIgnored)) return;
  const auto pair = read_pair(line, 1);
  const auto filling = names_.one(line, 4, kLineIgnored);
  if (!pair || !filling) return;
  const bool is_none = line.word(3).text.starts_with('-');
  const int diameter = is_none ? kNoDisc : static_cast<int>(line.number(3, kDiameter));
  enter(line, *pair, pexplosions_, discs_, Disc{0, 0, diameter, *filling, 0});
  line.check_no_more(5);
}

// ---- hotself, hotneighbor, explosion ----

// Warns if no line that was already read defines what this line changes.
void WxsandRules::check_effect(WxsandLine& line, Pair pair, const WxsandPairs& pairs, string_view directive) {
  if (pair.a == kAllElements || pair.b == kAllElements || pair.a == 0 || pairs.covering(pair.a, pair.b) > 0) return;
  line.warn(0, [&] {
    return Saying{fmt::format("no effect: there is no '{}' line for {}", directive, subject(line)),
                  fmt::format("a {} line", directive), "none", ""};
  });
}

void WxsandRules::read_hotself(WxsandLine& line) {
  if (!line.has(kHotselfParts, kLineIgnored)) return;
  const auto energy = static_cast<int>(line.number(1, kEnergy));
  const auto pair = read_single(line, 2);
  if (!pair) return;
  check_effect(line, *pair, selves_, "self");
  enter(line, *pair, hotselves_, thresholds_, Threshold{energy, 0});
  line.check_no_more(3);
}

void WxsandRules::read_hotneighbor(WxsandLine& line) {
  if (!line.has(kHotneighborParts, kLineIgnored)) return;
  const auto energy = static_cast<int>(line.number(1, kEnergy));
  const auto pair = read_pair(line, 2);
  if (!pair) return;
  check_effect(line, *pair, neighbors_, "neighbor");
  enter(line, *pair, hotneighbors_, thresholds_, Threshold{energy, 0});
  line.check_no_more(4);
}

void WxsandRules::read_explosion(WxsandLine& line) {
  if (!line.has(kExplosionParts, kLineIgnored)) return;
  const auto pair = read_pair(line, 1);
  if (!pair) return;
  const auto x = static_cast<std::uint8_t>(line.number(3, kXSpeed));
  const auto y = static_cast<std::uint8_t>(line.number(4, kYSpeed));
  check_effect(line, *pair, neighbors_, "neighbor");
  enter(line, *pair, explosions_, speeds_, Speeds{x, y, 0});
  line.check_no_more(5);
}

// ---- the result ----

std::optional<int> WxsandRules::threshold(const WxsandPairs& pairs, std::uint8_t a, std::uint8_t b) const {
  constexpr int kNone = -1;
  const std::uint32_t number = pairs.covering(a, b);
  if (number == 0 || thresholds_[number - 1].energy == kNone) return std::nullopt;
  return thresholds_[number - 1].energy;
}

void WxsandRules::add_pair_to(Ruleset& ruleset, std::uint8_t a, std::uint8_t b) const {
  if (const std::uint32_t number = neighbors_.covering(a, b); number > 0) {
    const Definition& d = interactions_[number - 1];
    const std::uint32_t speeds = explosions_.covering(a, b);
    const Speeds s = speeds > 0 ? speeds_[speeds - 1] : Speeds{};
    ruleset.interactions.push_back({a, b, d.probability, threshold(hotneighbors_, a, b), d.products, s.x, s.y, d.line});
  }
  if (const std::uint32_t number = pexplosions_.covering(a, b); number > 0) {
    const Disc& disc = discs_[number - 1];
    if (disc.diameter != kNoDisc) ruleset.discs.push_back({a, b, disc.diameter, disc.filling, disc.line});
  }
}

void WxsandRules::add_to(Ruleset& ruleset) const {
  const std::size_t count = ruleset.elements.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    if (const std::uint32_t number = selves_.covering(a, a); number > 0) {
      const Definition& d = decays_[number - 1];
      ruleset.decays.push_back({a, d.probability, threshold(hotselves_, a, a), d.products, d.line});
    }
    for (std::size_t b = 0; b < count; ++b) add_pair_to(ruleset, a, static_cast<std::uint8_t>(b));
  }
  for (const WxsandPairs* pairs : {&selves_, &hotselves_, &neighbors_, &hotneighbors_, &explosions_, &pexplosions_}) {
    pairs->add_overridden(count, ruleset.overridden);
  }
}

}  // namespace repose::config
