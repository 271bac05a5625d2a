// The text of the config editor: draws it, and applies the mouse and the keys to it.
#include "app/ui/editor/config_editor.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/widgets/text.hpp"
#include "app/widgets/widgets.hpp"
#include "platform/page.hpp"
#include "repose/config_words.hpp"

namespace repose {

namespace {

// The words that can begin a line.
const std::vector<std::string>& directive_words(Dialect dialect) {
  static const std::vector<std::string> wxsand = {"element",     "self",     "hotself",   "neighbor",
                                                  "hotneighbor", "hotcolor", "explosion", "pexplosion",
                                                  "group",       "sources",  "item"};
  static const std::vector<std::string> sandjs = [] {
    std::vector<std::string> words;
    for (const ConfigWord& row : config_words()) words.emplace_back(row.word);
    return words;
  }();
  return dialect == Dialect::wxsand ? wxsand : sandjs;
}

using Move = TextEditor::Move;

// Longer lines are drawn up to this column only.
constexpr std::size_t kDrawnBytesMax = 16384;

// One word and its colour, and where its comment begins by the rules of the reader.
struct Painted {
  std::size_t begin = 0, end = 0;
  ImU32 colour = 0;
};

// Words inside `when` and `swap` lines, and names of groups in the lines that can have them.
bool is_word_of(std::string_view directive, std::string_view word, const Ruleset& rules) {
  const ConfigWord* const row = config_word(directive);
  if (rules.dialect != Dialect::sandjs || row == nullptr || !row->may_name_groups()) return false;
  const auto is_fixed = [&](const ConfigOperand& o) {
    return o.kind == ConfigOperand::Kind::fixed &&
           (o.name == word || std::ranges::find(o.instead, word) != o.instead.end());
  };
  if (std::ranges::any_of(row->operands, is_fixed)) return true;
  if (row->has(ConfigOperand::Kind::side) && word == "all") return true;
  return std::ranges::find(rules.groups, word, &Group::name) != rules.groups.end();
}

// `directive`: the first word of the line; empty when this word is the first.
ImU32 word_colour(std::string_view word, std::string_view directive, const ConfigAnalysis& analysis) {
  const Ruleset& rules = analysis.rules();
  const std::vector<std::string>& words = directive_words(rules.dialect);
  if (directive.empty()) return to_u32(std::ranges::find(words, word) != words.end() ? theme().accent : theme().text);
  if (const Element* element = analysis.element(word)) return to_u32(legible(element->color));
  if (is_word_of(directive, word, rules)) return to_u32(faint(theme().accent, 0.8f));
  const std::size_t at = word.find_first_not_of("+-.");
  const bool number = at != word.npos && at <= 2 && std::isdigit(static_cast<unsigned char>(word[at])) != 0;
  if (number) return to_u32(ImVec4(theme().text.x, theme().text.y, theme().text.z, 0.78f));
  return to_u32(theme().text);
}

// The first byte of each word of a line, and the one after it.
std::vector<std::pair<std::size_t, std::size_t>> words_of(std::string_view line) {
  std::vector<std::pair<std::size_t, std::size_t>> words;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const std::size_t begin = at;
    while (at < line.size() && !is_blank(line[at])) ++at;
    if (at > begin) words.emplace_back(begin, at);
  }
  return words;
}

std::vector<Painted> painted_words(std::string_view line, const ConfigAnalysis& analysis) {
  std::vector<Painted> words;
  std::string_view directive;
  for (const auto& [at, end] : words_of(line)) {
    const std::string_view word = line.substr(at, end - at);
    const bool names_element = !words.empty() && analysis.element(word) != nullptr;
    const bool describes = directive == "describe" && words.size() == 2;
    const bool may_comment = words.empty() || analysis.rules().dialect == Dialect::sandjs;  // wxSand: whole lines only
    if ((word[0] == '#' && may_comment && !names_element) ||
        describes) {  // comment or description: the rest of the line
      words.push_back({at, line.size(), to_u32(describes ? faint(theme().text, 0.7f) : theme().dim)});
      break;
    }
    words.push_back({at, end, word_colour(word, directive, analysis)});
    if (words.size() == 1) directive = word;
  }
  return words;
}

// Text that ImGui can draw: one glyph per character, also for bytes that are not UTF-8.
std::string drawable(std::string_view text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_bytes(text.substr(at));
    const auto first = static_cast<unsigned char>(text[at]);
    const bool plain = length > 1 || (first >= 0x20 && first < 0x7F);
    shown += plain ? text.substr(at, length) : first == '\t' || first == '\v' || first == '\f' ? " " : "?";
    at += length;
  }
  return shown;
}

