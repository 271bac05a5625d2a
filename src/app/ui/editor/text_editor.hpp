// Editable text: lines, cursor, selection, undo. Does not draw; ConfigText does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

// White space within a line.
constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }

// Bytes stay as they are: any line ends (LF, CR LF, CR), a byte order mark, bytes that are not UTF-8. Offsets count
// bytes from the beginning of the text; they are never inside a character or a CR LF.
class TextEditor {
 public:
  enum class Move : unsigned char {
    left,
    right,
    word_left,
    word_right,
    up,
    down,
    page_up,
    page_down,
    line_start,
    line_end,
    text_start,
    text_end
  };
  struct LineColumn {
    int line = 0;    // from 0
    int column = 0;  // from 0, in columns on screen
    friend bool operator==(const LineColumn&, const LineColumn&) = default;
  };
  static constexpr int kTabColumns = 4;

  TextEditor() { index_lines(); }

  // Replaces the document: clears the history and puts the cursor at the beginning.
  void set_text(std::string text);
  const std::string& text() const { return text_; }
  // Changes with every edit.
  std::uint64_t version() const { return version_; }

  int line_count() const { return static_cast<int>(line_starts_.size()); }
  // Without its line end. `line` is clamped to the existing lines.
  std::string_view line(int line) const;
  std::size_t line_start(int line) const { return line_starts_[static_cast<std::size_t>(clamped(line))]; }
  std::size_t longest_line_bytes() const { return longest_line_bytes_; }
  // Both functions clamp values outside the text.
  LineColumn line_column_of(std::size_t offset) const;
  std::size_t offset_of(LineColumn place) const;

  std::size_t cursor() const { return cursor_; }
  std::size_t selection_begin() const { return cursor_ < anchor_ ? cursor_ : anchor_; }
  std::size_t selection_end() const { return cursor_ < anchor_ ? anchor_ : cursor_; }
  bool has_selection() const { return cursor_ != anchor_; }
  std::string selected_text() const { return text_.substr(selection_begin(), selection_end() - selection_begin()); }

  void set_cursor(std::size_t offset, bool extend = false);
  void move(Move move, bool extend, int page_lines = 1);
  void select_word_at(std::size_t offset);
  void select_all();

  // All of these replace or remove the selection, if there is one, and can be undone.
  void insert(std::string_view text);
  void new_line();           // with the document's line end and the indentation of the line before
  void tab();                // blanks up to the next tab stop
  void erase(Move towards);  // the characters that a move in that direction passes
  // Replaces the whole text by changing only what differs; the cursor keeps its position if that still exists.
  // Successive changes with the same `merge`, if it is not 0, are undone in one step.
  void change_to(std::string_view text, int merge = 0);

  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < history_.size(); }
  void undo();
  void redo();

 private:
  // text_[offset, offset + removed.size()) was `removed` and became `inserted`.
  struct Change {
    std::size_t offset = 0;
    std::string removed, inserted;
    std::size_t cursor_before = 0, anchor_before = 0, cursor_after = 0;
    bool typed = false;  // the next typed character may extend it
    int merge = 0;
  };

  int clamped(int line) const { return std::clamp(line, 0, line_count() - 1); }
  int line_of(std::size_t offset) const;
  std::size_t line_end(int line) const { return line_start(line) + this->line(line).size(); }
  std::size_t boundary_at(std::size_t offset) const;
  std::size_t next(std::size_t offset) const;
  std::size_t previous(std::size_t offset) const;
  std::size_t target(Move move, int page_lines);
  std::size_t vertical(int lines);
  void replace(std::size_t offset, std::size_t length, std::string_view with, bool typed);
  void put(std::size_t offset, std::size_t length, std::string_view with);
  void remember(Change change);
  bool grows(const Change& last, const Change& change) const;
  void index_lines();
  std::string line_ending() const;

  std::string text_;
  std::vector<std::size_t> line_starts_;
  std::size_t longest_line_bytes_ = 0;
  std::size_t cursor_ = 0, anchor_ = 0;
  int wanted_column_ = -1;  // the column that vertical moves keep; -1: the column of the cursor
  std::vector<Change> history_;
  std::size_t done_ = 0;  // how many changes of the history are applied to the text
  std::uint64_t version_ = 1;
};

// Bytes of the character that begins `text`: its UTF-8 sequence, or 1 for a byte that begins none; 0 at the end.
std::size_t character_bytes(std::string_view text);
// Columns from the beginning of a line to its byte `byte`, and the byte nearest to a column. `first`: the column at
// which `line` begins, when it is a part of a line.
int column_of_byte(std::string_view line, std::size_t byte, int first = 0);
std::size_t byte_of_column(std::string_view line, int column);

}  // namespace repose
