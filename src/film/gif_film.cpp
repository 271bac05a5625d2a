// A GIF: each frame holds the rectangle that has changed; unchanged pixels in it are transparent, which packs to almost
// nothing. Frames use the palette of the first picture as long as it is good enough; a picture with other colours
// stores another palette.
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "core/files.hpp"
#include "core/language.hpp"
#include "film/film.hpp"
#include "repose/ruleset.hpp"
#include "session/world_ops.hpp"

namespace repose {

namespace {

// ---- the colours of a picture ----

constexpr int kBits = 6;  // of each channel; colours with the same bits share a bin and count as one
constexpr std::size_t kBinCount = std::size_t{1} << (3 * kBits);

std::size_t bin_of(Color c) {
  constexpr int kDropped = 8 - kBits;
  return static_cast<std::size_t>(c.r >> kDropped) << (2 * kBits) | static_cast<std::size_t>(c.g >> kDropped) << kBits |
         static_cast<std::size_t>(c.b >> kDropped);
}

struct Point {
  std::array<double, 3> color;
  double weight;
};

// Colours that one entry of the palette represents.
struct Box {
  std::span<Point> points;
  std::array<double, 3> mean{};
  int widest = 0;     // the channel that varies most
  double spread = 0;  // its weighted sum of squared deviations: the gain of a cut

  explicit Box(std::span<Point> of) : points(of) {
    double weight = 0;
    for (const Point& p : points) {
      weight += p.weight;
      for (std::size_t c = 0; c < 3; ++c) mean[c] += p.weight * p.color[c];
    }
    for (double& value : mean) value /= weight;
    for (std::size_t c = 0; c < 3; ++c) {
      double sum = 0;
      for (const Point& p : points) sum += p.weight * (p.color[c] - mean[c]) * (p.color[c] - mean[c]);
      if (sum > spread) {
        spread = sum;
        widest = static_cast<int>(c);
      }
    }
  }
};

std::uint8_t to_byte(double value) { return static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L)); }

// Cuts the box whose colours differ most in two at its mean, until there are enough boxes.
std::vector<Box> median_cut(std::vector<Point>& points, std::size_t boxes_max) {
  std::vector<Box> boxes{Box(points)};
  while (boxes.size() < boxes_max) {
    const auto most = std::ranges::max_element(boxes, {}, &Box::spread);
    if (most->spread <= 0) break;
    const auto channel = static_cast<std::size_t>(most->widest);
    const double cut = most->mean[channel];
    const auto upper = std::partition(most->points.begin(), most->points.end(),
                                      [&](const Point& p) { return p.color[channel] <= cut; });
    const auto lower_count = static_cast<std::size_t>(upper - most->points.begin());
    if (lower_count == 0 || upper == most->points.end()) break;  // they differ by less than the precision of a double
    const Box high(most->points.subspan(lower_count));
    *most = Box(most->points.first(lower_count));
    boxes.push_back(high);
  }
  return boxes;
}

// How often each colour occurs in a picture.
struct ColorCounts {
  struct Bin {
    std::uint64_t r = 0, g = 0, b = 0, count = 0;  // sums
  };

  void add(Color color) {
    const std::size_t index = bin_of(color);
    Bin& bin = bins[index];
    if (bin.count == 0) used.push_back(static_cast<std::uint32_t>(index));
    bin.r += color.r;
    bin.g += color.g;
    bin.b += color.b;
    ++bin.count;
  }

  std::vector<Bin> bins = std::vector<Bin>(kBinCount);
  std::vector<std::uint32_t> used;  // bins that are not empty
};

// At most 255 colours for a picture.
class GifPalette {
 public:
  static constexpr int kColorsMax = 255;  // the last of the 256 colours of a GIF is transparent