std::optional<Move> move_of(SDL_Keycode key, bool ctrl) {
  switch (key) {
    case SDLK_LEFT: return ctrl ? Move::word_left : Move::left;
    case SDLK_RIGHT: return ctrl ? Move::word_right : Move::right;
    case SDLK_UP: return Move::up;
    case SDLK_DOWN: return Move::down;
    case SDLK_PAGEUP: return Move::page_up;
    case SDLK_PAGEDOWN: return Move::page_down;
    case SDLK_HOME: return ctrl ? Move::text_start : Move::line_start;
    case SDLK_END: return ctrl ? Move::text_end : Move::line_end;
    default: return std::nullopt;
  }
}

}  // namespace

bool ConfigText::answers_to(SDL_Keycode key, unsigned char modifiers) {
  const bool is_function = key >= SDLK_F1 && key <= SDLK_F12;
  if (is_function || key == SDLK_ESCAPE) return false;
  if (!(modifiers & kCtrl) || move_of(key, true)) return true;
  for (const SDL_Keycode own : {SDLK_c, SDLK_x, SDLK_v, SDLK_a, SDLK_BACKSPACE, SDLK_DELETE}) {
    if (key == own) return true;
  }
  return false;
}

bool ConfigText::handle_key(TextEditor& editor, const KeyInput& input, int page_lines) {
  const bool ctrl = input.modifiers & kCtrl, shift = input.modifiers & kShift;
  if (const auto move = move_of(input.key, ctrl)) {
    editor.move(*move, shift, page_lines);
    return true;
  }
  switch (input.key) {
    case SDLK_BACKSPACE: editor.erase(ctrl ? Move::word_left : Move::left); return true;
    case SDLK_DELETE: editor.erase(ctrl ? Move::word_right : Move::right); return true;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
      if (!ctrl) editor.new_line();
      return !ctrl;
    case SDLK_TAB:
      if (!ctrl) editor.tab();
      return !ctrl;
    default: break;
  }
  if (!ctrl) return false;
  switch (input.key) {
    case SDLK_a: editor.select_all(); return true;
    case SDLK_c:
    case SDLK_x:
      if (editor.has_selection()) {
        page::copy_text(editor.selected_text());
        if (input.key == SDLK_x) editor.insert("");
      }
      return true;
    case SDLK_v:
      if (const std::string text = page::pasted_text(); !text.empty()) editor.insert(text);
      return true;
    default: return false;
  }
}

void ConfigText::handle_mouse(TextEditor& editor, const Layout& l) {
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (hovered && mouse.x > l.low.x + l.gutter) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  if (ImGui::IsMouseClicked(0)) {
    focused_ = hovered ||
               (focused_ && (ImGui::IsWindowHovered() || on_completion_));  // a click on the scrollbar keeps the focus
    if (!on_completion_) completion_.close();
  }
  if (!active) return;
  const int line = static_cast<int>(std::floor((mouse.y - l.origin.y) / l.line_height));
  const int column = std::max(0, static_cast<int>(std::lround((mouse.x - l.origin.x) / l.advance)));
  const std::size_t at = editor.offset_of({line, column});
  if (ImGui::IsMouseDoubleClicked(0)) {
    editor.select_word_at(at);
  } else if (ImGui::IsMouseClicked(0)) {
    editor.set_cursor(at, ImGui::GetIO().KeyShift);
  } else if (ImGui::IsMouseDragging(0)) {
    editor.set_cursor(at, true);
    reveal_ = true;
  }
  blink_restarts_ = true;
}

