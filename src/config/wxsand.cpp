// The wxSand dialect: `element`, `neighbor` and the other directives. The grammar, every message and the differences
// from the originals are in docs/configs.md.
//
// The originals stop at the first mistake; here only a file without elements is refused. A mistake that makes a line or
// a part of it invalid is a warning.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "config/readers.hpp"
#include "core/language.hpp"

namespace repose::config {

using std::string_view;

namespace {

constexpr double kUnlimited = NumberRange::kUnlimited;
constexpr NumberRange kProbability = {.name = "PROBABILITY", .saturates = true};
constexpr NumberRange kWeight = {"WEIGHT", 0, 1};
constexpr NumberRange kEnergy = {"ENERGY", -kUnlimited, kUnlimited, true};
constexpr NumberRange kXSpeed = {"X_SPEED", 0, 255, true, true};
constexpr NumberRange kYSpeed = {"Y_SPEED", 0, 255, true, true};
constexpr NumberRange kDiameter = {"DIAMETER", 0, kDiscDiameterMax, true};
// The numbers after the name of an element, in the order of the line.
constexpr std::array<NumberRange, 8> kElementNumbers = {{
    {"RED", 0, 255, true, true},
    {"GREEN", 0, 255, true, true},
    {"BLUE", 0, 255, true, true},
    {"GRAVITY", -kUnlimited, kUnlimited},
    {"SLIP", -kUnlimited, kUnlimited},
    {"DENSITY", -kUnlimited, kUnlimited},
    {"CONDUCTIVITY", -kUnlimited, kUnlimited},
    {"VISIBLE", -kUnlimited, kUnlimited, true},
}};

constexpr const char* kOutcomeLeftOut = text_id("this outcome is left out");
constexpr std::size_t kElementsOfFileMax = 255;     // index 255 is kAllElements and kItemKeeps
constexpr std::uint8_t kAllElements = kAnyElement;  // `all`: every element but the first

bool means_all(string_view name) { return name == "all" || name == "All"; }

// Sets looks for which the dialect has no words. An element that falls and slips with 0.9 or more is a liquid. An
// element that heats itself gives off light; one of a warm colour that decays gives off less light.
void guess_looks(Ruleset& ruleset) {
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

// The lines of one directive about ordered pairs of elements, or about single elements, which are pairs of an element
// with itself. The last line that covers a pair is in force. Lines have numbers, from 1 in their order, so a line about
// kAllElements is one entry instead of 254.
struct ElementPair {
  std::uint8_t a = 0, b = 0;
};
template <class Rule>
class PairLines {
 public:
  explicit PairLines(bool of_one) : of_one_(of_one), entries_(kSide * kSide) {}

  // The last line about exactly this pair, kAllElements included; 0 without one.
  int line_about(ElementPair pair) const {
    const std::uint32_t number = entries_[pair.a * kSide + pair.b];
    return number == 0 ? 0 : lines_[number - 1].line;
  }
  void add(ElementPair pair, Rule rule, int line, int column) {
    lines_.push_back({pair, std::move(rule), line, column});
    entries_[pair.a * kSide + pair.b] = static_cast<std::uint32_t>(lines_.size());
  }

  // The rule in force for a pair; null without one.
  const Rule* covering(std::size_t a, std::size_t b, int* line = nullptr) const {
    const std::uint32_t number = number_covering(a, b);
    if (number == 0) return nullptr;
    if (line != nullptr) *line = lines_[number - 1].line;
    return &lines_[number - 1].rule;
  }

  // Appends the lines that later lines replace completely, for that number of elements.
  void add_overridden(std::size_t element_count, std::vector<Overridden>& to) const {
    if (lines_.empty()) return;
    std::vector<bool> counts(lines_.size() + 1);
    for (std::size_t a = 0; a < element_count; ++a) {
      for (std::size_t b = of_one_ ? a : 0; b < (of_one_ ? a + 1 : element_count); ++b)
        counts[number_covering(a, b)] = true;
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (counts[i + 1]) continue;
      const auto some = [](std::uint8_t element) { return element == kAllElements ? std::uint8_t{1} : element; };
      const auto [a, b] = lines_[i].pair;
      const std::uint32_t winner = number_covering(some(a), some(b));
      if (winner == i + 1) continue;  // there is no element that the line applies to
      to.push_back(
          {lines_[i].line, lines_[i].column, lines_[winner - 1].line, a, of_one_ ? std::nullopt : std::optional(b)});
    }
  }

 private:
  static constexpr std::size_t kSide = 256;
  struct Entry {
    ElementPair pair;
    Rule rule;
    int line = 0, column = 0;
  };

  std::uint32_t number_covering(std::size_t a, std::size_t b) const {
    const auto at = [this](std::size_t x, std::size_t y) { return entries_[x * kSide + y]; };
    std::uint32_t newest = at(a, b);
    if (a > 0) newest = std::max(newest, at(kAllElements, b));
    if (b > 0) newest = std::max(newest, at(a, kAllElements));
    if (a > 0 && b > 0) newest = std::max(newest, at(kAllElements, kAllElements));
    return newest;
  }

  bool of_one_;
  std::vector<std::uint32_t> entries_;  // numbers of lines; 0: none
  std::vector<Entry> lines_;
};

struct Outcomes {
  double probability = 0.0;
  std::vector<Product> products;
};
struct Speeds {
  std::uint8_t x = 0, y = 0;
};

class WxsandReader : DirectiveReader {
 public:
  // A directive, and the function that reads its lines once all lines of earlier passes are read.
  struct Row {
    enum class Pass : unsigned char { elements, rules, changes };  // changes: of what the rules define
    string_view word;
    Pass pass;
    void (WxsandReader::*read)();
    std::vector<string_view> parts;  // after the word; a line without one of them is ignored, unless:
    bool reads_incomplete = false;
  };
  static const std::vector<Row>& rows();

  WxsandReader(string_view text, Ruleset& ruleset, Report& report)
      : DirectiveReader(Dialect::wxsand, report), text_(text), ruleset_(ruleset) {}

  void read() {
    is_page_ = is_web_page(text_);
    if (is_page_) text_ = page_ = without_tags(text_);
    each_line([this](LineKind kind) {
      if (kind == LineKind::comment) return read_comment();
      if (!read_directive(kind, Row::Pass::elements)) description_.clear();
    });
    if (left_out_count_ > 0)
      report_too_many_elements(first_left_out_, kElementsOfFileMax, kElementsOfFileMax + left_out_count_);
    if (ruleset_.elements.empty()) return;
    each_line([this](LineKind kind) {
      if (kind == LineKind::item) begin_item();
      if (kind == LineKind::palette) read_palette();
      if (kind == LineKind::picture) read_picture_row();
      if (kind == LineKind::indented) report_indented();
      if (kind == LineKind::directive && row_of(words_[0].text) == nullptr) report_unknown_directive();
      read_directive(kind, Row::Pass::rules);
    });
    end_item();
    each_line([this](LineKind kind) { read_directive(kind, Row::Pass::changes); });
    add_rules();
    add_misc_group(ruleset_);
    guess_looks(ruleset_);
    report_header();
  }

 private:
  enum class LineKind { blank, comment, indented, directive, item, palette, picture };

  // ---- lines ----

  // Calls visit(kind) with the line set, for every line; a line of a web page may hold several.
  template <class Visit>
  void each_line(Visit visit) {
    constexpr std::size_t kWordsOfLineMax = 1024;  // a group of every element, an outcome for each of 100 parts
    LineReader lines(text_);
    LineKind kind = LineKind::blank;
    for (Line line; lines.next(line);) {
      string_view rest = line.text;
      do {
        const std::size_t end = is_page_ ? rest.find(kPageBreak) : rest.npos;
        set_line({rest.substr(0, end), line.number}, kWordsOfLineMax, static_cast<int>(line.text.size() - rest.size()));
        kind = kind_of_line(kind);
        visit(kind);
        if (incomplete_) check_torn();
        rest = rest.substr(std::min(rest.find_first_not_of(kPageBreak, end), rest.size()));
      } while (!rest.empty());
    }
  }

  // Decided by the first character and, below an item, by the kind of the line above.
  LineKind kind_of_line(LineKind above) const {
    if (words_.empty()) return LineKind::blank;
    const string_view text = line_.text, word = words_[0].text;
    if (text[0] == ' ' || text[0] == '\t') return LineKind::indented;
    if (text[0] == '#') return LineKind::comment;
    const bool in_item = above == LineKind::item || above == LineKind::palette || above == LineKind::picture;
    if (in_item && text[0] == '"') return LineKind::picture;
    if (above == LineKind::item && row_of(word) == nullptr) return LineKind::palette;
    return word == "item" ? LineKind::item : LineKind::directive;
  }

  static const Row* row_of(string_view word) {
    const auto found = std::ranges::find(rows(), word, &Row::word);
    return found == rows().end() ? nullptr : &*found;
  }

  // False if the line has no directive of this pass.
  bool read_directive(LineKind kind, Row::Pass pass) {
    if (kind != LineKind::directive && kind != LineKind::item) return false;
    const Row* const row = row_of(words_[0].text);
    if (row == nullptr || row->pass != pass) return false;
    row_ = row;
    if (row->reads_incomplete || has_parts(tr(kLineIgnored))) (this->*row->read)();
    return true;
  }

  // Whether all parts of the directive are there. Otherwise warns.
  bool has_parts(string_view consequence) {
    const std::size_t given = words_.size() - 1;
    if (given >= row_->parts.size()) return true;
    report_missing(Severity::warning, row_->parts, given, consequence);
    return false;
  }

  // ---- messages about lines ----

  // A last line without a line end and with a missing word is probably cut off.
  void check_torn() {
    if (line_.text.data() + line_.text.size() != text_.data() + text_.size()) return;
    warn(0, [] {
      return Saying{tr("the file ends in the middle of this line, as if it were cut off"), "a whole line",
                    "the end of the file", tr("look for a complete copy")};
    });
  }

  void report_indented() {
    if (row_of(words_[0].text) == nullptr) return;
    warn(0, [this] {
      return Saying{trf("'{}' is indented; the line is ignored, as wxSand ignores it", words_[0].text),
                    "a directive at the beginning of the line", "blanks", tr("remove the blanks before it")};
    });
  }

  void report_unknown_directive() {
    warn(0, [this] {
      const string_view word = words_[0].text;
      const auto& known = wxsand_directives();
      std::string hint = did_you_mean(word, {known.begin(), known.end()});
      if (hint.empty()) hint = tr("a comment begins with #");
      if (word == "explode") hint = tr("wxSand ignores it too; 'pexplosion A B DIAMETER FILLING' fills a disc");
      return Saying{trf("unknown directive {}; the line is ignored", in_quotes(word)),
                    "element, neighbor or another directive", printable(word), std::move(hint)};
    });
  }

  void report_header() {
    constexpr string_view kHeader = "# wxSand, File subversion 2";
    if (is_page_) {
      report_.file(Severity::warning, {tr("this is a web page; its tags are ignored"), "plain text", "HTML",
                                       tr("save the config itself, not the page around it")});
    }
    if (version_ == 2) return;
    const bool old = version_ == 1;
    report_.file(Severity::warning,
                 {old ? tr("the file says 'subversion 1', an older format; it is read as subversion 2")
                      : tr("no comment says 'subversion 2'; wxSand refuses a file without it"),
                  std::string(kHeader), old ? "subversion 1" : "none", trf("put a line on top: {}", kHeader)});
  }

  // ---- names: compared byte for byte, as the file has them; entities are decoded only where a name is shown ----

  std::optional<std::uint8_t> find(string_view name) const {
    const auto entry = indices_.find(name);
    return entry == indices_.end() ? std::nullopt : std::optional(entry->second);
  }

  // The element that a word names. Empty for an unknown name, with one warning per name and line; without a warning for
  // elements over the limit.
  std::optional<std::uint8_t> read_name(std::size_t word, string_view consequence) {
    const string_view name = words_[word].text;
    const std::optional<std::uint8_t> index = find(name);
    if (index || left_out_.contains(name)) return index;
    if (means_all(name)) {
      warn(word, [&] {
        return Saying{trf("{} is not allowed here; {}", in_quotes(name), consequence), "the name of one element",
                      std::string(name), tr("it means elements that act or are acted on, not products")};
      });
    } else if (!repeats_earlier_word(word)) {
      report_unknown_element(Severity::warning, word, consequence, names_);
    }
    return std::nullopt;
  }

  // As above, or kAllElements for `all` and `All`, unless an element of the file has that name.
  std::optional<std::uint8_t> read_name_or_all(std::size_t word) {
    if (means_all(words_[word].text) && !find(words_[word].text)) return kAllElements;
    return read_name(word, tr(kLineIgnored));
  }

  double number_or_0(std::size_t word, const NumberRange& range) { return number(word, range).value_or(0.0); }

  // ---- elements: `element`, the comments above it, `item`, and `hotcolor` ----

  // Stores a comment line; it is the description of the elements directly below it.
  void read_comment() {
    constexpr std::size_t kDescriptionBytesMax = 400;  // a tooltip of this length is full
    const string_view line = line_.text;
    if (line.find("subversion 1") != line.npos) version_ = 1;
    if (line.find("subversion 2") != line.npos) version_ = 2;
    description_.clear();
    const std::size_t begin = line.find_first_not_of("# \t"), end = line.find_last_not_of("# \t\r");
    if (begin == line.npos) return;
    const string_view text = line.substr(begin, end - begin + 1);
    const bool has_letters =
        std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c | 0x20) >= 'a'; });
    if (has_letters) description_ = printable(decode_entities(text), kDescriptionBytesMax);
  }

