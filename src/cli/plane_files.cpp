#include "cli/plane_files.hpp"

#include <fmt/format.h>

#include <cstring>

#include "cli/failure.hpp"
#include "core/files.hpp"
#include "platform/files.hpp"
#include "session/height_map.hpp"

namespace repose::cli {

std::vector<std::uint8_t> read_raw(std::string_view option, const std::string& path, WorldSize size) {
  need_file(option, path);
  const auto needed = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
  InputFile file(path);
  std::vector<std::uint8_t> cells;
  if (file.bytes() == needed) {
    cells.resize(needed);
    cells.resize(file.read(std::as_writable_bytes(std::span(cells))));
  }
  if (!file.fault().empty()) refuse(fmt::format("{}: {} could not be read: {}", option, path, file.fault()));
  if (cells.size() != needed) {
    refuse(fmt::format("{}: {} holds {} bytes, but {}x{} cells need {}", option, path, file.bytes(), size.width,
                       size.height, needed));
  }
  return cells;
}

bool is_height_png(const std::string& path, Plane plane) { return plane == Plane::height && path.ends_with(".png"); }

CsvPlane read_plane(std::string_view option, const std::string& path, Plane plane) {
  need_file(option, path);
  CsvPlane read;
  if (is_height_png(path, plane)) {
    World world;
    if (const Status status = read_height_map(path, world); !status)
      refuse(fmt::format("{}: {}", option, status.message()));
    const auto bytes = world.bytes(Plane::height);
    return {world.width(), world.height(), {bytes.begin(), bytes.end()}};
  }
  InputFile file(path);
  const Status status = read_csv([&](std::span<std::byte> bytes) { return file.read(bytes); }, path, plane, read);
  if (!file.fault().empty()) refuse(fmt::format("{}: {} could not be read: {}", option, path, file.fault()));
  if (!status) refuse(fmt::format("{}: {}", option, status.message()));
  return read;
}

void write_height_png(std::string_view option, const std::string& path, std::span<const std::uint8_t> bytes,
                      int width) {
  std::uint64_t clipped = 0;
  const Status written = write_height_map(path, bytes, width, clipped);
  if (!written) refuse(fmt::format("{}: {}", option, written.message()));
  if (clipped > 0)
    fmt::print(stderr, "repose-cli: warning: {}: {} heights do not fit and were clipped to 0..255.996\n", path,
               clipped);
}

void write_file(std::string_view option, const std::string& path, std::string_view bytes) {
  if (const Status written = write_whole_file(path, bytes); !written)
    refuse(fmt::format("{}: {}", option, written.message()));
}

}  // namespace repose::cli
