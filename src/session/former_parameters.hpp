// Parameters that have another name now than when a config, a world file or a replay was made.
#pragma once

#include <string_view>

#include "repose/run.hpp"

namespace repose {

// A value under the present name of its parameter; as it is if the name is no former one.
ParameterValues::value_type present_parameter(std::string_view automaton, const ParameterValues::value_type& value);

// All values under their present names. Of two that stand for the same parameter the later one counts.
ParameterValues present_parameters(std::string_view automaton, const ParameterValues& values);

// What the values in a file mean. Where a file lacks a parameter that it cannot know under its present name, the value
// is the default of the time when the file was made.
ParameterValues parameters_of_file(std::string_view automaton, const ParameterValues& values);

}  // namespace repose
