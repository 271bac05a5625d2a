#include "app/desk/settings.hpp"

#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "support.hpp"

using namespace repose;
using repose::test::TemporaryFolder;

TEST_CASE("settings come back as they were saved") {
  TemporaryFolder folder;
  Settings s;
  s.window.width = 1000;
  s.window.theme = ThemeName::light;
  s.view.reduced_motion = ReducedMotion::off;
  s.window.ui_scale_percent = 150;
  s.view.looks.glow = false;
  s.view.looks.pressure = s.view.looks.relief = true;
  s.view.looks.sun_azimuth = 120;
  s.view.looks.sun_elevation = 20;
  s.view.soft_original = false;
  s.window.panels_visible = false;
  s.sound = {75, true};
  s.film = {FilmFormat::png_sequence, true, 10, 2};
  s.history.undo_mebibytes = 64;
  s.history.rewind_steps = 500;
  remember_recent(s, "/tmp/a.cfg");
  remember_recent(s, "/tmp/b.cfg");
  remember_recent(s, "/tmp/a.cfg");
  s.drawing.tool = Tool::fill;
  s.drawing.brush.size = 33;
  s.drawing.brush.shape = BrushShape::square;
  s.drawing.brush.pour = false;
  s.drawing.brush.outline = true;
  s.drawing.brush.over = PaintOver::same;
  s.drawing.brush.sand_rate = 99.5;
  s.drawing.symmetry = Symmetry::both;
  s.controls.keys = {{"heat", {"L", "Ctrl+Shift+F7"}}, {"undo", {}}};
  s.tour_seen = true;
  for (int i = 0; i < 20; ++i) remember_command(s, "scene/" + std::to_string(i));
  remember_command(s, "scene/18");
  REQUIRE(save_settings(folder / "deep/settings.json", s));
  std::string problem;
  const Settings back = load_settings(folder / "deep/settings.json", problem);
  CHECK(problem.empty());
  CHECK(back.window.width == 1000);
  CHECK(back.window.theme == ThemeName::light);
  CHECK(back.view.reduced_motion == ReducedMotion::off);
  CHECK(back.window.ui_scale_percent == 150);
  CHECK(back.view.looks == s.view.looks);
  CHECK_FALSE(back.view.soft_original);
  CHECK_FALSE(back.window.panels_visible);
  CHECK(back.sound.volume_percent == 75);
  CHECK(back.sound.muted);
  CHECK(back.film.format == FilmFormat::png_sequence);
  CHECK(back.film.whole_world);
  CHECK(back.film.frames_per_second == 10);
  CHECK(history_limits(back).undo_bytes == std::size_t{64} << 20);
  CHECK(history_limits(back).rewind_steps == 500);
  CHECK(back.recent.files == std::vector<std::string>{"/tmp/a.cfg", "/tmp/b.cfg"});
  CHECK(back.drawing.tool == Tool::fill);
  CHECK(back.drawing.brush.size == 33);
  CHECK(back.drawing.brush.shape == BrushShape::square);
  CHECK((!back.drawing.brush.pour && back.drawing.brush.outline));
  CHECK(back.drawing.brush.over == PaintOver::same);
  CHECK(back.drawing.brush.sand_rate == 99.5);
  CHECK(back.drawing.symmetry == Symmetry::both);
  CHECK(back.controls.keys == s.controls.keys);
  CHECK(back.tour_seen);
  CHECK(back.recent.commands.size() == kRecentCommandsMax);
  CHECK(back.recent.commands[0] == "scene/18");
  CHECK(back.recent.commands[1] == "scene/19");
}

TEST_CASE("a torn settings file costs the settings, never the start") {
  TemporaryFolder folder;
  REQUIRE(save_settings(folder / "settings.json", Settings{}));
  const std::string whole = repose::test::read_text(folder / "settings.json");
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
    std::string problem;
    CHECK(read_settings(whole.substr(0, length), problem).window.width == 1280);
    CHECK_FALSE(problem.empty());
  }
}

TEST_CASE("settings of the wrong type or beyond their range keep to what works") {
  std::string problem;
  const Settings s = read_settings(
      R"({"window_width": "wide", "ui_scale_percent": 9000, "glow": 3, "sun_elevation": 400, "undo_mebibytes": -3, "sound_volume_percent": 900,
    "recent_files": [1, "/x.cfg"], "theme": 7, "unknown": {}, "tool": "hammer", "symmetry": 3,
    "keys": {"undo": "Q", "redo": [7, "F7"]}, "brush": {"size": 1e9, "over": "same", "sand_rate": -5, "shape": []}})",
      problem);
  CHECK(s.window.width == 1280);
  CHECK(s.window.ui_scale_percent == kUiScaleMax);
  CHECK(s.view.looks.glow);
  CHECK(s.view.looks.sun_elevation == kSunElevationMax);
  CHECK(s.history.undo_mebibytes == 0);
  CHECK(s.sound.volume_percent == 100);
  CHECK(s.recent.files == std::vector<std::string>{"/x.cfg"});
  CHECK(s.window.theme == ThemeName::dark);
  CHECK(s.drawing.tool == Tool::brush);
  CHECK(s.drawing.symmetry == Symmetry::none);
  CHECK(s.controls.keys == KeyChanges{{"redo", {"F7"}}});
  CHECK(s.drawing.brush.size == kBrushSizeMax);
  CHECK(s.drawing.brush.over == PaintOver::same);
  CHECK(s.drawing.brush.sand_rate == 1);
  CHECK(s.drawing.brush.shape == BrushShape::round);
}

