#include "app/ui/editor/text_editor.hpp"

#include <algorithm>

#include "core/files.hpp"

namespace repose {

namespace {

constexpr std::size_t kHistoryMax = 2000;  // undo steps

bool ends_line(char c) { return c == '\n' || c == '\r'; }
bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }

int columns_of(char first, int column) {
  return first == '\t' ? TextEditor::kTabColumns - column % TextEditor::kTabColumns : 1;
}

}  // namespace

std::size_t character_bytes(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0xC2 || lead > 0xF4 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return 1;
  return std::ranges::all_of(text.substr(1, length - 1), continues_character) ? length : 1;
}

int column_of_byte(std::string_view line, std::size_t byte, int first) {
  int column = first;
  for (std::size_t at = 0; at < byte && at < line.size(); at += character_bytes(line.substr(at))) {
    column += columns_of(line[at], column);
  }
  return column - first;
}

std::size_t byte_of_column(std::string_view line, int column) {
  int here = 0;
  for (std::size_t at = 0; at < line.size(); at += character_bytes(line.substr(at))) {
    const int width = columns_of(line[at], here);
    if (2 * (column - here) < width) return at;
    here += width;
  }
  return line.size();
}

// ---- lines and positions ----

void TextEditor::index_lines() {
  line_starts_.assign(1, text_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0);
  longest_line_bytes_ = 0;
  std::size_t at = line_starts_[0];
  while ((at = text_.find_first_of("\r\n", at)) != text_.npos) {
    longest_line_bytes_ = std::max(longest_line_bytes_, at - line_starts_.back());
    at += std::string_view(text_).substr(at).starts_with("\r\n") ? 2 : 1;
    line_starts_.push_back(at);
  }
  longest_line_bytes_ = std::max(longest_line_bytes_, text_.size() - line_starts_.back());
}

std::string_view TextEditor::line(int line) const {
  const std::size_t begin = line_start(line);
  const std::string_view rest = std::string_view(text_).substr(begin);
  return rest.substr(0, rest.find_first_of("\r\n"));
}

int TextEditor::line_of(std::size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return std::max(0, static_cast<int>(after - line_starts_.begin()) - 1);
}

TextEditor::LineColumn TextEditor::line_column_of(std::size_t offset) const {
  const std::size_t at = boundary_at(offset);
  const int line_index = line_of(at);
  return {line_index, column_of_byte(line(line_index), at - line_start(line_index))};
}

std::size_t TextEditor::offset_of(LineColumn place) const {
  if (place.line < 0) return line_start(0);
  if (place.line >= line_count()) return text_.size();
  return line_start(place.line) + byte_of_column(line(place.line), place.column);
}

std::size_t TextEditor::boundary_at(std::size_t offset) const {
  std::size_t at = std::clamp(offset, line_starts_[0], text_.size());
  if (at > 0 && at < text_.size() && text_[at] == '\n' && text_[at - 1] == '\r') return at - 1;
  for (std::size_t back = 1; back <= 3 && back <= at - line_starts_[0]; ++back) {
    if (back < character_bytes(std::string_view(text_).substr(at - back))) return at - back;
  }
  return at;
}

std::size_t TextEditor::next(std::size_t offset) const {
  const std::string_view rest = std::string_view(text_).substr(offset);
  return offset + (rest.starts_with("\r\n") ? 2 : character_bytes(rest));
}

std::size_t TextEditor::previous(std::size_t offset) const {
  return offset <= line_starts_[0] ? line_starts_[0] : boundary_at(offset - 1);
}

// ---- cursor ----

void TextEditor::set_cursor(std::size_t offset, bool extend) {
  cursor_ = boundary_at(offset);
  if (!extend) anchor_ = cursor_;
  wanted_column_ = -1;
}

std::size_t TextEditor::vertical(int lines) {
  const LineColumn here = line_column_of(cursor_);
  if (wanted_column_ < 0) wanted_column_ = here.column;
  return offset_of({here.line + lines, wanted_column_});
}

std::size_t TextEditor::target(Move move, int page_lines) {
  const int line_index = line_of(cursor_);
  const auto blank_at = [&](std::size_t at) { return is_blank(text_[at]) || ends_line(text_[at]); };
  std::size_t at = cursor_;
  switch (move) {
    case Move::left: return previous(cursor_);
    case Move::right: return next(cursor_);
    case Move::word_left:
      while (at > line_starts_[0] && blank_at(at - 1)) --at;
      while (at > line_starts_[0] && !blank_at(at - 1)) --at;
      return at;
    case Move::word_right:
      while (at < text_.size() && !blank_at(at)) ++at;
      while (at < text_.size() && blank_at(at)) ++at;
      return at;
    case Move::up: return vertical(-1);
    case Move::down: return vertical(1);
    case Move::page_up: return vertical(-page_lines);
    case Move::page_down: return vertical(page_lines);
    case Move::line_start: return line_start(line_index);
    case Move::line_end: return line_end(line_index);
    case Move::text_start: return line_starts_[0];
    case Move::text_end: break;
  }
  return text_.size();
}

void TextEditor::move(Move move, bool extend, int page_lines) {
  const bool vertical_move = move == Move::up || move == Move::down || move == Move::page_up || move == Move::page_down;
  const bool leaves_selection = !extend && has_selection() && (move == Move::left || move == Move::right);
  const std::size_t to =
      leaves_selection ? (move == Move::left ? selection_begin() : selection_end()) : target(move, page_lines);
  const int column = wanted_column_;
  set_cursor(to, extend);
  if (vertical_move) wanted_column_ = column;
}