  explicit GifPalette(const ColorCounts& counts) : found_(kBinCount, -1) {
    std::vector<Point> points;
    points.reserve(counts.used.size());
    for (const std::uint32_t index : counts.used) {
      const ColorCounts::Bin& bin = counts.bins[index];
      const auto n = static_cast<double>(bin.count);
      // The square root gives rare colours, such as sparks, more weight beside large areas.
      points.push_back(
          {{static_cast<double>(bin.r) / n, static_cast<double>(bin.g) / n, static_cast<double>(bin.b) / n},
           std::sqrt(n)});
    }
    if (points.empty()) points.push_back({{0, 0, 0}, 1});
    for (const Box& box : median_cut(points, kColorsMax))
      colors_.push_back({to_byte(box.mean[0]), to_byte(box.mean[1]), to_byte(box.mean[2])});
  }

  const std::vector<Color>& colors() const { return colors_; }
  std::uint8_t nearest(Color color) {
    std::int16_t& found = found_[bin_of(color)];
    if (found < 0) {
      const auto distance = [color](Color other) { return square_distance(other, color); };
      found = static_cast<std::int16_t>(std::ranges::min_element(colors_, {}, distance) - colors_.begin());
    }
    return static_cast<std::uint8_t>(found);
  }

 private:
  std::vector<Color> colors_;
  std::vector<std::int16_t> found_;  // by bin: the nearest colour, or -1 if not searched yet
};

// ---- the film ----

constexpr int kTransparent = GifPalette::kColorsMax;  // the index after the last colour
constexpr int kTableSize = 256;
constexpr std::uint64_t kHundredths = 100;  // of a second: the time unit of GIFs
constexpr std::uint64_t kDelayMax = 65535;

constexpr int kSameDistance = 12;      // squared: up to this distance the colour on screen is kept
constexpr int kFarDistance = 24 * 24;  // squared: from this distance a colour is visibly wrong
constexpr double kFarShareMax = 0.01;  // a larger share of visibly wrong pixels needs another palette
constexpr std::uint64_t kFarCountLeast = 16;

struct Rect {
  int left = 0, top = 0, width = 0, height = 0;
};

// A frame that waits for the next one, which decides how long it is shown.
struct PendingFrame {
  Rect rect;
  std::vector<GifByteType> indices;  // of the rectangle
  std::shared_ptr<GifPalette> palette;
  std::uint64_t begins = 0;  // in frames
};

Color pixel(const Picture& picture, std::size_t index) {
  const std::uint8_t* rgb = &picture.rgb[3 * index];
  return {rgb[0], rgb[1], rgb[2]};
}

class GifFilm final : public Film {
 public:
  explicit GifFilm(const FilmSpec& spec) : spec_(spec), file_(spec.path) {}
  ~GifFilm() override { close(); }

  Status add(const Picture& picture, std::uint64_t frames) override {
    if (!status_) return status_;
    if (!gif_) open(picture);
    const std::optional<Rect> changed = first_ ? Rect{0, 0, spec_.width, spec_.height} : changed_rect(picture);
    if (changed) {
      if (pending_) put(*pending_);
      pending_ = make_frame(picture, *changed);
    }
    seen_ = picture;
    first_ = false;
    end_ += frames;
    return status_;
  }

  Status finish() override {
    if (status_ && pending_) put(*pending_);
    pending_.reset();
    close();
    flush();
    if (status_) status_ = file_.commit();
    return status_;
  }

  std::uintmax_t bytes() const override { return written_; }

 private:
  static constexpr std::size_t kBufferBytes = std::size_t{1} << 16;

  static int write(GifFileType* gif, const GifByteType* bytes, int count) {
    auto& film = *static_cast<GifFilm*>(gif->UserData);
    film.buffer_.insert(film.buffer_.end(), bytes, bytes + count);
    film.written_ += static_cast<std::uintmax_t>(count);
    if (film.buffer_.size() >= kBufferBytes) film.flush();
    return count;
  }

  void flush() {
    file_.write(std::as_bytes(std::span(buffer_)));
    buffer_.clear();
  }

