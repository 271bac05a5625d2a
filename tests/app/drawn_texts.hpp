// Reads the texts of a frame from what Dear ImGui draws: every glyph is a rectangle of the atlas of fonts.
#pragma once

#include <imgui.h>

#include <string>
#include <vector>

namespace repose::test {

struct DrawnText {
  std::string text;  // the words of one line, as drawn in one piece
  ImVec4 box = {};
  bool is_mono = false;
  bool is_cut = false;  // the border of its window or widget cuts it at a side
};

// Those of the last frame that was drawn: Driver::draw().
std::vector<DrawnText> drawn_texts();

}  // namespace repose::test
