// Opening any file ends soon, with an error message or with a world that runs.
#include <algorithm>
#include <random>

#include "density_world.hpp"
#include "file_parts.hpp"
#include "repose/picture.hpp"
#include "repose/session.hpp"
#include "repose/world_file.hpp"
#include "session/codex.hpp"
#include "support.hpp"

namespace repose::test {

namespace fs = std::filesystem;

namespace {

std::size_t below(std::size_t limit, std::mt19937& random) { return limit == 0 ? 0 : random() % limit; }

// Ways to damage files that a checksum does not detect.

// `bytes` with a few bytes changed, removed, doubled or inserted, or with the end cut off.
std::string spoilt_bytes(std::string bytes, std::mt19937& random) {
  for (std::size_t n = 1 + below(4, random); n > 0; --n) {
    const std::size_t at = below(bytes.size(), random), length = below(16, random);
    switch (random() % 6) {
      case 0:
      case 1:
        if (!bytes.empty()) bytes[at] = static_cast<char>(random());
        break;
      case 2:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
        break;
      case 3: bytes.erase(std::min(at, bytes.size()), length); break;
      case 4: bytes.insert(at, bytes.substr(std::min(at, bytes.size()), length)); break;
      default:
        if (random() % 4 == 0) bytes.resize(at);
    }
  }
  return bytes;
}

// The same inside one unpacked part of a world file; then the part is packed again with the right checksum. Sometimes a
// part is repeated, missing or in another place.
std::string spoilt_world_file(const std::string& file, std::mt19937& random) {
  std::vector<Part> parts = parts_of(file);
  const std::size_t at = below(parts.size(), random), other = below(parts.size(), random);
  switch (random() % 10) {
    case 0: parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at)); break;
    case 1: parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at), parts[other]); break;
    case 2: std::swap(parts[at], parts[other]); break;
    case 3: parts[at].plane = static_cast<std::uint32_t>(below(12, random)); break;
    default:  // most bytes of a world may have any value
      for (std::size_t n = random() % 3 == 0 ? 200 : 1; n > 0; --n) {
        std::string& bytes = parts[at].bytes;
        const std::size_t size = bytes.size();
        bytes = spoilt_bytes(std::move(bytes), random);
        if (parts[at].section == 2) bytes.resize(size);  // a plane of another size would be refused at once
      }
  }
  return file_of(file.substr(0, kPreambleBytes), parts);
}

// The same in a PNG, whose chunks get the right checksums afterwards.
std::string spoilt_png(const std::string& file, std::mt19937& random) {
  std::vector<PngChunk> chunks = chunks_of(file);
  for (PngChunk& chunk : chunks) {
    const std::size_t length = chunk.bytes.size();
    for (std::size_t n = random() % 3 == 0 ? 1 + below(3, random) : 0; n > 0 && length > 0; --n) {
      chunk.bytes[below(length, random)] = static_cast<char>(random());
    }
  }
  return png_of(chunks);
}

constexpr int kMany = 2000, kSome = 150;

void put(const fs::path& path, const std::string& bytes) {
  fs::remove(path);  // truncating an existing file would sync it to disk first
  std::ofstream(path, std::ios::binary) << bytes;
}

void start(Session& session, const AutomatonDefinition& automaton) {
  REQUIRE(session.execute(command::LoadConfigFile{fs::path(REPOSE_SOURCE_DIR) / "configs" / automaton.config}).ok);
  REQUIRE(session.execute(command::SwitchSolver{std::string(automaton.name)}).ok);
  REQUIRE(session.execute(command::LoadScene{"mixed", 40, 30, {}}).ok);
  REQUIRE(session.execute(command::SwitchSolver{std::string(automaton.name)}).ok);
}

// A world of each automaton, some steps old.
std::vector<std::string> world_files(const Registry& registry, const fs::path& folder) {
  std::vector<std::string> files;
  for (const AutomatonDefinition& automaton : registry.automata()) {
    Session session(registry, density_world(), {.threads = 1});
    start(session, automaton);
    REQUIRE(session.execute(command::Step{5}).ok);
    REQUIRE(session.execute(command::SaveWorld{folder / "seed.repose"}).ok);
    files.push_back(read_text(folder / "seed.repose"));
  }
  return files;
}

