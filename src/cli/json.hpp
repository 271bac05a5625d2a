// JSON as every verb prints it.
#pragma once

#include <nlohmann/json.hpp>

namespace repose::cli {

using Json = nlohmann::ordered_json;

// To stdout. Names in configs may hold any bytes: what is no UTF-8 is replaced, so that the output always is.
void print_json(const Json& json);

}  // namespace repose::cli
