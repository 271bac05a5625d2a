// Every panel and dialog in every language: nothing stays English, nothing is cut.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <sstream>

#include "app/widgets/text.hpp"
#include "core/language.hpp"
#include "drawn_texts.hpp"
#include "driver.hpp"
#include "scoped_variable.hpp"

using namespace repose;
using repose::test::drawn_texts;
using repose::test::DrawnText;
using repose::test::Driver;
using repose::test::TemporaryFolder;

namespace {

// The app starts in this language; English again when the test ends.
struct StartLanguage {
  explicit StartLanguage(const std::string& code)
      : variable("REPOSE_LANGUAGE", code), home_variable("HOME", home.path().string()) {}
  ~StartLanguage() { (void)set_language("en"); }
  test::ScopedVariable variable;
  TemporaryFolder home;  // whose folders the file dialog names
  test::ScopedVariable home_variable;
};

struct InLanguage : StartLanguage, Driver {
  explicit InLanguage(const std::string& code, int scale_percent = 100)
      : StartLanguage(code), Driver({.software = true}) {
    REQUIRE(current_language() == code);
    desk().settings.window.ui_scale_percent = scale_percent;
    desk().style.restyle();
    desk().simulation.set_playing(false);
    frames(3);
  }

  // Calls look(where) for the panels, with each menu open, each dialog open, each automaton running.
  template <class Look>
  void visit(const Look& look) {
    const auto see = [&](const std::string& where) {
      draw(3);
      look(where);
    };
    see("panels");
    for (const char* const menu : {"File", "Edit", "View", "Scenes", "Configs", "Solver", "Help"}) {
      if (!sees(std::string("menu/") + menu)) continue;
      click(std::string("menu/") + menu);
      see(std::string("menu ") + menu);
      close();
    }
    for (const char* const id :
         {"settings",     "keys",           "about",           "help",          "messages",       "new_world",
          "resize",       "report_problem", "world_gallery",   "scene_gallery", "config_gallery", "challenge_gallery",
          "stamps",       "discoveries",    "command_palette", "make_land",     "open",           "save_world_as",
          "save_picture", "ledger",         "inspector",       "compare",       "config_editor",  "tour",
          "record"}) {
      if (!desk().actions.why_not(id).empty()) continue;
      desk().actions.perform(id);
      frames(5);
      see(id);
      if (std::string_view(id) == "config_editor") {
        for (const char* const tab : {"editor/elements", "editor/reactions", "editor/text"}) {
          if (!sees(tab)) continue;
          click(tab);
          see(tab);
        }
      }
      const ActionRow& row = desk().actions.row(id);
      if (row.is_on && row.is_on()) desk().actions.perform(id);
      close();
      close();
      desk().simulation.set_playing(false);  // the tour and a film play on
    }
    for (const char* const tool : {"tool_brush", "tool_line", "tool_rectangle", "tool_fill", "tool_pick", "tool_select",
                                   "tool_blow", "tool_body", "tool_sign"}) {
      if (!desk().actions.why_not(tool).empty()) continue;
      desk().actions.perform(tool);
      see(tool);
    }
    for (const char* const scene : {"forest-fire", "sandbox", "dunes", "volcano"}) {
      if (find_scene(scene) == nullptr) continue;
      desk().simulation.load_scene(scene);
      frames(10);
      see(std::string("scene ") + scene);
    }
    desk().simulation.load_scene("valley");
  }

 private:
  void close() {
    key(SDLK_ESCAPE);
    frames(3);
  }
};

// Words that are the same in all languages: names of programs, automata and keys, units.
bool is_international(const std::string& word) {
  static const std::set<std::string> kWords = {
      "Repose", "GitHub",  "OpenGL", "SDL",    "GIF",      "PNG",      "WebM",    "MiB",      "GiB",       "wxSand",
      "Ctrl",   "Shift",   "Alt",    "Tab",    "Escape",   "Space",    "Delete",  "Home",     "End",       "Left",
      "Right",  "Up",      "Down",   "PageUp", "PageDown", "Enter",    "Return",  "Insert",   "Esc",       "cpu",
      "gpu",    "density", "water",  "tiles",  "scalar",   "elements", "fastsab", "sandpile", "conserving"};
  return kWords.contains(word);
}

// The English words of a text in the pseudo language: those with a vowel that has no accent. Not names of files.
std::vector<std::string> english_words(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream parts(text);
  for (std::string part; parts >> part;) {
    const std::size_t dot = part.find('.');
    const bool is_file = part.find('/') != part.npos || (dot != part.npos && dot + 1 < part.size() && dot > 0 &&
                                                         std::isalpha(static_cast<unsigned char>(part[dot + 1])) != 0);
    if (is_file || std::ranges::any_of(part, [](char c) { return static_cast<unsigned char>(c) > 127; })) continue;
    std::string word;
    const auto finish = [&] {
      const bool has_vowel = word.find_first_of("aeiouAEIOU") != word.npos;
      if (word.size() > 1 && has_vowel && !is_international(word)) words.push_back(word);
      word.clear();
    };
    for (const char c : part) {
      if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
        word += c;
      } else {
        finish();
      }
    }
    finish();
  }
  return words;
}

}  // namespace

