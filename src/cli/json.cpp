#include "cli/json.hpp"

#include <fmt/format.h>

namespace repose::cli {

void print_json(const Json& json) { fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace)); }

}  // namespace repose::cli
