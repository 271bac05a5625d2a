// Reads and writes the index of a gallery, which anybody may have made.
#include "session/gallery_index.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/files.hpp"
#include "core/language.hpp"
#include "repose/replay.hpp"
#include "session/parts.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr int kFormat = 1;
constexpr std::uint64_t kSharedBytesMax = 256u << 20;
constexpr std::size_t kFileNameMax = 200;

nlohmann::ordered_json to_json(const GalleryEntry& entry) {
  nlohmann::ordered_json json = {{"file", entry.file},       {"title", entry.title},
                                 {"made_by", entry.made_by}, {"width", entry.width},
                                 {"height", entry.height},   {"steps", entry.steps},
                                 {"bytes", entry.bytes},     {"hash", fmt::format("{:016x}", entry.hash)}};
  if (!entry.challenge.empty()) {
    json["challenge"] = entry.challenge;
    json["medal"] = entry.medal;
    json["matter"] = entry.matter;
    json["strokes"] = entry.strokes;
  }
  return json;
}

std::uint64_t hash_of(const std::string& digits) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.size() != 16)
    throw Unsound{tr("a hash is not 16 hex digits")};
  return hash;
}

GalleryEntry entry_of(const json& facts) {
  GalleryEntry entry;
  entry.file = fact<std::string>(facts, "file");
  if (!is_gallery_file(entry.file))
    throw Unsound{trf("'{}' is not the name of a picture or a replay beside the index", shown_text(entry.file))};
  entry.title = fact_text(facts, "title");
  entry.made_by = fact_text(facts, "made_by");
  entry.width = fact<int>(facts, "width");
  entry.height = fact<int>(facts, "height");
  for (const int side : {entry.width, entry.height})
    if (side < kWorldSideMin || side > kWorldSideMax) throw Unsound{tr("a world has no possible size")};
  entry.steps = fact<std::uint64_t>(facts, "steps");
  entry.bytes = fact<std::uint64_t>(facts, "bytes");
  entry.hash = hash_of(fact<std::string>(facts, "hash"));
  if (facts.contains("challenge")) {
    entry.challenge = fact_text(facts, "challenge");
    entry.medal = fact_text(facts, "medal");
    entry.matter = fact<std::uint64_t>(facts, "matter");
    entry.strokes = fact<std::uint64_t>(facts, "strokes");
  }
  return entry;
}

}  // namespace

bool is_gallery_file(std::string_view name) {
  const auto is_plain = [](unsigned char c) { return c >= 32 && c != 127 && c != '/' && c != '\\' && c != ':'; };
  return name.size() <= kFileNameMax && !name.starts_with('.') && std::ranges::all_of(name, is_plain) &&
         (name.ends_with(".png") || name.ends_with(kReplayFileSuffix));
}

std::string encode_gallery_index(const std::vector<GalleryEntry>& entries) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const GalleryEntry& entry : entries) all.push_back(to_json(entry));
  const nlohmann::ordered_json index = {{"format", kFormat}, {"entries", std::move(all)}};
  return index.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

Status decode_gallery_index(std::string_view text, std::string_view name, std::vector<GalleryEntry>& entries) {
  const auto read = [&] {
    const json index = parse_facts(text);
    if (fact<int>(index, "format") != kFormat) throw Unsound{tr("this version does not support its format")};
    const json& all = fact(index, "entries");
    if (!all.is_array()) throw Unsound{tr("it is damaged")};
    if (all.size() > kGalleryEntriesMax) throw Unsound{trf("it has more than {} entries", kGalleryEntriesMax)};
    std::vector<GalleryEntry> found;
    for (const json& facts : all) found.push_back(entry_of(facts));
    entries = std::move(found);
  };
  const std::string why = fault_of(read, nullptr);
  return why.empty() ? Status() : Status::failure(trf("{} is no index of a gallery: {}.", name, why));
}

Status read_gallery_index(const fs::path& folder, std::vector<GalleryEntry>& entries) {
  const fs::path file = folder / kGalleryIndexName;
  std::string fault;
  const auto text = read_whole_file(file, kGalleryIndexBytesMax, fault);
  if (!text) return Status::failure(trf("{} could not be opened: {}.", file.string(), fault));
  return decode_gallery_index(*text, file.string(), entries);
}

Status measure_gallery_file(const fs::path& file, GalleryEntry& entry) {
  std::string fault;
  const auto bytes = read_whole_file(file, kSharedBytesMax, fault);
  if (!bytes) return Status::failure(trf("{} could not be opened: {}.", file.filename().string(), fault));
  entry.bytes = bytes->size();
  entry.hash = XXH64(bytes->data(), bytes->size(), 0);
  return {};
}

}  // namespace repose
