#include "cli/plane_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "cli/failure.hpp"
#include "session/height_map.hpp"

namespace repose::cli {

namespace fs = std::filesystem;

namespace {

// The size of the largest plane in its longest form; larger files are refused.
constexpr std::uintmax_t kPlaneFileBytesMax = std::uintmax_t{24} * kWorldSideMax * kWorldSideMax;

std::string read_all(std::string_view option, const std::string& path) {
  need_file(option, path);
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error || bytes > kPlaneFileBytesMax)
    refuse(fmt::format("{}: {} is too large for a plane or not a file", option, path));
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// The CSV form of a plane.
struct CsvForm {
  std::size_t numbers_per_cell;
  int minimum, maximum;
  std::int32_t units = 0;  // units per 1 in a plane of amounts; 0: whole numbers of one byte
};
CsvForm form_of(Plane plane) {
  switch (plane) {
    case Plane::velocity: return {2, -128, 127};
    case Plane::mass: return {1, 0, kMassMax / kFullCell, kFullCell};
    case Plane::height: return {1, -(kHeightMax / kHeightOne), kHeightMax / kHeightOne, kHeightOne};
    default: return {1, 0, 255};
  }
}

// Reads one number at the start of a text; false if there is none of this form.
bool read_csv_number(const char*& at, const char* end, const CsvForm& form, std::vector<std::uint8_t>& bytes) {
  double value = 0;
  const auto [next, error] = std::from_chars(at, end, value);
  if (error != std::errc{} || !(value >= form.minimum && value <= form.maximum)) return false;
  at = next;
  if (form.units == 0) {
    bytes.push_back(static_cast<std::uint8_t>(static_cast<int>(value)));
    return value == std::floor(value);
  }
  const auto units = static_cast<std::int32_t>(std::lround(value * form.units));
  const auto* const first = reinterpret_cast<const std::uint8_t*>(&units);
  bytes.insert(bytes.end(), first, first + sizeof units);
  return true;
}

// Appends the values of one line; false if a word is not a number of this form.
bool read_csv_row(std::string_view line, const CsvForm& form, std::vector<std::uint8_t>& bytes) {
  const char* at = line.data();
  const char* const end = at + line.size();
  for (;;) {
    while (at != end && *at == ' ') ++at;
    if (!read_csv_number(at, end, form, bytes)) return false;
    while (at != end && *at == ' ') ++at;
    if (at == end) return true;
    if (*at++ != ',') return false;
  }
}

// The shortest decimals that read back as the same amount.
std::string amounts_to_csv(std::span<const std::uint8_t> bytes, int width, const CsvForm& form) {
  std::string text;
  for (std::size_t i = 0; i * sizeof form.units < bytes.size(); ++i) {
    std::int32_t units = 0;
    std::memcpy(&units, &bytes[i * sizeof units], sizeof units);
    fmt::format_to(std::back_inserter(text), "{}", static_cast<double>(units) / form.units);
    text += (i + 1) % static_cast<std::size_t>(width) == 0 ? '\n' : ',';
  }
  return text;
}

}  // namespace

bool has_csv_form(Plane plane) {
  return plane == Plane::velocity || plane_info(plane).bytes_per_cell == 1 || form_of(plane).units != 0;
}

std::vector<std::uint8_t> read_raw(std::string_view option, const std::string& path, WorldSize size) {
  const std::string bytes = read_all(option, path);
  const auto needed = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
  if (bytes.size() != needed) {
    refuse(fmt::format("{}: {} holds {} bytes, but {}x{} cells need {}", option, path, bytes.size(), size.width,
                       size.height, needed));
  }
  return {bytes.begin(), bytes.end()};
}

CsvPlane read_csv(std::string_view option, const std::string& path, Plane plane) {
  const CsvForm form = form_of(plane);
  const std::string text = read_all(option, path);
  CsvPlane read;
  std::string_view rest = text;
  std::size_t row_length = 0;
  int height = 0;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() && rest.empty()) break;
    const std::size_t before = read.bytes.size();
    ++height;
    if (!read_csv_row(line, form, read.bytes)) {
      refuse(fmt::format("{}: {}: row {} is not a list of {}numbers from {} to {}", option, path, height,
                         form.units == 0 ? "whole " : "", form.minimum, form.maximum));
    }
    const std::size_t row = (read.bytes.size() - before) / (form.units == 0 ? 1 : sizeof form.units);
    if (height > 1 && row != row_length) {
      refuse(fmt::format("{}: {}: row {} has {} values, not {}", option, path, height, row, row_length));
    }
    row_length = row;
  }
  const std::size_t width = row_length / form.numbers_per_cell;
  if (height == 0 || height > kWorldSideMax || width > static_cast<std::size_t>(kWorldSideMax)) {
    refuse(fmt::format("{}: {} holds no plane of 1 to {} rows and columns", option, path, kWorldSideMax));
  }
  if (row_length % form.numbers_per_cell != 0) {
    refuse(fmt::format("{}: {} has {} numbers a row, but {} takes {} a cell", option, path, row_length,
                       plane_info(plane).name, form.numbers_per_cell));
  }
  read.size = {static_cast<int>(width), height};
  return read;
}