void ConfigText::draw_selection(const TextEditor& editor, const Layout& l) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const TextEditor::LineColumn begin = editor.line_column_of(editor.selection_begin()),
                               end = editor.line_column_of(editor.selection_end());
  if (!editor.has_selection()) {
    const float y = l.origin.y + static_cast<float>(begin.line) * l.line_height;
    if (focused_) {
      list.AddRectFilled({l.low.x + l.gutter - px(6), y}, {l.high.x, y + l.line_height},
                         to_u32(faint(theme().text, 0.05f)));
    }
    return;
  }
  const ImU32 colour = to_u32(faint(theme().accent, focused_ ? 0.30f : 0.15f));
  for (int i = std::max(begin.line, l.first); i <= std::min(end.line, l.last - 1); ++i) {
    const int from = i == begin.line ? begin.column : 0;
    // The line's end is selected too: a little more than its last character.
    const int to = i == end.line ? end.column : column_of_byte(editor.line(i), editor.line(i).size()) + 1;
    const float y = l.origin.y + static_cast<float>(i) * l.line_height;
    list.AddRectFilled({l.origin.x + static_cast<float>(from) * l.advance, y},
                       {l.origin.x + static_cast<float>(to) * l.advance, y + l.line_height}, colour);
  }
}

void ConfigText::draw_lines(const TextEditor& editor, const ConfigAnalysis& analysis, const Layout& l) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int i = l.first; i < l.last; ++i) {
    const std::string_view line = editor.line(i).substr(0, kDrawnBytesMax);
    const float y = l.origin.y + static_cast<float>(i) * l.line_height;
    const float text_y = y + (l.line_height - ImGui::GetTextLineHeight()) / 2;
    const Diagnostic* problem = analysis.problem_of_line(i + 1);
    int column = 0;
    std::size_t counted = 0;  // bytes up to `column`
    for (const Painted& word : painted_words(line, analysis)) {
      column += column_of_byte(line.substr(counted), word.begin - counted, column);
      counted = word.begin;
      const float x = l.origin.x + static_cast<float>(column) * l.advance;
      if (x > l.high.x) break;
      const std::string shown = drawable(line.substr(word.begin, word.end - word.begin));
      list.AddText({x, text_y}, word.colour, shown.data(), shown.data() + shown.size());
      if (problem == nullptr || problem->column != static_cast<int>(word.begin) + 1) continue;
      const float right = x + static_cast<float>(column_of_byte(shown, shown.size())) * l.advance;
      list.AddLine({x, y + l.line_height - px(2)}, {right, y + l.line_height - px(2)},
                   to_u32(severity_colour(problem->severity)), px(1.5f));
    }
  }
}

void ConfigText::draw_gutter(const TextEditor& editor, const ConfigAnalysis& analysis, const Layout& l) const {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const int cursor_line = editor.line_column_of(editor.cursor()).line;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool mouse_in_gutter = ImGui::IsWindowHovered() && mouse.x >= l.low.x && mouse.x < l.low.x + l.gutter;
  for (int i = l.first; i < l.last; ++i) {
    const bool is_after_end = i > 0 && i + 1 == editor.line_count() && editor.line(i).empty() && i != cursor_line;
    const std::string number = is_after_end ? "" : std::to_string(i + 1);
    const float y = l.origin.y + static_cast<float>(i) * l.line_height;
    const float text_y = y + (l.line_height - ImGui::GetTextLineHeight()) / 2;
    const float x = l.low.x + l.gutter - px(12) - l.advance * static_cast<float>(number.size());
    list.AddText({x, text_y}, to_u32(i == cursor_line ? theme().text : faint(theme().dim, 0.75f)), number.c_str());
    const Diagnostic* problem = analysis.problem_of_line(i + 1);
    const ImVec2 mark = {l.low.x + px(9), y + l.line_height / 2};
    if (problem != nullptr) {
      draw_icon(list, severity_icon(problem->severity), mark, px(11), to_u32(severity_colour(problem->severity)));
    } else if ((problem = analysis.note_of_line(i + 1)) !=
               nullptr) {  // a note, not a problem: drawn as a dot in the margin
      list.AddCircleFilled(mark, px(2.5f), to_u32(theme().dim));
    } else {
      continue;
    }
    if (mouse_in_gutter && mouse.y >= y && mouse.y < y + l.line_height) show_problem_tooltip(*problem);
  }
}

