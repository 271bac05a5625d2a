#include "session/parts.hpp"

#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <bit>

#include "config/report.hpp"
#include "session/run_state.hpp"

namespace repose {

using nlohmann::json;

namespace {

static_assert(std::endian::native == std::endian::little, "headers are written as they lie in memory");

struct Preamble {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(Preamble) == 16);

// The header of every part.
struct PartHeader {
  Section section = Section::end;
  std::uint32_t number = 0;    // the plane, in parts of a plane
  std::uint32_t bytes = 0;     // unpacked
  std::uint32_t packed = 0;    // in the file
  std::uint64_t checksum = 0;  // xxHash64 of the unpacked bytes, seeded with the number of the part in the file
};
static_assert(sizeof(PartHeader) == 24);

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

int side(const json& facts, const char* name) {
  constexpr int kSideMax = kFuzzed ? 64 : kWorldSideMax;
  const auto cells = fact<std::int64_t>(facts, name);
  if (cells < kWorldSideMin || cells > kSideMax) {
    throw Unsound{name == std::string_view("width")
                      ? trf("its width of {} cells is out of range ({} to {})", cells, kWorldSideMin, kWorldSideMax)
                      : trf("its height of {} cells is out of range ({} to {})", cells, kWorldSideMin, kWorldSideMax)};
  }
  return static_cast<int>(cells);
}

std::vector<Plane> planes_of(const json& facts) {
  std::vector<Plane> planes;
  for (const auto& name : fact<std::vector<std::string>>(facts, "planes")) {
    const auto plane = find_plane(name);
    if (!plane) throw Unsound{trf("it has a plane '{}', which this version does not support", shown_text(name))};
    if (!planes.empty() && *plane <= planes.back()) throw Unsound{tr("its planes are out of order")};
    planes.push_back(*plane);
  }
  if (planes.empty() || planes.front() != Plane::cells) throw Unsound{tr("it has no cells")};
  return planes;
}

std::uint64_t plane_bytes(const WorldClaim& claim, Plane plane) {
  return static_cast<std::uint64_t>(claim.width) * static_cast<std::uint64_t>(claim.height) *
         plane_info(plane).bytes_per_cell;
}

}  // namespace

void FreeZstd::operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
void FreeZstd::operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }

std::size_t checked_zstd(std::size_t result) {
  if (ZSTD_isError(result) != 0) throw std::bad_alloc();
  return result;
}

// ---- writing ----

PartWriter::PartWriter(const FileKind& kind, int packing, Sink sink)
    : sink_(std::move(sink)), packing_(packing), context_(ZSTD_createCCtx()) {
  sink_(bytes_of(Preamble{kind.magic, kind.version}));
}

void PartWriter::put_text(Section section, std::string_view text) {
  for (; text.size() >= kPartBytesMax; text.remove_prefix(kPartBytesMax))
    put_part(section, std::as_bytes(std::span<const char>(text.substr(0, kPartBytesMax))), 0);
  put_part(section, std::as_bytes(std::span<const char>(text)), 0);
}

void PartWriter::put_values(Section section, std::uint32_t number, std::span<const std::uint8_t> values,
                            const std::function<void(std::size_t)>& written) {
  while (!values.empty()) {
    const auto part = values.first(std::min(values.size(), kPartBytesMax));
    put_part(section, std::as_bytes(part), number);
    values = values.subspan(part.size());
    if (written) written(part.size());
  }
}

void PartWriter::put_part(Section section, std::span<const std::byte> bytes, std::uint32_t number) {
  packed_.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compressCCtx(context_.get(), packed_.data(), packed_.size(), bytes.data(), bytes.size(), packing_);
  const PartHeader header{section, number, static_cast<std::uint32_t>(bytes.size()), static_cast<std::uint32_t>(size),
                          XXH64(bytes.data(), bytes.size(), parts_++)};
  sink_(bytes_of(header));
  sink_(std::span(packed_).first(size));
}

// ---- reading ----

PartReader::PartReader(const FileKind& kind, Source source) : source_(std::move(source)), context_(ZSTD_createDCtx()) {
  Preamble preamble{};
  if (source_(std::as_writable_bytes(std::span(&preamble, 1))) != sizeof preamble || preamble.magic != kind.magic)
    throw Unsound{tr(kind.mismatch)};
  if (preamble.version != kind.version) {
    throw Unsound{trf("it was written by another Repose (version {} of the format; this one reads {})",
                      preamble.version, kind.version)};
  }
}