// After a file was opened: checks that the world runs and every cell holds an element.
void check_runs(Session& session) {
  REQUIRE(session.execute(command::Step{3}).ok);
  const World world = session.download();
  const std::size_t elements = session.ruleset().elements.size();
  REQUIRE(std::ranges::all_of(world.cells(), [elements](std::uint8_t cell) { return cell < elements; }));
}

// `spoil(i, random)` writes a damaged file, `open(i)` opens it. Checks that each result has a message and that there
// are both refused and opened files. A file that takes long to open runs into the time limit of the test.
template <class Spoil, class Open>
void open_many(int count, std::uint32_t seed, int least_share, Spoil spoil, Open open) {
  std::mt19937 random(seed);
  int opened = 0;
  for (int i = 0; i < count; ++i) {
    CAPTURE(i);
    spoil(i, random);
    const CommandResult result = open(i);
    REQUIRE_FALSE(result.message.empty());
    opened += result.ok;
  }
  CHECK(opened > count / least_share);
  CHECK(opened < count);
}

void open_spoilt_worlds(int count) {
  const TemporaryFolder folder;
  const Registry registry = make_registry();
  const std::vector<std::string> seeds = world_files(registry, folder.path());
  Session session(registry, density_world(), {.threads = 1});
  const auto spoil = [&](int i, std::mt19937& random) {
    const std::string& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
    put(folder / "a.repose", i % 8 == 0 ? spoilt_bytes(seed, random) : spoilt_world_file(seed, random));
  };
  const auto open = [&](int) {
    const CommandResult result = session.execute(command::LoadWorld{folder / "a.repose"});
    if (result.ok) check_runs(session);
    return result;
  };
  open_many(count, 20240229, 8, spoil, open);
}

// Opens a picture as a world and as heights of sand.
void open_spoilt_pictures(int count) {
  const TemporaryFolder folder;
  const Registry registry = make_registry();
  Session session(registry, density_world(), {.threads = 1});
  REQUIRE(session.execute(command::LoadScene{"mixed", 40, 30, {}}).ok);
  REQUIRE(session.execute(command::SavePicture{folder / "cells.png"}).ok);
  Session heights(registry, density_world(), {.threads = 1});
  REQUIRE(heights.execute(command::SwitchSolver{"sandpile", Backend::cpu, true}).ok);
  REQUIRE(heights.execute(command::NewWorld{40, 30}).ok);
  REQUIRE(heights.execute(command::SaveHeightMap{folder / "heights.png"}).ok);
  const std::string seeds[] = {read_text(folder / "cells.png"), read_text(folder / "heights.png"),
                               read_text(REPOSE_SOURCE_DIR "/assets/icons/repose-16.png")};
  const auto spoil = [&](int i, std::mt19937& random) {
    const std::string& seed = seeds[i % 3];
    put(folder / "a.png", i % 4 == 0 ? spoilt_bytes(seed, random) : spoilt_png(seed, random));
  };
  const auto open = [&](int i) {
    const fs::path file = folder / "a.png";
    Session& reader = i % 2 == 0 ? session : heights;
    const CommandResult result =
        i % 2 == 0 ? reader.execute(command::LoadPicture{file}) : reader.execute(command::LoadHeightMap{file});
    if (result.ok && reader.width() <= 1000 && reader.height() <= 1000) check_runs(reader);
    return result;
  };
  open_many(count, 20240301, 20, spoil, open);
}