void ConfigText::draw(TextEditor& editor, const ConfigAnalysis& analysis, const std::vector<KeyInput>& inputs,
                      double now, ImVec2 size) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, px(4)});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImGui::GetStyleColorVec4(ImGuiCol_FrameBg));
  ImGui::BeginChild("text", size, true,
                    ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PushFont(mono_font());
  Layout layout;
  layout.advance = ImGui::CalcTextSize("0").x;
  layout.line_height = std::round(ImGui::GetTextLineHeight() * 1.3f);
  const auto digits = std::to_string(editor.line_count()).size();
  layout.gutter = layout.advance * static_cast<float>(std::max<std::size_t>(3, digits)) + px(28);
  layout.low = ImGui::GetWindowPos();
  layout.high = {layout.low.x + ImGui::GetWindowWidth(), layout.low.y + ImGui::GetWindowHeight()};
  const ImVec2 start = ImGui::GetCursorScreenPos();
  layout.origin = {start.x + layout.gutter, start.y};
  layout.first = std::max(0, static_cast<int>((layout.low.y - start.y) / layout.line_height));
  layout.last = std::min(editor.line_count(), static_cast<int>((layout.high.y - start.y) / layout.line_height) + 1);
  const bool behind_popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  const ImGuiContext& g = *GImGui;
  const bool in_field =
      g.ActiveId != 0 && g.ActiveId == g.InputTextState.ID;  // a text field elsewhere has the keyboard
  if (focused_ && (behind_popup || in_field)) focus(false);
  if (focused_) {
    for (const KeyInput& input : inputs) {
      if (!input.text.empty()) {
        editor.insert(input.text);
        completion_.suggest(editor, analysis);
      } else if (!completion_.handle_key(editor, input.key, input.modifiers)) {
        if (!handle_key(editor, input, std::max(1, static_cast<int>(size.y / layout.line_height) - 2))) continue;
        if (input.key == SDLK_BACKSPACE && completion_.open()) {
          completion_.suggest(editor, analysis);
        } else {
          completion_.close();
        }
      }
      reveal_ = blink_restarts_ = true;
    }
    GImGui->WantTextInputNextFrame = 1;
  }
  const float text_width =
      static_cast<float>(std::min(editor.longest_line_bytes(), kDrawnBytesMax) + 2) * layout.advance;
  const ImVec2 content = {std::max(layout.gutter + text_width, ImGui::GetWindowWidth() - px(14)),
                          static_cast<float>(editor.line_count()) * layout.line_height};
  ImGui::InvisibleButton("lines", {content.x, std::max(content.y, ImGui::GetWindowHeight() - px(10))});
  layout.last =
      std::min(editor.line_count(), static_cast<int>((layout.high.y - layout.origin.y) / layout.line_height) + 1);
  handle_mouse(editor, layout);
  if (blink_restarts_) blink_since_ = now;
  blink_restarts_ = false;
  const TextEditor::LineColumn at = editor.line_column_of(editor.cursor());
  const float x = static_cast<float>(at.column) * layout.advance, y = static_cast<float>(at.line) * layout.line_height;
  if (reveal_ || (focused_ && size.y < height_)) {  // the list of problems may have become taller
    const float wide = ImGui::GetWindowWidth() - layout.gutter - px(24), high = ImGui::GetWindowHeight() - px(16);
    if (y < ImGui::GetScrollY()) ImGui::SetScrollY(y);
    if (y + layout.line_height > ImGui::GetScrollY() + high) ImGui::SetScrollY(y + layout.line_height - high);
    if (x < ImGui::GetScrollX()) ImGui::SetScrollX(std::max(0.0f, x - px(40)));
    if (x > ImGui::GetScrollX() + wide) ImGui::SetScrollX(x - wide + px(40));
  }
  height_ = size.y;
  reveal_ = false;

  ImGui::PushClipRect({layout.low.x + layout.gutter - px(6), layout.low.y}, layout.high, true);
  draw_selection(editor, layout);
  draw_lines(editor, analysis, layout);
  constexpr double kBlinkSeconds = 0.53;
  const ImVec2 place = {layout.origin.x + x, layout.origin.y + y};
  if (focused_ && std::fmod(now - blink_since_, 2 * kBlinkSeconds) < kBlinkSeconds)
    ImGui::GetWindowDrawList()->AddRectFilled({place.x - px(1), place.y + px(1)},
                                              {place.x + px(1), place.y + layout.line_height - px(1)},
                                              to_u32(theme().accent));
  ImGui::PopClipRect();
  draw_gutter(editor, analysis, layout);
  on_completion_ = completion_.draw(editor, analysis, place, layout.line_height);
  ImGui::PopFont();
  ImGui::EndChild();
  landmarks().mark("editor/text");
}

