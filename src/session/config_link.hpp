// Links that carry a config: ADDRESS#config=CODE&automaton=NAME&scene=NAME.
//
// CODE is a letter, then bytes in base64url (RFC 4648, without padding):
//   z  a Zstandard frame (RFC 8878) of the text, with its size and checksum
//   d  the CRC-32 of a text that the reader knows too (4 bytes, the lowest first), then such a frame with this text as
//      its prefix. For configs that are like one of those that come with Repose and do not fit otherwise.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "repose/status.hpp"

namespace repose {

// Longer links are neither made nor read: programs cut them off.
inline constexpr std::size_t kLinkBytesMax = 8192;
// No larger config is unpacked from a link: 8 kB can hold gigabytes of the same letter.
inline constexpr std::size_t kLinkedTextBytesMax = 1u << 20;

struct ConfigLink {
  std::string text = {};       // of the config
  std::string automaton = {};  // which runs it; empty: the one that the config asks for
  std::string scene = {};      // which fills the world; empty: none
};

// `address`: of the page, without a part after '#'. `known`: texts that readers know too. Fails if it gets too long.
Status make_config_link(const ConfigLink& link, std::string_view address, std::span<const std::string> known,
                        std::string& made);

// Whether a text is meant to be such a link, whole or from its '#' on.
bool is_config_link(std::string_view text);

// On failure, with a sentence, `link` stays as it was.
Status read_config_link(std::string_view text, std::span<const std::string> known, ConfigLink& link);

}  // namespace repose
