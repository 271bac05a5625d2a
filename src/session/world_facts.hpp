// Descriptions of worlds in files, as JSON, and reading the worlds that they describe.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "repose/run.hpp"
#include "repose/world.hpp"
#include "session/parts.hpp"

namespace repose {

// Reads the JSON of a file. Throws Unsound if it is none.
nlohmann::json parse_facts(std::string_view text);

// The value of that name. Throws Unsound if it is missing.
const nlohmann::json& fact(const nlohmann::json& facts, const char* name);
// A value as a T. Throws Unsound if it is no whole number in the range of T although T is one, and a json::exception if
// it has another type.
template <class T>
T value_of(const nlohmann::json& value) {
  if constexpr (std::is_integral_v<T>) {  // the library would convert 1e300 too
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
    const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= kMax
                                                 : std::is_signed_v<T> && value.is_number_integer();
    if (!fits) throw Unsound{"it is damaged"};
  }
  return value.get<T>();
}
template <class T>
T fact(const nlohmann::json& facts, const char* name) {
  return value_of<T>(fact(facts, name));
}

// A text that can be shown in messages: at most 255 bytes, without control characters.
std::string fact_text(const nlohmann::json& facts, const char* name);
std::string shown_text(std::string_view text);

ParameterValues read_parameters(const nlohmann::json& facts);

// The size and planes of a world, as a file states them.
struct WorldClaim {
  int width = 0, height = 0;
  std::vector<Plane> planes;  // ascending, cells first

  std::uint64_t bytes() const;
  PlaneSet plane_set() const;
  // The smallest possible size of a file with this world.
  std::uint64_t file_bytes() const;
};

nlohmann::json world_facts(const World& world);
// Throws Unsound if such a world is impossible.
WorldClaim world_claim(const nlohmann::json& facts);

void put_planes(PartWriter& writer, const World& world, const std::function<void(std::size_t bytes)>& written = {});
// `wanted`: other planes are skipped, except cells.
World read_planes(PartReader& reader, const WorldClaim& claim, PlaneSet wanted);

}  // namespace repose
