// The files of tests/data/broken: each is refused with a sentence, or opens and runs.
#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

#include "density_world.hpp"
#include "repose/clip.hpp"
#include "repose/picture.hpp"
#include "repose/replay.hpp"
#include "repose/session.hpp"
#include "session/parts.hpp"
#include "session/png_stream.hpp"
#include "session/timeline.hpp"
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

// ---- how the files are made ----

namespace {

using nlohmann::json;

constexpr FileKind kWorldFile{{'\x89', 'R', 'E', 'P', 'O', 'S', 'E', '\n'}, 2, "world file"};
constexpr FileKind kReplayFile{{'\x89', 'R', 'E', 'P', 'L', 'A', 'Y', '\n'}, 2, "replay"};
constexpr int kLevel = 19;
constexpr const char* kConfig = "cell air 20 20 30 0.1\ncell sand 200 180 101 0.9\nrule sand air 1.0\n";

std::string nested(std::size_t depth, const std::string& opening, const std::string& closing) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += opening;
  for (std::size_t i = 0; i < depth; ++i) text += closing;
  return text;
}

// Collects the bytes of a file of parts.
class Parts {
 public:
  explicit Parts(const FileKind& kind)
      : writer_(kind, kLevel, [this](std::span<const std::byte> bytes) {
          bytes_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }) {}
  Parts& text(Section section, std::string_view text) {
    writer_.put_text(section, text);
    return *this;
  }
  Parts& zeros(std::size_t bytes, Plane plane = Plane::cells) {
    writer_.put_values(Section::plane, static_cast<std::uint32_t>(plane), std::vector<std::uint8_t>(bytes));
    return *this;
  }
  std::string end() {
    writer_.end();
    return bytes_;
  }

 private:
  std::string bytes_;
  PartWriter writer_;
};

json world_facts() {
  return {{"automaton", "density"},      {"config", "a.cfg"}, {"seed", 1},   {"step", 0},
          {"first_bias", "left"},        {"width", 1},        {"height", 1}, {"planes", {"cells"}},
          {"parameters", json::object()}};
}

std::string world_file(const std::string& facts) {
  return Parts(kWorldFile).text(Section::facts, facts).text(Section::config, kConfig).zeros(1).end();
}

// A world file in which one fact is replaced by a text.
std::string world_file_with(const char* name, const std::string& value) {
  json facts = world_facts();
  facts[name] = "@";
  std::string text = facts.dump();
  return world_file(text.replace(text.find("\"@\""), 3, value));
}

json replay_facts(std::uint64_t side) {
  const json segment = {{"rules", 0},
                        {"world", 0},
                        {"origin", 0},
                        {"automaton", "density"},
                        {"seed", 1},
                        {"scene", ""},
                        {"step", 0},
                        {"first_bias", "left"},
                        {"steps", 10},
                        {"origin_step", 0},
                        {"lead", 0},
                        {"events", 0},
                        {"parameters", json::object()}};
  return {{"title", "a"},
          {"made_by", "Repose"},
          {"rules", {"a.cfg"}},
          {"checkpoints", json::array()},
          {"worlds", {{{"width", side}, {"height", side}, {"planes", {"cells"}}}}},
          {"segments", {segment}}};
}

std::string replay(const std::string& facts, std::uint64_t side = 1, const std::string& inputs = "") {
  return Parts(kReplayFile)
      .text(Section::facts, facts)
      .text(Section::config, kConfig)
      .zeros(side * side)
      .text(Section::inputs, inputs)
      .end();
}

// A replay of one segment, of which one fact is replaced by a text.
std::string replay_with(const char* name, const std::string& value) {
  json facts = replay_facts(1);
  facts["segments"][0][name] = "@";
  std::string text = facts.dump();
  return replay(text.replace(text.find("\"@\""), 3, value));
}

// Inputs that all happen before the first step.
std::string replay_of_inputs(std::uint64_t side, std::size_t count, const Edit& edit) {
  json facts = replay_facts(side);
  facts["segments"][0]["events"] = count;
  std::string inputs;
  append_inputs(inputs, std::vector<TimedInput>(count, {0, edit}));
  return replay(facts.dump(), side, inputs);
}