  // An error of giflib means that memory is exhausted; errors of the disk are reported when the file is committed.
  void check(int result) {
    if (result == GIF_ERROR && status_)
      status_ = Status::failure(tr("The GIF could not be made: there is not enough memory."));
  }

  struct ColorMapDeleter {
    void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
  };
  using ColorMap = std::unique_ptr<ColorMapObject, ColorMapDeleter>;

  static ColorMap color_map(const GifPalette& palette) {
    ColorMap map(GifMakeMapObject(kTableSize, nullptr));
    if (!map) return map;
    for (std::size_t i = 0; i < palette.colors().size(); ++i) {
      const Color c = palette.colors()[i];
      map->Colors[i] = {c.r, c.g, c.b};
    }
    return map;
  }

  void open(const Picture& picture) {
    int error = 0;
    gif_ = EGifOpen(this, write, &error);
    if (gif_ == nullptr) return check(GIF_ERROR);
    palette_ = global_ = make_palette(picture, {0, 0, spec_.width, spec_.height});
    shown_.resize(picture.rgb.size() / 3);
    const ColorMap map = color_map(*global_);
    constexpr int kBitsAChannel = 8;
    EGifSetGifVersion(gif_, true);
    check(EGifPutScreenDesc(gif_, spec_.width, spec_.height, kBitsAChannel, 0, map.get()));
    // Repeats for ever: Netscape's extension, which all programs support.
    constexpr GifByteType kForever[] = {1, 0, 0};
    check(EGifPutExtensionLeader(gif_, APPLICATION_EXT_FUNC_CODE));
    check(EGifPutExtensionBlock(gif_, 11, "NETSCAPE2.0"));
    check(EGifPutExtensionBlock(gif_, sizeof(kForever), kForever));
    check(EGifPutExtensionTrailer(gif_));
  }

  void close() {
    int error = 0;
    if (gif_ != nullptr && EGifCloseFile(gif_, &error) == GIF_ERROR) check(GIF_ERROR);
    gif_ = nullptr;
  }

  bool changed(const Picture& picture, std::size_t index) const {
    const Color now = pixel(picture, index);
    return !(now == pixel(seen_, index)) && square_distance(now, shown_[index]) > kSameDistance;
  }

  // Empty if the picture is equal to the one on screen.
  std::optional<Rect> changed_rect(const Picture& picture) const {
    int left = spec_.width, right = -1, top = spec_.height, bottom = -1;
    for (int y = 0; y < spec_.height; ++y) {
      const std::size_t row = static_cast<std::size_t>(y) * spec_.width;
      const auto* now = &picture.rgb[3 * row];
      if (std::equal(now, now + 3 * static_cast<std::size_t>(spec_.width), &seen_.rgb[3 * row])) continue;
      for (int x = 0; x < spec_.width; ++x) {
        if (!changed(picture, row + static_cast<std::size_t>(x))) continue;
        left = std::min(left, x);
        right = std::max(right, x);
        top = std::min(top, y);
        bottom = y;
      }
    }
    if (right < 0) return std::nullopt;
    return Rect{left, top, right - left + 1, bottom - top + 1};
  }

  template <class Visit>
  void for_each_changed(const Picture& picture, const Rect& rect, Visit visit) const {
    for (int y = 0; y < rect.height; ++y) {
      for (int x = 0; x < rect.width; ++x) {
        const std::size_t index =
            static_cast<std::size_t>(rect.top + y) * spec_.width + static_cast<std::size_t>(rect.left + x);
        if (first_ || changed(picture, index))
          visit(index, static_cast<std::size_t>(y) * rect.width + static_cast<std::size_t>(x));
      }
    }
  }

  std::shared_ptr<GifPalette> make_palette(const Picture& picture, const Rect& rect) const {
    ColorCounts counts;
    for_each_changed(picture, rect, [&](std::size_t index, std::size_t) { counts.add(pixel(picture, index)); });
    return std::make_shared<GifPalette>(counts);
  }

