// The index of a gallery: a folder of pictures and replays that people share. `repose-cli gallery` writes it, the app
// shows it (docs/files.md, "Galleries").
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "repose/status.hpp"

namespace repose {

inline constexpr std::string_view kGalleryIndexName = "index.json";
inline constexpr std::size_t kGalleryEntriesMax = 2000;
inline constexpr std::uint64_t kGalleryIndexBytesMax = 2u << 20;

struct GalleryEntry {
  std::string file;   // in the folder of the index: a plain name that ends in .png or .replay
  std::string title;  // of what it shows
  std::string made_by;
  int width = 0, height = 0;          // of the first world, in cells
  std::uint64_t steps = 0;            // that are shown
  std::uint64_t bytes = 0, hash = 0;  // of the file: its size, its xxHash64
  // Of a solution: the challenge, and what the judge has found. Else empty.
  std::string challenge, medal;
  std::uint64_t matter = 0, strokes = 0;
  friend bool operator==(const GalleryEntry&, const GalleryEntry&) = default;
};

// Whether a gallery may hold a file of this name: no folders, nothing hidden, ends in .png or .replay.
bool is_gallery_file(std::string_view name);

// The text of an index, always the same for the same entries.
std::string encode_gallery_index(const std::vector<GalleryEntry>& entries);
// Any text is safe: fails with a sentence, in which `name` is the name of the file, and leaves `entries` as they were.
Status decode_gallery_index(std::string_view text, std::string_view name, std::vector<GalleryEntry>& entries);
// Reads the index in a folder.
Status read_gallery_index(const std::filesystem::path& folder, std::vector<GalleryEntry>& entries);

// The xxHash64 and the size of a file, into an entry; what it holds is not read.
Status measure_gallery_file(const std::filesystem::path& file, GalleryEntry& entry);

}  // namespace repose
