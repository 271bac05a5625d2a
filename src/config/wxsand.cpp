// The wxSand dialect: `element`, `neighbor` and the other directives. The grammar, every message and the differences
// from the originals are in docs/configs.md.
//
// The originals stop at the first mistake; here only a file without elements is refused. A mistake that makes a line or
// a part of it invalid is a warning.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <string>
#include <utility>

#include "config/html.hpp"
#include "config/readers.hpp"
#include "config/wxsand_reader.hpp"

namespace repose::config {

using std::string_view;

namespace {

using Saying = Report::Saying;
constexpr std::array<string_view, 11> kDirectives = {"element",     "self",     "hotself",   "neighbor",
                                                     "hotneighbor", "hotcolor", "explosion", "pexplosion",
                                                     "group",       "sources",  "item"};

enum class LineKind { blank, comment, indented, directive, item, palette, row };

class WxsandReader {
 public:
  WxsandReader(string_view text, Ruleset& ruleset, Report& report)
      : text_(text),
        ruleset_(ruleset),
        report_(report),
        line_(report),
        elements_(names_, ruleset, report),
        rules_(names_),
        items_(names_, ruleset, report),
        lists_(names_, ruleset) {}

  // Three passes: first elements, then rules, then the directives that change rules.
  void read() {
    is_page_ = is_web_page(text_);
    if (is_page_) text_ = page_ = without_tags(text_);
    each_line([this](LineKind kind) { read_elements(kind); });
    elements_.report_left_out();
    if (ruleset_.elements.empty()) return;
    each_line([this](LineKind kind) { read_rules(kind); });
    items_.end();
    each_line([this](LineKind kind) { read_changes(kind); });
    rules_.add_to(ruleset_);
    add_misc_group(ruleset_);
    guess_wxsand_looks(ruleset_);
    report_header();
  }

 private:
  // ---- lines ----

  // Calls visit(kind) with line_ set, for every line; a line of a web page may hold several.
  template <class Visit>
  void each_line(Visit visit) {
    LineReader lines(text_);
    LineKind kind = LineKind::blank;
    for (Line line; lines.next(line);) {
      string_view rest = line.text;
      do {
        const std::size_t end = is_page_ ? rest.find(kPageBreak) : rest.npos;
        line_.set({rest.substr(0, end), line.number}, static_cast<int>(line.text.size() - rest.size()));
        kind = kind_of_line(kind);
        visit(kind);
        if (line_.is_incomplete()) check_torn();
        rest = rest.substr(std::min(rest.find_first_not_of(kPageBreak, end), rest.size()));
      } while (!rest.empty());
    }
  }

  // Decided by the first character and, below an item, by the kind of the line above.
  LineKind kind_of_line(LineKind above) const {
    if (line_.size() == 0) return LineKind::blank;
    const string_view text = line_.line().text, word = line_.word(0).text;
    if (text[0] == ' ' || text[0] == '\t') return LineKind::indented;
    if (text[0] == '#') return LineKind::comment;
    const bool in_item = above == LineKind::item || above == LineKind::palette || above == LineKind::row;
    if (in_item && text[0] == '"') return LineKind::row;
    if (above == LineKind::item && !is_wxsand_directive(word)) return LineKind::palette;
    return word == "item" ? LineKind::item : LineKind::directive;
  }

  // A last line without a line end and with a missing word is probably cut off.
  void check_torn() {
    const string_view piece = line_.line().text;
    if (piece.data() + piece.size() != text_.data() + text_.size()) return;
    line_.warn(0, [] {
      return Saying{"the file ends in the middle of this line, as if it were cut off", "a whole line",
                    "the end of the file", "look for a complete copy"};
    });
  }

  // ---- the three passes ----

  void read_elements(LineKind kind) {
    const string_view text = line_.line().text;
    if (kind == LineKind::comment) {
      if (text.find("subversion 1") != text.npos) version_ = 1;
      if (text.find("subversion 2") != text.npos) version_ = 2;
      return elements_.read_comment(text);
    }
    if (kind == LineKind::item) return elements_.read_item(line_);
    if (kind == LineKind::directive && line_.word(0).text == "element") return elements_.read_element(line_);
    elements_.forget_comment();
  }

  void read_rules(LineKind kind) {
    switch (kind) {
      case LineKind::blank:
      case LineKind::comment: return;
      case LineKind::indented: return report_indented();
      case LineKind::item: return items_.begin(line_);
      case LineKind::palette: return items_.read_palette(line_);
      case LineKind::row: return items_.read_row(line_);
      case LineKind::directive: break;
    }
    const string_view word = line_.word(0).text;
    if (word == "self") return rules_.read_self(line_);
    if (word == "neighbor") return rules_.read_neighbor(line_);
    if (word == "pexplosion") return rules_.read_pexplosion(line_);
    if (word == "hotcolor") return elements_.read_hotcolor(line_);
    if (word == "group") return lists_.read_group(line_);
    if (word == "sources") return lists_.read_sources(line_);
    if (!is_wxsand_directive(word)) report_unknown_directive();
  }

