#include "repose/world_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <nlohmann/json.hpp>
#include <span>

#include "core/atomic_file.hpp"
#include "repose/config.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

static_assert(std::endian::native == std::endian::little, "headers are written as they lie in memory");

constexpr std::array<char, 8> kMagic = {'\x89', 'R', 'E', 'P', 'O', 'S', 'E', '\n'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kPartBytesMax = 8u << 20;  // of a section, unpacked: what reading and writing hold beside the world
constexpr std::size_t kFactsBytesMax = 1u << 20;
constexpr int kPacking = 3;

// A fuzzer never guesses a checksum, and would see nothing of what lies behind it.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
constexpr bool kChecksumsCount = false;
#else
constexpr bool kChecksumsCount = true;
#endif

enum class Section : std::uint32_t { facts, config, plane, end };

// Stands before the bytes of every part.
struct PartHeader {
  Section section = Section::end;
  std::uint32_t plane = 0;     // which, in a plane's parts
  std::uint32_t bytes = 0;     // unpacked
  std::uint32_t packed = 0;    // in the file
  std::uint64_t checksum = 0;  // xxHash64 of the unpacked bytes, seeded with the number of the part in the file
};
static_assert(sizeof(PartHeader) == 24);

struct Preamble {
  std::array<char, 8> magic = kMagic;
  std::uint32_t version = kVersion;
  std::uint32_t reserved = 0;
};
static_assert(sizeof(Preamble) == 16);

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

// ---- writing ----

class Writer {
 public:
  explicit Writer(const fs::path& path) : file_(path), context_(ZSTD_createCCtx()) { file_.write(bytes_of(Preamble{})); }

  // A text ends with the first part that is not full, so it needs no length.
  void put_text(Section section, std::string_view text) {
    for (; text.size() >= kPartBytesMax; text.remove_prefix(kPartBytesMax)) {
      put_part(section, std::as_bytes(std::span(text.substr(0, kPartBytesMax))), 0);
    }
    put_part(section, std::as_bytes(std::span(text)), 0);
  }
  template <class Written>
  void put_plane(Plane plane, std::span<const std::uint8_t> values, const Written& written) {
    while (!values.empty()) {
      const auto part = values.first(std::min(values.size(), kPartBytesMax));
      put_part(Section::plane, std::as_bytes(part), static_cast<std::uint32_t>(plane));
      values = values.subspan(part.size());
      written(part.size());
    }
  }
  Status finish() {
    put_part(Section::end, {}, 0);
    return file_.commit();
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };

  void put_part(Section section, std::span<const std::byte> bytes, std::uint32_t plane) {
    packed_.resize(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compressCCtx(context_.get(), packed_.data(), packed_.size(), bytes.data(), bytes.size(), kPacking);
    const PartHeader header{section, plane, static_cast<std::uint32_t>(bytes.size()), static_cast<std::uint32_t>(size),
                            XXH64(bytes.data(), bytes.size(), parts_++)};
    file_.write(bytes_of(header));
    file_.write(std::span(packed_).first(size));
  }

  AtomicFile file_;
  std::unique_ptr<ZSTD_CCtx, Free> context_;
  std::vector<std::byte> packed_;
  std::uint64_t parts_ = 0;
};

json facts_of(const WorldDocument& document) {
  json planes = json::array();
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    if (document.world.has(plane)) planes.push_back(plane_info(plane).name);
  }
  json parameters = json::object();
  for (const auto& [name, value] : document.parameters) parameters[name] = value;
  return {{"width", document.world.width()}, {"height", document.world.height()}, {"planes", planes},
          {"automaton", document.automaton}, {"parameters", parameters},          {"config", document.config_title},
          {"seed", document.seed},           {"step", document.step},             {"first_bias", document.first_bias == Bias::left ? "left" : "right"}};
}

// ---- reading ----

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// What is wrong with a file; the name is put before it.
struct Unsound {
  std::string why;
};

class Reader {
 public:
  explicit Reader(const fs::path& path) : file_(std::fopen(path.c_str(), "rb")), context_(ZSTD_createDCtx()) {
    std::error_code error;
    if (!file_) throw Unsound{std::strerror(errno)};
    file_bytes_ = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
    Preamble preamble;
    if (std::fread(&preamble, sizeof preamble, 1, file_.get()) != 1 || preamble.magic != kMagic) throw Unsound{"it is no world file"};
    if (preamble.version > kVersion) {
      throw Unsound{fmt::format("it was written by a newer Repose (version {} of the format; this one reads {})", preamble.version, kVersion)};
    }
  }

  std::uint64_t file_bytes() const { return file_bytes_; }

  // The next part, which must be of that section and hold at most so many bytes; they stay until the next call.
  std::span<const std::byte> part(Section section, std::uint32_t plane, std::size_t bytes_max) {
    PartHeader header;
    if (std::fread(&header, sizeof header, 1, file_.get()) != 1) throw Unsound{"it ends too early"};
    if (header.section != section || header.plane != plane || header.bytes > std::min(bytes_max, kPartBytesMax) ||
        header.packed > ZSTD_compressBound(kPartBytesMax)) {
      throw Unsound{"it is damaged"};
    }
    packed_.resize(header.packed);
    if (std::fread(packed_.data(), 1, packed_.size(), file_.get()) != packed_.size()) throw Unsound{"it ends too early"};
    bytes_.resize(header.bytes);
    const std::size_t size = ZSTD_decompressDCtx(context_.get(), bytes_.data(), bytes_.size(), packed_.data(), packed_.size());
    const bool whole = !ZSTD_isError(size) && size == bytes_.size();
    if (!whole || (XXH64(bytes_.data(), size, parts_++) != header.checksum && kChecksumsCount)) throw Unsound{"it is damaged"};
    return bytes_;
  }

  std::string text(Section section, std::size_t bytes_max) {
    std::string text;
    while (true) {
      const auto bytes = part(section, 0, bytes_max - text.size());
      text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      if (bytes.size() < kPartBytesMax) return text;
    }
  }

  void fill(Plane plane, std::span<std::uint8_t> values) {
    while (!values.empty()) {
      const std::size_t expected = std::min(values.size(), kPartBytesMax);
      const auto bytes = part(Section::plane, static_cast<std::uint32_t>(plane), expected);
      if (bytes.size() != expected) throw Unsound{"it is damaged"};
      std::memcpy(values.data(), bytes.data(), expected);
      values = values.subspan(expected);
    }
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };

  std::unique_ptr<std::FILE, FileCloser> file_;
  std::unique_ptr<ZSTD_DCtx, Free> context_;
  std::uint64_t file_bytes_ = 0;
  std::vector<std::byte> packed_, bytes_;
  std::uint64_t parts_ = 0;
};

template <class T>
T fact(const json& facts, const char* name) {
  const auto it = facts.find(name);
  if (it == facts.end()) throw Unsound{fmt::format("it does not say its {}", name)};
  return it->get<T>();
}

int side(const json& facts, const char* name) {
  const auto cells = fact<std::int64_t>(facts, name);
  if (cells < kWorldSideMin || cells > kWorldSideMax) {
    throw Unsound{fmt::format("its {} of {} cells is out of range ({} to {})", name, cells, kWorldSideMin, kWorldSideMax)};
  }
  return static_cast<int>(cells);
}

std::vector<Plane> planes_of(const json& facts) {
  std::vector<Plane> planes;
  for (const auto& name : fact<std::vector<std::string>>(facts, "planes")) {
    const auto plane = find_plane(name);
    if (!plane) throw Unsound{fmt::format("it has a plane '{}', which this version does not know", name)};
    if (!planes.empty() && *plane <= planes.back()) throw Unsound{"its planes are out of order"};
    planes.push_back(*plane);
  }
  if (planes.empty() || planes.front() != Plane::cells) throw Unsound{"it has no cells"};
  return planes;
}

// A few bytes must not claim gigabytes: every part has a header at least.
void refuse_claims(int width, int height, const std::vector<Plane>& planes, std::uint64_t file_bytes) {
  std::uint64_t parts = 0;
  for (const Plane plane : planes) {
    const auto bytes = static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) * plane_info(plane).bytes_per_cell;
    parts += (bytes + kPartBytesMax - 1) / kPartBytesMax;
  }
  if (parts * sizeof(PartHeader) > file_bytes) throw Unsound{"it ends too early"};
}