  bool serves(GifPalette& palette, const Picture& picture, const Rect& rect) const {
    std::uint64_t count = 0, far = 0;
    for_each_changed(picture, rect, [&](std::size_t index, std::size_t) {
      const Color wanted = pixel(picture, index);
      ++count;
      far += square_distance(palette.colors()[palette.nearest(wanted)], wanted) > kFarDistance;
    });
    return far < kFarCountLeast || static_cast<double>(far) <= kFarShareMax * static_cast<double>(count);
  }

  PendingFrame make_frame(const Picture& picture, const Rect& rect) {
    if (!serves(*palette_, picture, rect))
      palette_ = serves(*global_, picture, rect) ? global_ : make_palette(picture, rect);
    PendingFrame frame{rect, std::vector<GifByteType>(static_cast<std::size_t>(rect.width) * rect.height, kTransparent),
                       palette_, end_};
    for_each_changed(picture, rect, [&](std::size_t index, std::size_t place) {
      frame.indices[place] = palette_->nearest(pixel(picture, index));
    });
    // Only after all pixels have been compared, because the comparison uses the pixels on screen.
    for (int y = 0; y < rect.height; ++y) {
      for (int x = 0; x < rect.width; ++x) {
        const GifByteType index = frame.indices[static_cast<std::size_t>(y) * rect.width + static_cast<std::size_t>(x)];
        const std::size_t place =
            static_cast<std::size_t>(rect.top + y) * spec_.width + static_cast<std::size_t>(rect.left + x);
        if (index != kTransparent) shown_[place] = palette_->colors()[index];
      }
    }
    return frame;
  }

  // The time of a frame in hundredths of a second; computed from the start, so rounding errors do not add up.
  std::uint64_t hundredths(std::uint64_t frame) const {
    const auto rate = static_cast<std::uint64_t>(spec_.frames_per_second);
    return (frame * kHundredths + rate / 2) / rate;
  }

  void put(const PendingFrame& frame) {
    const std::uint64_t delay = std::min(hundredths(end_) - hundredths(frame.begins), kDelayMax);
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, static_cast<int>(delay), kTransparent};
    GifByteType extension[4];
    EGifGCBToExtension(&control, extension);
    check(EGifPutExtension(gif_, GRAPHICS_EXT_FUNC_CODE, sizeof(extension), extension));
    const ColorMap own = frame.palette == global_ ? nullptr : color_map(*frame.palette);
    const Rect& r = frame.rect;
    // giflib 5.2 keeps a copy of the last frame's own map, and forgets to free it if the next frame has none.
    if (own == nullptr) ColorMap(std::exchange(gif_->Image.ColorMap, nullptr)).reset();
    check(EGifPutImageDesc(gif_, r.left, r.top, r.width, r.height, false, own.get()));
    std::vector<GifByteType> line(static_cast<std::size_t>(r.width));  // giflib may change the line
    for (int y = 0; y < r.height && status_; ++y) {
      std::copy_n(frame.indices.begin() + static_cast<std::ptrdiff_t>(y) * r.width, r.width, line.begin());
      check(EGifPutLine(gif_, line.data(), r.width));
    }
  }

  FilmSpec spec_;
  AtomicFile file_;
  Status status_;
  GifFileType* gif_ = nullptr;
  std::vector<GifByteType> buffer_;  // not yet written to the file
  std::uintmax_t written_ = 0;
  std::shared_ptr<GifPalette> global_, palette_;  // the first frame's, and the one in use
  Picture seen_;                                  // the last picture as it was added
  std::vector<Color> shown_;                      // the last picture as it is on screen
  std::optional<PendingFrame> pending_;
  std::uint64_t end_ = 0;  // of the film, in frames
  bool first_ = true;
};

}  // namespace

std::unique_ptr<Film> begin_gif(const FilmSpec& spec) { return std::make_unique<GifFilm>(spec); }

}  // namespace repose
