// Recordings of sand.js, reproduced through the command line. (All of them through the library: tests/automata.)
#include "cli_support.hpp"

namespace repose::test {

namespace {

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

void check_recording(const Cli& cli, const std::filesystem::path& path) {
  INFO(path.filename());
  const Json recording = Json::parse(read_text(path));
  cli.write("c.cfg", recording["config"].get<std::string>());
  cli.write("i.raw", from_hex(recording["initial"]["index"]));
  const std::string size = recording["width"].dump() + "x" + recording["height"].dump();
  for (const auto& [step, state] : recording["steps"].items()) {
    const Outcome outcome = cli.fine("run --config @c.cfg --cells-in @i.raw --size " + size + " --first-bias " +
                                     recording["first_bias"].get<std::string>() + " --steps " + step +
                                     " --cells-out @o.raw --density-out @d.raw");
    REQUIRE(outcome.code == 0);
    CHECK(cli.read("o.raw") == from_hex(state["index"]));
    CHECK(cli.read("d.raw") == from_hex(state["density"]));
  }
}

}  // namespace

TEST_CASE_METHOD(Cli, "recordings of sand.js are reproduced by the command line") {
  const std::filesystem::path folder = REPOSE_TEST_DATA "/sandjs";
  for (const auto* name :
       {"acid-v0.json", "chain-growth-v1.json", "default-sparse-v0.json", "max256-v0.json", "max256-v1.json"})
    check_recording(*this, folder / name);
}

}  // namespace repose::test
