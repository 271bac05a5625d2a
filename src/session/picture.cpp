#include "repose/picture.hpp"
#include "core/file_handle.hpp"

#include <fmt/format.h>
#include <png.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>
#include <unordered_map>

namespace repose {

namespace fs = std::filesystem;

namespace {

std::string shown(const fs::path& path) { return path.filename().string(); }

// libpng reports errors by longjmp. Functions that it may leave in this way must not own anything with a destructor.
extern "C" void keep_error(png_structp png, png_const_charp text) {
  auto* message = static_cast<std::string*>(png_get_error_ptr(png));
  *message = text;
  png_longjmp(png, 1);
}
extern "C" void ignore_warning(png_structp, png_const_charp) {}

class PngReader {
 public:
  explicit PngReader(std::FILE* file)
      : png_(png_create_read_struct(PNG_LIBPNG_VER_STRING, &error_, keep_error, ignore_warning)),
        info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {
    if (info_ != nullptr) png_init_io(png_, file);
  }
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  const std::string& error() const { return error_; }
  std::uint32_t width() const { return png_get_image_width(png_, info_); }
  std::uint32_t height() const { return png_get_image_height(png_, info_); }
  // Bytes of the unpacked picture in the format of the file.
  std::uint64_t stored_bytes() const { return std::uint64_t{stored_row_bytes_} * height(); }

  // Reads the file up to the pixels, and sets the conversion of any format to 8-bit RGBA.
  bool read_header() {
    if (info_ == nullptr) return false;
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_info(png_, info_);
    stored_row_bytes_ = png_get_rowbytes(png_, info_);
    png_set_expand(png_);
    png_set_scale_16(png_);
    png_set_gray_to_rgb(png_);
    png_set_add_alpha(png_, 0xff, PNG_FILLER_AFTER);
    png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    return true;
  }

  // `rows` points to height() rows of width() RGBA pixels.
  bool read_rows(png_bytepp rows) {
    if (setjmp(png_jmpbuf(png_)) != 0) return false;
    png_read_image(png_, rows);
    png_read_end(png_, nullptr);
    return true;
  }

 private:
  std::string error_;
  png_structp png_;
  png_infop info_;
  std::size_t stored_row_bytes_ = 0;
};

// Deflate packs at most 1032 to 1. A file smaller than that is damaged or states a wrong size. The check comes before
// the pixels are allocated, so that a few bytes cannot make the reader allocate a gigabyte.
bool is_too_small_for(std::uint64_t file_bytes, std::uint64_t stored_bytes) {
  constexpr std::uint64_t kDeflateRatioMax = 1032;
  return file_bytes * kDeflateRatioMax < stored_bytes;
}

Status unreadable(std::string_view name, std::string_view why) {
  return Status::failure(fmt::format("{} is no PNG picture that can be read: {}.", name, why));
}

// Draws transparent pixels over black.
void drop_alpha(const std::vector<std::uint8_t>& rgba, std::vector<std::uint8_t>& rgb) {
  rgb.resize(rgba.size() / 4 * 3);
  for (std::size_t from = 0, to = 0; from < rgba.size(); from += 4) {
    const unsigned alpha = rgba[from + 3];
    for (std::size_t channel = 0; channel < 3; ++channel) {
      rgb[to++] = static_cast<std::uint8_t>((rgba[from + channel] * alpha + 127) / 255);
    }
  }
}

Status read_stream(std::FILE* file, std::uint64_t file_bytes, const std::string& name, Picture& picture) {
  PngReader reader(file);
  if (!reader.read_header()) return unreadable(name, reader.error());
  if (reader.width() > kWorldSideMax || reader.height() > kWorldSideMax) {
    return Status::failure(fmt::format("{} is too large: {} x {} pixels, at most {} a side.", name, reader.width(),
                                       reader.height(), kWorldSideMax));
  }
  if (is_too_small_for(file_bytes, reader.stored_bytes())) return unreadable(name, "it ends before the picture does");

  const std::size_t row_bytes = std::size_t{4} * reader.width();
  std::vector<std::uint8_t> rgba(row_bytes * reader.height());
  std::vector<png_bytep> rows(reader.height());
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = &rgba[y * row_bytes];
  if (!reader.read_rows(rows.data())) return unreadable(name, reader.error());

  picture.width = static_cast<int>(reader.width());
  picture.height = static_cast<int>(reader.height());
  drop_alpha(rgba, picture.rgb);
  return {};
}

}  // namespace

Status read_png(const fs::path& path, Picture& picture) {
  std::error_code error;
  if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return unreadable(shown(path), "it is not a file");
  const FileHandle file(std::fopen(path.c_str(), "rb"));
  if (!file) return Status::failure(fmt::format("{} could not be opened: {}.", path.string(), std::strerror(errno)));

  const std::uint64_t file_bytes = fs::file_size(path, error);
  if (error) return unreadable(shown(path), error.message());
  return read_stream(file.get(), file_bytes, shown(path), picture);
}

Status decode_png(std::span<const std::byte> bytes, std::string_view name, Picture& picture) {
  if (bytes.empty()) return unreadable(name, "it is empty");
  // Opened for reading only: nothing is written.
  const FileHandle file(::fmemopen(const_cast<std::byte*>(bytes.data()), bytes.size(), "rb"));
  if (!file) return unreadable(name, std::strerror(errno));
  return read_stream(file.get(), bytes.size(), std::string(name), picture);
}

namespace {

png_image image_of(const Picture& picture) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(picture.width);
  image.height = static_cast<png_uint_32>(picture.height);
  image.format = PNG_FORMAT_RGB;
  return image;
}

}  // namespace