namespace {

constexpr std::size_t kWordsMax = 60, kWordsShown = 8;

// The word that ends at the cursor.
struct Typed {
  std::size_t begin = 0;  // in the text
  std::string_view word;
  std::string_view directive;  // the first word of its line; empty when this is the first word
  int number = 0;              // of the words before it on the line
};

std::optional<Typed> typed_word(const TextEditor& editor) {
  const TextEditor::LineColumn at = editor.line_column_of(editor.cursor());
  const std::size_t start = editor.line_start(at.line);
  const std::string_view line = editor.line(at.line);
  const std::size_t cursor = editor.cursor() - start;
  if (editor.has_selection() || (cursor < line.size() && !is_blank(line[cursor]))) return std::nullopt;
  Typed typed;
  for (const auto& [begin, end] : words_of(line.substr(0, cursor))) {
    typed.begin = start + begin;
    typed.word = line.substr(begin, end - begin);
    if (end == cursor) return typed;
    if (typed.number++ == 0) typed.directive = typed.word;
  }
  return std::nullopt;
}

bool names_element(const Typed& typed, Dialect dialect) {
  if (typed.directive.starts_with('#')) return false;
  if (dialect == Dialect::wxsand) return true;
  const ConfigWord* const row = config_word(typed.directive);
  const ConfigOperand* const operand = row != nullptr ? row->operand(static_cast<std::size_t>(typed.number)) : nullptr;
  return operand != nullptr && operand->names_element() && operand->kind != ConfigOperand::Kind::new_element;
}

// Words of the sand.js dialect that are possible at this place besides names of elements.
std::vector<std::string> other_words(const Typed& typed, const Ruleset& rules) {
  std::vector<std::string> words;
  if (rules.dialect != Dialect::sandjs) return words;
  const ConfigWord* const row = config_word(typed.directive);
  const ConfigOperand* const operand = row != nullptr ? row->operand(static_cast<std::size_t>(typed.number)) : nullptr;
  if (operand == nullptr) return words;
  using Kind = ConfigOperand::Kind;
  if (operand->kind == Kind::fixed) {
    words.emplace_back(operand->name);
    words.insert(words.end(), operand->instead.begin(), operand->instead.end());
  }
  if (operand->may_be_group() || operand->kind == Kind::new_group) {
    for (const Group& group : rules.groups) {
      if (group.name != "Misc") words.push_back(group.name);  // what is in no group
    }
  }
  if (operand->kind == Kind::side) words.emplace_back("all");
  if (operand->kind == Kind::automaton) {
    for (const AutomatonDefinition& automaton : automata()) words.emplace_back(automaton.name);
  }
  if (operand->kind == Kind::parameter) {
    const auto runs = std::ranges::find(automata(), std::string_view(rules.automaton), &AutomatonDefinition::name);
    if (runs == automata().end()) return words;
    for (const ParameterInfo& parameter : runs->parameters) words.emplace_back(parameter.name);
  }
  return words;
}

// The possible words that begin like the word before the cursor: directives at the start of a line, names of elements,
// groups, automata and parameters after a directive. Empty when the cursor is inside a word, or when the only candidate
// is complete.
std::vector<std::string> completions(const TextEditor& editor, const ConfigAnalysis& analysis) {
  const auto typed = typed_word(editor);
  if (!typed) return {};
  const Dialect dialect = analysis.rules().dialect;
  std::vector<std::string> words;
  const auto offer = [&](const std::string& word) {
    const bool fits = in_small_letters(word).starts_with(in_small_letters(typed->word)) && words.size() < kWordsMax;
    if (fits && std::ranges::find(words, word) == words.end()) words.push_back(word);
  };
  if (typed->number == 0) {
    for (const std::string& word : directive_words(dialect)) offer(word);
  } else {
    if (names_element(*typed, dialect)) {
      for (const Element& element : analysis.rules().elements) offer(element.name);
    }
    for (const std::string& word : other_words(*typed, analysis.rules())) offer(word);
  }
  const auto typed_word = std::ranges::find(words, typed->word);
  const bool written_out = typed_word != words.end();
  if (written_out) std::rotate(words.begin(), typed_word, words.end());  // so that Return leaves it unchanged
  if (written_out && words.size() == 1) words.clear();
  return words;
}

}  // namespace