TEST_CASE("whatever is in the place of the settings file, the app starts with settings, and says what was lost") {
  TemporaryFolder folder;
  const std::filesystem::path file = folder / "settings.json";
  SECTION("an empty file") { test::write_text(file, ""); }
  SECTION("a list") { test::write_text(file, "[1, 2]"); }
  SECTION("bytes") { test::write_text(file, std::string("\x89PNG\0\xff", 6)); }
  SECTION("a huge file") { test::write_text(file, '"' + std::string(2u << 20, 'x') + '"'); }
  SECTION("very deep brackets") { test::write_text(file, std::string(500'000, '[')); }
  SECTION("a folder") {
    std::filesystem::create_directory(file);
    CHECK_FALSE(save_settings(file, Settings{}));
  }
  SECTION("a pipe that nobody writes to") { REQUIRE(::mkfifo(file.c_str(), 0600) == 0); }
  std::string problem;
  const Settings s = load_settings(file, problem);
  CHECK(s.window.width == 1280);
  CHECK(s.recent.files.empty());
  CHECK_FALSE(problem.empty());
}

TEST_CASE("settings that cannot be written cost nothing else, and leave nothing lying about") {
  TemporaryFolder folder;
  std::ofstream(folder / "file") << "no folder";
  CHECK_FALSE(save_settings(folder / "file/settings.json", Settings{}));
  REQUIRE(save_settings(folder / "settings.json", Settings{}));
  REQUIRE(save_settings(folder / "settings.json", Settings{}));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), std::filesystem::directory_iterator()) == 2);
}

TEST_CASE("two thousand spoilt settings files are read, or cost the settings") {
  TemporaryFolder folder;
  Settings saved;
  for (const char* name : {"/tmp/a.cfg", "/tmp/b.repose"}) remember_recent(saved, name);
  REQUIRE(save_settings(folder / "settings.json", saved));
  const std::string whole = repose::test::read_text(folder / "settings.json");
  const std::vector<std::string> pieces = {
      "\"", "{", "}", "[", "]", ",", "null", "1e999", "-1", "\\u0000", "\xff", "true", "9999999999999999999"};
  std::mt19937 random(20240302);
  for (int i = 0; i < 2000; ++i) {
    std::string text = whole;
    for (std::size_t n = 1 + random() % 4; n > 0 && !text.empty(); --n) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, random() % 20); break;
        case 2: text.insert(at, pieces[random() % pieces.size()]); break;
        default: text.replace(at, random() % 8, pieces[random() % pieces.size()]);
      }
    }
    CAPTURE(i, text);
    std::string problem;
    const Settings s = read_settings(text, problem);
    REQUIRE((s.window.width >= 320 && s.window.height >= 240));
    REQUIRE((s.window.ui_scale_percent == 0 ||
             (s.window.ui_scale_percent >= kUiScaleMin && s.window.ui_scale_percent <= kUiScaleMax)));
    REQUIRE((s.view.looks.sun_elevation >= kSunElevationMin && s.view.looks.sun_elevation <= kSunElevationMax));
    REQUIRE(s.recent.files.size() <= kRecentFilesMax);
    REQUIRE((problem.empty() || s.window.width == 1280));
  }
}

TEST_CASE("settings are in the file soon after they change, so that a killed app loses nothing") {
  TemporaryFolder folder;
  const auto file = folder / "settings.json";
  Settings s;
  std::string problem;
  SettingsKeeper keeper(file, s);
  CHECK(keeper.is_due(0));
  keeper.save_changes(s, 0);
  CHECK_FALSE(std::filesystem::exists(file));  // nothing has changed
  CHECK_FALSE(keeper.is_due(0.5));
  s.tour_seen = true;
  s.recent.files = {"/a.cfg"};
  REQUIRE(keeper.is_due(2));
  keeper.save_changes(s, 2);
  while (!std::filesystem::exists(file)) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(load_settings(file, problem).recent.files == s.recent.files);
  s.window.width = 999;
  keeper.finish(s);
  CHECK(load_settings(file, problem).window.width == 999);
  SettingsKeeper nowhere({}, s);
  CHECK_FALSE(nowhere.is_due(1e9));
}