void PartReader::take(std::span<std::byte> bytes) {
  if (source_(bytes) != bytes.size()) throw Unsound{tr("it ends too early")};
}

std::span<const std::byte> PartReader::part(Section section, std::uint32_t number, std::size_t bytes_max) {
  PartHeader header;
  take(std::as_writable_bytes(std::span(&header, 1)));
  if (header.section != section || header.number != number || header.bytes > std::min(bytes_max, kPartBytesMax) ||
      header.packed > ZSTD_compressBound(kPartBytesMax)) {
    throw Unsound{tr("it is damaged")};
  }
  packed_.resize(header.packed);
  take(packed_);
  bytes_.resize(header.bytes);
  const std::size_t size =
      ZSTD_decompressDCtx(context_.get(), bytes_.data(), bytes_.size(), packed_.data(), packed_.size());
  const bool whole = !ZSTD_isError(size) && size == bytes_.size();
  if (!whole || (XXH64(bytes_.data(), size, parts_++) != header.checksum && !kFuzzed))
    throw Unsound{tr("it is damaged")};
  return bytes_;
}

std::string PartReader::text(Section section, std::size_t bytes_max) {
  std::string text;
  while (true) {
    const auto bytes = part(section, 0, bytes_max - text.size());
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (bytes.size() < kPartBytesMax) return text;
  }
}

std::span<const std::byte> PartReader::values(Section section, std::uint32_t number, std::uint64_t left) {
  const auto expected = static_cast<std::size_t>(std::min<std::uint64_t>(left, kPartBytesMax));
  const auto bytes = part(section, number, expected);
  if (bytes.size() != expected) throw Unsound{tr("it is damaged")};
  return bytes;
}

void PartReader::fill(Section section, std::uint32_t number, std::span<std::uint8_t> values) {
  while (!values.empty()) {
    const auto bytes = this->values(section, number, values.size());
    std::memcpy(values.data(), bytes.data(), bytes.size());
    values = values.subspan(bytes.size());
  }
}

void PartReader::skip(Section section, std::uint32_t number, std::uint64_t bytes) {
  while (bytes > 0) bytes -= values(section, number, bytes).size();
}

std::uint64_t WorldClaim::bytes() const {
  std::uint64_t bytes = 0;
  for (const Plane plane : planes) bytes += plane_bytes(*this, plane);
  return bytes;
}

PlaneSet WorldClaim::plane_set() const {
  PlaneSet set;
  for (const Plane plane : planes) set.add(plane);
  return set;
}

std::uint64_t WorldClaim::file_bytes() const {
  std::uint64_t bytes = 0;
  for (const Plane plane : planes)
    bytes += (plane_bytes(*this, plane) + kPartBytesMax - 1) / kPartBytesMax * sizeof(PartHeader);
  return bytes;
}

json parse_facts(std::string_view text) {
  auto facts = parse_json(text);
  if (!facts) throw Unsound{tr("it is damaged")};
  return std::move(*facts);
}

const json& fact(const json& facts, const char* name) {
  const auto it = facts.find(name);
  if (it == facts.end()) throw Unsound{trf("it does not say its {}", name)};
  return *it;
}

std::string shown_text(std::string_view text) {
  constexpr std::size_t kTextBytesMax = 255;  // as the names of files
  return config::printable(text, kTextBytesMax);
}

std::string fact_text(const json& facts, const char* name) { return shown_text(fact<std::string>(facts, name)); }

void put_run(json& facts, const RunSettings& run) {
  json parameters = json::object();
  for (const auto& [name, value] : run.parameters) parameters[name] = value;
  facts["automaton"] = run.automaton;
  facts["parameters"] = std::move(parameters);
  facts["seed"] = run.seed;
  facts["step"] = run.step;
  facts["first_bias"] = run.first_bias == Bias::left ? "left" : "right";
}

