// Turns words of the command line into values. Every function throws Failure, with the name of the option, for an
// invalid word.
#include "cli/verbs.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>

#include "platform/files.hpp"
#include "session/world_ops.hpp"

namespace repose::cli {

namespace {

template <class Number>
std::optional<Number> read_number(std::string_view word) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> split(std::string_view word, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = word.find(separator);
    parts.push_back(word.substr(0, at));
    if (at == std::string_view::npos) return parts;
    word.remove_prefix(at + 1);
  }
}

}  // namespace

std::uint64_t whole_number(std::string_view option, std::string_view word, std::uint64_t minimum,
                           std::uint64_t maximum) {
  const auto value = read_number<std::uint64_t>(word);
  if (value && *value >= minimum && *value <= maximum) return *value;
  const bool open = maximum == std::numeric_limits<std::uint64_t>::max();
  refuse(open ? fmt::format("{}: '{}' is not a whole number of at least {}", option, word, minimum)
              : fmt::format("{}: '{}' is not a whole number from {} to {}", option, word, minimum, maximum));
}

int thread_count(std::string_view word) {
  constexpr std::uint64_t kThreadsMax = 1024;  // a larger value is probably a typing mistake
  return static_cast<int>(whole_number("--threads", word, 0, kThreadsMax));
}

double real_number(std::string_view option, std::string_view word) {
  const auto value = read_number<double>(word);
  if (!value || !std::isfinite(*value)) refuse("{}: '{}' is not a number", option, word);
  return *value;
}

WorldSize world_size(std::string_view option, std::string_view word) {
  const auto sides = split(word, 'x');
  const int width = sides.size() == 2 ? read_number<int>(sides[0]).value_or(0) : 0;
  const int height = sides.size() == 2 ? read_number<int>(sides[1]).value_or(0) : 0;
  const auto fits = [](int side) { return side >= kWorldSideMin && side <= kWorldSideMax; };
  if (!fits(width) || !fits(height)) {
    refuse("{}: '{}' is not a size such as 640x400, with sides from {} to {}", option, word, kWorldSideMin,
           kWorldSideMax);
  }
  return {width, height};
}

Backend backend(std::string_view option, std::string_view word) {
  if (const auto found = find_backend(word)) return *found;
  refuse("{}: '{}' is not scalar, cpu or gpu", option, word);
}

std::pair<std::string, std::string> name_and_value(std::string_view option, std::string_view word) {
  const std::size_t at = word.find('=');
  if (at == std::string_view::npos || at == 0 || at + 1 == word.size())
    refuse("{}: '{}' is not of the form NAME=VALUE", option, word);
  return {std::string(word.substr(0, at)), std::string(word.substr(at + 1))};
}

std::pair<std::string, std::vector<int>> name_and_numbers(std::string_view option, std::string_view word,
                                                          std::string_view form) {
  const auto wanted = static_cast<std::size_t>(std::ranges::count(form, ',')) + 1;
  const std::size_t colon = word.rfind(':');
  const auto parts =
      colon == std::string_view::npos ? std::vector<std::string_view>{} : split(word.substr(colon + 1), ',');
  std::vector<int> numbers;
  for (const std::string_view part : parts) {
    if (const auto number = read_number<int>(part)) numbers.push_back(*number);
  }
  if (parts.size() != wanted || numbers.size() != wanted) refuse("{}: '{}' is not of the form {}", option, word, form);
  return {std::string(word.substr(0, colon)), std::move(numbers)};
}

std::uint8_t element_named(std::string_view option, std::string_view name, const Ruleset& ruleset) {
  if (const auto element = ruleset.find(name)) return *element;
  const std::string near = nearest_name(name, element_names(ruleset));
  refuse("{}: there is no element '{}'{}", option, name, near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
}

BodyEdit body(std::string_view option, std::string_view word) {
  constexpr std::string_view kShapes[] = {"ball", "wheel", "foot", "rake"};
  static_assert(std::size(kShapes) == kBodyShapeCount);
  const auto [name, numbers] = name_and_numbers(option, word, "SHAPE:X0,Y0,X1,Y1,SIZE,DEPTH");
  const auto shape = std::ranges::find(kShapes, name);
  if (shape == std::end(kShapes)) refuse("{}: '{}' is not one of {}", option, name, fmt::join(kShapes, ", "));
  if (numbers[4] < kBrushSizeMin || numbers[4] > kBrushSizeMax)
    refuse("{}: the size {} is not between {} and {}", option, numbers[4], kBrushSizeMin, kBrushSizeMax);
  if (numbers[5] < 0 || numbers[5] > kHeightMax / kHeightOne)
    refuse("{}: the depth {} is not between 0 and {}", option, numbers[5], kHeightMax / kHeightOne);
  BodyEdit edit;
  edit.from = {numbers[0], numbers[1]};
  edit.to = {numbers[2], numbers[3]};
  edit.shape = static_cast<BodyShape>(shape - std::begin(kShapes));
  edit.size = numbers[4];
  edit.depth = numbers[5] * kHeightOne;
  edit.heading = heading_of(edit.to.x - edit.from.x, edit.to.y - edit.from.y);
  return edit;
}

std::vector<std::uint64_t> sample_steps(std::string_view option, std::string_view word, std::uint64_t last_step) {
  std::vector<std::uint64_t> steps;
  for (const std::string_view part : split(word, ',')) steps.push_back(whole_number(option, part, 0, last_step));
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());  // clang 14 cannot compile std::ranges::unique
  return steps;
}

void need_file(std::string_view option, const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) refuse("{}: there is no file {}", option, path);
  if (std::filesystem::is_directory(path, error)) refuse("{}: {} is a folder", option, path);
  if (!std::filesystem::is_regular_file(path, error)) refuse("{}: {} is a pipe or a device, not a file", option, path);
  if (!InputFile(path).fault().empty()) refuse("{}: {} cannot be read", option, path);
}

}  // namespace repose::cli
