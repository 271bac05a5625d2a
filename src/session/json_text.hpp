// Reads JSON that anybody may have made.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace repose {

// The deepest nesting that is read; files of this program have four levels. Copying and writing JSON needs stack for
// every level.
inline constexpr int kJsonDepthMax = 32;
// The most values that are read. A value needs up to 80 bytes of memory, and only two or three in the text.
inline constexpr std::size_t kJsonValuesMax = 1u << 20;

// Empty if the text is not JSON, or exceeds a limit.
std::optional<nlohmann::json> parse_json(std::string_view text);

}  // namespace repose