// Replays of each automaton: some steps with inputs between them.
std::vector<std::string> replay_files(const Registry& registry, const fs::path& folder) {
  std::vector<std::string> files;
  for (const AutomatonDefinition& automaton : registry.automata()) {
    Session session(registry, density_world(), {.threads = 1});
    start(session, automaton);
    session.keep_history(HistoryLimits{});
    const auto pixels = std::make_shared<const std::vector<std::uint8_t>>(12, std::uint8_t{0});
    const auto amounts = std::make_shared<const std::vector<std::int32_t>>(6, kHeightOne);
    for (const Edit& edit :
         {Edit(StrokeEdit{{2, 2}, {20, 9}, 5, BrushShape::round, 1, {}}), Edit(StampEdit{{3, 3}, 4, 3, pixels, {}}),
          Edit(AmountEdit{Plane::height, {5, 5}, 3, 2, amounts, false})}) {
      REQUIRE(session.execute(command::Paint{edit}).ok);
      REQUIRE(session.execute(command::Step{2}).ok);
    }
    const bool pushable = automaton.no_push.empty();
    REQUIRE(session.execute(command::Paint{PushEdit{{2, 2}, {30, 9}, 9, BrushShape::square, false, 1}}).ok == pushable);
    REQUIRE(session.execute(command::Shake{2}).ok == pushable);
    REQUIRE(session.execute(command::Undo{}).ok);
    REQUIRE(session.execute(command::Step{2}).ok);
    REQUIRE(session.execute(command::SaveReplay{folder / "seed.replay"}).ok);
    files.push_back(read_text(folder / "seed.replay"));
  }
  return files;
}

// After a replay was opened: checks that it plays, for a limited time, or says why not.
void check_plays(Session& session) {
  const TimelineFacts line = session.timeline();
  REQUIRE(line.now == line.oldest);
  const CommandResult result = session.execute(command::Step{std::min<std::uint64_t>(line.newest - line.oldest, 20)});
  REQUIRE((result.ok || !result.message.empty()));
  check_runs(session);
}

void open_spoilt_replays(int count) {
  const TemporaryFolder folder;
  const Registry registry = make_registry();
  const std::vector<std::string> seeds = replay_files(registry, folder.path());
  const auto spoil = [&](int i, std::mt19937& random) {
    const std::string& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
    put(folder / "a.replay", i % 8 == 0 ? spoilt_bytes(seed, random) : spoilt_world_file(seed, random));
  };
  const auto open = [&](int) {
    Session session(registry, density_world(), {.threads = 1});
    const CommandResult result = session.execute(command::LoadReplay{folder / "a.replay"});
    if (result.ok) check_plays(session);
    return result;
  };
  open_many(count, 20240302, 20, spoil, open);
}

}  // namespace

TEST_CASE("spoilt worlds, pictures and replays are refused with a sentence, or run") {
  open_spoilt_worlds(kSome);
  open_spoilt_pictures(kSome);
  open_spoilt_replays(kSome);
}

TEST_CASE("two thousand spoilt worlds, pictures and replays are refused with a sentence, or run", "[.][long]") {
  open_spoilt_worlds(kMany);
  open_spoilt_pictures(kMany);
  open_spoilt_replays(kMany);
}

TEST_CASE("a spoilt codex is refused with line and column, or its entries can happen") {
  const LoadedRules rules = default_rules();
  const std::string sound =
      read_text(fs::path(REPOSE_SOURCE_DIR) / "configs/discoveries/default.codex").substr(0, 3000);
  std::mt19937 random(11);
  int refused = 0;
  for (int i = 0; i < kSome; ++i) {
    CAPTURE(i);
    const CodexResult result = read_codex(spoilt_bytes(sound, random), "spoilt.codex", rules);
    REQUIRE((result.codex != nullptr) != has_errors(result.diagnostics));
    if (result.codex) {
      for (const CodexEntry& entry : result.codex->entries) REQUIRE_FALSE(entry.examples.empty());
      continue;
    }
    ++refused;
    const bool is_placed = std::ranges::any_of(result.diagnostics, [](const Diagnostic& d) { return d.line > 0; });
    const bool is_of_an_entry =
        std::ranges::any_of(result.diagnostics, [](const Diagnostic& d) { return d.message.starts_with("the "); });
    REQUIRE((is_placed || is_of_an_entry));
  }
  CHECK(refused > 20);
  CHECK(refused < kSome);
}

}  // namespace repose::test
