#include "render/soft_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace repose {

namespace {

constexpr int kChannels = 4;

std::uint8_t* bytes_of(std::uint32_t* row) { return reinterpret_cast<std::uint8_t*>(row); }

// The sums of each channel along a row, with weights 1 2 1.
void sum_row(const std::uint8_t* row, int width, std::uint16_t* sums) {
  const int last = kChannels * (width - 1);
  for (int i = 0; i < kChannels; ++i) {
    const int right = std::min(i + kChannels, last + i), left = std::max(last + i - kChannels, i);
    sums[i] = static_cast<std::uint16_t>(3 * row[i] + row[right]);
    sums[last + i] = static_cast<std::uint16_t>(3 * row[last + i] + row[left]);
  }
  for (int i = kChannels; i < last; ++i)
    sums[i] = static_cast<std::uint16_t>(row[i - kChannels] + 2 * row[i] + row[i + kChannels]);
}

void mean_of_rows(const std::uint16_t* above, const std::uint16_t* here, const std::uint16_t* below, int count,
                  std::uint8_t* out) {
  for (int i = 0; i < count; ++i)
    out[i] = static_cast<std::uint8_t>(static_cast<std::uint16_t>(above[i] + 2 * here[i] + below[i] + 8) >> 4);
}

// The two texels between which a pixel lies, counted from the first of the picture, and the share of the second.
struct Blend {
  int first = 0, second = 0;
  std::uint32_t share = 0;  // in 1/256
};

std::vector<Blend> blends(const Enlargement& e) {
  std::vector<Blend> list;
  list.reserve(static_cast<std::size_t>(e.pixels.size()));
  const int last = e.texels.size() - 1;
  for (int p = e.pixels.begin; p < e.pixels.end; ++p) {
    const double at = (p + 0.5 - e.origin) / e.zoom - 0.5 - e.texels.begin;
    const int below = static_cast<int>(std::floor(at));
    const auto share = static_cast<std::uint32_t>(std::lround((at - below) * 256));
    list.push_back({std::clamp(below, 0, last), std::clamp(below + 1, 0, last), share});
  }
  return list;
}

// One pixel of the picture is one of the output.
bool is_copy(const Enlargement& e, const std::vector<Blend>& blends) { return e.zoom == 1 && blends[0].share == 0; }

void mix_rows(const std::uint8_t* a, const std::uint8_t* b, std::uint32_t share, int count, std::uint8_t* out) {
  const auto rest = static_cast<std::uint16_t>(256 - share), part = static_cast<std::uint16_t>(share);
  for (int i = 0; i < count; ++i)
    out[i] = static_cast<std::uint8_t>(static_cast<std::uint16_t>(a[i] * rest + b[i] * part + 128) >> 8);
}

// Two channels at a time.
std::uint32_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t share) {
  constexpr std::uint32_t kPair = 0x00ff00ff, kHalf = 0x00800080;
  const std::uint32_t rest = 256 - share;
  const std::uint32_t low = (a & kPair) * rest + (b & kPair) * share + kHalf;
  const std::uint32_t high = (a >> 8 & kPair) * rest + (b >> 8 & kPair) * share + kHalf;
  return (low >> 8 & kPair) | (high & ~kPair);
}

}  // namespace

void soften(const PixelRows& picture) {
  if (picture.width < 1 || picture.height < 1) return;
  const int count = kChannels * picture.width;
  // The sums of the row above, of the present row, and of the row below: a row is overwritten once its sums are here.
  thread_local std::array<std::vector<std::uint16_t>, 3> sums;
  for (auto& row : sums) row.resize(static_cast<std::size_t>(count));
  sum_row(bytes_of(picture.row(0)), picture.width, sums[1].data());
  sums[0] = sums[1];
  for (int y = 0; y < picture.height; ++y) {
    if (y + 1 < picture.height) {
      sum_row(bytes_of(picture.row(y + 1)), picture.width, sums[2].data());
    } else {
      sums[2] = sums[1];
    }
    mean_of_rows(sums[0].data(), sums[1].data(), sums[2].data(), count, bytes_of(picture.row(y)));
    std::swap(sums[0], sums[1]);
    std::swap(sums[1], sums[2]);
  }
}

void enlarge(const PixelRows& picture, const Enlargement& across, const Enlargement& down, const PixelRows& out) {
  const std::vector<Blend> columns = blends(across), rows = blends(down);
  std::vector<std::uint32_t> mixed(static_cast<std::size_t>(picture.width));
  const bool copies = is_copy(across, columns);
  for (int y = 0; y < out.height; ++y) {
    const Blend& row = rows[static_cast<std::size_t>(y)];
    mix_rows(bytes_of(picture.row(row.first)), bytes_of(picture.row(row.second)), row.share, kChannels * picture.width,
             bytes_of(mixed.data()));
    std::uint32_t* to = out.row(y);
    if (copies) {
      std::copy_n(&mixed[static_cast<std::size_t>(columns[0].first)], out.width, to);
      continue;
    }
    for (const Blend& column : columns) {
      *to++ = mix(mixed[static_cast<std::size_t>(column.first)], mixed[static_cast<std::size_t>(column.second)],
                  column.share);
    }
  }
}

}  // namespace repose
