// What AtomicFile asks of the operating system. durable_file_posix.cpp and durable_file_windows.cpp implement it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace repose {

using FileHandle = std::intptr_t;  // a descriptor, or a HANDLE of Windows
inline constexpr FileHandle kNoFile = -1;

// Whether the path is a device, a pipe, or another name behind which no new file may be put.
bool is_written_directly(const std::filesystem::path& path);

// The functions below return why they failed, such as "No space left on device"; empty if they did not.

// Opens what is_written_directly(). Does not wait for a reader of a pipe.
std::string open_directly(const std::filesystem::path& path, FileHandle& file);
// Makes a file that does not exist yet.
std::string create_file(const std::filesystem::path& path, FileHandle& file);
std::string write_all(FileHandle file, std::span<const std::byte> bytes);
// `file` is kNoFile afterwards.
std::string close_file(FileHandle& file);
// Flushes a file, or a folder with its files, to disk and gives it the name and the permissions of `target`. A file
// replaces a file; a folder replaces only an empty folder.
std::string put_durably(const std::filesystem::path& part, const std::filesystem::path& target);

}  // namespace repose
