#include "session/png_stream.hpp"

#include <png.h>
#include <zlib.h>

#include <array>
#include <cassert>
#include <csetjmp>
#include <cstring>
#include <new>
#include <utility>

#include "core/language.hpp"

namespace repose {

namespace {

// Deflate packs at most 1032 to 1. A smaller file is damaged or states a wrong size.
constexpr std::uint64_t kDeflateRatioMax = 1032;

// libpng reports errors by longjmp. Functions that it may leave by longjmp must not own anything with a destructor.
extern "C" void keep_error(png_structp png, png_const_charp text) {
  if (auto* message = static_cast<std::string*>(png_get_error_ptr(png)); message != nullptr && message->empty()) {
    try {
      *message = text;
    } catch (const std::bad_alloc&) {  // the caller sees the failure anyway
    }
  }
  png_longjmp(png, 1);
}
extern "C" void ignore_warning(png_structp, png_const_charp) {}

constexpr unsigned char kSignature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t kSignatureBytes = sizeof kSignature,
                      kHeaderChunkBytes = 25;  // the start of a PNG; IHDR always has this length
constexpr std::size_t kChunkFrame = 12;        // length, type and checksum around the data

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, std::span<const std::byte> more) {
  bytes.resize(bytes.size() + more.size());
  std::ranges::copy(more, bytes.end() - static_cast<std::ptrdiff_t>(more.size()));
}

void append_big_endian(Bytes& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::byte>(value >> shift));
}

std::uint32_t read_big_endian(std::span<const std::byte> bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes[i]);
  return value;
}

std::uint32_t checksum(std::span<const std::byte> bytes) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(bytes.size())));
}

}  // namespace

// ---- reading ----

PngReader::PngReader(Source source, std::uint64_t file_bytes, PixelFormat format)
    : source_(std::move(source)),
      file_bytes_(file_bytes),
      format_(format),
      png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &error_, keep_error, ignore_warning)),
      info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
  if (info_ != nullptr) png_set_read_fn(png_, this, &PngReader::fill);
}

PngReader::~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

void PngReader::fill(png_struct_def* png, unsigned char* bytes, std::size_t size) {
  auto& reader = *static_cast<PngReader*>(png_get_io_ptr(png));
  if (reader.source_(std::as_writable_bytes(std::span(bytes, size))) != size)
    png_error(png, tr("it ends before the picture does"));
}

bool PngReader::read_info() {
  if (info_ == nullptr || setjmp(png_jmpbuf(png_)) != 0) return false;
  // Chunks that pixels do not need. libpng would unpack and keep a thousand texts of eight megabytes each.
  static constexpr png_byte kNames[] = "tEXt\0zTXt\0iTXt\0sPLT\0eXIf\0pCAL\0hIST";
  png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, kNames, sizeof kNames / 5);
  png_set_sig_bytes(png_, 8);  // read_header() has read them
  png_read_info(png_, info_);
  stored_bytes_ = std::uint64_t{png_get_rowbytes(png_, info_)} * png_get_image_height(png_, info_);
  deep_ = png_get_bit_depth(png_, info_) == 16;
  png_set_expand(png_);
  if (format_ == PixelFormat::grey16) {
    png_set_strip_alpha(png_);
    if ((png_get_color_type(png_, info_) & PNG_COLOR_MASK_COLOR) != 0)
      png_set_rgb_to_gray(png_, PNG_ERROR_ACTION_NONE, -1, -1);
    png_set_expand_16(png_);
  } else {
    png_set_scale_16(png_);
    png_set_gray_to_rgb(png_);
    png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
  }
  passes_ = png_set_interlace_handling(png_);
  png_read_update_info(png_, info_);
  width_ = png_get_image_width(png_, info_);
  height_ = png_get_image_height(png_, info_);
  return true;
}

bool PngReader::read_header() {
  std::array<std::byte, 8> signature{};
  if (source_(signature) != signature.size() ||
      png_sig_cmp(reinterpret_cast<png_const_bytep>(signature.data()), 0, signature.size()) != 0) {
    error_ = tr("it is another kind of file");
    return false;
  }
  if (!read_info()) return false;
  const std::size_t pixel_bytes = format_ == PixelFormat::grey16 ? 2 : 4;
  if (png_get_rowbytes(png_, info_) != pixel_bytes * width_) {
    error_ = tr("its format of pixels is unknown");
  } else if (file_bytes_ * kDeflateRatioMax < stored_bytes_) {
    error_ = tr("it ends before the picture does");
  }
  return error_.empty();
}

