#include "repose/paths.hpp"

#include "../support.hpp"

using namespace repose;

namespace {
// Sets a variable of the environment for the length of a test.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    ::setenv(name, value.c_str(), 1);
  }
  ~ScopedVariable() { old_.empty() ? ::unsetenv(name_) : ::setenv(name_, old_.c_str(), 1); }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const char* name_;
  std::string old_;
};
}  // namespace

TEST_CASE("data is found in the source tree that the program was built from") {
  const auto found = find_data("CMakePresets.json");
  REQUIRE(found.has_value());
  CHECK(std::filesystem::equivalent(*found, std::filesystem::path(REPOSE_SOURCE_DIR) / "CMakePresets.json"));
}

TEST_CASE("the folder that REPOSE_DATA_DIR names comes first") {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "CMakePresets.json") << "{}";
  const ScopedVariable variable("REPOSE_DATA_DIR", folder.path().string());
  CHECK(find_data("CMakePresets.json") == folder / "CMakePresets.json");
  CHECK(find_data("LICENSE") != folder / "LICENSE");  // what is not there is looked for elsewhere
}

TEST_CASE("data that is nowhere is not found") { CHECK_FALSE(find_data("no/such/file").has_value()); }

TEST_CASE("the folder of the executable is where this test lies") {
  CHECK(std::filesystem::exists(executable_folder() / "repose_core_tests"));
}
