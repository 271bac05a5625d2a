#include "app/settings.hpp"

#include <fstream>

#include "support.hpp"

using namespace repose;
using repose::test::TemporaryFolder;

TEST_CASE("settings come back as they were saved") {
  TemporaryFolder folder;
  Settings s;
  s.window_width = 1000;
  s.theme = ThemeName::light;
  s.ui_scale_percent = 150;
  s.looks.glow = false;
  s.looks.pressure = s.looks.relief = true;
  s.looks.sun_azimuth = 120;
  s.looks.sun_elevation = 20;
  s.panels_visible = false;
  s.undo_mebibytes = 64;
  s.rewind_steps = 500;
  remember_recent(s, "/tmp/a.cfg");
  remember_recent(s, "/tmp/b.cfg");
  remember_recent(s, "/tmp/a.cfg");
  REQUIRE(save_settings(folder / "deep/settings.json", s));
  std::string problem;
  const Settings back = load_settings(folder / "deep/settings.json", problem);
  CHECK(problem.empty());
  CHECK(back.window_width == 1000);
  CHECK(back.theme == ThemeName::light);
  CHECK(back.ui_scale_percent == 150);
  CHECK(back.looks == s.looks);
  CHECK_FALSE(back.panels_visible);
  CHECK(history_limits(back).undo_bytes == std::size_t{64} << 20);
  CHECK(history_limits(back).rewind_steps == 500);
  CHECK(back.recent_files == std::vector<std::string>{"/tmp/a.cfg", "/tmp/b.cfg"});
}

TEST_CASE("a torn settings file costs the settings, never the start") {
  TemporaryFolder folder;
  REQUIRE(save_settings(folder / "settings.json", Settings{}));
  const std::string whole = repose::test::read_text(folder / "settings.json");
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
    std::ofstream(folder / "settings.json", std::ios::binary) << whole.substr(0, length);
    std::string problem;
    const Settings s = load_settings(folder / "settings.json", problem);
    CHECK(s.window_width == 1280);
    CHECK_FALSE(problem.empty());
  }
}

TEST_CASE("settings of the wrong type or beyond their range keep to what works") {
  TemporaryFolder folder;
  std::ofstream(folder / "settings.json") << R"({"window_width": "wide", "ui_scale_percent": 9000, "glow": 3, "sun_elevation": 400, "undo_mebibytes": -3,
    "recent_files": [1, "/x.cfg"], "theme": 7, "unknown": {}})";
  std::string problem;
  const Settings s = load_settings(folder / "settings.json", problem);
  CHECK(s.window_width == 1280);
  CHECK(s.ui_scale_percent == kUiScaleMax);
  CHECK(s.looks.glow);
  CHECK(s.looks.sun_elevation == kSunElevationMax);
  CHECK(s.undo_mebibytes == 0);
  CHECK(s.recent_files == std::vector<std::string>{"/x.cfg"});
  CHECK(s.theme == ThemeName::dark);
}
