// The files of tests/data/broken: each is refused with a sentence, or opens and runs.
#include <algorithm>

#include "broken.hpp"
#include "density_world.hpp"
#include "repose/clip.hpp"
#include "repose/picture.hpp"
#include "repose/replay.hpp"
#include "repose/session.hpp"
#include "support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

const fs::path kFolder = REPOSE_TEST_DATA "/broken";

// Short, and without bytes that a terminal would obey.
void check_message(const std::string& message) {
  INFO(message.substr(0, 500));
  CHECK_FALSE(message.empty());
  CHECK(message.size() < 1000);
  CHECK(std::ranges::none_of(message, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }));
}

void open_with(Session& session, const Command& command) {
  const std::uint64_t before = session.hash();
  const CommandResult result = session.execute(command);
  check_message(result.message);
  if (!result.ok) CHECK(session.hash() == before);
  CHECK(session.execute(command::Step{3}).ok);
}

}  // namespace

TEST_CASE("each file that once broke the program is refused with a sentence, or opens and runs") {
  const Registry registry = make_registry();
  int files = 0;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    const fs::path file = entry.path();
    if (file.extension() == ".md") continue;
    CAPTURE(file.filename().string());
    ++files;
    Session session(registry, density_world(), {.threads = 1});
    REQUIRE(session.execute(command::LoadScene{"mixed", 40, 30, {}}).ok);
    session.keep_history(HistoryLimits{});
    if (file.extension() == ".repose") open_with(session, command::LoadWorld{file});
    if (file.extension() == ".replay") open_with(session, command::LoadReplay{file});
    if (file.extension() != ".png") continue;
    open_with(session, command::LoadPicture{file});
    if (holds_replay(file)) open_with(session, command::LoadReplay{file});
    Clip clip;
    if (const Status status = read_stamp(file, session.ruleset(), clip); !status) check_message(status.message());
  }
  CHECK(files >= 15);
}

// Writes them anew, after a change of broken.cpp: repose_files_tests '[corpus]'.
TEST_CASE("the files that once broke the program are written", "[.][corpus]") {
  std::ofstream list(kFolder / "README.md");
  list << "# Files that once broke the program\n\n`tests/files/broken.cpp` makes them; "
          "`tests/files/broken_files_test.cpp` "
          "opens them.\n\n| file | what it did |\n|---|---|\n";
  for (const BrokenFile& file : broken_files()) {
    std::ofstream(kFolder / file.name, std::ios::binary) << file.bytes;
    list << "| `" << file.name << "` | " << file.harm << " |\n";
  }
}

}  // namespace repose::test
