#include "app/editor/config_completion.hpp"

#include <algorithm>
#include <cctype>

#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/config_edit.hpp"
#include "repose/registry.hpp"

namespace repose {

namespace {

constexpr std::size_t kWordsMax = 60, kRowsShown = 8;

bool ends_word(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

bool begins_like(std::string_view word, std::string_view prefix) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return word.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), word.begin(), same);
}

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
  if (editor.has_selection() || (cursor < line.size() && !ends_word(line[cursor]))) return std::nullopt;
  Typed typed;
  for (std::size_t i = 0; i < cursor;) {
    if (ends_word(line[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < cursor && !ends_word(line[end])) ++end;
    if (end == cursor) {
      typed.begin = start + i;
      typed.word = line.substr(i, end - i);
      return typed;
    }
    if (typed.number++ == 0) typed.directive = line.substr(i, end - i);
    i = end;
  }
  return std::nullopt;
}

const config_edit::Directive* directive_of(const Typed& typed) {
  const auto& all = config_edit::directives();
  const auto directive = std::ranges::find(all, typed.directive, &config_edit::Directive::word);
  return directive == all.end() ? nullptr : &*directive;
}

bool names_element(const Typed& typed, Dialect dialect) {
  if (typed.directive.starts_with('#')) return false;
  if (dialect == Dialect::wxsand) return true;
  const config_edit::Directive* const directive = directive_of(typed);
  if (directive == nullptr || directive->word == "cell") return false;  // `cell` is followed by a new name
  return directive->names_element(typed.number);
}

// Words of the sand.js dialect that are possible at this place besides names of elements.
std::vector<std::string> other_words(const Typed& typed, const Ruleset& rules) {
  std::vector<std::string> words;
  if (rules.dialect != Dialect::sandjs) return words;
  if (typed.directive == "when" && typed.number == 2) return {"touches"};
  if (typed.directive == "when" && typed.number == 4) return {"becomes"};
  const config_edit::Directive* const directive = directive_of(typed);
  if (directive == nullptr) return words;
  const bool makes_group = typed.directive == "group" || typed.directive == "set";
  if ((directive->groups && directive->names_element(typed.number)) || (makes_group && typed.number == 1)) {
    for (const Group& group : rules.groups) {
      if (group.name != "Misc") words.push_back(group.name);  // what is in no group
    }
    if (typed.directive == "when" || typed.directive == "swap") words.emplace_back("all");
  } else if (typed.directive == "automaton" && typed.number == 1) {
    for (const AutomatonDefinition& automaton : automata()) words.emplace_back(automaton.name);
  } else if (typed.directive == "parameter" && typed.number == 1) {
    const auto runs = std::ranges::find(automata(), std::string_view(rules.automaton), &AutomatonDefinition::name);
    if (runs == automata().end()) return words;
    for (const ParameterInfo& parameter : runs->parameters) words.emplace_back(parameter.name);
  }
  return words;
}

}  // namespace

const std::vector<std::string>& directive_words(Dialect dialect) {
  static const std::vector<std::string> wxsand = {"element",     "self",     "hotself",   "neighbor",
                                                  "hotneighbor", "hotcolor", "explosion", "pexplosion",
                                                  "group",       "sources",  "item"};
  static const std::vector<std::string> sandjs = [] {
    std::vector<std::string> words;
    for (const auto& directive : config_edit::directives()) words.emplace_back(directive.word);
    return words;
  }();
  return dialect == Dialect::wxsand ? wxsand : sandjs;
}

std::vector<std::string> completions(const TextEditor& editor, const ConfigAnalysis& analysis) {
  const auto typed = typed_word(editor);
  if (!typed) return {};
  const Dialect dialect = analysis.rules().dialect;
  std::vector<std::string> words;
  const auto offer = [&](const std::string& word) {
    const bool fits = begins_like(word, typed->word) && words.size() < kWordsMax;
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
                       row * static_cast<float>(std::min(words_.size(), kRowsShown)) + px(8)};
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool above = place.y + line_height + size.y > window.y;
  ImGui::SetNextWindowPos(
      {std::min(place.x, window.x - size.x - px(4)), above ? place.y - size.y : place.y + line_height});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(4), px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::Begin("##completion", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
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
