// Reads and writes PNG pictures row by row, so that a picture needs no memory besides what the caller stores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct png_struct_def;
struct png_info_def;

namespace repose {

// Gives the bytes of a file in memory, one piece after the other.
inline std::function<std::size_t(std::span<std::byte>)> source_of(std::span<const std::byte> file) {
  return [rest = file](std::span<std::byte> to) mutable {
    const auto piece = rest.first(std::min(to.size(), rest.size()));
    std::ranges::copy(piece, to.begin());
    rest = rest.subspan(piece.size());
    return piece.size();
  };
}

enum class PixelFormat {
  rgb8,   // 3 bytes a pixel; only for writing
  rgba8,  // 4 bytes; only for reading
  grey16  // 2 bytes, the higher one first
};

class PngReader {
 public:
  // Fills the span with the next bytes and returns how many there were. It must not throw.
  using Source = std::function<std::size_t(std::span<std::byte>)>;
  // Any picture is converted to the format. `file_bytes`: the size of the whole file.
  PngReader(Source source, std::uint64_t file_bytes, PixelFormat format);
  ~PngReader();
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  // Reads the file up to the pixels. False if it is not a PNG or states a size that it cannot have; error() says why.
  bool read_header();
  // After read_header(): in pixels, and whether the file has 16 bits a channel.
  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  bool is_deep() const { return deep_; }
  // Gives `take` each row, top row first. False if damaged. Interlaced pictures need the memory of a whole one.
  bool read_rows(const std::function<void(std::uint32_t y, std::span<const std::uint8_t> row)>& take);
  // "it ends before the picture does", or what libpng says.
  const std::string& error() const { return error_; }

 private:
  static void fill(png_struct_def* png, unsigned char* bytes, std::size_t size);
  bool read_info();
  bool read_row(std::uint8_t* row);
  bool read_end();

  Source source_;
  std::uint64_t file_bytes_;
  PixelFormat format_;
  std::string error_;
  png_struct_def* png_;
  png_info_def* info_;
  std::uint32_t width_ = 0, height_ = 0;
  std::uint64_t stored_bytes_ = 0;  // of all pixels in the format of the file
  int passes_ = 1;                  // over the picture: 7 if it is interlaced
  bool deep_ = false;
};

class PngWriter {
 public:
  // Takes the next bytes of the file. False ends the writing. It may throw std::bad_alloc, which counts as false.
  using Sink = std::function<bool(std::span<const std::byte>)>;
  explicit PngWriter(Sink sink);
  ~PngWriter();
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  // One call of begin(), one of write_row() for each row, one of end(). After the first false nothing more is written.
  bool begin(int width, int height, PixelFormat format);
  bool write_row(std::span<const std::uint8_t> row);
  bool end();

 private:
  static void pass_on(png_struct_def* png, unsigned char* bytes, std::size_t size);

  Sink sink_;
  png_struct_def* png_;
  png_info_def* info_;
  bool ok_;
};

// Private chunks in PNG files, which other programs ignore.

// The PNG file with one more chunk after its header. Precondition: encode_png made it.
std::vector<std::byte> with_chunk(std::span<const std::byte> png, std::string_view type,
                                  std::span<const std::byte> data);

// The data of the first chunk of that type. Empty if there is none, if it is damaged, or if this is not a PNG.
std::span<const std::byte> find_chunk(std::span<const std::byte> png, std::string_view type);

}  // namespace repose
