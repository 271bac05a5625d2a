#include "session/height_map.hpp"
#include "core/file_handle.hpp"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <memory>

#include "repose/world.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr std::int32_t kUnitsPerLevel = kHeightOne / 256;  // of a 16-bit level
constexpr std::uint64_t kDeflateRatioMax = 1032;           // a file that is smaller than this states a wrong size

// libpng reports errors by longjmp. Functions that it may leave in this way must not own anything with a destructor.
extern "C" void leave(png_structp png, png_const_charp) { png_longjmp(png, 1); }
extern "C" void ignore(png_structp, png_const_charp) {}

class Reader {
 public:
  explicit Reader(std::FILE* file)
      : png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, leave, ignore)),
        info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
    if (info_ != nullptr) png_init_io(png_, file);
  }
  ~Reader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  std::uint32_t width() const { return png_get_image_width(png_, info_); }
  std::uint32_t height() const { return png_get_image_height(png_, info_); }
  bool is_deep() const { return deep_; }
  std::uint64_t stored_bytes() const { return std::uint64_t{stored_row_bytes_} * height(); }

  // Reads the file up to the pixels, and sets the conversion of any format to 16-bit grey.
  bool read_header() {
    if (info_ == nullptr || setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_info(png_, info_);
    stored_row_bytes_ = png_get_rowbytes(png_, info_);
    deep_ = png_get_bit_depth(png_, info_) == 16;
    png_set_expand(png_);
    png_set_strip_alpha(png_);
    if ((png_get_color_type(png_, info_) & PNG_COLOR_MASK_COLOR) != 0)
      png_set_rgb_to_gray(png_, PNG_ERROR_ACTION_NONE, -1, -1);
    png_set_expand_16(png_);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return png_get_rowbytes(png_, info_) == std::size_t{2} * width();
  }
  bool read_rows(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }

 private:
  png_structp png_;
  png_infop info_;
  std::size_t stored_row_bytes_ = 0;
  bool deep_ = false;
};

class Writer {
 public:
  explicit Writer(std::FILE* file)
      : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, leave, ignore)),
        info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
    if (info_ != nullptr) png_init_io(png_, file);
  }
  ~Writer() { png_destroy_write_struct(&png_, &info_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  bool write(int width, int height, png_bytepp rows) {
    if (info_ == nullptr || setjmp(png_jmpbuf(png_)) != 0) return false;
    png_set_IHDR(png_, info_, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 16,
                 PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png_, info_);
    png_write_image(png_, rows);
    png_write_end(png_, nullptr);
    return true;
  }

 private:
  png_structp png_;
  png_infop info_;
};

std::string shown(const fs::path& path) { return path.filename().string(); }

Status unreadable(const fs::path& path) {
  return Status::failure(fmt::format("{} is no PNG picture that can be read as heights.", shown(path)));
}

// Pointers to rows of two bytes a pixel.
std::vector<png_bytep> rows_of(std::vector<std::uint8_t>& bytes, std::size_t width) {
  std::vector<png_bytep> rows;
  for (std::size_t at = 0; at < bytes.size(); at += 2 * width) rows.push_back(&bytes[at]);
  return rows;
}

}  // namespace

Status read_height_map(const fs::path& path, HeightMap& map) {
  std::error_code error;
  const std::uintmax_t file_bytes = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  const FileHandle file(file_bytes > 0 && !error ? std::fopen(path.c_str(), "rb") : nullptr);
  if (!file) return unreadable(path);
  Reader reader(file.get());
  if (!reader.read_header()) return unreadable(path);
  const std::uint32_t width = reader.width(), height = reader.height();
  if (width > kWorldSideMax || height > kWorldSideMax) {
    return Status::failure(
        fmt::format("{} has {}x{} pixels; a world has up to {} a side.", shown(path), width, height, kWorldSideMax));
  }
  if (file_bytes * kDeflateRatioMax < reader.stored_bytes()) return unreadable(path);
  std::vector<std::uint8_t> bytes(std::size_t{2} * width * height);
  std::vector<png_bytep> rows = rows_of(bytes, width);
  if (!reader.read_rows(rows.data())) return unreadable(path);
  map = {static_cast<int>(width), static_cast<int>(height), {}};
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    // libpng widens 8 bits to 16 by repeating the byte.
    const std::int32_t level = reader.is_deep() ? bytes[i] * 256 + bytes[i + 1] : bytes[i] * 256;
    map.heights.push_back(level * kUnitsPerLevel);
  }
  return {};
}

Status write_height_map(const fs::path& path, std::span<const std::int32_t> heights, int width,
                        std::uint64_t& clipped) {
  constexpr std::int32_t kLevelMax = 65535;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(heights.size() * 2);
  clipped = 0;
  for (const std::int32_t height : heights) {
    const std::int32_t level = (height + kUnitsPerLevel / 2) / kUnitsPerLevel;
    clipped += height < 0 || level > kLevelMax;
    const std::int32_t taken = std::clamp(level, 0, kLevelMax);
    bytes.push_back(static_cast<std::uint8_t>(taken >> 8));
    bytes.push_back(static_cast<std::uint8_t>(taken & 0xff));
  }
  const fs::path part = path.string() + ".part";
  std::vector<png_bytep> rows = rows_of(bytes, static_cast<std::size_t>(width));
  FileHandle file(std::fopen(part.c_str(), "wb"));
  bool written = file != nullptr && Writer(file.get()).write(width, static_cast<int>(rows.size()), rows.data());
  if (file) written = std::fclose(file.release()) == 0 && written;
  std::error_code error;
  if (written) fs::rename(part, path, error);
  if (written && !error) return {};
  fs::remove(part, error);
  return Status::failure(fmt::format("{} could not be written.", shown(path)));
}

}  // namespace repose
