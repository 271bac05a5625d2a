// Stamps: a PNG picture with one more chunk, which holds the clip.
#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/files.hpp"
#include "repose/clip.hpp"
#include "session/json_text.hpp"
#include "session/png_chunk.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// The case of its letters means: not needed to show the picture, private, and to be dropped by programs that change the
// pixels.
constexpr std::string_view kChunkType = "stMP";
constexpr std::uint32_t kVersion = 2;
constexpr std::uintmax_t kFileBytesMax = 64u << 20;
constexpr int kStampLevel = 9;  // of zstd

// The payload before packing: this preamble, the facts as JSON, and the planes, one after the other.
struct Preamble {
  std::uint32_t version = kVersion;
  std::uint32_t facts_bytes = 0;
};

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, const void* data, std::size_t size) {
  const std::size_t before = bytes.size();
  bytes.resize(before + size);
  if (size > 0) std::memcpy(&bytes[before], data, size);
}

// The hash of the pixels. If it does not match, another program has changed the picture, and the pixels are read
// instead.
std::string mark_of(const Picture& picture) {
  return fmt::format("{:016x}",
                     XXH64(picture.rgb.data(), picture.rgb.size(), static_cast<std::uint64_t>(picture.width)));
}

Bytes packed(const Bytes& bytes) {
  Bytes result(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), kStampLevel);
  result.resize(ZSTD_isError(size) ? 0 : size);
  return result;
}

std::optional<Bytes> unpacked(std::span<const std::byte> bytes, std::size_t size_max) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > size_max) return std::nullopt;
  Bytes result(static_cast<std::size_t>(size));
  if (ZSTD_decompress(result.data(), result.size(), bytes.data(), bytes.size()) != size) return std::nullopt;
  return result;
}

std::size_t bytes_per_cell(PlaneSet planes) {
  std::size_t bytes = 0;
  for (std::size_t p = 0; p < kPlaneCount; ++p) {
    if (planes.has(static_cast<Plane>(p))) bytes += plane_info(static_cast<Plane>(p)).bytes_per_cell;
  }
  return bytes;
}

Bytes make_payload(const Clip& clip, const Picture& picture) {
  json planes = json::array();
  for (std::size_t p = 0; p < kPlaneCount; ++p) {
    if (clip.world.has(static_cast<Plane>(p))) planes.push_back(plane_info(static_cast<Plane>(p)).name);
  }
  const std::string facts =
      json{{"names", clip.names}, {"planes", std::move(planes)}, {"pixels", mark_of(picture)}}.dump(
          -1, ' ', false, json::error_handler_t::replace);
  const Preamble preamble{kVersion, static_cast<std::uint32_t>(facts.size())};
  Bytes bytes;
  append(bytes, &preamble, sizeof preamble);
  append(bytes, facts.data(), facts.size());
  for (std::size_t p = 0; p < kPlaneCount; ++p) {
    const auto plane = clip.world.bytes(static_cast<Plane>(p));
    append(bytes, plane.data(), plane.size());
  }
  return packed(bytes);
}

// The facts of a payload, if the payload can belong to this picture.
struct Facts {
  std::vector<std::string> names;
  PlaneSet planes;
  std::size_t bytes = 0;  // of preamble and facts
};

std::optional<Facts> read_facts(const Bytes& bytes, const Picture& picture) {
  Preamble preamble;
  if (bytes.size() < sizeof preamble) return std::nullopt;
  std::memcpy(&preamble, bytes.data(), sizeof preamble);
  if (preamble.version != kVersion || preamble.facts_bytes > bytes.size() - sizeof preamble) return std::nullopt;
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + sizeof preamble;
  const auto facts = parse_json({text, preamble.facts_bytes});
  if (!facts || !facts->is_object() || facts->value("pixels", json()) != json(mark_of(picture))) return std::nullopt;
  const json names = facts->value("names", json()), planes = facts->value("planes", json());
  if (!names.is_array() || names.empty() || names.size() > kElementsMax || !planes.is_array()) return std::nullopt;

  Facts result{{}, {}, sizeof preamble + preamble.facts_bytes};
  for (const json& name : names) {
    if (!name.is_string()) return std::nullopt;
    result.names.push_back(name.get<std::string>());
  }
  for (const json& name : planes) {
    const auto plane = name.is_string() ? find_plane(name.get<std::string>()) : std::nullopt;
    if (!plane || result.planes.has(*plane)) return std::nullopt;
    result.planes.add(*plane);
  }
  return result.planes.has(Plane::cells) ? std::optional(result) : std::nullopt;
}

std::optional<Clip> read_payload(std::span<const std::byte> payload, const Picture& picture) {
  constexpr std::size_t kFactsMax = 1u << 20, kCellMax = 32;
  const std::size_t cells = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  const auto bytes = unpacked(payload, kFactsMax + cells * kCellMax);
  if (!bytes) return std::nullopt;
  const auto facts = read_facts(*bytes, picture);
  if (!facts || bytes->size() - facts->bytes != cells * bytes_per_cell(facts->planes)) return std::nullopt;
  Clip clip{World(picture.width, picture.height), facts->names};
  std::size_t offset = facts->bytes;
  for (std::size_t p = 0; p < kPlaneCount; ++p) {
    const auto plane = static_cast<Plane>(p);
    if (!facts->planes.has(plane)) continue;
    clip.world.add(plane);
    const auto to = clip.world.bytes(plane);
    std::memcpy(to.data(), bytes->data() + offset, to.size());
    offset += to.size();
  }
  const bool sound =
      std::ranges::all_of(clip.world.cells(), [&](std::uint8_t cell) { return cell < clip.names.size(); });
  return sound ? std::optional(std::move(clip)) : std::nullopt;
}

}  // namespace

Status write_stamp(const fs::path& path, const Clip& clip, const Ruleset& ruleset) {
  const int width = clip.world.width(), height = clip.world.height();
  if (width > kStampSideMax || height > kStampSideMax) {
    return Status::failure(fmt::format("What is selected is too large for a stamp: {} x {} cells, at most {} a side.",
                                       width, height, kStampSideMax));
  }
  const Picture picture = picture_of(clip, ruleset);
  const Bytes png = encode_png(picture), payload = make_payload(clip, picture);
  if (png.empty() || payload.empty()) return Status::failure("There is not enough memory for this stamp.");
  return write_whole_file(path, with_chunk(png, kChunkType, payload));
}

Status decode_stamp(std::span<const std::byte> bytes, std::string_view name, const Ruleset& ruleset, Clip& clip) {
  Picture picture;
  if (Status status = decode_png(bytes, name, picture, kStampSideMax); !status) return status;
  auto own = read_payload(find_chunk(bytes, kChunkType), picture);
  clip = own ? std::move(*own) : clip_of_picture(picture, ruleset);
  return {};
}

Status read_stamp(const fs::path& path, const Ruleset& ruleset, Clip& clip) {
  std::string fault;
  const auto content = read_whole_file(path, kFileBytesMax, fault);
  if (!content) return Status::failure(fmt::format("{} could not be opened: {}.", path.string(), fault));
  return decode_stamp(std::as_bytes(std::span(*content)), path.filename().string(), ruleset, clip);
}

}  // namespace repose
