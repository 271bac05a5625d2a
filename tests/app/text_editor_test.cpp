#include "app/ui/editor/text_editor.hpp"

#include <random>

#include "support.hpp"

using namespace repose;
using Move = TextEditor::Move;
using LineColumn = TextEditor::LineColumn;

namespace {

TextEditor editor(const std::string& text, std::size_t cursor = 0) {
  TextEditor e;
  e.set_text(text);
  e.set_cursor(cursor);
  return e;
}

// A simple model of the editor's text: a string, a cursor and an anchor, without lines and undo.
struct PlainModel {
  std::string text;
  std::size_t cursor = 0, anchor = 0;

  void replace(const std::string& with) {
    const std::size_t begin = std::min(cursor, anchor), end = std::max(cursor, anchor);
    text = text.substr(0, begin) + with + text.substr(end);
    cursor = anchor = begin + with.size();
  }
  void go(std::size_t to, bool extend) {
    cursor = to;
    if (!extend) anchor = to;
  }
};

}  // namespace

TEST_CASE("lines end with LF, CR LF or CR, as the config reader has it") {
  const TextEditor e = editor("one\ntwo\r\nthree\rfour");
  REQUIRE(e.line_count() == 4);
  CHECK(e.line(0) == "one");
  CHECK(e.line(1) == "two");
  CHECK(e.line(2) == "three");
  CHECK(e.line(3) == "four");
  CHECK(editor("").line_count() == 1);
  CHECK(editor("\n").line_count() == 2);
}

TEST_CASE("a byte order mark belongs to no line and cannot be reached") {
  TextEditor e = editor(
      "\xEF\xBB\xBF"
      "cell\n");
  CHECK(e.line(0) == "cell");
  e.move(Move::text_start, false);
  CHECK(e.cursor() == 3);
  e.move(Move::left, false);
  e.erase(Move::left);
  e.insert("#");
  CHECK(e.text() ==
        "\xEF\xBB\xBF"
        "#cell\n");
}

TEST_CASE("the cursor is never inside a character or a CR LF") {
  TextEditor e = editor("a\xC3\xA9\r\n\xE2\x82\xAC");
  std::vector<std::size_t> stops;
  for (int i = 0; i < 6; ++i) {
    stops.push_back(e.cursor());
    e.move(Move::right, false);
  }
  CHECK(stops == std::vector<std::size_t>{0, 1, 3, 5, 8, 8});
  for (std::size_t offset = 0; offset < 9; ++offset) {
    e.set_cursor(offset);
    CHECK(std::find(stops.begin(), stops.end(), e.cursor()) != stops.end());
  }
  e.erase(Move::left);
  CHECK(e.text() == "a\xC3\xA9\r\n");
  e.erase(Move::left);
  CHECK(e.text() == "a\xC3\xA9");
  e.erase(Move::left);
  CHECK(e.text() == "a");
}

TEST_CASE("bytes that are no UTF-8 are single characters") {
  TextEditor e = editor("\xFF\xC3\x80\x80x");
  e.move(Move::right, false);
  CHECK(e.cursor() == 1);
  e.move(Move::right, false);
  CHECK(e.cursor() == 3);
  e.move(Move::right, false);
  CHECK(e.cursor() == 4);
}

TEST_CASE("up and down keep the column over shorter lines and tabs") {
  TextEditor e = editor("cell sand\nab\n\tcell x", 7);
  e.move(Move::down, false);
  CHECK(e.line_column_of(e.cursor()) == LineColumn{1, 2});
  e.move(Move::down, false);
  CHECK(e.line_column_of(e.cursor()) == LineColumn{2, 7});
  e.move(Move::up, false);
  e.move(Move::up, false);
  CHECK(e.cursor() == 7);
  e.move(Move::page_down, false, 20);
  CHECK(e.cursor() == e.text().size());
}

TEST_CASE("words are separated by blanks") {
  TextEditor e = editor("cell sand  1\nrule", 0);
  e.move(Move::word_right, false);
  CHECK(e.cursor() == 5);
  e.move(Move::word_right, false);
  CHECK(e.cursor() == 11);
  e.move(Move::word_right, false);
  CHECK(e.cursor() == 13);
  e.move(Move::word_left, true);
  CHECK(e.selected_text() == "1\n");
  e.select_word_at(7);
  CHECK(e.selected_text() == "sand");
  e.select_word_at(9);
  CHECK(e.selected_text() == "sand");
  e.select_word_at(10);
  CHECK_FALSE(e.has_selection());
  e.set_cursor(9);
  e.erase(Move::word_left);
  CHECK(e.text() == "cell   1\nrule");
}

TEST_CASE("typing replaces the selection, and an arrow leaves it at its side") {
  TextEditor e = editor("cell sand");
  e.select_word_at(5);
  e.insert("water");
  CHECK(e.text() == "cell water");
  e.select_all();
  e.move(Move::left, false);
  CHECK(e.cursor() == 0);
  e.select_all();
  e.move(Move::right, false);
  CHECK(e.cursor() == 10);
}

