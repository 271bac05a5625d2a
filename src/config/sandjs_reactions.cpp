// The sand.js dialect: our words for what elements do: `when`, `burst` and `clone`.
#include <fmt/format.h>

#include "config/sandjs_reader.hpp"

namespace repose::config {

using std::string_view;

namespace {

constexpr Quantity kRadius = {"RADIUS", 0, kBurstRadiusMax, true};
constexpr std::array<string_view, 6> kWhenParts = {"A", "touches", "B", "becomes", "C", "D"};
constexpr string_view kWhenForm = "the form is: when A touches B becomes C D";
constexpr string_view kAll = "all";

}  // namespace

// The last line for an element counts.
void SandjsReader::read_burst(std::uint8_t element, std::uint8_t into) {
  const std::optional<double> radius = read_number(words_[2], kRadius, Severity::warning);
  if (!radius) return;
  const double probability = read_last_probability(4);
  std::erase_if(ruleset_.bursts, [element](const Burst& older) { return older.element == element; });
  ruleset_.bursts.push_back({element, static_cast<int>(*radius), into, probability, line_.number});
}

void SandjsReader::read_clone(std::uint8_t element) {
  check_no_more(2);
  if (element == 0) {
    return report_.at(Severity::warning, line_, words_[1].column, [&] {
      return Saying{
          fmt::format("{} is the background, which cannot be a clone; the line is ignored", in_quotes(words_[1].text)),
          "another element", printable(words_[1].text), ""};
    });
  }
  if (ruleset_.elements[element].clone) return;
  ruleset_.elements[element].clone = true;
  clone_lines_.push_back({element, line_});
}

// ---- when A touches B becomes C D [PROBABILITY] ----

void SandjsReader::read_when() {
  if (!has_form_of_when()) return;
  const std::optional<WhenSide> a = read_side(1), b = read_side(3);
  if (!a || !b) return;
  WhenLine line = {*a, *b, {}, {}, 1.0, line_};
  const std::optional<WhenProduct> c = read_product(5, line), d = read_product(6, line);
  if (!c || !d) return;
  line.c = *c;
  line.d = *d;
  line.probability = read_last_probability(1 + kWhenParts.size());
  add_when(line);
}

// ---- swap A B ----

// As a `rule A B B A` for every pair: the denser one sinks.
void SandjsReader::read_swap() {
  constexpr std::array<string_view, 2> kParts = {"A", "B"};
  const auto is_name = [this](std::size_t, string_view word) { return side_named(word).has_value(); };
  const std::size_t given = count_values(kParts.size(), is_name);
  if (given < kParts.size()) return report_missing(Severity::warning, kParts, given, "; the line is ignored");
  const std::optional<WhenSide> a = read_side(1), b = read_side(2);
  if (!a || !b) return;
  check_no_more(1 + kParts.size());
  constexpr WhenProduct kFirst = {WhenProduct::From::first, 0}, kSecond = {WhenProduct::From::second, 0};
  add_when({*a, *b, kSecond, kFirst, 1.0, line_, false});
}

bool SandjsReader::has_form_of_when() {
  const auto is_name = [this](std::size_t, string_view word) { return side_named(word).has_value(); };
  const std::size_t given = count_values(kWhenParts.size(), is_name);
  for (const std::size_t word : {2u, 4u}) {
    const string_view wanted = kWhenParts[word - 1];
    if (given < word || words_[word].text == wanted) continue;
    report_.at(Severity::warning, line_, words_[word].column, [&] {
      return Saying{fmt::format("{} must be '{}'; the line is ignored", in_quotes(words_[word].text), wanted),
                    std::string(wanted), printable(words_[word].text), std::string(kWhenForm)};
    });
    return false;
  }
  if (given < kWhenParts.size()) report_missing(Severity::warning, kWhenParts, given, "; the line is ignored");
  return given == kWhenParts.size();
}

// An element goes before a group of that name, and both go before `all`.
std::optional<WhenSide> SandjsReader::side_named(string_view word) const {
  if (const auto element = find(word)) return WhenSide{WhenSide::Kind::element, *element};
  if (const auto group = groups_.find(word); group != groups_.end())
    return WhenSide{WhenSide::Kind::group, group->second};
  if (word == kAll) return WhenSide{WhenSide::Kind::all, 0};
  return std::nullopt;
}

std::optional<WhenSide> SandjsReader::read_side(std::size_t word) {
  const string_view name = words_[word].text;
  const std::optional<WhenSide> side = side_named(name);
  if (!side) report_unknown_name(word, "the line is ignored", kAll);
  return side;
}

// `all`: a third possibility besides elements and groups; may be empty.
void SandjsReader::report_unknown_name(std::size_t word, string_view consequence, string_view all) {
  const string_view name = words_[word].text;
  if (left_out_names_.contains(name) || repeats_earlier_word(word)) return;
  report_.at(Severity::warning, line_, words_[word].column, [&] {
    std::vector<std::string> known = names_;
    for (const auto& group : groups_) known.emplace_back(group.first);
    std::ranges::sort(known);  // the order of a map must not decide which hint is given
    if (!all.empty()) known.emplace_back(all);
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) {
      const std::string shown = printable(name, kQuoteBytesMax);
      hint = fmt::format("define it: cell {} RED GREEN BLUE DENSITY, or {}group {} ELEMENT", shown,
                         all.empty() ? "above this line " : "", shown);
    }
    const string_view expected =
        all.empty() ? "the name of an element or group" : "the name of an element or group, or all";
    return Saying{fmt::format("unknown element or group {}; {}", in_quotes(name), consequence), std::string(expected),
                  printable(name), std::move(hint)};
  });
}

// The name of an element, or the group or `all` of this line, which stands for the element that was there.
std::optional<WhenProduct> SandjsReader::read_product(std::size_t word, const WhenLine& line) {
  const std::optional<WhenSide> side = read_side(word);
  if (!side) return std::nullopt;
  if (side->kind == WhenSide::Kind::element)
    return WhenProduct{WhenProduct::From::named, static_cast<std::uint8_t>(side->index)};
  const auto is = [&](const WhenSide& other) { return other.kind == side->kind && other.index == side->index; };
  constexpr std::size_t kSecondProduct = 6;
  if (is(line.b) && (word == kSecondProduct || !is(line.a))) return WhenProduct{WhenProduct::From::second, 0};
  if (is(line.a)) return WhenProduct{WhenProduct::From::first, 0};
  report_no_product(word, *side);
  return std::nullopt;
}

void SandjsReader::report_no_product(std::size_t word, const WhenSide& side) {
  report_.at(Severity::warning, line_, words_[word].column, [&] {
    const string_view what = side.kind == WhenSide::Kind::all ? "all elements" : "a group";
    return Saying{fmt::format("{} means {}, but a cell becomes one element; the line is ignored",
                              in_quotes(words_[word].text), what),
                  "the name of an element", printable(words_[word].text),
                  "a group or all may stand here only if A or B is the same word: then the cell stays what it is"};
  });
}

void SandjsReader::add_when(const WhenLine& line) {
  const int older = when_.add(line);
  if (older == 0) return;
  report_.at(Severity::warning, line_, words_[0].column, [&] {
    return Saying{fmt::format("duplicate {}: {} and {} are already on line {}; this one replaces it", words_[0].text,
                              in_quotes(words_[1].text), in_quotes(words_[line.anywhere ? 3 : 2].text), older),
                  "one line for each pair", "a second one", fmt::format("remove this line or line {}", older)};
  });
}

}  // namespace repose::config