TEST_CASE("every text on the screen goes through the catalogs") {
  InLanguage d("pseudo");
  std::map<std::string, std::string> english;  // text -> where it was seen first
  d.visit([&](const std::string& where) {
    if (where == "report_problem") return;  // what is sent to the authors is in English
    for (const DrawnText& drawn : drawn_texts()) {
      if (!drawn.is_mono && !english_words(drawn.text).empty()) english.try_emplace(drawn.text, where);
    }
  });
  std::ostringstream list;
  for (const auto& [text, where] : english) list << where << ": " << text << '\n';
  INFO(list.str());
  CHECK(english.empty());
}

namespace {

// The texts that these languages cut where English, at the same size, cuts none.
std::set<std::string> cut_texts(const std::vector<std::string>& codes, const std::vector<int>& sizes) {
  std::set<std::string> others;
  for (const int percent : sizes) {
    const auto cut = [percent](const std::string& code, const auto& take) {
      InLanguage d(code, percent);
      d.visit([&](const std::string& where) {
        for (const DrawnText& drawn : drawn_texts()) {
          if (drawn.is_cut && !drawn.is_mono) take(std::to_string(percent) + " %, " + where, drawn.text);
        }
      });
    };
    std::map<std::string, std::set<std::string>> texts;  // by place
    for (const std::string& code : codes) {
      cut(code, [&](const std::string& place, const std::string& text) {
        texts[place].insert(code + ", " + place + ": " + text);
      });
    }
    if (texts.empty()) continue;
    cut("en", [&](const std::string& place, const std::string&) { texts.erase(place); });
    for (const auto& [place, cuts] : texts) others.insert(cuts.begin(), cuts.end());
  }
  return others;
}

}  // namespace

TEST_CASE("German, with its long words, cuts no text at 200 %", "[slow]") { CHECK(cut_texts({"de"}, {200}).empty()); }

TEST_CASE("no language cuts texts where English has enough space", "[.long]") {
  std::vector<std::string> codes;
  for (const Language& language : languages()) {
    if (language.code != "en") codes.push_back(language.code);
  }
  std::ostringstream list;
  const std::set<std::string> cut = cut_texts(codes, {100, 200});
  for (const std::string& text : cut) list << text << '\n';
  INFO(list.str());
  CHECK(cut.empty());
}

TEST_CASE("lines of Chinese and Japanese end before any character but a comma, a full stop or a closing bracket") {
  CHECK(may_break(U'沙', U'子'));
  CHECK_FALSE(may_break(U'沙', U'。'));
  CHECK_FALSE(may_break(U'沙', U'，'));
  CHECK_FALSE(may_break(U'沙', U'」'));
  CHECK_FALSE(may_break(U'「', U'沙'));
  CHECK_FALSE(may_break(U'a', U'b'));
  CHECK(breakable("Sand and water") == "Sand and water");
  CHECK(breakable("水，火") == "水，\u3000火");
  CHECK(word_ends("a bc 水火") == std::vector<std::size_t>{1, 4, 8});
}

TEST_CASE_METHOD(Driver, "the settings list the languages, and a choice takes effect at once") {
  desk().actions.perform("settings");
  frames(5);
  REQUIRE(sees("settings/language"));
  for (const Language& language : languages()) {
    click("settings/language");
    click("settings/language/" + language.code);
    CHECK(current_language() == language.code);
    CHECK(desk().settings.language == language.code);
  }
  CHECK(set_language("en"));
}