  void read_changes(LineKind kind) {
    if (kind != LineKind::directive) return;
    const string_view word = line_.word(0).text;
    if (word == "hotself") return rules_.read_hotself(line_);
    if (word == "hotneighbor") return rules_.read_hotneighbor(line_);
    if (word == "explosion") return rules_.read_explosion(line_);
  }

  // ---- messages ----

  void report_indented() {
    if (!is_wxsand_directive(line_.word(0).text)) return;
    line_.warn(0, [this] {
      return Saying{fmt::format("'{}' is indented; the line is ignored, as wxSand ignores it", line_.word(0).text),
                    "a directive at the beginning of the line", "blanks", "remove the blanks before it"};
    });
  }

  void report_unknown_directive() {
    line_.warn(0, [this] {
      const string_view word = line_.word(0).text;
      std::string hint = did_you_mean(word, {kDirectives.begin(), kDirectives.end()});
      if (hint.empty()) hint = "a comment begins with #";
      if (word == "explode") hint = "wxSand ignores it too; 'pexplosion A B DIAMETER FILLING' fills a disc";
      return Saying{fmt::format("unknown directive {}; the line is ignored", in_quotes(word)),
                    "element, neighbor or another directive", printable(word), std::move(hint)};
    });
  }

  void report_header() {
    constexpr string_view kHeader = "# wxSand, File subversion 2";
    if (is_page_) {
      report_.file(Severity::warning, {"this is a web page; its tags are ignored", "plain text", "HTML",
                                       "save the config itself, not the page around it"});
    }
    if (version_ == 2) return;
    const bool old = version_ == 1;
    report_.file(Severity::warning,
                 {old ? "the file says 'subversion 1', an older format; it is read as subversion 2"
                      : "no comment says 'subversion 2'; wxSand refuses a file without it",
                  std::string(kHeader), old ? "subversion 1" : "none", fmt::format("put a line on top: {}", kHeader)});
  }

