// How problems of configs look, and element colours as text: shared by the panels of the config editor.
#pragma once

#include <imgui.h>

#include "app/widgets/icons.hpp"
#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"

namespace repose {

ImVec4 severity_colour(Severity severity);
Icon severity_icon(Severity severity);
// "Line 12, column 7"; "The file" when it is about no line.
std::string place_of(const Diagnostic& diagnostic);
// At once, without a rest of the mouse.
void show_problem_tooltip(const Diagnostic& diagnostic);
// The colour, made lighter or darker until it can be read on a field of the theme.
ImVec4 legible(Color color);

}  // namespace repose
