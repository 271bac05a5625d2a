#include "core/input_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace repose {

std::optional<std::string> read_file_start(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault) {
  constexpr std::uint64_t kPieceBytes = 1u << 16;
  InputFile file(path);
  std::string content;
  // One byte more than the file states, so that its end is seen at once. Some files state 0; others grow meanwhile.
  std::uint64_t piece = file.bytes() + 1;
  for (bool full = true; full && content.size() < bytes_max; piece = kPieceBytes) {
    const std::size_t had = content.size();
    content.resize(had + std::min(piece, bytes_max - had));
    const std::size_t got = file.read(std::as_writable_bytes(std::span(content).subspan(had)));
    full = had + got == content.size();
    content.resize(had + got);
  }
  fault = file.fault();
  return fault.empty() ? std::optional(std::move(content)) : std::nullopt;
}

std::optional<std::string> read_whole_file(const std::filesystem::path& path, std::uint64_t bytes_max,
                                           std::string& fault) {
  auto content = read_file_start(path, bytes_max + 1, fault);
  if (!content || content->size() <= bytes_max) return content;
  const bool large = bytes_max >= 1u << 20;
  fault = fmt::format("it is too large: more than {} {}", bytes_max >> (large ? 20 : 10), large ? "MiB" : "KiB");
  return std::nullopt;
}

}  // namespace repose