  // The colour in word `first` and the next two; missing words count as 0.
  Color read_color(std::size_t first) {
    std::array<std::uint8_t, 3> channels{};
    for (std::size_t i = 0; i < channels.size() && first + i < words_.size(); ++i)
      channels[i] = static_cast<std::uint8_t>(number_or_0(first + i, kElementNumbers[i]));
    return {channels[0], channels[1], channels[2]};
  }

  void read_element() {
    if (words_.size() < 2) return static_cast<void>(has_parts(tr("no element is defined")));
    has_parts(tr("missing values count as 0, and the element is hidden"));
    Element element;
    element.color = read_color(2);
    std::array<double, kElementNumbers.size()> values{};
    for (std::size_t i = 3; i < values.size() && i + 2 < words_.size(); ++i)
      values[i] = number_or_0(i + 2, kElementNumbers[i]);
    element.gravity = values[3];
    element.slip = values[4];
    element.density = values[5];
    element.conductivity = values[6];
    element.hidden = values[7] == 0;
    check_no_more(1 + row_->parts.size());
    add_element(std::move(element));
  }

  // An element without properties; its picture is read elsewhere.
  void read_item() {
    if (words_.size() < 2) return static_cast<void>(has_parts(tr("no element is defined")));
    Element element;
    element.hidden = !has_parts(tr("the item is hidden")) || number_or_0(2, kElementNumbers.back()) == 0;
    check_no_more(1 + row_->parts.size());
    add_element(std::move(element));
  }

