#include "session/height_map.hpp"

#include <algorithm>
#include <cctype>

#include "automata/field/field_world.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "platform/files.hpp"
#include "session/png_stream.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr std::int32_t kUnitsPerLevel = kHeightOne / 256;  // of a 16-bit level
constexpr std::int32_t kLevelMax = 65535;
constexpr std::int32_t kColliderLevel = 128 * kHeightOne;  // half as bright as white

Status no_heights(const fs::path& path, std::string_view why) {
  return Status::failure(trf("{} is no PNG picture that can be read as heights: {}.", path.filename().string(), why));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the number at the beginning of a text, without its leading zeros.
std::string_view take_number(std::string_view& text) {
  while (text.size() > 1 && text[0] == '0' && is_digit(text[1])) text.remove_prefix(1);
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  const std::string_view number = text.substr(0, length);
  text.remove_prefix(length);
  return number;
}

bool comes_before(const fs::path& first, const fs::path& second) {
  const std::string a_name = first.filename().string(), b_name = second.filename().string();
  std::string_view a = a_name, b = b_name;
  while (!a.empty() && !b.empty()) {
    if (is_digit(a[0]) && is_digit(b[0])) {
      const std::string_view x = take_number(a), y = take_number(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a[0] != b[0]) return a[0] < b[0];
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() != b.size() ? a.size() < b.size() : a_name < b_name;  // 1.png and 01.png
}

bool is_png(std::string_view name) {
  const auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == b; };
  return name.size() >= 4 && std::ranges::equal(name.substr(name.size() - 4), std::string_view(".png"), same);
}

}  // namespace

Status read_height_map(const fs::path& path, World& world) {
  InputFile file(path);
  if (!file.fault().empty()) return no_heights(path, file.fault());
  PngReader reader([&](std::span<std::byte> bytes) { return file.read(bytes); }, file.bytes(), PixelFormat::grey16);
  if (!reader.read_header()) return no_heights(path, reader.error());
  const std::uint32_t width = reader.width(), height = reader.height();
  if (width > kWorldSideMax || height > kWorldSideMax) {
    return Status::failure(trf("{} has {}x{} pixels; a world has up to {} a side.", path.filename().string(), width,
                               height, kWorldSideMax));
  }
  World read(static_cast<int>(width), static_cast<int>(height));
  read.add(Plane::height);
  std::uint8_t* const heights = read.bytes(Plane::height).data();
  const bool whole = reader.read_rows([&](std::uint32_t y, std::span<const std::uint8_t> grey) {
    std::uint8_t* const row = heights + std::size_t{y} * width * sizeof(std::int32_t);
    for (std::size_t i = 0; i < grey.size(); i += 2) {
      // libpng widens 8 bits to 16 by repeating the byte.
      const std::int32_t level = reader.is_deep() ? grey[i] * 256 + grey[i + 1] : grey[i] * 256;
      const std::int32_t units = level * kUnitsPerLevel;
      std::memcpy(row + 2 * i, &units, sizeof units);
    }
  });
  if (!whole) return no_heights(path, file.fault().empty() ? reader.error() : file.fault());
  world = std::move(read);
  return {};
}

Status write_height_map(const fs::path& path, std::span<const std::uint8_t> heights, int width,
                        std::uint64_t& clipped) {
  const std::size_t row_bytes = static_cast<std::size_t>(width) * sizeof(std::int32_t);
  std::vector<std::uint8_t> grey(static_cast<std::size_t>(width) * 2);
  clipped = 0;
  AtomicFile file(path);
  PngWriter writer([&](std::span<const std::byte> bytes) {
    file.write(bytes);
    return file.ok();
  });
  bool written = writer.begin(width, static_cast<int>(heights.size() / row_bytes), PixelFormat::grey16);
  for (; written && !heights.empty(); heights = heights.subspan(row_bytes)) {
    for (std::size_t i = 0; i < grey.size(); i += 2) {
      std::int32_t units = 0;
      std::memcpy(&units, &heights[2 * i], sizeof units);
      const std::int32_t level = (units + kUnitsPerLevel / 2) / kUnitsPerLevel;
      clipped += units < 0 || level > kLevelMax;
      const std::int32_t taken = std::clamp(level, 0, kLevelMax);
      grey[i] = static_cast<std::uint8_t>(taken >> 8);
      grey[i + 1] = static_cast<std::uint8_t>(taken & 0xff);
    }
    written = writer.write_row(grey);
  }
  if ((written && writer.end()) || !file.ok()) return file.commit();
  return Status::failure(trf("{} could not be written: there is not enough memory.", path.string()));
}

bool PictureSeries::is_series(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error) || path.filename().string().find('*') != std::string::npos;
}

