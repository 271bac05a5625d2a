#include "config/wxsand_elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>

#include "config/html.hpp"

namespace repose::config {
namespace {

using Saying = Report::Saying;
using std::string_view;

constexpr double kUnlimited = WxsandNumber::kUnlimited;
// The numbers after the name, in the order of the line.
constexpr std::array<WxsandNumber, 8> kElementNumbers = {{
    {"RED", 0, 255, true, true},
    {"GREEN", 0, 255, true, true},
    {"BLUE", 0, 255, true, true},
    {"GRAVITY", -kUnlimited, kUnlimited},
    {"SLIP", -kUnlimited, kUnlimited},
    {"DENSITY", -kUnlimited, kUnlimited},
    {"CONDUCTIVITY", -kUnlimited, kUnlimited},
    {"VISIBLE", -kUnlimited, kUnlimited, true},
}};
constexpr std::array<string_view, 9> kElementParts = {"NAME", "RED",     "GREEN",        "BLUE",   "GRAVITY",
                                                      "SLIP", "DENSITY", "CONDUCTIVITY", "VISIBLE"};
constexpr std::array<string_view, 2> kItemParts = {"NAME", "VISIBLE"};
constexpr std::array<string_view, 4> kHotcolorParts = {"ELEMENT", "RED", "GREEN", "BLUE"};
constexpr string_view kZeroAndHidden = "missing values count as 0, and the element is hidden";
constexpr string_view kNoElement = "no element is defined";

// The colour in word `first` and the next two; missing words count as 0.
Color read_color(WxsandLine& line, std::size_t first) {
  std::array<std::uint8_t, 3> channels{};
  for (std::size_t i = 0; i < channels.size() && first + i < line.size(); ++i) {
    channels[i] = static_cast<std::uint8_t>(line.number(first + i, kElementNumbers[i]));
  }
  return {channels[0], channels[1], channels[2]};
}

// Worlds recognise walls by this byte. In wxSand an element is a wall if its gravity is 0, whatever its density.
std::uint8_t density_byte_of(const Element& element) {
  if (element.gravity == 0) return kWallDensity;
  return std::min<std::uint8_t>(density_to_byte(element.density), kWallDensity - 1);
}

}  // namespace

void WxsandElements::read_comment(string_view line) {
  constexpr std::size_t kDescriptionBytesMax = 400;  // a tooltip of this length is full
  forget_comment();
  const std::size_t begin = line.find_first_not_of("# \t"), end = line.find_last_not_of("# \t\r");
  if (begin == line.npos) return;
  const string_view text = line.substr(begin, end - begin + 1);
  const bool has_letters = std::ranges::any_of(text, [](char c) { return (c | 0x20) >= 'a' || c < 0; });
  if (has_letters) description_ = printable(decode_entities(text), kDescriptionBytesMax);
}

void WxsandElements::read_element(WxsandLine& line) {
  if (line.size() < 2) return static_cast<void>(line.has(kElementParts, kNoElement));
  line.has(kElementParts, kZeroAndHidden);
  Element element;
  element.color = read_color(line, 2);
  std::array<double, kElementNumbers.size()> values{};
  for (std::size_t i = 3; i < values.size() && i + 2 < line.size(); ++i)
    values[i] = line.number(i + 2, kElementNumbers[i]);
  element.gravity = values[3];
  element.slip = values[4];
  element.density = values[5];
  element.conductivity = values[6];
  element.hidden = values[7] == 0;
  line.check_no_more(1 + kElementParts.size());
  add(line, std::move(element));
}

void WxsandElements::read_item(WxsandLine& line) {
  if (line.size() < 2) return static_cast<void>(line.has(kItemParts, kNoElement));
  Element element;
  element.hidden = !line.has(kItemParts, "the item is hidden") || line.number(2, kElementNumbers.back()) == 0;
  line.check_no_more(1 + kItemParts.size());
  add(line, std::move(element));
}

void WxsandElements::add(WxsandLine& line, Element element) {
  const string_view name = line.word(1).text;
  element.name = shown_name(decode_entities(name));
  element.description = description_;
  element.line = line.line().number;
  element.density_byte = density_byte_of(element);
  if (const auto index = names_.find(name)) return replace(line, *index, std::move(element));
  if (ruleset_.elements.size() == kWxsandElementsMax) {
    names_.leave_out(name);
    if (left_out_count_++ == 0) first_left_out_ = line.line();
    return;
  }
  names_.add(name, static_cast<std::uint8_t>(ruleset_.elements.size()));
  ruleset_.elements.push_back(std::move(element));
}

void WxsandElements::replace(WxsandLine& line, std::uint8_t index, Element element) {
  Element& older = ruleset_.elements[index];
  line.warn(1, [&] {
    return Saying{fmt::format("duplicate name: element {} is already defined on line {}; this definition replaces it",
                              in_quotes(line.word(1).text), older.line),
                  "a new name", printable(line.word(1).text), "give one of them another name"};
  });
  older = std::move(element);
}

void WxsandElements::report_left_out() {
  if (left_out_count_ == 0) return;
  report_.at(Severity::error, first_left_out_, 1, [&] {
    const std::size_t total = kWxsandElementsMax + left_out_count_;
    return Saying{
        fmt::format("too many elements: a wxSand config has at most {}, this one has {}; from here on they are "
                    "left out, with their rules",
                    kWxsandElementsMax, total),
        fmt::format("at most {} elements", kWxsandElementsMax), fmt::format("{} elements", total), ""};
  });
}

void WxsandElements::read_hotcolor(WxsandLine& line) {
  if (line.size() < 2) return static_cast<void>(line.has(kHotcolorParts, "the line is ignored"));
  const auto element = names_.one_or_all(line, 1, "the line is ignored");
  if (!element) return;
  line.has(kHotcolorParts, "missing values count as 0");
  const Color color = read_color(line, 2);
  line.check_no_more(1 + kHotcolorParts.size());
  if (*element != kAllElements) {
    ruleset_.elements[*element].hot_color = color;
    return;
  }
  for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) ruleset_.elements[i].hot_color = color;
}

void guess_wxsand_looks(Ruleset& ruleset) {
  constexpr double kLiquidSlip = 0.9;  // typical: water and oil 1, sand 0.3 or less
  constexpr float kBurning = 0.8f, kFading = 0.6f;
  constexpr int kWarmRed = 200, kWarmBlueMax = 120;
  std::bitset<kElementsMax> fades;
  for (const Decay& decay : ruleset.decays) fades.set(decay.element);
  for (std::size_t i = 1; i < ruleset.elements.size(); ++i) {
    Element& element = ruleset.elements[i];
    element.liquid = element.gravity > 0 && element.slip >= kLiquidSlip;
    const Color c = element.color;
    const bool warm = c.r >= kWarmRed && c.r >= c.g && c.g >= c.b && c.b <= kWarmBlueMax;
    element.glow = element.conductivity > 1 ? kBurning : fades[i] && warm ? kFading : 0.0f;
  }
}

}  // namespace repose::config
