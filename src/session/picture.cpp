// Reads and writes PNG pictures of worlds; a picture may come from anybody.
#include "repose/picture.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/files.hpp"
#include "core/language.hpp"
#include "platform/files.hpp"
#include "session/png_stream.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

using Row = std::span<const std::uint8_t>;

std::string shown(const fs::path& path) { return path.filename().string(); }

Status unreadable(std::string_view name, std::string_view why) {
  return Status::failure(trf("{} is no PNG picture that can be read: {}.", name, why));
}

// Takes a picture row by row as RGBA. `begin` gets its sides before the first row.
struct RowTaker {
  std::function<void(int width, int height)> begin;
  std::function<void(Row rgba)> row;
};

Status read_rows(PngReader& reader, std::string_view name, int side_max, const RowTaker& taker) {
  if (!reader.read_header()) return unreadable(name, reader.error());
  if (std::max(reader.width(), reader.height()) > static_cast<std::uint32_t>(side_max)) {
    return Status::failure(
        trf("{} is too large: {} x {} pixels, at most {} a side.", name, reader.width(), reader.height(), side_max));
  }
  taker.begin(static_cast<int>(reader.width()), static_cast<int>(reader.height()));
  const bool whole = reader.read_rows([&](std::uint32_t, Row row) { taker.row(row); });
  return whole ? Status{} : unreadable(name, reader.error());
}

Status read_rows(const fs::path& path, const RowTaker& taker) {
  InputFile file(path);
  if (!file.fault().empty()) return Status::failure(trf("{} could not be opened: {}.", path.string(), file.fault()));
  PngReader reader([&](std::span<std::byte> bytes) { return file.read(bytes); }, file.bytes(), PixelFormat::rgba8);
  const Status status = read_rows(reader, shown(path), kWorldSideMax, taker);
  return file.fault().empty() ? status : unreadable(shown(path), file.fault());
}

// Draws a transparent pixel over black.
Color over_black(const std::uint8_t* rgba) {
  const auto channel = [&](int i) { return static_cast<std::uint8_t>((rgba[i] * rgba[3] + 127) / 255); };
  return {channel(0), channel(1), channel(2)};
}

RowTaker into(Picture& picture) {
  return {[&picture](int width, int height) {
            picture = {width, height, {}};
            picture.rgb.reserve(std::size_t{3} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
          },
          [&picture](Row rgba) {
            for (std::size_t at = 0; at < rgba.size(); at += 4) {
              const Color color = over_black(&rgba[at]);
              picture.rgb.insert(picture.rgb.end(), {color.r, color.g, color.b});
            }
          }};
}

bool write_to(PngWriter& writer, const Picture& picture) {
  const std::size_t row_bytes = std::size_t{3} * static_cast<std::size_t>(picture.width);
  if (!writer.begin(picture.width, picture.height, PixelFormat::rgb8)) return false;
  for (Row rest = picture.rgb; !rest.empty(); rest = rest.subspan(row_bytes)) {
    if (!writer.write_row(rest.first(row_bytes))) return false;
  }
  return writer.end();
}

struct Match {
  std::uint8_t element = 0;
  bool exact = false;
};

// Finds elements by colour. Pictures of worlds have few colours; of a photograph the colours that come first are kept.
class ColorMatcher {
 public:
  explicit ColorMatcher(const Ruleset& ruleset) : elements_(ruleset.elements) {}

  Match match(Color color) {
    constexpr std::size_t kKnownMax = 1u << 20;
    const std::uint32_t key = std::uint32_t{color.r} << 16 | std::uint32_t{color.g} << 8 | color.b;
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
    const auto nearest = std::ranges::min_element(
        elements_, {}, [&](const Element& element) { return square_distance(color, element.color); });
    const Match match{static_cast<std::uint8_t>(nearest - elements_.begin()), nearest->color == color};
    if (known_.size() < kKnownMax) known_.emplace(key, match);
    return match;
  }

 private:
  const std::vector<Element>& elements_;
  std::unordered_map<std::uint32_t, Match> known_;
};

}  // namespace

Status read_png(const fs::path& path, Picture& picture) {
  Picture read;
  Status status = read_rows(path, into(read));
  if (status) picture = std::move(read);
  return status;
}

Status decode_png(std::span<const std::byte> bytes, std::string_view name, Picture& picture, int side_max) {
  PngReader reader(source_of(bytes), bytes.size(), PixelFormat::rgba8);
  Picture read;
  Status status = read_rows(reader, name, side_max, into(read));
  if (status) picture = std::move(read);
  return status;
}

std::vector<std::byte> encode_png(const Picture& picture) {
  std::vector<std::byte> bytes;
  PngWriter writer([&](std::span<const std::byte> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    return true;
  });
  if (!write_to(writer, picture)) bytes.clear();
  return bytes;
}

Status write_png(const fs::path& path, const Picture& picture) {
  AtomicFile file(path);
  PngWriter writer([&](std::span<const std::byte> bytes) {
    file.write(bytes);
    return file.ok();
  });
  const bool written = write_to(writer, picture);
  if (written || !file.ok()) return file.commit();
  return Status::failure(trf("{} could not be written: there is not enough memory.", path.string()));
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

PictureToWorld picture_to_world(const Picture& picture, const Ruleset& ruleset) {
  PictureToWorld result{World(picture.width, picture.height)};
  ColorMatcher matcher(ruleset);
  for (std::size_t i = 0; i < result.world.cell_count(); ++i) {
    const Match match = matcher.match({picture.rgb[3 * i], picture.rgb[3 * i + 1], picture.rgb[3 * i + 2]});
    result.world.cells()[i] = match.element;
    if (!match.exact) ++result.unmatched;
  }
  return result;
}

Status read_png_as_world(const fs::path& path, const Ruleset& ruleset, PictureToWorld& result) {
  PictureToWorld read;
  ColorMatcher matcher(ruleset);
  std::size_t cell = 0;
  const RowTaker taker{[&](int width, int height) { read.world = World(width, height); },
                       [&](Row rgba) {
                         for (std::size_t at = 0; at < rgba.size(); at += 4, ++cell) {
                           const Match match = matcher.match(over_black(&rgba[at]));
                           read.world.cells()[cell] = match.element;
                           if (!match.exact) ++read.unmatched;
                         }
                       }};
  Status status = read_rows(path, taker);
  if (status) result = std::move(read);
  return status;
}

}  // namespace repose
