// The action that says aloud what is under the mouse. A script of the shell stands for spd-say.
#include <filesystem>
#include <fstream>

#include "driver.hpp"
#include "scoped_variable.hpp"

namespace repose::test {

namespace {

constexpr const char* kConfig =
    "automaton conserving\ncell air 20 20 20 0.2\ncell sand 220 190 90 0.9\ncell water 60 90 220 0.5\ncell mud 120 80 "
    "40 0.95\n"
    "rule sand air air sand\nrule water air air water\nrule mud air air mud\nrule mud water water mud\n"
    "rule mud sand sand mud\nrule sand water mud air\n";

}  // namespace

TEST_CASE_METHOD(Driver, "Shift+Q says what is under the mouse with speech-dispatcher, and shows it") {
  const TemporaryFolder folder;
  REQUIRE(session().execute(command::LoadConfigText{kConfig, "", command::KeepWorld::by_name, false}).ok);
  empty_world(20, 16);
  fill({14, 14}, {14, 14}, "sand");
  fill({14, 15}, {14, 15}, "water");
  point_at(14, 14);
  {
    const ScopedVariable path("PATH", folder.path().string());
    key(SDLK_q, KMOD_LSHIFT);
    CHECK(desk().messages.last().text.find("spd-say") != std::string::npos);
  }
  const auto program = folder / "spd-say";
  std::ofstream(program) << "#!/bin/sh\nfor last; do :; done\nprintf %s \"$last\" >" << (folder / "said") << "\n";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const ScopedVariable path("PATH", folder.path().string());
  key(SDLK_q, KMOD_LSHIFT);
  const std::string sentence = "sand, column 15, row 15. Sand meets water below and becomes mud.";
  CHECK(desk().messages.last().text == sentence);
  CHECK_FALSE(desk().view.inspector.on());
  CHECK_FALSE(sees("inspector"));
  for (int i = 0; i < 500 && read_text(folder / "said") != sentence; ++i) SDL_Delay(10);
  CHECK(read_text(folder / "said") == sentence);
}

}  // namespace repose::test
