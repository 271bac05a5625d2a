// Shared by all tests: temporary folders, worlds as small pictures.
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "repose/config.hpp"
#include "repose/world.hpp"
#include "skip.hpp"
#include "system.hpp"

namespace repose::test {

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::filesystem::path write_text(const std::filesystem::path& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

// A temporary folder, removed in the destructor.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(make_temporary_folder()) {}
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// Worlds as small pictures: one character a cell, rows of equal length.
inline World world_from(const std::vector<std::string>& rows, const std::map<char, std::uint8_t>& legend) {
  World world(static_cast<int>(rows.front().size()), static_cast<int>(rows.size()));
  for (int y = 0; y < world.height(); ++y) {
    for (int x = 0; x < world.width(); ++x) {
      world.cell(x, y) = legend.at(rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)]);
    }
  }
  return world;
}

inline std::vector<std::string> rows_of(const World& world, const std::map<char, std::uint8_t>& legend) {
  std::vector<std::string> rows;
  for (int y = 0; y < world.height(); ++y) {
    std::string row;
    for (int x = 0; x < world.width(); ++x) {
      char letter = '?';
      for (const auto& [c, element] : legend) {
        if (element == world.cell(x, y)) letter = c;
      }
      row += letter;
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace repose::test
