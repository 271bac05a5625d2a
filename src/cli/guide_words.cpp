#include "cli/guide_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/report.hpp"

namespace repose::cli {

namespace {

constexpr double kSoonSeconds = 1, kSomeSeconds = 10;
constexpr double kAtOnce = 0.3;  // chance in a step: a child sees no delay

}  // namespace

std::string_view kind_words(MatterKind kind) {
  switch (kind) {
    case MatterKind::wall: return "wall";
    case MatterKind::solid: return "solid";
    case MatterKind::powder: return "powder";
    case MatterKind::liquid: return "liquid";
    case MatterKind::thick_liquid: return "thick liquid";
    case MatterKind::gas: break;
  }
  return "gas";
}

std::string after_words(double probability, double steps_per_second) {
  if (probability >= 1) return "in the next step";
  const double seconds = 1 / probability / steps_per_second;
  if (seconds < 0.95) return fmt::format("after about {:.1g} seconds", seconds);
  if (seconds < 1.05) return "after about one second";
  if (seconds < 1.95) return fmt::format("after about {:.2g} seconds", seconds);
  if (seconds < 100) return fmt::format("after about {:.0f} seconds", seconds);
  return fmt::format("after about {:.0f} minutes", std::max(2.0, std::round(seconds / 60)));
}

std::string_view soon_words(double probability, double steps_per_second) {
  if (probability >= kAtOnce) return "at once";
  const double seconds = 1 / probability / steps_per_second;
  return seconds <= kSoonSeconds ? "within a second" : seconds <= kSomeSeconds ? "in some seconds" : "slowly";
}

std::string GuideNames::operator()(std::uint8_t element) const {
  const Element& named = ruleset_.elements[element];
  return as_markdown(named.title.empty() ? named.name : named.title);
}

std::string GuideNames::joined(const std::vector<std::uint8_t>& elements) const {
  std::string names;
  for (const std::uint8_t element : elements) names += (names.empty() ? "" : ", ") + (*this)(element);
  return names;
}

std::string GuideNames::becomes(std::string_view subject, std::uint8_t product) const {
  if (product == 0) return fmt::format("{} is gone", subject);
  return fmt::format("{} becomes {}", subject, (*this)(product));
}

std::string as_markdown(std::string_view text) {
  std::string escaped;
  for (const char c : config::printable(text)) {
    if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  const std::size_t end = escaped.find_last_not_of(' ');
  return escaped.substr(0, end == std::string::npos ? 0 : end + 1);
}

}  // namespace repose::cli
