#include "session/parts.hpp"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace repose {

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
static_assert(sizeof(PartHeader) == kPartHeaderBytes);

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

}  // namespace

// ---- writing ----

void PartWriter::Free::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

PartWriter::PartWriter(const FileKind& kind, int packing, Sink sink)
    : sink_(std::move(sink)), packing_(packing), context_(ZSTD_createCCtx()) {
  sink_(bytes_of(Preamble{kind.magic, kind.version}));
}

void PartWriter::put_text(Section section, std::string_view text) {
  for (; text.size() >= kPartBytesMax; text.remove_prefix(kPartBytesMax)) {
    put_part(section, std::as_bytes(std::span<const char>(text.substr(0, kPartBytesMax))), 0);
  }
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

void PartWriter::end() { put_part(Section::end, {}, 0); }

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

void PartReader::Free::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

PartReader::PartReader(const FileKind& kind, Source source) : source_(std::move(source)), context_(ZSTD_createDCtx()) {
  Preamble preamble{};
  if (source_(std::as_writable_bytes(std::span(&preamble, 1))) != sizeof preamble || preamble.magic != kind.magic) {
    throw Unsound{fmt::format("it is no {}", kind.name)};
  }
  if (preamble.version != kind.version) {
    throw Unsound{fmt::format("it was written by another Repose (version {} of the format; this one reads {})",
                              preamble.version, kind.version)};
  }
}

void PartReader::take(std::span<std::byte> bytes) {
  if (source_(bytes) != bytes.size()) throw Unsound{"it ends too early"};
}

std::span<const std::byte> PartReader::part(Section section, std::uint32_t number, std::size_t bytes_max) {
  PartHeader header;
  take(std::as_writable_bytes(std::span(&header, 1)));
  if (header.section != section || header.number != number || header.bytes > std::min(bytes_max, kPartBytesMax) ||
      header.packed > ZSTD_compressBound(kPartBytesMax)) {
    throw Unsound{"it is damaged"};
  }
  packed_.resize(header.packed);
  take(packed_);
  bytes_.resize(header.bytes);
  const std::size_t size =
      ZSTD_decompressDCtx(context_.get(), bytes_.data(), bytes_.size(), packed_.data(), packed_.size());
  const bool whole = !ZSTD_isError(size) && size == bytes_.size();
  if (!whole || (XXH64(bytes_.data(), size, parts_++) != header.checksum && !kFuzzed)) throw Unsound{"it is damaged"};
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
  if (bytes.size() != expected) throw Unsound{"it is damaged"};
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

}  // namespace repose