TEST_CASE("Enter keeps the indentation and the kind of line end") {
  TextEditor e = editor("  rule\r\n", 6);
  e.new_line();
  CHECK(e.text() == "  rule\r\n  \r\n");
  TextEditor plain = editor("rule", 2);
  plain.new_line();
  CHECK(plain.text() == "ru\nle");
}

TEST_CASE("the tab key leads to the next stop") {
  TextEditor e = editor("ab", 1);
  e.tab();
  CHECK(e.text() == "a   b");
}

TEST_CASE("a word that was typed is undone in one step") {
  TextEditor e;
  for (const char c : std::string("cell sand")) e.insert(std::string(1, c));
  e.undo();
  CHECK(e.text() == "cell");
  e.undo();
  CHECK(e.text().empty());
  CHECK_FALSE(e.can_undo());
  e.redo();
  e.redo();
  CHECK(e.text() == "cell sand");
  CHECK_FALSE(e.can_redo());
}

TEST_CASE("undo brings the selection back") {
  TextEditor e = editor("cell sand");
  e.select_word_at(6);
  e.erase(Move::left);
  e.undo();
  CHECK(e.selected_text() == "sand");
}

TEST_CASE("a change of the whole text touches only what differs and keeps the cursor") {
  TextEditor e = editor("one two three", 10);
  e.change_to("one 2 three");
  CHECK(e.cursor() == 8);
  e.undo();
  CHECK(e.text() == "one two three");
  CHECK(e.cursor() == 10);
}

TEST_CASE("changes that belong together are undone together") {
  TextEditor e = editor("density 0.5");
  e.change_to("density 0.6", 7);
  e.change_to("density 0.75", 7);
  e.change_to("density 0.9", 7);
  e.change_to("density 0.1", 8);
  e.undo();
  CHECK(e.text() == "density 0.9");
  e.undo();
  CHECK(e.text() == "density 0.5");
  CHECK_FALSE(e.can_undo());
  e.redo();
  CHECK(e.text() == "density 0.9");
}

TEST_CASE("changes that lead back to the beginning leave nothing to undo") {
  TextEditor e = editor("0.5");
  const auto before = e.version();
  e.change_to("0.6", 7);
  e.change_to("0.5", 7);
  CHECK_FALSE(e.can_undo());
  CHECK(e.version() != before);
}

TEST_CASE("columns and bytes of a line lead to each other") {
  const std::string line =
      "a\tb\xC3\xA9"
      "c";
  CHECK(column_of_byte(line, 2) == 4);
  CHECK(column_of_byte(line, 5) == 6);
  CHECK(byte_of_column(line, 4) == 2);
  CHECK(byte_of_column(line, 6) == 5);
  CHECK(byte_of_column(line, 2) == 1);
  CHECK(byte_of_column(line, 3) == 2);
  CHECK(byte_of_column(line, 99) == line.size());
}

TEST_CASE(
    "any sequence of edits does to the text what it does to a plain string, and all of it can be undone and redone") {
  std::mt19937 random(20240607);
  const auto dice = [&](int sides) { return static_cast<int>(random() % static_cast<unsigned>(sides)); };
  const std::vector<std::string> pieces = {"a", " ", "cell sand", "\n", "\r\n", "x\ny", "\xC3\xA9", ""};
  const std::string original = "cell air 1 2 3\r\nrule air sand\n\tend";
  TextEditor e = editor(original);
  PlainModel m{original, 0, 0};
  for (int i = 0; i < 3000; ++i) {
    const bool extend = dice(3) == 0;
    switch (dice(7)) {
      case 0:
      case 1: {
        const std::string& piece = pieces[static_cast<std::size_t>(dice(static_cast<int>(pieces.size())))];
        e.insert(piece);
        m.replace(piece);
        break;
      }
      case 2: {
        const Move way = dice(2) == 0 ? Move::left : Move::word_right;
        if (!e.has_selection()) {
          e.move(way, true);
          m.go(e.cursor(), true);
          e.set_cursor(m.anchor);
        }
        e.erase(way);
        m.replace("");
        break;
      }
      case 3:
        if (dice(4) == 0) {
          const auto text = e.text();
          e.undo();
          e.redo();
          REQUIRE(e.text() == text);
          m.go(e.cursor(), false);
        }
        break;
      default: {
        e.move(static_cast<Move>(dice(12)), extend, 3);
        m.go(e.cursor(), extend);
        break;
      }
    }
    // A CR inserted before an LF becomes one line end with it; then the cursor moves in front of it.
    if (e.cursor() != m.cursor) m.go(e.cursor(), false);
    REQUIRE(e.text() == m.text);
    REQUIRE(e.cursor() <= e.text().size());
  }
  const std::string final_text = e.text();
  int steps = 0;
  for (; e.can_undo(); ++steps) e.undo();
  if (steps < 2000) CHECK(e.text() == original);
  while (e.can_redo()) e.redo();
  CHECK(e.text() == final_text);
}
