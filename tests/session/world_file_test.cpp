#include "repose/world_file.hpp"

#include "repose/rng.hpp"
#include "support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

std::uint8_t noise(std::size_t i, std::uint32_t salt) {
  return static_cast<std::uint8_t>(mix32(static_cast<std::uint32_t>(i) * 0x9e3779b1u + salt));
}

WorldDocument document_of(int width, int height) {
  WorldDocument document;
  document.world = World(width, height);
  document.world.add(Plane::mass);
  for (const Plane plane : {Plane::cells, Plane::mass}) {
    auto bytes = document.world.bytes(plane);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = noise(i, static_cast<std::uint32_t>(plane)) % 5;
  }
  document.config = "# water\ncell air 1 2 3 0.1\n";
  document.config_title = "pond.cfg";
  document.run.automaton = "water";
  document.run.parameters = {{"levelling", 4}, {"max_compress", 0.02}};
  document.run.seed = 0xfedcba9876543210;
  document.run.step = 123456789012;
  document.run.first_bias = Bias::right;
  return document;
}

void check_equal(const WorldDocument& a, const WorldDocument& b) {
  CHECK(a.world == b.world);
  CHECK(a.config == b.config);
  CHECK(a.config_title == b.config_title);
  CHECK(a.run.automaton == b.run.automaton);
  CHECK(a.run.parameters == b.run.parameters);
  CHECK(a.run.seed == b.run.seed);
  CHECK(a.run.step == b.run.step);
  CHECK(a.run.first_bias == b.run.first_bias);
}

void put(const fs::path& path, std::string_view bytes) { std::ofstream(path, std::ios::binary) << bytes; }

}  // namespace

TEST_CASE("a world file of any size is read as it was written") {
  const TemporaryFolder folder;
  for (const auto& [width, height] : {std::pair{1, 1}, {7, 3}, {640, 400}, {2500, 2000}}) {
    CAPTURE(width, height);
    const WorldDocument written = document_of(width, height);
    REQUIRE(write_world_file(folder / "a.repose", written).ok());
    CHECK(is_world_file(folder / "a.repose"));
    WorldDocument read;
    const Status status = read_world_file(folder / "a.repose", read);
    INFO(status.message());
    REQUIRE(status.ok());
    check_equal(written, read);
  }
}

TEST_CASE("a config as long as a part of a world file, or longer, is read whole") {
  const TemporaryFolder folder;
  WorldDocument written = document_of(3, 2);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{8} << 20, (std::size_t{8} << 20) + 1, std::size_t{16} << 20}) {
    written.config.assign(length, '#');
    REQUIRE(write_world_file(folder / "a.repose", written).ok());
    WorldDocument read;
    REQUIRE(read_world_file(folder / "a.repose", read).ok());
    CHECK(read.config == written.config);
  }
}

TEST_CASE("a world file that is cut short anywhere is refused with a sentence") {
  const TemporaryFolder folder;
  REQUIRE(write_world_file(folder / "a.repose", document_of(20, 10)).ok());
  const std::string whole = read_text(folder / "a.repose");
  WorldDocument kept = document_of(2, 2);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(folder / "b.repose", std::string_view(whole).substr(0, length));
    const Status status = read_world_file(folder / "b.repose", kept);
    CAPTURE(length);
    REQUIRE_FALSE(status.ok());
    REQUIRE_THAT(status.message(), Catch::StartsWith("b.repose could not be opened: ") && Catch::EndsWith("."));
  }
  check_equal(kept, document_of(2, 2));
}

TEST_CASE("a world file with any byte changed is refused or holds what was written") {
  const TemporaryFolder folder;
  const WorldDocument written = document_of(20, 10);
  REQUIRE(write_world_file(folder / "a.repose", written).ok());
  const std::string whole = read_text(folder / "a.repose");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string spoilt = whole;
    spoilt[at] = static_cast<char>(spoilt[at] ^ (1 << (at % 8)));
    put(folder / "b.repose", spoilt);
    WorldDocument read;
    CAPTURE(at);
    if (read_world_file(folder / "b.repose", read)) {
      check_equal(read, written);  // a byte without meaning
    }
  }
}

TEST_CASE("a world file of another version is refused with a sentence") {
  const TemporaryFolder folder;
  REQUIRE(write_world_file(folder / "a.repose", document_of(2, 2)).ok());
  std::string other = read_text(folder / "a.repose");
  for (const char version : {'\1', '\x9'}) {
    other[8] = version;
    put(folder / "a.repose", other);
    WorldDocument read;
    CHECK_THAT(read_world_file(folder / "a.repose", read).message(), Catch::Contains("written by another Repose"));
  }
}

TEST_CASE("a world file is recognised by its first bytes") {
  const TemporaryFolder folder;
  put(folder / "a.repose", "cell sand 1 2 3 0.5\n");
  CHECK_FALSE(is_world_file(folder / "a.repose"));
  CHECK_FALSE(is_world_file(folder / "missing"));
  CHECK_FALSE(is_world_file(folder.path()));
  WorldDocument read;
  CHECK_THAT(read_world_file(folder / "a.repose", read).message(), Catch::Contains("it is no world file"));
  CHECK_THAT(read_world_file(folder / "missing", read).message(), Catch::Contains("could not be opened"));
}

}  // namespace repose::test