std::string png_with(const char* chunk, const std::string& bytes) {
  const auto png = encode_png({1, 1, {1, 2, 3}});
  const auto whole = with_chunk(png, chunk, std::as_bytes(std::span(bytes)));
  return {reinterpret_cast<const char*>(whole.data()), whole.size()};
}

// What a stamp packs: version, length of the facts, facts.
std::string stamp(const std::string& facts) {
  const std::uint32_t head[] = {2, static_cast<std::uint32_t>(facts.size())};
  std::string plain(reinterpret_cast<const char*>(head), sizeof head);
  plain += facts;
  std::string packed(ZSTD_compressBound(plain.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), kLevel));
  return png_with("stMP", packed);
}

struct BrokenFile {
  std::string name;   // with the suffix of its kind
  std::string bytes;  // of the file
  std::string harm;   // what it did to a version that was not prepared for it
};

std::vector<BrokenFile> broken_files() {
  constexpr std::size_t kDeep = 200'000;
  constexpr int kFar = 2'000'000'000;
  const std::string arrays = nested(kDeep, "[", "]"),
                    objects = nested(kDeep / 2, R"({"a":)", "}").insert(kDeep / 2 * 5, "1");
  const std::string parameters = "{\"a\":" + arrays + "}";
  const std::string escapes = "\x1b]0;owned\x07\x1b[2J\nname";
  std::string many;
  for (int i = 0; i < 5'000; ++i) many += fmt::format("{}\"parameter{}\":1", i > 0 ? "," : "", i);
  return {
      {"nested-facts.repose", world_file(arrays), "overflowed the stack"},
      {"nested-parameters.repose", world_file_with("parameters", parameters), "overflowed the stack"},
      {"nested-parameters.replay", replay_with("parameters", objects), "overflowed the stack"},
      {"nested-replay.png", png_with("rpLY", replay_with("parameters", parameters)), "overflowed the stack"},
      {"nested-stamp.png", stamp(R"({"pixels":)" + arrays + "}"), "overflowed the stack, in the gallery of stamps too"},
      {"empty-values.replay", replay("[{}" + nested(4'000'000, ",{}", "") + "]"), "took 400 MB for 2 kB"},
      {"long-lead.replay", replay_with("lead", "1000000000"), "took minutes to open and could not be stopped"},
      {"endless-steps.replay", replay_with("steps", "1000000000"), "nothing: its steps are shown one after the other"},
      {"full-rectangles.replay", replay_of_inputs(2048, 100'000, RectEdit{{0, 0}, {2047, 2047}, 1, {}}),
       "filled the world a hundred thousand times before the first picture"},
      {"far-strokes.replay",
       replay_of_inputs(64, 50, StrokeEdit{{-kFar, -kFar}, {kFar, kFar - 9}, 256, BrushShape::round, 1, {}}),
       "drew lines of four thousand million points"},
      {"many-parameters.repose", world_file_with("parameters", "{" + many + "}"), "wrote a message of a megabyte"},
      {"escape-codes.repose", world_file_with("automaton", json(escapes).dump()), "sent its codes to the terminal"},
      {"long-name.repose", world_file_with("automaton", json(std::string(900'000, 'a')).dump()),
       "wrote a message of a megabyte"},
      {"last-step.repose", world_file_with("step", "18446744073709551615"), "counted its steps from 0 again"},
      {"step-beyond-range.repose", world_file_with("step", "18446744073709571615"),
       "converted a number that no 64 bits hold, which is undefined"},
      {"huge-number.repose", world_file_with("seed", "1e400"), "nothing: it is no number"},
      {"wild-parameters.repose", world_file_with("parameters", R"({"mixing":1e308,"friction":-1e308})"),
       "nothing: values are limited to their ranges"},
  };
}

}  // namespace

// Writes them anew, after a change of them: repose_files_tests '[corpus]'.
TEST_CASE("the files that once broke the program are written", "[.][corpus]") {
  std::ofstream list(kFolder / "README.md");
  list << "# Files that once broke the program\n\n`tests/files/broken_files_test.cpp` makes and opens them.\n\n| file "
          "| what it did |\n|---|---|\n";
  for (const BrokenFile& file : broken_files()) {
    std::ofstream(kFolder / file.name, std::ios::binary) << file.bytes;
    list << "| `" << file.name << "` | " << file.harm << " |\n";
  }
}

}  // namespace repose::test
