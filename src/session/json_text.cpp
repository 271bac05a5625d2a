#include "session/json_text.hpp"

#include <utility>

namespace repose {

using nlohmann::json;

namespace {

// Whether a text is within the limits, if it is JSON. Counts brackets and commas outside of strings.
bool is_small(std::string_view text) {
  int depth = 0;
  std::size_t values = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      if (c == '\\') ++i;  // the next character does not end the string
      continue;
    }
    const bool opens = c == '[' || c == '{';
    if (opens) ++depth;
    if (c == ']' || c == '}') --depth;
    if (opens || c == ',') ++values;
    if (depth > kJsonDepthMax || values > kJsonValuesMax) return false;
  }
  return true;
}

}  // namespace

std::optional<json> parse_json(std::string_view text) {
  if (!is_small(text)) return std::nullopt;
  json result = json::parse(text, nullptr, /*allow_exceptions=*/false);
  return result.is_discarded() ? std::nullopt : std::optional(std::move(result));
}

}  // namespace repose