void ConfigCompletion::suggest(const TextEditor& editor, const ConfigAnalysis& analysis) {
  words_ = completions(editor, analysis);
  chosen_ = 0;
}

void ConfigCompletion::accept(TextEditor& editor, std::size_t word) {
  if (const auto typed = typed_word(editor)) {
    const std::size_t end = editor.cursor();
    editor.set_cursor(typed->begin);
    editor.set_cursor(end, true);
    editor.insert(words_[word]);
  }
  close();
}

bool ConfigCompletion::handle_key(TextEditor& editor, SDL_Keycode key, unsigned char modifiers) {
  if (!open() || modifiers != kNone) return false;
  switch (key) {
    case SDLK_UP: chosen_ = (chosen_ + words_.size() - 1) % words_.size(); return true;
    case SDLK_DOWN: chosen_ = (chosen_ + 1) % words_.size(); return true;
    case SDLK_TAB:
    case SDLK_RETURN:
    case SDLK_KP_ENTER: accept(editor, chosen_); return true;
    case SDLK_ESCAPE: close(); return true;
    default: return false;
  }
}

bool ConfigCompletion::draw(TextEditor& editor, const ConfigAnalysis& analysis, ImVec2 place, float line_height) {
  if (!open()) return false;
  float widest = 0;
  for (const std::string& word : words_) widest = std::max(widest, ImGui::CalcTextSize(word.c_str()).x);
  const float row = ImGui::GetTextLineHeight() + px(6);
  const ImVec2 size = {std::min(widest + px(48), px(320)),
                       row * static_cast<float>(std::min(words_.size(), kWordsShown)) + px(8)};
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool above = place.y + line_height + size.y > window.y;
  ImGui::SetNextWindowPos(
      {std::min(place.x, window.x - size.x - px(4)), above ? place.y - size.y : place.y + line_height});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(4), px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::Begin("##completion", nullptr, kCardFlags);
  landmarks().mark("editor/completion");
  const bool hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  std::optional<std::size_t> clicked;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable("##word", i == chosen_, 0, {0, row})) clicked = i;
    ImGui::PopID();
    landmarks().mark("editor/completion/" + words_[i]);
    if (i == chosen_ && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float side = row - px(10);
    const Element* const element = analysis.element(words_[i]);
    if (element != nullptr)
      colour_swatch(list, {at.x + px(6), at.y + px(5)}, {at.x + px(6) + side, at.y + px(5) + side}, element->color,
                    element->glow);
    list.AddText({at.x + px(14) + side, at.y + px(3)}, to_u32(element != nullptr ? theme().text : theme().accent),
                 words_[i].c_str());
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  if (clicked) accept(editor, *clicked);
  return hovered;
}

}  // namespace repose
