// One libFuzzer target for each reader: REPOSE_FUZZED names its function here, and REPOSE_MUTATOR the function of
// fuzz_support.hpp that changes the inside of its files.
#include <algorithm>
#include <span>
#include <string_view>

#include "app/desk/settings.hpp"
#include "config/readers.hpp"
#include "core/language.hpp"
#include "fuzz_support.hpp"
#include "repose/clip.hpp"
#include "repose/picture.hpp"
#include "repose/replay.hpp"
#include "repose/world_file.hpp"
#include "session/gallery_index.hpp"
#include "session/height_map.hpp"
#include "session/plane_csv.hpp"

namespace repose::fuzz {

namespace {

using Input = std::span<const std::uint8_t>;

std::string_view text_of(Input input) { return {reinterpret_cast<const char*>(input.data()), input.size()}; }

// The name of a file with these bytes.
const std::string& file_of(Input input) {
  static MemoryFile file;
  return file.put(input.data(), input.size());
}

[[maybe_unused]] void sandjs(Input input) {
  Ruleset ruleset;
  config::Report report("fuzz.cfg");
  static const ConfigTarget kTargets[] = {
      {"density", true}, {"conserving", false, {{"flow", 1, 8, true}, {"edge", 0, 2, true, {0, 2}, {"wall", "open"}}}}};
  config::read_sandjs(text_of(input), kTargets, ruleset, report);
}

[[maybe_unused]] void wxsand(Input input) {
  Ruleset ruleset;
  config::Report report("fuzz.txt");
  config::read_wxsand(text_of(input), ruleset, report);
}

[[maybe_unused]] void settings(Input input) {
  std::string problem;
  const int scale = read_settings(text_of(input), problem).window.ui_scale_percent;
  if (scale != 0 && (scale < kUiScaleMin || scale > kUiScaleMax)) std::abort();
}

[[maybe_unused]] void world(Input input) {
  WorldDocument document;
  check(read_world_file(file_of(input), document));
}

[[maybe_unused]] void heights(Input input) {
  World world;
  check(read_height_map(file_of(input), world));
}

[[maybe_unused]] void picture(Input input) {
  Picture picture;
  check(decode_png(std::as_bytes(input), "fuzz.png", picture));
}

[[maybe_unused]] void replay(Input input) {
  Replay replay;
  const Status status = decode_replay(std::as_bytes(input), "fuzz.replay", replay);
  check(status);
  // A replay that was read can be written and read again.
  if (status && !decode_replay(encode_replay(replay), "again.replay", replay)) std::abort();
}

[[maybe_unused]] void stamp(Input input) {
  static const Ruleset kRules = [] {
    Ruleset rules;
    rules.elements = {{.name = "air", .color = {20, 20, 30}}, {.name = "sand", .color = {200, 180, 101}}};
    return rules;
  }();
  Clip clip;
  const Status status = decode_stamp(std::as_bytes(input), "fuzz.png", kRules, clip);
  check(status);
  // Every byte of a clip is an index of its names.
  for (const std::uint8_t cell : clip.world.cells()) {
    if (status && cell >= clip.names.size()) std::abort();
  }
}

// The first byte names the plane.
[[maybe_unused]] void csv(Input input) {
  if (input.empty()) return;
  const auto plane = static_cast<Plane>(input[0] % kPlaneCount);
  if (!has_csv_form(plane)) return;
  Input rest = input.subspan(1);
  const auto next = [&rest](std::span<std::byte> to) {
    const std::size_t count = std::min(to.size(), rest.size());
    std::ranges::copy(std::as_bytes(rest.first(count)), to.begin());
    rest = rest.subspan(count);
    return count;
  };
  CsvPlane read;
  const Status status = read_csv(next, "fuzz.csv", plane, read);
  check(status);
  if (!status) return;
  // What was read fits its plane, and can be written and read again.
  const std::size_t cells = static_cast<std::size_t>(read.width) * static_cast<std::size_t>(read.height);
  if (read.bytes.size() != cells * plane_info(plane).bytes_per_cell) std::abort();
  const std::string text = to_csv(read.bytes, read.width, plane);
  rest = Input(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  CsvPlane again;
  if (!read_csv(next, "again.csv", plane, again) || again.bytes != read.bytes) std::abort();
}

[[maybe_unused]] void gallery(Input input) {
  std::vector<GalleryEntry> entries;
  const Status status = decode_gallery_index(text_of(input), "index.json", entries);
  check(status);
  if (!status) return;
  // What was read can be written and read again.
  std::vector<GalleryEntry> again;
  if (!decode_gallery_index(encode_gallery_index(entries), "again.json", again) || again != entries) std::abort();
  for (const GalleryEntry& entry : entries) {
    if (!is_gallery_file(entry.file)) std::abort();
  }
}

[[maybe_unused]] void language(Input input) {
  Catalog catalog;
  const Status status = read_catalog(text_of(input), catalog);
  check(status);
  if (status) (void)plural_form(catalog.plural_rule, input.size());
}

}  // namespace

}  // namespace repose::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  repose::fuzz::REPOSE_FUZZED({data, size});
  return 0;
}

#ifdef REPOSE_MUTATOR
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t size_max,
                                               unsigned seed) {
  return repose::fuzz::REPOSE_MUTATOR(data, size, size_max, seed);
}
#endif
