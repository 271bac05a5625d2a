// Files that are made to hang the program or to fill the memory.
#include <zlib.h>

#include "cli_support.hpp"
#include "repose/picture.hpp"
#include "repose/world_file.hpp"
#include "session/png_stream.hpp"

namespace repose::test {

namespace {

// The most memory that a run had, in MB. `code` becomes its exit code.
double peak_memory(const Cli& cli, const std::string& words, int code) {
  const Ended ended = end_program(cli.start(words));
  INFO(cli.read("stderr"));
  CHECK(ended.code == code);
  return ended.peak_megabytes;
}

// Every plane that there is; no automaton has them all.
void write_with_all_planes(const std::string& path, int side) {
  WorldDocument document;
  document.world = World(side, side);
  for (std::size_t i = 0; i < kPlaneCount; ++i) document.world.add(static_cast<Plane>(i));
  document.config = "cell air 1 2 3 0.1\ncell sand 200 180 101 0.9\nrule sand air 1.0\n";
  document.config_title = "a.cfg";
  document.run.automaton = "density";
  REQUIRE(write_world_file(path, document).ok());
}

// A picture of one pixel with texts of seven megabytes each, which take seven kilobytes in the file.
void write_picture_with_texts(const std::string& path, int count) {
  const std::string head("note\0\0", 6);  // the keyword, and the way of packing
  const std::string text(7'000'000, 'a');
  const auto bytes = static_cast<uLong>(text.size());
  std::string packed(::compressBound(bytes), '\0');
  auto size = static_cast<uLongf>(packed.size());
  REQUIRE(::compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
                      bytes, Z_BEST_COMPRESSION) == Z_OK);
  const std::string chunk = head + packed.substr(0, size);
  std::vector<std::byte> png = encode_png({1, 1, {1, 2, 3}});
  for (int i = 0; i < count; ++i) png = with_chunk(png, "zTXt", std::as_bytes(std::span(chunk)));
  write_text(path, {reinterpret_cast<const char*>(png.data()), png.size()});
}

}  // namespace

TEST_CASE_METHOD(Cli, "a pipe or a device in place of any file is refused at once") {
  const std::string pipe = path("pipe.png");
  if (!make_pipe(pipe)) REPOSE_SKIP("there are no pipes in folders here");
  const std::string run = "run --steps 1 --size 9x9";
  for (const std::string& file : {pipe, std::string("/dev/zero")}) {
    for (const std::string& words :
         {"check " + file, "replay " + file, "render " + file + " --steps 1 --gif @a.gif", run + " --config " + file,
          run + " --world-in " + file, run + " --image " + file, run + " --cells-in " + file,
          run + " --paste " + file + ":1,1", run + " --plane-in cells=" + file,
          run + " --automaton sandpile --plane-in height=" + file}) {
      CAPTURE(words);
      const Outcome outcome = call(words);
      CHECK(outcome.code == 2);
      CHECK_THAT(outcome.err, Catch::Contains("is a pipe or a device, not a file"));
    }
  }
}

TEST_CASE_METHOD(Cli, "a picture that is too large for a stamp is refused before it is unpacked") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers need memory of their own");
  const std::string file = path("large.png");
  REQUIRE(write_png(file, {4000, 4000, std::vector<std::uint8_t>(std::size_t{3} * 4000 * 4000)}).ok());
  const double small = peak_memory(*this, "run --steps 1 --size 9x9", 0);
  CHECK(peak_memory(*this, "run --steps 1 --size 9x9 --paste " + file + ":1,1", 2) < small + 20);
}

TEST_CASE_METHOD(Cli, "opening a picture takes no more memory than a world of its size") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers need memory of their own");
  if (!knows_peak_memory()) REPOSE_SKIP("wine does not say how much memory a program had");
  const std::string file = path("large.png");
  REQUIRE(write_png(file, {3000, 3000, std::vector<std::uint8_t>(std::size_t{3} * 3000 * 3000)}).ok());
  const double empty = peak_memory(*this, "run --steps 0 --size 3000x3000", 0);
  CHECK(peak_memory(*this, "run --steps 0 --image " + file, 0) < 1.2 * empty);
  const std::string sandpile = "run --automaton sandpile --steps 0";
  const double flat = peak_memory(*this, sandpile + " --size 3000x3000", 0);
  CHECK(peak_memory(*this, sandpile + " --plane-in height=" + file, 0) < 1.2 * flat);
}

TEST_CASE_METHOD(Cli, "planes that the automaton of a world file does not have take no memory") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers need memory of their own");
  if (!knows_peak_memory()) REPOSE_SKIP("wine does not say how much memory a program had");
  const std::string file = path("all.repose");
  write_with_all_planes(file, 2000);
  const double empty = peak_memory(*this, "run --steps 0 --size 2000x2000", 0);
  CHECK(peak_memory(*this, "run --steps 0 --world-in " + file, 0) < 2 * empty);
}

TEST_CASE_METHOD(Cli, "texts in a picture are not unpacked") {
  if (kHasSanitizer) REPOSE_SKIP("sanitizers need memory of their own");
  const std::string file = path("texts.png");
  write_picture_with_texts(file, 60);
  const double small = peak_memory(*this, "run --steps 1 --size 9x9", 0);
  CHECK(peak_memory(*this, "run --steps 1 --image " + file, 0) < small + 20);
}

}  // namespace repose::test