Status PictureSeries::open(const fs::path& path, Plane plane) {
  std::error_code error;
  const bool whole_folder = fs::is_directory(path, error);
  const fs::path folder = whole_folder ? path : path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string pattern = whole_folder ? "*" : path.filename().string();
  const std::size_t star = pattern.find('*');
  const std::string begin = pattern.substr(0, star), end = star < pattern.size() ? pattern.substr(star + 1) : "";
  std::vector<fs::path> files;
  fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && it != fs::directory_iterator(); it.increment(error)) {
    const std::string name = it->path().filename().string();
    const bool matches = name.size() >= begin.size() + end.size() && name.starts_with(begin) && name.ends_with(end);
    std::error_code ignored;
    if (matches && is_png(name) && it->is_regular_file(ignored)) files.push_back(it->path());
  }
  if (error) return Status::failure(trf("{} cannot be read: {}.", folder.string(), error.message()));
  if (files.empty()) return Status::failure(trf("{} holds no PNG pictures.", path.string()));
  std::ranges::sort(files, comes_before);
  *this = {};
  plane_ = plane;
  files_ = std::move(files);
  return {};
}

Status PictureSeries::play(std::size_t pictures, const Ruleset& rules, std::vector<Edit>& edits) {
  const std::size_t last = std::min(played_ + std::max<std::size_t>(pictures, 1), files_.size()) - 1;
  World world;
  if (Status status = read_height_map(files_[last], world); !status) return status;
  if (!values_.empty() && (world.width() != width_ || world.height() != height_)) {
    return Status::failure(trf("{} has {}x{} pixels, but the pictures before have {}x{}.",
                               files_[last].filename().string(), world.width(), world.height(), width_, height_));
  }
  const auto roles = read_field_roles(rules).of;
  const auto wall = std::ranges::find(roles, FieldRole::ground);
  const bool colliders = plane_ == Plane::wall;
  if (colliders && wall == roles.end())
    return Status::failure(tr("No element of this config stands still, so there is nothing to make colliders of."));
  const auto element = static_cast<std::uint8_t>(wall - roles.begin()), none = static_cast<std::uint8_t>(~element);
  const std::size_t count = world.cell_count();
  std::vector<std::int32_t> values(count), changes(count), lifted(count);
  std::vector<std::uint8_t> covered(count, none);
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = amount_at(world, Plane::height, i);
    if (colliders) values[i] = values[i] >= kColliderLevel ? 1 : 0;
    changes[i] = values[i] - (values_.empty() ? 0 : values_[i]);
    if (changes[i] < 0) lifted[i] = changes[i];
    if (changes[i] > 0) covered[i] = element;
  }
  width_ = world.width();
  height_ = world.height();
  values_ = std::move(values);
  played_ = last + 1;
  edits.clear();
  const auto add = [&](std::vector<std::int32_t>& amounts, bool clears) {
    if (std::ranges::all_of(amounts, [](std::int32_t amount) { return amount == 0; })) return;
    auto shared = std::make_shared<const std::vector<std::int32_t>>(std::move(amounts));
    edits.emplace_back(AmountEdit{plane_, {0, 0}, width_, height_, std::move(shared), clears});
  };
  add(colliders ? lifted : changes, colliders);
  if (!colliders || std::ranges::find(covered, element) == covered.end()) return {};
  auto cells = std::make_shared<const std::vector<std::uint8_t>>(std::move(covered));
  edits.emplace_back(StampEdit{{0, 0}, width_, height_, std::move(cells), none});
  return {};
}

}  // namespace repose