RunSettings read_run(const json& facts) {
  RunSettings run;
  run.automaton = fact_text(facts, "automaton");
  run.seed = fact<std::uint64_t>(facts, "seed");
  run.step = fact<std::uint64_t>(facts, "step");
  run.first_bias = fact<std::string>(facts, "first_bias") == "right" ? Bias::right : Bias::left;
  for (const auto& [name, value] : fact(facts, "parameters").get_ref<const json::object_t&>())
    run.parameters.emplace_back(shown_text(name), value.get<double>());
  return run;
}

void put_signs(json& facts, const Signs& signs) {
  for (const Sign& sign : signs) facts["signs"].push_back({sign.at.x, sign.at.y, sign.text});
}

std::string sign_text(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  std::string sound = config::printable(text, kSignBytesMax);
  sound.erase(sound.find_last_not_of(' ') + 1);
  return sound;
}

std::string change_signs(Signs& signs, const command::SetSign& c, int width, int height) {
  const auto there = std::ranges::find(signs, c.at, &Sign::at);
  const auto changed = c.from ? std::ranges::find(signs, *c.from, &Sign::at) : there;
  std::string text = sign_text(c.text);
  if (c.at.x < 0 || c.at.y < 0 || c.at.x >= width || c.at.y >= height)
    return tr("A sign stands on a cell of the world.");
  if (changed == signs.end() && (c.from || text.empty())) return tr("There is no sign.");
  if (there != signs.end() && there != changed) return tr("Another sign stands there.");
  if (changed == signs.end()) {
    if (signs.size() >= kSignsMax) return trf("A world has {} signs at most.", kSignsMax);
    signs.push_back({c.at, std::move(text)});
  } else if (text.empty() && !c.from) {
    signs.erase(changed);
  } else {
    changed->at = c.at;
    if (!text.empty()) changed->text = std::move(text);
  }
  return {};
}

Signs read_signs(const json& facts, int width, int height) {
  Signs signs;
  if (!facts.contains("signs")) return signs;
  for (const json& sign : fact(facts, "signs")) {
    const command::SetSign put{{value_of<int>(sign.at(0)), value_of<int>(sign.at(1))}, sign.at(2).get<std::string>()};
    const bool taken = std::ranges::find(signs, put.at, &Sign::at) != signs.end();
    if (taken || !change_signs(signs, put, width, height).empty()) throw Unsound{tr("its signs are damaged")};
  }
  return signs;
}

json world_facts(const World& world) {
  json planes = json::array();
  for (const Plane plane : kAllPlanes) {
    if (world.has(plane)) planes.push_back(plane_info(plane).name);
  }
  return {{"width", world.width()}, {"height", world.height()}, {"planes", planes}};
}

WorldClaim world_claim(const json& facts) {
  WorldClaim claim;
  claim.width = side(facts, "width");
  claim.height = side(facts, "height");
  claim.planes = planes_of(facts);
  return claim;
}

void put_planes(PartWriter& writer, const World& world, const std::function<void(std::size_t)>& written) {
  for (std::uint32_t i = 0; i < kPlaneCount; ++i)
    writer.put_values(Section::plane, i, world.bytes(static_cast<Plane>(i)), written);
}

World read_planes(PartReader& reader, const WorldClaim& claim, PlaneSet wanted) {
  World world(claim.width, claim.height);
  for (const Plane plane : claim.planes) {
    const auto number = static_cast<std::uint32_t>(plane);
    if (plane != Plane::cells && !wanted.has(plane)) {
      reader.skip(Section::plane, number, plane_bytes(claim, plane));
      continue;
    }
    world.add(plane);
    reader.fill(Section::plane, number, world.bytes(plane));
  }
  return world;
}

std::optional<json> parse_json(std::string_view text) {
  // Counts brackets and commas outside of strings: whether the text is within the limits, if it is JSON.
  int depth = 0;
  std::size_t values = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      if (c == '\\') ++i;  // the next character does not end the string
      continue;
    }
    const bool opens = c == '[' || c == '{';
    if (opens) ++depth;
    if (c == ']' || c == '}') --depth;
    if (opens || c == ',') ++values;
    if (depth > kJsonDepthMax || values > kJsonValuesMax) return std::nullopt;
  }
  json result = json::parse(text, nullptr, /*allow_exceptions=*/false);
  return result.is_discarded() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace repose
