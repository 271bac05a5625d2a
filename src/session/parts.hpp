// The format of world files and replays (docs/files.md): a preamble and parts, each packed and checksummed.
#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/language.hpp"
#include "repose/run.hpp"
#include "repose/world.hpp"
#include "session/zstd.hpp"

namespace repose {

// Of a part, unpacked: the memory that reading and writing need besides the content.
inline constexpr std::size_t kPartBytesMax = 8u << 20;

// For fuzzing: no checksums, which a fuzzer cannot guess, and small worlds and facts, to spend no time on zeros.
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
inline constexpr bool kFuzzed = true;
#else
inline constexpr bool kFuzzed = false;
#endif

struct FileKind {
  std::array<char, 8> magic;  // the first bytes of such a file
  std::uint32_t version;      // the one that is read
  const char* mismatch;       // what is wrong with another file: "it is no world file"
};

enum class Section : std::uint32_t { facts, config, plane, end, inputs };

// What is wrong with a file, without its name. Thrown by readers and caught in the same library.
struct Unsound {
  std::string why;
};

class PartWriter {
 public:
  using Sink = std::function<void(std::span<const std::byte>)>;
  // `packing`: the level of zstd.
  PartWriter(const FileKind& kind, int packing, Sink sink);

  // A part that is not full ends the text, so its length is not written.
  void put_text(Section section, std::string_view text);
  // `written` is called with the bytes of every part.
  void put_values(Section section, std::uint32_t number, std::span<const std::uint8_t> values,
                  const std::function<void(std::size_t bytes)>& written = {});
  void end() { put_part(Section::end, {}, 0); }

 private:
  void put_part(Section section, std::span<const std::byte> bytes, std::uint32_t number);

  Sink sink_;
  int packing_;
  std::unique_ptr<ZSTD_CCtx_s, FreeZstd> context_;
  std::vector<std::byte> packed_;
  std::uint64_t parts_ = 0;
};

class PartReader {
 public:
  // Fills the span with the next bytes and returns how many there were.
  using Source = std::function<std::size_t(std::span<std::byte>)>;
  PartReader(const FileKind& kind, Source source);

  // The next part, valid until the next call. Throws Unsound if it is of another section or over `bytes_max` bytes.
  std::span<const std::byte> part(Section section, std::uint32_t number, std::size_t bytes_max);
  std::string text(Section section, std::size_t bytes_max);
  void fill(Section section, std::uint32_t number, std::span<std::uint8_t> values);
  // Reads and checks the parts that hold so many bytes, and drops them.
  void skip(Section section, std::uint32_t number, std::uint64_t bytes);
  void end() { part(Section::end, 0, 0); }

 private:
  void take(std::span<std::byte> bytes);
  // The next part of a long sequence of values of which `left` bytes are left.
  std::span<const std::byte> values(Section section, std::uint32_t number, std::uint64_t left);

  Source source_;
  std::unique_ptr<ZSTD_DCtx_s, FreeZstd> context_;
  std::vector<std::byte> packed_, bytes_;
  std::uint64_t parts_ = 0;
};

// Descriptions of worlds in files, as JSON, and reading the worlds that they describe.

// Calls read(), and returns what is wrong with the file; empty: nothing. `no_memory`: if memory runs out; null: throws.
template <class Read>
std::string fault_of(const Read& read, const char* no_memory) {
  try {
    read();
    return {};
  } catch (const Unsound& unsound) {
    return unsound.why;
  } catch (const nlohmann::json::exception&) {
    return tr("it is damaged");
  } catch (const std::bad_alloc&) {
    if (no_memory == nullptr) throw;
    return no_memory;
  }
}

// Reads the JSON of a file. Throws Unsound if it is none.
nlohmann::json parse_facts(std::string_view text);

// The value of that name. Throws Unsound if it is missing.
const nlohmann::json& fact(const nlohmann::json& facts, const char* name);
// A value as a T. Throws Unsound if a whole number is out of the range of T, json::exception if it has another type.
template <class T>
T value_of(const nlohmann::json& value) {
  if constexpr (std::is_integral_v<T>) {  // the library would convert 1e300 too
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= kMax
                                                 : std::is_signed_v<T> && value.is_number_integer();
    if (!fits) throw Unsound{tr("it is damaged")};
  }
  return value.get<T>();
}
template <class T>
T fact(const nlohmann::json& facts, const char* name) {
  return value_of<T>(fact(facts, name));
}

// A text that can be shown in messages: at most 255 bytes, without control characters.
std::string fact_text(const nlohmann::json& facts, const char* name);
std::string shown_text(std::string_view text);

// Automaton, parameters, seed, step and bias of a run.
void put_run(nlohmann::json& facts, const RunSettings& run);
RunSettings read_run(const nlohmann::json& facts);

// Adds `signs`, if there are any.
void put_signs(nlohmann::json& facts, const Signs& signs);
// Those of a world of that size; none if the facts name none. Throws Unsound if such signs are impossible.
Signs read_signs(const nlohmann::json& facts, int width, int height);

// The size and planes of a world, as a file states them.
struct WorldClaim {
  int width = 0, height = 0;
  std::vector<Plane> planes;  // ascending, cells first

  std::uint64_t bytes() const;
  PlaneSet plane_set() const;
  // The smallest possible size of a file with this world: a short file may claim to hold a large one.
  std::uint64_t file_bytes() const;
};

nlohmann::json world_facts(const World& world);
// Throws Unsound if such a world is impossible.
WorldClaim world_claim(const nlohmann::json& facts);

void put_planes(PartWriter& writer, const World& world, const std::function<void(std::size_t bytes)>& written = {});
// `wanted`: other planes are skipped, except cells.
World read_planes(PartReader& reader, const WorldClaim& claim, PlaneSet wanted);

// Reads JSON that anybody may have made.

// The deepest nesting that is read, because every level needs stack; files of this program have four levels.
inline constexpr int kJsonDepthMax = 32;
// The most values that are read. A value needs up to 80 bytes of memory, and only two or three in the text.
inline constexpr std::size_t kJsonValuesMax = 1u << 20;

// Empty if the text is not JSON, or exceeds a limit.
std::optional<nlohmann::json> parse_json(std::string_view text);

}  // namespace repose