std::vector<std::byte> encode_png(const Picture& picture) {
  png_image image = image_of(picture);
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::byte> bytes(size);
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, picture.rgb.data(), 0, nullptr) == 0) return {};
  bytes.resize(size);
  return bytes;
}

namespace {

Status write_whole(const fs::path& part, const Picture& picture, const fs::path& path) {
  const auto refused = [&](std::string_view why) {
    return Status::failure(fmt::format("{} could not be written: {}.", path.string(), why));
  };
  FileHandle file(std::fopen(part.c_str(), "wb"));
  if (!file) return refused(std::strerror(errno));

  png_image image = image_of(picture);
  if (png_image_write_to_stdio(&image, file.get(), 0, picture.rgb.data(), 0, nullptr) == 0)
    return refused(image.message);
  if (std::fclose(file.release()) != 0) return refused(std::strerror(errno));
  std::error_code error;
  fs::rename(part, path, error);
  return error ? refused(error.message()) : Status{};
}

}  // namespace

Status write_png(const fs::path& path, const Picture& picture) {
  std::error_code unknown;
  if (fs::exists(path, unknown) && !fs::is_regular_file(path, unknown)) {
    return Status::failure(fmt::format("{} could not be written: it is not a file.", path.string()));
  }
  // Writes through a link to its target, so that the link stays a link.
  const fs::path target = fs::is_symlink(path, unknown) ? fs::weakly_canonical(path, unknown) : path;
  fs::path part = target;
  part += fmt::format(".{}.part", getpid());
  Status status = write_whole(part, picture, target);
  std::error_code ignored;
  if (!status) fs::remove(part, ignored);
  return status;
}

Picture world_to_picture(const World& world, const Ruleset& ruleset) {
  Picture picture{world.width(), world.height(), {}};
  picture.rgb.reserve(world.cell_count() * 3);
  for (const std::uint8_t cell : world.cells()) {
    const Color& color = ruleset.elements[cell < ruleset.elements.size() ? cell : 0].color;
    picture.rgb.insert(picture.rgb.end(), {color.r, color.g, color.b});
  }
  return picture;
}

namespace {

struct Match {
  std::uint8_t element = 0;
  bool exact = false;
};

Match match_color(Color color, const std::vector<Element>& elements) {
  Match best;
  int best_distance = 1 << 30;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Color& other = elements[i].color;
    const int dr = color.r - other.r, dg = color.g - other.g, db = color.b - other.b;
    const int distance = dr * dr + dg * dg + db * db;
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = {static_cast<std::uint8_t>(i), distance == 0};
  }
  return best;
}

}  // namespace

PictureToWorld picture_to_world(const Picture& picture, const Ruleset& ruleset) {
  PictureToWorld result{World(picture.width, picture.height)};
  // Pictures of worlds have few colours. Photographs have many, but at most one for each pixel.
  std::unordered_map<std::uint32_t, Match> known;
  for (std::size_t i = 0; i < result.world.cell_count(); ++i) {
    const Color color{picture.rgb[3 * i], picture.rgb[3 * i + 1], picture.rgb[3 * i + 2]};
    const std::uint32_t key = std::uint32_t{color.r} << 16 | std::uint32_t{color.g} << 8 | color.b;
    const auto [entry, is_new] = known.try_emplace(key);
    if (is_new) entry->second = match_color(color, ruleset.elements);
    result.world.cells()[i] = entry->second.element;
    if (!entry->second.exact) ++result.unmatched;
  }
  return result;
}

}  // namespace repose