void TextEditor::select_word_at(std::size_t offset) {
  const int line_index = line_of(boundary_at(offset));
  const std::string_view text = line(line_index);
  const std::size_t start = line_start(line_index);
  std::size_t begin = std::min(boundary_at(offset) - start, text.size());
  if (begin == text.size() || is_blank(text[begin])) {  // after a word: that word
    if (begin == 0 || is_blank(text[begin - 1])) return set_cursor(start + begin);
    --begin;
  }
  std::size_t end = begin;
  while (begin > 0 && !is_blank(text[begin - 1])) --begin;
  while (end < text.size() && !is_blank(text[end])) ++end;
  set_cursor(start + begin);
  set_cursor(start + end, true);
}

void TextEditor::select_all() {
  set_cursor(line_starts_[0]);
  set_cursor(text_.size(), true);
}

// ---- changes ----

void TextEditor::set_text(std::string text) {
  text_ = std::move(text);
  index_lines();
  history_.clear();
  done_ = 0;
  ++version_;
  set_cursor(0);
}

void TextEditor::put(std::size_t offset, std::size_t length, std::string_view with) {
  text_.replace(offset, length, with);
  index_lines();
  ++version_;
}

bool TextEditor::grows(const Change& last, const Change& change) const {
  if (change.merge != 0) return last.merge == change.merge;
  // Typing a word is one undo step, together with the blanks before it.
  const bool follows = last.typed && change.typed && last.offset + last.inserted.size() == change.offset;
  return follows && change.removed.empty() && !(is_blank(change.inserted[0]) && !is_blank(last.inserted.back()));
}

void TextEditor::remember(Change change) {
  history_.resize(done_);
  history_.push_back(std::move(change));
  if (history_.size() > kHistoryMax) history_.erase(history_.begin());
  done_ = history_.size();
}

void TextEditor::replace(std::size_t offset, std::size_t length, std::string_view with, bool typed) {
  if (length == 0 && with.empty()) return;
  Change change{offset, text_.substr(offset, length), std::string(with), cursor_, anchor_, offset + with.size(), typed,
                0};
  put(offset, length, with);
  set_cursor(change.cursor_after);
  change.cursor_after = cursor_;
  if (done_ > 0 && done_ == history_.size() && grows(history_.back(), change)) {
    history_.back().inserted += change.inserted;
    history_.back().cursor_after = change.cursor_after;
  } else {
    remember(std::move(change));
  }
}

void TextEditor::insert(std::string_view text) {
  const bool one_character = character_bytes(text) == text.size() && !text.empty() && !ends_line(text[0]);
  replace(selection_begin(), selection_end() - selection_begin(), text, one_character);
}

std::string TextEditor::line_ending() const {
  const std::size_t at = text_.find_first_of("\r\n");
  if (at == text_.npos) return "\n";
  return std::string_view(text_).substr(at).starts_with("\r\n") ? "\r\n" : std::string(1, text_[at]);
}

void TextEditor::new_line() {
  const int line_index = line_of(selection_begin());
  const std::string_view before = line(line_index).substr(0, selection_begin() - line_start(line_index));
  const std::size_t indent = std::min(before.find_first_not_of(" \t"), before.size());
  insert(line_ending() + std::string(before.substr(0, indent)));
}

void TextEditor::tab() {
  const int column = line_column_of(selection_begin()).column;
  insert(std::string(static_cast<std::size_t>(kTabColumns - column % kTabColumns), ' '));
}

void TextEditor::erase(Move towards) {
  if (!has_selection()) {
    const std::size_t to = boundary_at(target(towards, 1));
    const std::size_t begin = std::min(cursor_, to);
    return replace(begin, std::max(cursor_, to) - begin, "", false);
  }
  replace(selection_begin(), selection_end() - selection_begin(), "", false);
}

void TextEditor::change_to(std::string_view text, int merge) {
  if (text == text_) return;
  const std::size_t shorter = std::min(text.size(), text_.size());
  const auto front = static_cast<std::size_t>(std::ranges::mismatch(text, text_).in1 - text.begin());
  std::size_t back = 0;
  while (back < shorter - front && text[text.size() - 1 - back] == text_[text_.size() - 1 - back]) ++back;
  const std::size_t removed = text_.size() - front - back;
  const std::string_view inserted = text.substr(front, text.size() - front - back);
  std::size_t cursor = cursor_;
  if (cursor >= front + removed) {
    cursor = cursor - removed + inserted.size();
  } else if (cursor > front) {
    cursor = std::min(cursor, front + inserted.size());
  }
  Change change{front, text_.substr(front, removed), std::string(inserted), cursor_, anchor_, 0, false, merge};
  if (merge != 0 && done_ > 0 && done_ == history_.size() && grows(history_.back(), change)) {
    // One undo step for all of them: back to the text before the first change.
    undo();
    history_.pop_back();
    change_to(text, 0);
    if (can_undo()) history_.back().merge = merge;
    return;
  }
  put(front, removed, inserted);
  set_cursor(cursor);
  change.cursor_after = cursor_;
  remember(std::move(change));
}

void TextEditor::undo() {
  if (!can_undo()) return;
  const Change& change = history_[--done_];
  put(change.offset, change.inserted.size(), change.removed);
  set_cursor(change.anchor_before);
  set_cursor(change.cursor_before, true);
}

void TextEditor::redo() {
  if (!can_redo()) return;
  const Change& change = history_[done_++];
  put(change.offset, change.removed.size(), change.inserted);
  set_cursor(change.cursor_after);
}

}  // namespace repose
