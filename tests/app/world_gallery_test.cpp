// The gallery of shared worlds in the app.
#include "core/files.hpp"
#include "driver.hpp"
#include "session/gallery_index.hpp"

using namespace repose;
using repose::test::Driver;

TEST_CASE("a shared picture is played with a click; one that has changed is not") {
  test::TemporaryFolder folder;
  {
    Driver d;
    d.frames(30);
    REQUIRE(d.desk().simulation.execute(command::SaveReplay{folder / "shared.png", {}, true}).ok);
  }
  std::filesystem::copy_file(folder / "shared.png", folder / "changed.png");
  std::vector<GalleryEntry> entries;
  for (const char* name : {"shared.png", "changed.png"}) {
    GalleryEntry entry{.file = name, .title = "Valley", .made_by = "a test", .width = 640, .height = 400, .steps = 60};
    REQUIRE(measure_gallery_file(folder / name, entry));
    entries.push_back(entry);
  }
  entries.push_back({.file = "missing.png", .title = "Nothing", .made_by = "a test", .width = 64, .height = 64});
  REQUIRE(write_whole_file(folder / kGalleryIndexName, encode_gallery_index(entries)));
  std::ofstream(folder / "changed.png", std::ios::app) << "more";

  Driver d;
  d.desk().dialogs->browser.set_folder(folder.path());
  d.desk().actions.perform("world_gallery");
  d.draw(2);
  CHECK_FALSE(d.sees("shared/shared.png"));
  d.click("shared/folder");
  d.draw(2);
  REQUIRE(d.desk().dialogs->browser.is_open());
  d.click("Choose folder");
  d.draw(2);
  REQUIRE(d.sees("shared/shared.png"));
  for (const char* name : {"shared/changed.png", "shared/missing.png"}) {
    d.click(name);
    d.draw(2);
    CHECK(d.desk().dialogs->gallery.is_open());
  }
  d.click("shared/shared.png");
  d.draw(2);
  CHECK_FALSE(d.desk().dialogs->gallery.is_open());
  CHECK(d.message().find("Plays shared.png") != std::string::npos);
  CHECK(d.desk().settings.recent.gallery == folder.path().string());
}

TEST_CASE("a folder without an index says so") {
  test::TemporaryFolder folder;
  Driver d;
  d.desk().actions.perform("world_gallery");
  d.draw(2);
  d.desk().dialogs->gallery.show_folder(folder.path());
  d.draw(2);
  CHECK(d.sees("shared/problem"));
}
