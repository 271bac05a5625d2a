#include "app/ui/editor/text_editor.hpp"

#include <functional>
#include <random>

#include "support.hpp"

using namespace repose;
using Move = TextEditor::Move;

namespace {

// A text in which "|" is the cursor, or "[" and "]" are the ends of the selection.
TextEditor editor(std::string marked) {
  std::size_t begin = marked.find('['), end = begin;
  if (begin != marked.npos) {
    marked.erase(begin, 1);
    end = marked.find(']');
    marked.erase(end, 1);
  } else {
    begin = end = marked.find('|');
    marked.erase(begin, 1);
  }
  TextEditor e;
  e.set_text(marked);
  e.set_cursor(begin);
  e.set_cursor(end, true);
  return e;
}

std::string marked(const TextEditor& e) {
  std::string text = e.text();
  if (!e.has_selection()) return text.insert(e.cursor(), "|");
  return text.insert(e.selection_end(), "]").insert(e.selection_begin(), "[");
}

using Action = std::function<void(TextEditor&)>;
Action go(Move way) {
  return [=](TextEditor& e) { e.move(way, false); };
}
Action extend(Move way) {
  return [=](TextEditor& e) { e.move(way, true); };
}
Action erase(Move way) {
  return [=](TextEditor& e) { e.erase(way); };
}
Action insert(const std::string& text) {
  return [=](TextEditor& e) { e.insert(text); };
}
Action word_at(std::size_t offset) {
  return [=](TextEditor& e) { e.select_word_at(offset); };
}
Action change(const std::string& text, int merge = 0) {
  return [=](TextEditor& e) { e.change_to(text, merge); };
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

TEST_CASE("each edit and each movement does to the text and the cursor what its name says") {
  const Action new_line = &TextEditor::new_line, tab = &TextEditor::tab, all = &TextEditor::select_all;
  const Action undo = &TextEditor::undo, redo = &TextEditor::redo;
  const Action page_down = [](TextEditor& e) { e.move(Move::page_down, false, 20); };
  struct Row {
    std::string before;
    std::vector<Action> actions;
    std::string after;
  };
  const Row rows[] = {
      // A byte order mark cannot be reached.
      {"\xEF\xBB\xBF|cell\n",
       {go(Move::text_start), go(Move::left), erase(Move::left), insert("#")},
       "\xEF\xBB\xBF#|cell\n"},
      // Characters of UTF-8 and CR LF are one step; bytes that are no UTF-8 are one each.
      {"|a\xC3\xA9\r\n\xE2\x82\xAC", {go(Move::right), go(Move::right)}, "a\xC3\xA9|\r\n\xE2\x82\xAC"},
      {"a\xC3\xA9|\r\n\xE2\x82\xAC", {go(Move::right)}, "a\xC3\xA9\r\n|\xE2\x82\xAC"},
      {"a\xC3\xA9\r\n\xE2\x82\xAC|", {erase(Move::left)}, "a\xC3\xA9\r\n|"},
      {"a\xC3\xA9\r\n|", {erase(Move::left), erase(Move::left)}, "a|"},
      {"|\xFF\xC3\x80\x80x", {go(Move::right)}, "\xFF|\xC3\x80\x80x"},
      {"\xFF|\xC3\x80\x80x", {go(Move::right)}, "\xFF\xC3\x80|\x80x"},
      {"\xFF\xC3\x80|\x80x", {go(Move::right)}, "\xFF\xC3\x80\x80|x"},
      // Up and down keep the column over shorter lines and tabs.
      {"cell sa|nd\nab\n\tcell x", {go(Move::down)}, "cell sand\nab|\n\tcell x"},
      {"cell sa|nd\nab\n\tcell x", {go(Move::down), go(Move::down)}, "cell sand\nab\n\tcel|l x"},
      {"cell sa|nd\nab\n\tcell x",
       {go(Move::down), go(Move::down), go(Move::up), go(Move::up)},
       "cell sa|nd\nab\n\tcell x"},
      {"cell sa|nd\nab\n\tcell x", {page_down}, "cell sand\nab\n\tcell x|"},
      // Words are separated by blanks.
      {"|cell sand  1\nrule", {go(Move::word_right)}, "cell |sand  1\nrule"},
      {"cell |sand  1\nrule", {go(Move::word_right)}, "cell sand  |1\nrule"},
      {"cell sand  |1\nrule", {go(Move::word_right)}, "cell sand  1\n|rule"},
      {"cell sand  1\n|rule", {extend(Move::word_left)}, "cell sand  [1\n]rule"},
      {"|cell sand  1", {word_at(7)}, "cell [sand]  1"},
      {"|cell sand  1", {word_at(9)}, "cell [sand]  1"},
      {"|cell sand  1", {word_at(10)}, "cell sand | 1"},
      {"cell sand|  1\nrule", {erase(Move::word_left)}, "cell |  1\nrule"},
      // Typing replaces the selection, and an arrow leaves it at its side.
      {"cell [sand]", {insert("water")}, "cell water|"},
      {"cell wa|ter", {all, go(Move::left)}, "|cell water"},
      {"cell wa|ter", {all, go(Move::right)}, "cell water|"},
      // Enter keeps the indentation and the kind of line end; the tab key leads to the next stop.
      {"  rule|\r\n", {new_line}, "  rule\r\n  |\r\n"},
      {"ru|le", {new_line}, "ru\n|le"},
      {"a|b", {tab}, "a   |b"},
      // Undo brings the selection back; a change of the whole text keeps the cursor.
      {"cell [sand]", {erase(Move::left), undo}, "cell [sand]"},
      {"one two th|ree", {change("one 2 three")}, "one 2 th|ree"},
      {"one two th|ree", {change("one 2 three"), undo}, "one two th|ree"},
      // Changes that belong together are undone together.
      {"|0.5", {change("0.6", 7), change("0.75", 7), change("0.9", 7), change("0.1", 8), undo}, "|0.9"},
      {"|0.5", {change("0.6", 7), change("0.75", 7), change("0.9", 7), change("0.1", 8), undo, undo}, "|0.5"},
      {"|0.5", {change("0.6", 7), change("0.9", 7), undo, redo}, "|0.9"},
  };
  for (const Row& row : rows) {
    TextEditor e = editor(row.before);
    for (const Action& act : row.actions) act(e);
    CAPTURE(row.before);
    CHECK(marked(e) == row.after);
  }
}

TEST_CASE("lines end with LF, CR LF or CR, as the config reader has it") {
  const TextEditor e = editor("|one\ntwo\r\nthree\rfour");
  REQUIRE(e.line_count() == 4);
  CHECK((e.line(0) == "one" && e.line(1) == "two" && e.line(2) == "three" && e.line(3) == "four"));
  CHECK(editor("|").line_count() == 1);
  CHECK(editor("|\n").line_count() == 2);
  CHECK(editor("\xEF\xBB\xBF|cell\n").line(0) == "cell");  // a byte order mark belongs to no line
}

TEST_CASE("a word that was typed is undone in one step, and changes that lead back to the beginning leave nothing") {
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
  TextEditor same = editor("|0.5");
  const auto before = same.version();
  same.change_to("0.6", 7);
  same.change_to("0.5", 7);
  CHECK_FALSE(same.can_undo());
  CHECK(same.version() != before);
}

TEST_CASE("columns and bytes of a line lead to each other") {
  const std::string line =
      "a\tb\xC3\xA9"
      "c";
  for (const auto& [byte, column] : {std::pair{2, 4}, {5, 6}}) {
    CHECK(column_of_byte(line, static_cast<std::size_t>(byte)) == column);
    CHECK(byte_of_column(line, column) == static_cast<std::size_t>(byte));
  }
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
  TextEditor e = editor("|" + original);
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
