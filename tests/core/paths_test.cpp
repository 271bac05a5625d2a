#include "repose/paths.hpp"

#include "scoped_variable.hpp"
#include "support.hpp"

using namespace repose;

TEST_CASE("a program in a build folder finds its data") {
  const auto found = find_data("configs/default.cfg");
  REQUIRE(found.has_value());
  CHECK(std::filesystem::equivalent(*found, std::filesystem::path(REPOSE_SOURCE_DIR) / "configs/default.cfg"));
}

TEST_CASE("the folder that REPOSE_DATA_DIR names comes first") {
  const test::TemporaryFolder folder;
  std::ofstream(folder / "shaders") << "{}";
  const test::ScopedVariable variable("REPOSE_DATA_DIR", folder.path().string());
  CHECK(find_data("shaders") == folder / "shaders");
  CHECK(find_data("configs") != folder / "configs");  // a missing folder is searched elsewhere
}

TEST_CASE("data that is nowhere is not found") { CHECK_FALSE(find_data("no/such/file").has_value()); }

TEST_CASE("the folder of the executable is the folder of this test") {
  CHECK(std::filesystem::exists(executable_folder() / (std::string("repose_core_tests") + test::kProgramEnding)));
}
