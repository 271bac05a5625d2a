#include "session/config_link.hpp"

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>

#include "core/language.hpp"
#include "session/zstd.hpp"

namespace repose {

namespace {

constexpr std::string_view kStart = "#config=";
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kNameBytesMax = 64;
constexpr std::size_t kCrcBytes = 4;
constexpr int kLevel = 19;
constexpr int kWindowBits = 20;  // reaches from the end of a text to the start of its prefix

Status damaged() {
  return Status::failure(tr("The config in this link cannot be read: a part of the link is missing or was changed."));
}

// ---- base64url ----

std::string to_base64url(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() * 4 / 3 + 1);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6) text += kDigits[bits >> (count - 6) & 63];
  }
  if (count > 0) text += kDigits[bits << (6 - count) & 63];
  return text;
}

std::optional<std::string> from_base64url(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 255);
  }
  const bool rest = count >= 6 || (bits & ((1u << count) - 1)) != 0;
  return rest ? std::nullopt : std::optional(std::move(bytes));
}

// ---- compression ----

std::string pack(std::string_view text, std::string_view prefix) {
  const std::unique_ptr<ZSTD_CCtx, FreeZstd> context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  checked_zstd(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel));
  checked_zstd(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_windowLog, kWindowBits));
  checked_zstd(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1));
  checked_zstd(ZSTD_CCtx_refPrefix(context.get(), prefix.data(), prefix.size()));
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(checked_zstd(ZSTD_compress2(context.get(), packed.data(), packed.size(), text.data(), text.size())));
  return packed;
}

Status unpack(std::string_view frame, std::string_view prefix, std::string& text) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) return damaged();
  if (size > kLinkedTextBytesMax) {
    return Status::failure(
        trf("The config in this link is too large: it has more than {} MiB.", kLinkedTextBytesMax >> 20));
  }
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) return damaged();
  const std::unique_ptr<ZSTD_DCtx, FreeZstd> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  checked_zstd(ZSTD_DCtx_refPrefix(context.get(), prefix.data(), prefix.size()));
  std::string unpacked(static_cast<std::size_t>(size), '\0');
  const std::size_t written =
      ZSTD_decompressDCtx(context.get(), unpacked.data(), unpacked.size(), frame.data(), frame.size());
  if (ZSTD_isError(written) != 0 || written != unpacked.size()) return damaged();
  text = std::move(unpacked);
  return {};
}

std::string crc_of(std::string_view text) {
  const auto crc =
      static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const unsigned char*>(text.data()), text.size()));
  std::string bytes;
  for (std::size_t i = 0; i < kCrcBytes; ++i) bytes += static_cast<char>(crc >> (8 * i) & 255);
  return bytes;
}

// ---- the parts of a link ----

bool is_name(std::string_view text) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  return text.size() <= kNameBytesMax && std::all_of(text.begin(), text.end(), fits);
}

Status read_code(std::string_view code, std::span<const std::string> known, std::string& text) {
  if (code.empty()) return damaged();
  const char form = code.front();
  if (form != 'z' && form != 'd')
    return Status::failure(tr("This version of Repose does not know the form of the config in this link."));
  const auto bytes = from_base64url(code.substr(1));
  if (!bytes) return damaged();
  if (form == 'z') return unpack(*bytes, {}, text);
  if (bytes->size() <= kCrcBytes) return damaged();
  for (const std::string& candidate : known) {
    if (bytes->starts_with(crc_of(candidate)))
      return unpack(std::string_view(*bytes).substr(kCrcBytes), candidate, text);
  }
  return Status::failure(
      tr("The config in this link is a change to a config that this version of Repose does not have."));
}

}  // namespace

Status make_config_link(const ConfigLink& link, std::string_view address, std::span<const std::string> known,
                        std::string& made) {
  if (link.text.size() > kLinkedTextBytesMax)
    return Status::failure(trf("The config is too large for a link: it has {} kB.", link.text.size() / 1000));
  std::string names;
  if (!link.automaton.empty()) names += "&automaton=" + link.automaton;
  if (!link.scene.empty()) names += "&scene=" + link.scene;
  const auto whole = [&](char form, const std::string& bytes) {
    return fmt::format("{}{}{}{}{}", address, kStart, form, to_base64url(bytes), names);
  };
  std::string best = whole('z', pack(link.text, {}));
  for (const std::string& candidate : known) {
    if (best.size() <= kLinkBytesMax) break;
    std::string other = whole('d', crc_of(candidate) + pack(link.text, candidate));
    if (other.size() < best.size()) best = std::move(other);
  }
  if (best.size() > kLinkBytesMax) {
    return Status::failure(
        trf("The config is too large for a link: the link would have {:.1f} kB, and links "
            "hold {} kB.",
            static_cast<double>(best.size()) / 1024, kLinkBytesMax >> 10));
  }
  made = std::move(best);
  return {};
}

bool is_config_link(std::string_view text) { return text.find(kStart) != std::string_view::npos; }

Status read_config_link(std::string_view text, std::span<const std::string> known, ConfigLink& link) {
  const std::size_t start = text.find(kStart);
  if (start == std::string_view::npos) return Status::failure(tr("This link carries no config."));
  if (text.size() > kLinkBytesMax)
    return Status::failure(trf("This link is too long: links have {} kB at most.", kLinkBytesMax >> 10));
  std::string_view rest = text.substr(start + 1);
  ConfigLink read;
  std::string_view code;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::string_view key = part.substr(0, equals), value = part.substr(std::min(equals + 1, part.size()));
    if (key == "config") code = value;
    if ((key == "automaton" || key == "scene") && !is_name(value)) return damaged();
    if (key == "automaton") read.automaton = value;
    if (key == "scene") read.scene = value;
  }
  if (const Status status = read_code(code, known, read.text); !status) return status;
  link = std::move(read);
  return {};
}

}  // namespace repose