bool PngReader::read_row(std::uint8_t* row) {
  if (setjmp(png_jmpbuf(png_)) != 0) return false;
  png_read_row(png_, row, nullptr);
  return true;
}

bool PngReader::read_end() {
  if (setjmp(png_jmpbuf(png_)) != 0) return false;
  png_read_end(png_, nullptr);
  return true;
}

bool PngReader::read_rows(const std::function<void(std::uint32_t, std::span<const std::uint8_t>)>& take) {
  const std::size_t row_bytes = png_get_rowbytes(png_, info_);
  // Each pass over an interlaced picture adds pixels to its rows.
  const bool whole = passes_ > 1;
  std::vector<std::uint8_t> pixels(row_bytes * (whole ? height_ : 1));
  for (int pass = 0; pass < passes_; ++pass) {
    for (std::uint32_t y = 0; y < height_; ++y) {
      std::uint8_t* const row = &pixels[whole ? y * row_bytes : 0];
      if (!read_row(row)) return false;
      if (pass + 1 == passes_) take(y, std::span(row, row_bytes));
    }
  }
  return read_end();
}

// ---- writing ----

PngWriter::PngWriter(Sink sink)
    : sink_(std::move(sink)),
      png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, keep_error, ignore_warning)),
      info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr),
      ok_(info_ != nullptr) {
  if (ok_) png_set_write_fn(png_, this, &PngWriter::pass_on, nullptr);
}

PngWriter::~PngWriter() { png_destroy_write_struct(&png_, &info_); }

void PngWriter::pass_on(png_struct_def* png, unsigned char* bytes, std::size_t size) {
  auto& writer = *static_cast<PngWriter*>(png_get_io_ptr(png));
  bool taken = false;
  try {
    taken = writer.sink_(std::as_bytes(std::span(bytes, size)));
  } catch (const std::bad_alloc&) {  // an exception must not pass through libpng
  }
  if (!taken) png_error(png, tr("the bytes were not taken"));
}

bool PngWriter::begin(int width, int height, PixelFormat format) {
  if (!ok_ || setjmp(png_jmpbuf(png_)) != 0) return ok_ = false;
  const bool grey = format == PixelFormat::grey16;
  png_set_IHDR(png_, info_, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), grey ? 16 : 8,
               grey ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (!grey) png_set_sRGB(png_, info_, PNG_sRGB_INTENT_PERCEPTUAL);
  png_write_info(png_, info_);
  return true;
}

bool PngWriter::write_row(std::span<const std::uint8_t> row) {
  if (!ok_ || setjmp(png_jmpbuf(png_)) != 0) return ok_ = false;
  png_write_row(png_, row.data());
  return true;
}

bool PngWriter::end() {
  if (!ok_ || setjmp(png_jmpbuf(png_)) != 0) return ok_ = false;
  png_write_end(png_, nullptr);
  return true;
}

Bytes with_chunk(std::span<const std::byte> png, std::string_view type, std::span<const std::byte> data) {
  assert(png.size() >= kSignatureBytes + kHeaderChunkBytes && type.size() == 4);
  Bytes result;
  result.reserve(png.size() + kChunkFrame + data.size());
  append(result, png.first(kSignatureBytes + kHeaderChunkBytes));
  append_big_endian(result, static_cast<std::uint32_t>(data.size()));
  append(result, std::as_bytes(std::span<const char>(type)));
  append(result, data);
  append_big_endian(result, checksum(std::span(result).last(4 + data.size())));
  append(result, png.subspan(kSignatureBytes + kHeaderChunkBytes));
  return result;
}

std::span<const std::byte> find_chunk(std::span<const std::byte> png, std::string_view type) {
  if (png.size() < kSignatureBytes || std::memcmp(png.data(), kSignature, kSignatureBytes) != 0) return {};
  for (std::size_t at = kSignatureBytes; at + kChunkFrame <= png.size();) {
    const std::size_t length = read_big_endian(png.subspan(at, 4));
    if (length > png.size() - at - kChunkFrame) return {};
    if (std::memcmp(&png[at + 4], type.data(), type.size()) == 0) {
      const bool whole = checksum(png.subspan(at + 4, 4 + length)) == read_big_endian(png.subspan(at + 8 + length, 4));
      return whole ? png.subspan(at + 8, length) : std::span<const std::byte>();
    }
    at += kChunkFrame + length;
  }
  return {};
}

}  // namespace repose