  void add_element(Element element) {
    const string_view name = words_[1].text;
    element.name = shown_name(decode_entities(name));
    element.description = description_;
    element.line = line_.number;
    // Worlds recognise walls by this byte. Here an element is a wall if its gravity is 0, whatever its density.
    element.density_byte = element.gravity == 0
                               ? kWallDensity
                               : std::min<std::uint8_t>(density_to_byte(element.density), kWallDensity - 1);
    if (const auto index = find(name)) {
      Element& older = ruleset_.elements[*index];
      report_duplicate_name(older, tr("this definition replaces it"));
      older = std::move(element);
      return;
    }
    if (ruleset_.elements.size() == kElementsOfFileMax) {
      left_out_.insert(name);
      if (left_out_count_++ == 0) first_left_out_ = line_;
      return;
    }
    indices_.emplace(name, static_cast<std::uint8_t>(ruleset_.elements.size()));
    names_.emplace_back(name);
    ruleset_.elements.push_back(std::move(element));
  }

  void read_hotcolor() {
    if (words_.size() < 2) return static_cast<void>(has_parts(tr(kLineIgnored)));
    const auto element = read_name_or_all(1);
    if (!element) return;
    has_parts(tr("missing values count as 0"));
    const Color color = read_color(2);
    check_no_more(1 + row_->parts.size());
    if (*element != kAllElements) {
      ruleset_.elements[*element].hot_color = color;
      return;
    }
    for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) ruleset_.elements[i].hot_color = color;
  }

  // ---- pictures that elements put into the world. An `item` line is followed by pairs of an element and the character
  // that stands for it, then by rows in double quotes. ----

  static constexpr std::size_t kItemSideMax = 256;  // cells; limits what a file can cost

  // Ends the item before it, if any.
  void begin_item() {
    end_item();
    item_line_ = line_;
    item_palette_.fill(kItemKeeps);
    item_rows_.clear();
    item_is_too_large_ = false;
    // A later element or item of the same name has replaced this one.
    const auto element = words_.size() > 1 ? find(words_[1].text) : std::nullopt;
    if (element && ruleset_.elements[*element].line == line_.number) item_ = element;
  }

  void read_palette() {
    for (std::size_t i = 0; i < words_.size(); i += 2) {
      const auto element = read_name(i, tr("its cells are left as they are"));
      if (i + 1 >= words_.size()) {
        warn(words_.size(), [&] {
          return Saying{trf("missing value: {} has no character", in_quotes(words_[i].text)), "a character",
                        "end of line", ""};
        });
        continue;
      }
      const string_view character = words_[i + 1].text;
      if (character.size() > 1) {
        warn(i + 1, [&] {
          return Saying{trf("{} is read as {}: in a picture every cell is one byte", in_quotes(character),
                            in_quotes(character.substr(0, 1))),
                        "one character", printable(character), ""};
        });
      }
      if (element) item_palette_[static_cast<unsigned char>(character[0])] = *element;
    }
  }

  // Reads the text between the first and the last double quote.
  void read_picture_row() {
    const string_view text = line_.text;
    const std::size_t last = text.rfind('"');
    const string_view picture = text.substr(1, last > 0 ? last - 1 : text.npos);
    item_is_too_large_ = item_is_too_large_ || item_rows_.size() == kItemSideMax || picture.size() > kItemSideMax;
    if (item_rows_.size() == kItemSideMax) return;
    const std::string& row = item_rows_.emplace_back(picture.substr(0, kItemSideMax));
    const auto stray = std::ranges::find_if(
        row, [&](char c) { return c != ' ' && item_palette_[static_cast<unsigned char>(c)] == kItemKeeps; });
    if (stray == row.end()) return;
    warn(0, [&] {
      const string_view character(&*stray, 1);
      return Saying{trf("{} is not the character of an element; such cells are left as they are", in_quotes(character)),
                    "a character from the line below 'item'", printable(character), ""};
    });
  }

  // Adds the item that was started, if any.
  void end_item() {
    if (!item_) return;
    Item item;
    item.element = *std::exchange(item_, std::nullopt);
    const auto warn_about_item = [&](auto say) { report_.at(Severity::warning, item_line_, 1, say); };
    for (const std::string& row : item_rows_) item.width = std::max(item.width, static_cast<int>(row.size()));
    if (item.width == 0) {
      return warn_about_item([&] {
        return Saying{
            trf("the item {} has no picture; it does nothing", in_quotes(ruleset_.elements[item.element].name)),
            "rows in double quotes", "none", ""};
      });
    }
    if (item_is_too_large_) {
      warn_about_item([&] {
        const std::string most = trf("at most {0} x {0} cells", kItemSideMax);
        return Saying{trf("the picture is too large: an item has {}; the rest is cut off", most), most, "more", ""};
      });
    }
    item.height = static_cast<int>(item_rows_.size());
    for (const std::string& row : item_rows_) {
      for (std::size_t x = 0; x < static_cast<std::size_t>(item.width); ++x)
        item.cells.push_back(x < row.size() ? item_palette_[static_cast<unsigned char>(row[x])] : kItemKeeps);
    }
    ruleset_.items.push_back(std::move(item));
  }

  // ---- `group` (tabs of the palette) and `sources` (taps at the top of the world) ----

  std::vector<std::uint8_t> read_members(std::size_t first) {
    std::vector<std::uint8_t> members;
    for (std::size_t i = first; i < words_.size(); ++i) {
      if (const auto member = read_name(i, tr("it is left out"))) members.push_back(*member);
    }
    return members;
  }

  // A line replaces an earlier one of that name.
  void read_group() {
    const string_view name = words_[1].text;
    const auto known = groups_.find(name);
    if (known == groups_.end() && groups_.size() == kGroupsMax)
      return report_too_many(trf("too many groups: at most {} are read", kGroupsMax), kGroupsMax);
    if (known != groups_.end()) {
      const int older = known->second.line;
      warn(1, [&] {
        return Saying{trf("duplicate group: {} is already on line {}; this one replaces it", in_quotes(name), older),
                      "a new name", printable(name), trf("remove this line or line {}", older)};
      });
    } else {
      ruleset_.groups.push_back({printable(decode_entities(name)), {}});
    }
    GroupLine& line = groups_.try_emplace(name, GroupLine{ruleset_.groups.size() - 1}).first->second;
    line.line = line_.number;
    Group& group = ruleset_.groups[line.index];
    group.members.clear();
    std::bitset<kElementsMax> seen;
    for (const std::uint8_t member : read_members(2)) {
      if (!seen[member]) group.members.push_back(member);
      seen.set(member);
    }
    if (words_.size() > 2) return;
    warn(words_.size(), [&] {
      return Saying{trf("the group {} is empty", in_quotes(name)), "names of elements", "end of line", ""};
    });
  }

  void read_sources() {
    constexpr std::size_t kSourcesMax = 255;  // more would not be usable on screen
    for (const std::uint8_t source : read_members(1)) {
      if (ruleset_.sources.size() == kSourcesMax)
        return report_too_many(trf("too many sources: at most {} are read", kSourcesMax), kSourcesMax);
      ruleset_.sources.push_back(source);
    }
  }

  // ---- rules ----

  // The elements that words `first` and the next name; `of_one`: the one that word `first` names, as a pair with
  // itself. A note if the first element of the file shall act.
  std::optional<ElementPair> read_pair(std::size_t first, bool of_one = false) {
    const auto a = read_name_or_all(first), b = of_one ? a : read_name_or_all(first + 1);
    if (!a || !b) return std::nullopt;
    if (*a != 0) return ElementPair{*a, *b};
    report(Severity::note, first, [&] {
      const string_view name = words_[first].text;
      return Saying{trf("no effect: {} is the first element, which never acts", in_quotes(name)), "another element",
                    printable(name), ""};
    });
    return ElementPair{*a, *b};
  }

  // The elements that the line applies to, for messages.
  std::string subject() const {
    const string_view directive = words_[0].text;
    if (directive == "self" || directive == "hotself") return in_quotes(words_[2].text);
    const std::size_t first = directive == "explosion" || directive == "pexplosion" ? 1 : 2;
    return trf("{} beside {}", in_quotes(words_[first].text), in_quotes(words_[first + 1].text));
  }

  template <class Rule>
  void add_line(PairLines<Rule>& lines, ElementPair pair, Rule rule) {
    if (const int older = lines.line_about(pair); older > 0) {
      warn(0, [&] {
        const string_view directive = words_[0].text;
        return Saying{trf("duplicate {}: line {} is about {} too; this one replaces it", directive, older, subject()),
                      fmt::format("one {} line", directive), "a second one", trf("remove this line or line {}", older)};
      });
    }
    lines.add(pair, std::move(rule), line_.number, column(0));
  }

  // The outcomes from word `first` on: weights with `names_each` names. Empty if no outcome is valid.
  std::optional<std::vector<Product>> read_products(std::size_t first, std::size_t names_each) {
    std::vector<Product> products;
    int total = 0;
    bool all_sound = true;
    for (std::size_t at = first; at < words_.size(); at += 1 + names_each) {
      if (at > first && begins_comment(words_[at].text)) {
        warn(at, [&] {
          return Saying{tr("a comment is not allowed after a rule; wxSand would refuse this file"), "end of line",
                        printable(words_[at].text), tr("put it on a separate line")};
        });
        break;
      }
      if (at + names_each >= words_.size()) {
        report_missing(Severity::warning, tr("an outcome"), std::span(row_->parts).last(1 + names_each),
                       words_.size() - at, words_.size() - 1, tr(kOutcomeLeftOut));
        all_sound = false;
        break;
      }
      // As wxSand 4.4 counts: weights are 32-bit floats, and halves round up. (With doubles .995 and .005 would make
      // 101.)
      const double weight = number_or_0(at, kWeight),
                   percent = kProductSlots * static_cast<double>(static_cast<float>(weight));
      const int slots = static_cast<int>(std::floor(percent + 0.5)), left = std::max(0, kProductSlots - total);
      if (slots == 0 && weight > 0) {
        warn(at, [&] {
          return Saying{
              trf("the weight {} fills none of 100 slots; this outcome never happens", in_quotes(words_[at].text)),
              "more than 0.005", printable(words_[at].text), tr("make the probability of the line smaller instead")};
        });
      }
      const auto a = read_name(at + 1, tr(kOutcomeLeftOut));
      const auto b = names_each > 1 ? read_name(at + 2, tr(kOutcomeLeftOut)) : std::optional<std::uint8_t>(0);
      all_sound = all_sound && a && b;
      if (a && b && std::min(slots, left) > 0)
        products.push_back({static_cast<std::uint8_t>(std::min(slots, left)), *a, *b});
      total += slots;
    }
    if (products.empty() && !all_sound) return std::nullopt;
    if (total != kProductSlots) {
      warn(first, [&] {
        const double sum = static_cast<double>(total) / kProductSlots;
        return Saying{total < kProductSlots
                          ? trf("the weights add up to {}, not to 1; the rest changes nothing", sum)
                          : trf("the weights add up to {}, not to 1; the part above 1 is cut off", sum),
                      "a sum of 1", fmt::format("{}", sum), ""};
      });
    }
    return products;
  }

  // self PROBABILITY ELEMENT WEIGHT PRODUCT ..., neighbor PROBABILITY A B WEIGHT NEW_A NEW_B ...
  template <bool of_one>
  void read_outcomes() {
    const double probability = number_or_0(1, kProbability);
    const auto pair = read_pair(2, of_one);
    if (!pair) return;
    if (auto products = read_products(of_one ? 3 : 4, of_one ? 1 : 2))
      add_line(of_one ? selves_ : neighbors_, *pair, Outcomes{probability, std::move(*products)});
  }

  void read_pexplosion() {
    const auto pair = read_pair(1);
    const auto filling = read_name(4, tr(kLineIgnored));
    if (!pair || !filling) return;
    const bool is_none = words_[3].text.starts_with('-');
    const int diameter = is_none ? kNoDisc : static_cast<int>(number_or_0(3, kDiameter));
    add_line(pexplosions_, *pair, Disc{0, 0, diameter, *filling, 0});
    check_no_more(5);
  }

  // Warns if no line defines what this line changes.
  void check_effect(ElementPair pair, const PairLines<Outcomes>& lines, string_view directive) {
    if (pair.a == kAllElements || pair.b == kAllElements || pair.a == 0 || lines.covering(pair.a, pair.b)) return;
    warn(0, [&] {
      return Saying{trf("no effect: there is no '{}' line for {}", directive, subject()),
                    fmt::format("a {} line", directive), "none", ""};
    });
  }

  // hotself ENERGY ELEMENT, hotneighbor ENERGY A B
  template <bool of_one>
  void read_threshold() {
    const auto energy = static_cast<int>(number_or_0(1, kEnergy));
    const auto pair = read_pair(2, of_one);
    if (!pair) return;
    check_effect(*pair, of_one ? selves_ : neighbors_, of_one ? "self" : "neighbor");
    add_line(of_one ? hotselves_ : hotneighbors_, *pair, energy);
    check_no_more(of_one ? 3 : 4);
  }

  void read_explosion() {
    const auto pair = read_pair(1);
    if (!pair) return;
    const auto x = static_cast<std::uint8_t>(number_or_0(3, kXSpeed));
    const auto y = static_cast<std::uint8_t>(number_or_0(4, kYSpeed));
    check_effect(*pair, neighbors_, "neighbor");
    add_line(explosions_, *pair, Speeds{x, y});
    check_no_more(5);
  }

  // Writes decays, interactions and discs to the ruleset, in the order of elements.
  void add_rules() {
    const auto threshold = [](const PairLines<int>& lines, std::size_t a, std::size_t b) -> std::optional<int> {
      constexpr int kNone = -1;
      const int* const energy = lines.covering(a, b);
      return energy == nullptr || *energy == kNone ? std::nullopt : std::optional(*energy);
    };
    const std::size_t count = ruleset_.elements.size();
    int line = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto a = static_cast<std::uint8_t>(i);
      if (const Outcomes* const self = selves_.covering(a, a, &line))
        ruleset_.decays.push_back({a, self->probability, threshold(hotselves_, a, a), self->products, line});
      for (std::size_t j = 0; j < count; ++j) {
        const auto b = static_cast<std::uint8_t>(j);
        if (const Outcomes* const pair = neighbors_.covering(a, b, &line)) {
          const Speeds* const speeds = explosions_.covering(a, b);
          const Speeds s = speeds != nullptr ? *speeds : Speeds{};
          ruleset_.interactions.push_back(
              {a, b, pair->probability, threshold(hotneighbors_, a, b), pair->products, s.x, s.y, line});
        }
        const Disc* const disc = pexplosions_.covering(a, b, &line);
        if (disc != nullptr && disc->diameter != kNoDisc)
          ruleset_.discs.push_back({a, b, disc->diameter, disc->filling, line});
      }
    }
    const auto add_overridden = [&](const auto&... lines) { (lines.add_overridden(count, ruleset_.overridden), ...); };
    add_overridden(selves_, hotselves_, neighbors_, hotneighbors_, explosions_, pexplosions_);
  }

  static constexpr int kNoDisc = -1;
  struct GroupLine {
    std::size_t index = 0;  // in Ruleset::groups
    int line = 0;           // the last one
  };

  string_view text_;
  std::string page_;  // owns the bytes of text_ if the file is a web page
  bool is_page_ = false;
  int version_ = 0;  // of the file format, as a comment says
  Ruleset& ruleset_;
  const Row* row_ = nullptr;  // of the directive that is read

  std::unordered_map<string_view, std::uint8_t> indices_;  // by name
  std::vector<std::string> names_;                         // for hints
  std::unordered_set<string_view> left_out_;
  std::size_t left_out_count_ = 0;
  Line first_left_out_;
  std::string description_;  // the comment directly above
  std::unordered_map<string_view, GroupLine> groups_;

  std::optional<std::uint8_t> item_;  // that has begun
  Line item_line_;
  std::array<std::uint8_t, 256> item_palette_{};  // by character
  std::vector<std::string> item_rows_;            // of palette characters
  bool item_is_too_large_ = false;

  PairLines<Outcomes> selves_{true}, neighbors_{false};
  PairLines<int> hotselves_{true}, hotneighbors_{false};
  PairLines<Speeds> explosions_{false};
  PairLines<Disc> pexplosions_{false};
};

