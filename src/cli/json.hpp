// Prints JSON in the same form for every verb.
#pragma once

#include <nlohmann/json.hpp>

namespace repose::cli {

using Json = nlohmann::ordered_json;

// Prints to stdout, always as valid UTF-8: other bytes, which names in configs may contain, are replaced.
void print_json(const Json& json);

}  // namespace repose::cli
