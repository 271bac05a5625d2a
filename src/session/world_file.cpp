#include "repose/world_file.hpp"
#include "core/file_handle.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <span>

#include "core/atomic_file.hpp"
#include "repose/config.hpp"
#include "session/world_facts.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr FileKind kKind{{'\x89', 'R', 'E', 'P', 'O', 'S', 'E', '\n'}, 1, "world file"};
constexpr std::size_t kFactsBytesMax = 1u << 20;
constexpr int kWorldFileLevel = 3;  // of zstd

// ---- writing ----

json facts_of(const WorldDocument& document) {
  json parameters = json::object();
  for (const auto& [name, value] : document.run.parameters) parameters[name] = value;
  json facts = world_facts(document.world);
  facts.update({{"automaton", document.run.automaton},
                {"parameters", parameters},
                {"config", document.config_title},
                {"seed", document.run.seed},
                {"step", document.run.step},
                {"first_bias", document.run.first_bias == Bias::left ? "left" : "right"}});
  return facts;
}

// ---- reading ----

FileHandle open_file(const fs::path& path) {
  FileHandle file(std::fopen(path.c_str(), "rb"));
  if (!file) throw Unsound{std::strerror(errno)};
  return file;
}

// A short file must not make the reader allocate gigabytes.
void refuse_claims(const WorldClaim& claim, const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error) || claim.file_bytes() > fs::file_size(path, error))
    throw Unsound{"it ends too early"};
}

void read_facts(const json& facts, WorldDocument& document) {
  document.run.automaton = fact<std::string>(facts, "automaton");
  document.config_title = fact<std::string>(facts, "config");
  document.run.seed = fact<std::uint64_t>(facts, "seed");
  document.run.step = fact<std::uint64_t>(facts, "step");
  document.run.first_bias = fact<std::string>(facts, "first_bias") == "right" ? Bias::right : Bias::left;
  const auto parameters = fact<json>(facts, "parameters");
  for (const auto& [name, value] : parameters.items()) document.run.parameters.emplace_back(name, value.get<double>());
}

WorldDocument read_document(const fs::path& path) {
  const auto file = open_file(path);
  PartReader reader(kKind,
                    [&](std::span<std::byte> bytes) { return std::fread(bytes.data(), 1, bytes.size(), file.get()); });
  const json facts = json::parse(reader.text(Section::facts, kFactsBytesMax));
  WorldDocument document;
  read_facts(facts, document);
  const WorldClaim claim = world_claim(facts);
  refuse_claims(claim, path);
  document.config = reader.text(Section::config, kConfigBytesMax);
  document.world = read_planes(reader, claim);
  reader.end();
  return document;
}

}  // namespace

Status write_world_file(const fs::path& path, const WorldDocument& document,
                        const std::function<void(double)>& progress) {
  AtomicFile file(path);
  PartWriter writer(kKind, kWorldFileLevel, [&](std::span<const std::byte> bytes) { file.write(bytes); });
  const std::string facts = facts_of(document).dump(-1, ' ', false, json::error_handler_t::replace);
  writer.put_text(Section::facts, facts);
  writer.put_text(Section::config, document.config);
  std::size_t bytes = 0, bytes_written = 0;
  for (std::size_t i = 0; i < kPlaneCount; ++i) bytes += document.world.bytes(static_cast<Plane>(i)).size();
  const auto written = [&](std::size_t more) {
    bytes_written += more;
    if (progress) progress(static_cast<double>(bytes_written) / static_cast<double>(bytes));
  };
  put_planes(writer, document.world, written);
  writer.end();
  return file.commit();
}

Status read_world_file(const fs::path& path, WorldDocument& document) {
  const auto refused = [&](std::string_view why) {
    return Status::failure(fmt::format("{} could not be opened: {}.", path.filename().string(), why));
  };
  try {
    document = read_document(path);
    return {};
  } catch (const Unsound& unsound) {
    return refused(unsound.why);
  } catch (const json::exception&) {
    return refused("it is damaged");
  } catch (const std::bad_alloc&) {
    return refused("there is not enough memory for its world");
  }
}

bool is_world_file(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return false;
  const FileHandle file(std::fopen(path.c_str(), "rb"));
  std::array<char, kKind.magic.size()> magic{};
  return file && std::fread(magic.data(), magic.size(), 1, file.get()) == 1 && magic == kKind.magic;
}

}  // namespace repose
