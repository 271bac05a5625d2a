// The open edge of the density automaton: the parameter that opens it and the count of what has left. docs/automata.md
// says what an open edge does.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "repose/ruleset.hpp"
#include "repose/solver.hpp"

namespace repose::density {

class OpenEdge {
 public:
  static std::span<const ParameterInfo> parameters();
  double parameter(std::string_view name) const;
  bool set_parameter(std::string_view name, double value);

  bool open() const { return open_; }

  // May be called by several threads at once.
  void count(std::uint8_t element, std::uint64_t cells = 1);
  void forget_counts() { left_ = {}; }
  std::uint64_t left_cells() const;
  // Of the first `element_count` elements; empty while the edge is closed.
  std::span<const std::uint64_t> left_by_element(int element_count) const;

 private:
  bool open_ = false;
  std::array<std::uint64_t, kElementsMax> left_{};
};

}  // namespace repose::density
