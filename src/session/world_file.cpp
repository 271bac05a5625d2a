// Reads and writes world files; a file may come from anybody.
#include <nlohmann/json.hpp>

#include "core/files.hpp"
#include "core/language.hpp"
#include "repose/config.hpp"
#include "repose/scene.hpp"
#include "repose/world_file.hpp"
#include "session/parts.hpp"
#include "session/run_state.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr FileKind kWorldFileKind{{'\x89', 'R', 'E', 'P', 'O', 'S', 'E', '\n'}, 2, text_id("it is no world file")};
constexpr std::size_t kWorldFactsBytesMax = kFuzzed ? 1u << 16 : 1u << 20;
constexpr int kWorldFileLevel = 3;  // of zstd

WorldDocument read_document(InputFile& file, const PlanesOfAutomaton& planes_of) {
  if (!file.fault().empty()) throw Unsound{file.fault()};
  PartReader reader(kWorldFileKind, [&](std::span<std::byte> bytes) { return file.read(bytes); });
  const json facts = parse_facts(reader.text(Section::facts, kWorldFactsBytesMax));
  WorldDocument document;
  document.run = read_run(facts);
  document.config_title = fact_text(facts, "config");
  if (facts.contains("acts")) document.acts = fact_text(facts, "acts");
  const WorldClaim claim = world_claim(facts);
  document.signs = read_signs(facts, claim.width, claim.height);
  // A short file must not make the reader allocate gigabytes.
  if (claim.file_bytes() > file.bytes()) throw Unsound{tr("it ends too early")};
  document.config = reader.text(Section::config, kConfigBytesMax);
  document.world = read_planes(reader, claim, planes_of ? planes_of(document.run.automaton) : claim.plane_set());
  reader.end();
  return document;
}

}  // namespace

Status write_world_file(const fs::path& path, const WorldDocument& document,
                        const std::function<void(double)>& progress) {
  AtomicFile file(path);
  PartWriter writer(kWorldFileKind, kWorldFileLevel, [&](std::span<const std::byte> bytes) { file.write(bytes); });
  json facts = world_facts(document.world);
  put_run(facts, document.run);
  facts["config"] = document.config_title;
  if (!document.acts.empty()) facts["acts"] = document.acts;
  put_signs(facts, document.signs);
  writer.put_text(Section::facts, facts.dump(-1, ' ', false, json::error_handler_t::replace));
  writer.put_text(Section::config, document.config);
  std::size_t bytes = 0, bytes_written = 0;
  for (const Plane plane : kAllPlanes) bytes += document.world.bytes(plane).size();
  const auto written = [&](std::size_t more) {
    bytes_written += more;
    if (progress) progress(static_cast<double>(bytes_written) / static_cast<double>(bytes));
  };
  put_planes(writer, document.world, written);
  writer.end();
  return file.commit();
}

Status read_world_file(const fs::path& path, WorldDocument& document, const PlanesOfAutomaton& planes_of) {
  InputFile file(path);
  const std::string why =
      fault_of([&] { document = read_document(file, planes_of); }, tr("there is not enough memory for its world"));
  if (why.empty()) return {};
  // If reading failed, that is why the file ended too early.
  return Status::failure(
      trf("{} could not be opened: {}.", path.filename().string(), file.fault().empty() ? why : file.fault()));
}

bool is_world_file(const fs::path& path) {
  std::string fault;
  return read_file_start(path, kWorldFileKind.magic.size(), fault) ==
         std::string(kWorldFileKind.magic.begin(), kWorldFileKind.magic.end());
}

WorldDocument document_of(const RunState& state, World world) {
  return {.world = std::move(world),
          .config = state.rules.ruleset->text,
          .config_title = state.rules.ruleset->title,
          .run = state.run,
          .acts = scene_acts(state.origin.scene) != nullptr ? state.origin.scene : std::string(),
          .signs = state.signs};
}

LoadedRules read_rules(std::string_view text, const std::string& title) {
  ConfigResult config = read_config(text, title);
  if (!config.ruleset) return {nullptr, std::make_shared<const Diagnostics>(std::move(config.diagnostics))};
  config.ruleset->title = title;
  config.ruleset->source.clear();
  return share_rules(std::move(*config.ruleset), std::move(config.diagnostics));
}

}  // namespace repose
