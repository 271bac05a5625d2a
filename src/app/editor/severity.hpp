// The look of problems of configs, and element colours for text: shared by the panels of the config editor.
#pragma once

#include <imgui.h>

#include "app/widgets/icons.hpp"
#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"

namespace repose {

ImVec4 severity_colour(Severity severity);
Icon severity_icon(Severity severity);
// "Line 12, column 7"; "The file" for a problem without a line.
std::string place_of(const Diagnostic& diagnostic);
// A tooltip that appears without delay.
void show_problem_tooltip(const Diagnostic& diagnostic);
// The colour, lighter or darker so that it is readable on the theme's background.
ImVec4 legible(Color color);

}  // namespace repose