void read_facts(const json& facts, WorldDocument& document) {
  document.automaton = fact<std::string>(facts, "automaton");
  document.config_title = fact<std::string>(facts, "config");
  document.seed = fact<std::uint64_t>(facts, "seed");
  document.step = fact<std::uint64_t>(facts, "step");
  document.first_bias = fact<std::string>(facts, "first_bias") == "right" ? Bias::right : Bias::left;
  const auto parameters = fact<json>(facts, "parameters");
  for (const auto& [name, value] : parameters.items()) document.parameters.emplace_back(name, value.get<double>());
}

WorldDocument read_document(const fs::path& path) {
  Reader reader(path);
  const json facts = json::parse(reader.text(Section::facts, kFactsBytesMax));
  WorldDocument document;
  read_facts(facts, document);
  const int width = side(facts, "width"), height = side(facts, "height");
  const std::vector<Plane> planes = planes_of(facts);
  refuse_claims(width, height, planes, reader.file_bytes());
  document.config = reader.text(Section::config, kConfigBytesMax);
  document.world = World(width, height);
  for (const Plane plane : planes) {
    document.world.add(plane);
    reader.fill(plane, document.world.bytes(plane));
  }
  reader.part(Section::end, 0, 0);
  return document;
}

}  // namespace

Status write_world_file(const fs::path& path, const WorldDocument& document, const std::function<void(double)>& progress) {
  Writer writer(path);
  const std::string facts = facts_of(document).dump(-1, ' ', false, json::error_handler_t::replace);
  writer.put_text(Section::facts, facts);
  writer.put_text(Section::config, document.config);
  std::size_t bytes = 0, bytes_written = 0;
  for (std::size_t i = 0; i < kPlaneCount; ++i) bytes += document.world.bytes(static_cast<Plane>(i)).size();
  const auto written = [&](std::size_t more) {
    bytes_written += more;
    if (progress) progress(static_cast<double>(bytes_written) / static_cast<double>(bytes));
  };
  for (std::size_t i = 0; i < kPlaneCount; ++i) {
    const auto plane = static_cast<Plane>(i);
    if (document.world.has(plane)) writer.put_plane(plane, document.world.bytes(plane), written);
  }
  return writer.finish();
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
  const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rb"));
  std::array<char, kMagic.size()> magic{};
  return file && std::fread(magic.data(), magic.size(), 1, file.get()) == 1 && magic == kMagic;
}

}  // namespace repose