const std::vector<WxsandReader::Row>& WxsandReader::rows() {
  using Reader = WxsandReader;
  using Pass = Row::Pass;
  static const std::vector<Row> all = {
      {"element",
       Pass::elements,
       &Reader::read_element,
       {"NAME", "RED", "GREEN", "BLUE", "GRAVITY", "SLIP", "DENSITY", "CONDUCTIVITY", "VISIBLE"},
       true},
      {"self", Pass::rules, &Reader::read_outcomes<true>, {"PROBABILITY", "ELEMENT", "WEIGHT", "PRODUCT"}},
      {"hotself", Pass::changes, &Reader::read_threshold<true>, {"ENERGY", "ELEMENT"}},
      {"neighbor", Pass::rules, &Reader::read_outcomes<false>, {"PROBABILITY", "A", "B", "WEIGHT", "NEW_A", "NEW_B"}},
      {"hotneighbor", Pass::changes, &Reader::read_threshold<false>, {"ENERGY", "A", "B"}},
      {"hotcolor", Pass::rules, &Reader::read_hotcolor, {"ELEMENT", "RED", "GREEN", "BLUE"}, true},
      {"explosion", Pass::changes, &Reader::read_explosion, {"A", "B", "X_SPEED", "Y_SPEED"}},
      {"pexplosion", Pass::rules, &Reader::read_pexplosion, {"A", "B", "DIAMETER", "FILLING"}},
      {"group", Pass::rules, &Reader::read_group, {"NAME"}},
      {"sources", Pass::rules, &Reader::read_sources, {"ELEMENT"}},
      {"item", Pass::elements, &Reader::read_item, {"NAME", "VISIBLE"}, true},
  };
  return all;
}

}  // namespace

const std::vector<string_view>& wxsand_directives() {
  static const std::vector<string_view> words = [] {
    std::vector<string_view> list;
    for (const auto& row : WxsandReader::rows()) list.push_back(row.word);
    return list;
  }();
  return words;
}

void read_wxsand(string_view text, Ruleset& ruleset, Report& report) { WxsandReader(text, ruleset, report).read(); }

}  // namespace repose::config
