// The wxSand dialect: `element`, `neighbor` and the other directives. The grammar, every message and the differences
// from the originals are in docs/configs.md.
//
// The originals stop at the first mistake; here only a file without elements is refused. A mistake that makes a line or
// a part of it invalid is a warning.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "config/groups.hpp"
#include "config/html.hpp"
#include "config/readers.hpp"
#include "config/wxsand_elements.hpp"
#include "config/wxsand_items.hpp"
#include "config/wxsand_lists.hpp"
#include "config/wxsand_rules.hpp"

namespace repose::config {
namespace {

using Saying = Report::Saying;
using std::string_view;

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

}  // namespace repose::config
