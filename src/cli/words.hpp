// Turns words of the command line into values. Every function throws Failure, with the name of the option, for an
// invalid word.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repose/gpu_solvers.hpp"
#include "repose/ruleset.hpp"
#include "repose/session.hpp"

namespace repose::cli {

struct WorldSize {
  int width = 0, height = 0;
};

std::uint64_t whole_number(std::string_view option, std::string_view word, std::uint64_t minimum,
                           std::uint64_t maximum);
int thread_count(std::string_view word);  // of --threads
double real_number(std::string_view option, std::string_view word);
WorldSize world_size(std::string_view option, std::string_view word);  // WxH
Bias first_bias(std::string_view option, std::string_view word);       // left, right
Backend backend(std::string_view option, std::string_view word);       // scalar, cpu, gpu
// fragment, compute; empty: none.
std::optional<GlPath> gl_path(std::string_view option, std::string_view word);
// NAME=REST, neither of them empty.
std::pair<std::string, std::string> name_and_value(std::string_view option, std::string_view word);
// NAME:N1,N2,... with as many whole numbers as `form` has, which is for messages: "ELEMENT:X0,Y0,X1,Y1". Splits at the
// last colon, because names may contain colons.
std::pair<std::string, std::vector<int>> name_and_numbers(std::string_view option, std::string_view word,
                                                          std::string_view form);
std::uint8_t element_named(std::string_view option, std::string_view name, const Ruleset& ruleset);
BodyEdit body(std::string_view option, std::string_view word);  // SHAPE:X0,Y0,X1,Y1,SIZE,DEPTH
// N1,N2,... in any order; the result is ascending, without repetition.
std::vector<std::uint64_t> sample_steps(std::string_view option, std::string_view word, std::uint64_t last_step);
// Throws Failure unless the file exists and can be read.
void need_file(std::string_view option, const std::string& path);

}  // namespace repose::cli
