// kill_test.cpp for Windows, which has no fork(): this program starts itself for each save and kills that.
#include <chrono>
#include <cstdio>

#include "kill_support.hpp"
#include "platform/program.hpp"
#include "repose/paths.hpp"
#include "scoped_variable.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

constexpr int kSavedSide = 4096;
constexpr const char* kPathVariable = "REPOSE_SAVE_PATH";
constexpr const char* kSaltVariable = "REPOSE_SAVE_SALT";

// Starts this program with the case below, and waits until that begins to save.
Process begin_save(const TemporaryFolder& folder, std::uint32_t salt) {
  const ScopedVariable path(kPathVariable, (folder / "a.repose").string());
  const ScopedVariable number(kSaltVariable, std::to_string(salt));
  const Process child = start_program({(executable_folder() / "repose_session_tests.exe").string(), "[killed]"},
                                      folder / "out", folder / "err");
  REQUIRE(child != kNoProcess);
  for (int i = 0; i < 2000 && read_text(folder / "out").find("saving") == std::string::npos; ++i) sleep_milliseconds(5);
  return child;
}

// The salt of the file, whose world must be whole.
std::uint32_t salt_of(const fs::path& path) {
  WorldDocument read;
  const Status status = read_world_file(path, read);
  INFO(status.message());
  REQUIRE(status.ok());
  const auto salt = static_cast<std::uint32_t>(read.run.step);
  REQUIRE(read.world == noise_document(kSavedSide, salt).world);
  return salt;
}

}  // namespace

TEST_CASE("saves a world in order to be killed", "[.][killed]") {
  const fs::path path = environment_path(kPathVariable);
  if (path.empty()) REPOSE_SKIP("another case starts this one");
  const WorldDocument document =
      noise_document(kSavedSide, static_cast<std::uint32_t>(std::stoul(environment_path(kSaltVariable).string())));
  std::printf("saving\n");
  std::fflush(stdout);
  REQUIRE(write_world_file(path, document).ok());
}

TEST_CASE("killed 200 times at random times in a save of 16 MB, the old or the new file opens", "[.][kill]") {
  const TemporaryFolder folder;
  const WorldDocument first = noise_document(kSavedSide, 1);
  const auto began = std::chrono::steady_clock::now();
  REQUIRE(write_world_file(folder / "a.repose", first).ok());
  // How long a save takes now: less if one has ended before it was killed, for the machine may be less busy.
  std::chrono::duration<double, std::milli> whole = std::chrono::steady_clock::now() - began;
  std::uint32_t salt = 1;
  int killed = 0, opened_new = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    CAPTURE(i);
    const Process child = begin_save(folder, 3 - salt);
    sleep_milliseconds(static_cast<int>(whole.count() * (1.1 * (mix32(i) % 1000) / 1000)));
    kill_program(child);
    const bool was_killed = end_program(child).code == -1;
    killed += was_killed;
    whole *= was_killed ? 1.02 : 0.95;
    const std::uint32_t opened = salt_of(folder / "a.repose");
    opened_new += opened != salt;
    salt = opened;
  }
  std::printf("killed %d of 200 saves of %.0f ms; the new file opened after %d of them\n", killed, whole.count(),
              opened_new);
  CHECK(killed > 100);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) <= 4);
}

}  // namespace repose::test