std::string to_csv(std::span<const std::uint8_t> bytes, int width, Plane plane) {
  const CsvForm form = form_of(plane);
  if (form.units != 0) return amounts_to_csv(bytes, width, form);
  const std::size_t row_length = static_cast<std::size_t>(width) * form.numbers_per_cell;
  std::string text;
  text.reserve(bytes.size() * 3);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int value = form.minimum < 0 ? static_cast<std::int8_t>(bytes[i]) : static_cast<int>(bytes[i]);
    fmt::format_to(std::back_inserter(text), "{}", value);
    text += (i + 1) % row_length == 0 ? '\n' : ',';
  }
  return text;
}

bool is_height_png(const std::string& path, Plane plane) { return plane == Plane::height && path.ends_with(".png"); }

CsvPlane read_plane(std::string_view option, const std::string& path, Plane plane) {
  if (!is_height_png(path, plane)) return read_csv(option, path, plane);
  need_file(option, path);
  HeightMap map;
  if (const Status read = read_height_map(path, map); !read) refuse(fmt::format("{}: {}", option, read.message()));
  CsvPlane plane_read{{map.width, map.height}, std::vector<std::uint8_t>(map.heights.size() * sizeof(std::int32_t))};
  std::memcpy(plane_read.bytes.data(), map.heights.data(), plane_read.bytes.size());
  return plane_read;
}

void write_height_png(std::string_view option, const std::string& path, std::span<const std::uint8_t> bytes,
                      int width) {
  std::vector<std::int32_t> heights(bytes.size() / sizeof(std::int32_t));
  std::memcpy(heights.data(), bytes.data(), bytes.size());
  std::uint64_t clipped = 0;
  const Status written = write_height_map(path, heights, width, clipped);
  if (!written) refuse(fmt::format("{}: {}", option, written.message()));
  if (clipped > 0)
    fmt::print(stderr, "repose-cli: warning: {}: {} heights do not fit and were clipped to 0..255.996\n", path,
               clipped);
}

void write_file(std::string_view option, const std::string& path, std::string_view bytes) {
  std::error_code error;
  // Renaming would replace a device, or a link such as /dev/stdout, by a file.
  const fs::file_type type = fs::symlink_status(path, error).type();
  const bool in_place = type != fs::file_type::not_found && type != fs::file_type::regular;
  const std::string target = in_place ? path : fmt::format("{}.{}.part", path, ::getpid());
  const auto fail = [&](std::string_view why) {
    if (!in_place) fs::remove(target, error);
    refuse(fmt::format("{}: {} could not be written: {}", option, path, why));
  };
  std::FILE* file = std::fopen(target.c_str(), "wb");
  if (file == nullptr) fail(std::strerror(errno));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) fail(std::strerror(errno));
  if (in_place) return;
  fs::rename(target, path, error);
  if (error) fail(error.message());
}

}  // namespace repose::cli