  string_view text_;
  std::string page_;  // owns the bytes of text_ if the file is a web page
  bool is_page_ = false;
  int version_ = 0;  // of the file format, as a comment says
  Ruleset& ruleset_;
  Report& report_;
  WxsandLine line_;
  WxsandNames names_;
  WxsandElements elements_;
  WxsandRules rules_;
  WxsandItems items_;
  WxsandLists lists_;
};

}  // namespace

std::vector<string_view> wxsand_directives() { return {kDirectives.begin(), kDirectives.end()}; }

bool is_wxsand_directive(string_view word) { return std::ranges::find(kDirectives, word) != kDirectives.end(); }

void read_wxsand(string_view text, Ruleset& ruleset, Report& report) { WxsandReader(text, ruleset, report).read(); }

namespace {

using Saying = Report::Saying;
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

using Saying = Report::Saying;
void WxsandItems::begin(WxsandLine& line) {
  end();
  line_ = line.line();
  palette_.fill(kItemKeeps);
  rows_.clear();
  too_large_ = false;
  // A later element or item of the same name has replaced this one.
  const auto element = line.size() > 1 ? names_.find(line.word(1).text) : std::nullopt;
  if (element && ruleset_.elements[*element].line == line_.number) element_ = element;
}

void WxsandItems::read_palette(WxsandLine& line) {
  for (std::size_t i = 0; i < line.size(); i += 2) {
    const auto element = names_.one(line, i, "its cells are left as they are");
    if (i + 1 >= line.size()) {
      line.warn(line.size(), [&] {
        return Saying{fmt::format("missing value: {} has no character", in_quotes(line.word(i).text)), "a character",
                      "end of line", ""};
      });
      continue;
    }
    const string_view character = line.word(i + 1).text;
    if (character.size() > 1) {
      line.warn(i + 1, [&] {
        return Saying{fmt::format("{} is read as {}: in a picture every cell is one byte", in_quotes(character),
                                  in_quotes(character.substr(0, 1))),
                      "one character", printable(character), ""};
      });
    }
    if (element) palette_[static_cast<unsigned char>(character[0])] = *element;
  }
}

void WxsandItems::read_row(WxsandLine& line) {
  const string_view text = line.line().text;
  const std::size_t last = text.rfind('"');
  const string_view picture = text.substr(1, last > 0 ? last - 1 : text.npos);
  too_large_ = too_large_ || rows_.size() == kSideMax || picture.size() > kSideMax;
  if (rows_.size() == kSideMax) return;
  const std::string& row = rows_.emplace_back(picture.substr(0, kSideMax));
  const auto is_stray = [&](char c) { return c != ' ' && palette_[static_cast<unsigned char>(c)] == kItemKeeps; };
  const auto stray = std::ranges::find_if(row, is_stray);
  if (stray == row.end()) return;
  line.warn(0, [&] {
    const string_view character(&*stray, 1);
    return Saying{
        fmt::format("{} is not the character of an element; such cells are left as they are", in_quotes(character)),
        "a character from the line below 'item'", printable(character), ""};
  });
}

void WxsandItems::warn(Saying saying) {
  report_.at(Severity::warning, line_, 1, [&] { return std::move(saying); });
}

void WxsandItems::end() {
  if (!element_) return;
  Item item;
  item.element = *std::exchange(element_, std::nullopt);
  for (const std::string& row : rows_) item.width = std::max(item.width, static_cast<int>(row.size()));
  if (item.width == 0) {
    const std::string name = in_quotes(ruleset_.elements[item.element].name);
    return warn(
        {fmt::format("the item {} has no picture; it does nothing", name), "rows in double quotes", "none", ""});
  }
  if (too_large_) {
    const std::string most = fmt::format("at most {} x {} cells", kSideMax, kSideMax);
    warn({fmt::format("the picture is too large: an item has {}; the rest is cut off", most), most, "more", ""});
  }
  item.height = static_cast<int>(rows_.size());
  for (const std::string& row : rows_) {
    for (std::size_t x = 0; x < static_cast<std::size_t>(item.width); ++x) {
      item.cells.push_back(x < row.size() ? palette_[static_cast<unsigned char>(row[x])] : kItemKeeps);
    }
  }
  ruleset_.items.push_back(std::move(item));
}

namespace {

using Saying = Report::Saying;
constexpr std::array<string_view, 1> kGroupParts = {"NAME"};
constexpr std::array<string_view, 1> kSourcesParts = {"ELEMENT"};

void report_too_many(WxsandLine& line, string_view what, std::size_t most) {
  line.warn(0, [&] {
    return Saying{fmt::format("too many {}: at most {} are read", what, most), fmt::format("at most {}", most), "more",
                  ""};
  });
}

}  // namespace

std::vector<std::uint8_t> WxsandLists::read_members(WxsandLine& line, std::size_t first) {
  std::vector<std::uint8_t> members;
  for (std::size_t i = first; i < line.size(); ++i) {
    if (const auto member = names_.one(line, i, "it is left out")) members.push_back(*member);
  }
  return members;
}

// The group of this line, emptied; null if there are too many groups.
Group* WxsandLists::group_named(WxsandLine& line) {
  const string_view name = line.word(1).text;
  const auto known = groups_.find(name);
  if (known != groups_.end()) {
    const int older = std::exchange(group_lines_[known->second], line.line().number);
    line.warn(1, [&] {
      return Saying{
          fmt::format("duplicate group: {} is already on line {}; this one replaces it", in_quotes(name), older),
          "a new name", printable(name), fmt::format("remove this line or line {}", older)};
    });
    return &ruleset_.groups[known->second];
  }
  if (groups_.size() == kGroupsMax) {
    report_too_many(line, "groups", kGroupsMax);
    return nullptr;
  }
  groups_.emplace(name, ruleset_.groups.size());
  group_lines_.push_back(line.line().number);
  return &ruleset_.groups.emplace_back(Group{printable(decode_entities(name)), {}});
}

void WxsandLists::read_group(WxsandLine& line) {
  if (!line.has(kGroupParts, "the line is ignored")) return;
  Group* const group = group_named(line);
  if (group == nullptr) return;
  group->members.clear();
  std::bitset<kElementsMax> seen;
  for (const std::uint8_t member : read_members(line, 2)) {
    if (!seen[member]) group->members.push_back(member);
    seen.set(member);
  }
  if (line.size() > 2) return;
  line.warn(line.size(), [&] {
    return Saying{fmt::format("the group {} is empty", in_quotes(line.word(1).text)), "names of elements",
                  "end of line", ""};
  });
}

void WxsandLists::read_sources(WxsandLine& line) {
  if (!line.has(kSourcesParts, "the line is ignored")) return;
  for (const std::uint8_t source : read_members(line, 1)) {
    if (ruleset_.sources.size() == kSourcesMax) return report_too_many(line, "sources", kSourcesMax);
    ruleset_.sources.push_back(source);
  }
}

}  // namespace repose::config
