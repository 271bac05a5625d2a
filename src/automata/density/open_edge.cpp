#include "automata/density/open_edge.hpp"

#include <atomic>
#include <numeric>

namespace repose::density {

namespace {
constexpr ParameterInfo kParameters[] = {{"open_edge", "Open edge",
                                          "Moving elements that reach the edge leave the world and are counted.", "",
                                          ParameterInfo::Kind::boolean, 0, 1, 0}};
}  // namespace

std::span<const ParameterInfo> OpenEdge::parameters() { return kParameters; }

double OpenEdge::parameter(std::string_view name) const { return name == kParameters[0].name && open_ ? 1 : 0; }

bool OpenEdge::set_parameter(std::string_view name, double value) {
  if (name != kParameters[0].name) return false;
  open_ = clamp_parameter(kParameters[0], value) != 0;
  return true;
}

void OpenEdge::count(std::uint8_t element, std::uint64_t cells) {
  std::atomic_ref(left_[element]).fetch_add(cells, std::memory_order_relaxed);
}

std::uint64_t OpenEdge::left_cells() const { return std::accumulate(left_.begin(), left_.end(), std::uint64_t{0}); }

std::span<const std::uint64_t> OpenEdge::left_by_element(int element_count) const {
  if (!open_) return {};
  return std::span(left_).first(static_cast<std::size_t>(element_count));
}

}  // namespace repose::density
