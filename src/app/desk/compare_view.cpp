// The comparison: the world in two solvers side by side, the cells in which they differ, and the number of these cells.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr Color kMark{255, 0, 214};  // no element has this colour
constexpr float kHeaderPoints = 52;
constexpr float kNarrowPoints = 680;  // of the canvas: if narrower, the count is below the names, without figures
constexpr float kShareLeast = 0.15f;  // smallest share of the canvas for either half
constexpr std::size_t kRowsMost = 8;  // of the table of elements

// "12 345".
std::string with_spaces(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, " ");
  return digits;
}

std::string speed_text(double steps_per_second) {
  const double unit = std::pow(
      10, std::max(0.0, std::floor(std::log10(std::max(steps_per_second, 1.0))) - 1));  // two digits are precise enough
  return trf("{} steps/s", with_spaces(static_cast<std::uint64_t>(std::round(steps_per_second / unit) * unit)));
}

}  // namespace

// ---- beginning and ending ----

void CompareView::start(std::string_view automaton, Backend backend) {
  std::string error;
  const bool saw_whole = desk_.view.canvas.camera().sees_whole(desk_.session().width(), desk_.session().height());
  comparison_ = nullptr;
  auto comparison = Comparison::begin(desk_.session(), automaton, backend, 0, error);
  if (!comparison) return desk_.messages.say(error, Tone::warning);
  comparison_ = std::move(comparison);
  last_ = {std::string(automaton), backend};
  refits_ = saw_whole;
  mark_picture_.forget();
  desk_.messages.say(trf("{} {} beside {} {}: every edit is made in both.", desk_.session().automaton(),
                         backend_name(desk_.session().backend()), automaton, backend_name(backend)));
}

void CompareView::stop() {
  refits_ = active() && desk_.view.canvas.camera().sees_whole(desk_.session().width(), desk_.session().height());
  comparison_ = nullptr;
  mouse_in_second_ = false;
}

void CompareView::toggle() {
  if (active()) {
    stop();
    return desk_.messages.say(tr("Comparison closed."));
  }
  if (const auto choice = sensible_choice()) start(choice->automaton, choice->backend);
}

std::string CompareView::why_not_toggle() {
  return active() || sensible_choice() ? "" : tr("No other solver here can be compared with this one.");
}

std::string CompareView::why_not(const SolverEntry& solver) {
  const Session& session = desk_.session();
  if (!solver.available()) return solver.unavailable;
  if (solver.automaton == session.automaton() && solver.backend == session.backend())
    return tr("This solver is running.");
  const auto known = std::ranges::find(asked_, solver.automaton, &Asked::automaton);
  if (known != asked_.end() && known->running == session.automaton() && known->rules == session.ruleset().text &&
      known->language == language_changes())
    return known->answer;
  if (known != asked_.end()) asked_.erase(known);
  asked_.push_back({std::string(solver.automaton), std::string(session.automaton()), session.ruleset().text,
                    why_not_comparable(session, solver.automaton), language_changes()});
  return asked_.back().answer;
}

std::optional<CompareView::Choice> CompareView::sensible_choice() {
  const Session& session = desk_.session();
  const std::string running(session.automaton());
  std::vector<Choice> choices;
  if (last_) choices.push_back(*last_);
  const AutomatonDefinition* definition = session.registry().automaton(running);
  if (definition != nullptr && !definition->compared_with.empty() &&
      has_enough_rules(session.registry(), definition->compared_with, session.ruleset()))
    choices.push_back({std::string(definition->compared_with), session.backend()});
  for (const Backend backend : {Backend::gpu, Backend::cpu, Backend::scalar}) choices.push_back({running, backend});
  for (const Choice& choice : choices) {
    const SolverEntry* entry = session.registry().solver(choice.automaton, choice.backend);
    if (entry != nullptr && why_not(*entry).empty()) return choice;
  }
  return std::nullopt;
}

void CompareView::tick() {
  if (!active()) return;
  if (const Status status = comparison_->collect(); !status) {
    stop();
    desk_.messages.say(trf("The comparison has ended: {}", status.message()), Tone::warning);
  }
}

double CompareView::step_cost() const {
  const auto speed = active() ? comparison_->twin_speed() : std::nullopt;
  return speed ? 1 / *speed : 0;
}

// ---- positions ----

PixelRect CompareView::first_half(PixelRect canvas) {
  if (!active()) return canvas;
  const float pixels = desk_.layout.pixels_per_point();
  const int gap = std::max(1, static_cast<int>(std::lround(px(2) * pixels)));
  narrow_ = static_cast<float>(canvas.width) / pixels < px(kNarrowPoints);
  const int header = std::min(canvas.height / 2, static_cast<int>(std::lround(header_height() * pixels)));
  canvas.y += header;
  canvas.height -= header;
  // Whether the world is larger in two halves one above the other than in two halves side by side.
  const double across = static_cast<double>(canvas.width) / desk_.session().width();
  const double down = static_cast<double>(canvas.height) / desk_.session().height();
  stacked_ = std::min(across, down / 2) > std::min(across / 2, down);
  first_ = second_ = canvas;
  const auto divide = [&](int begin, int whole, int& first_length, int& second_begin, int& second_length) {
    first_length = std::max(1, static_cast<int>(std::lround(static_cast<float>(whole) * share_)) - gap / 2);
    second_begin = begin + first_length + gap;
    second_length = std::max(1, begin + whole - second_begin);
  };
  stacked_ ? divide(canvas.y, canvas.height, first_.height, second_.y, second_.height)
           : divide(canvas.x, canvas.width, first_.width, second_.x, second_.width);
  return first_;
}

// From a pixel of the first half to the same place of the second one.
PixelPoint CompareView::shift() const {
  return {std::round(second_.x + second_.width / 2.0 - (first_.x + first_.width / 2.0)),
          std::round(second_.y + second_.height / 2.0 - (first_.y + first_.height / 2.0))};
}

PixelPoint CompareView::in_first_half(PixelPoint at, bool held) {
  if (!active()) return at;
  if (!held) mouse_in_second_ = stacked_ ? at.y >= second_.y : at.x >= second_.x;
  const PixelPoint way = shift();
  return mouse_in_second_ ? PixelPoint{at.x - way.x, at.y - way.y} : at;
}

Camera CompareView::second_camera() const {
  Camera camera = desk_.view.canvas.camera();
  camera.set_viewport(second_);
  camera.pan(shift().x, shift().y);
  return camera;
}

float CompareView::header_height() const { return active() ? px(kHeaderPoints) * (narrow_ ? 2 : 1) : 0; }

// ---- what is drawn ----

void CompareView::draw_name(const Session& session, std::optional<double> speed, float x, float y, bool right) const {
  const std::string name = fmt::format("{} {}", session.automaton(), backend_name(session.backend()));
  const std::string text = speed ? speed_text(*speed) : std::string();
  const float gap = text.empty() ? 0 : px(12), name_width = ImGui::CalcTextSize(name.c_str()).x;
  const float width = name_width + gap + ImGui::CalcTextSize(text.c_str()).x;
  const ImVec2 at = {std::round(right ? x - width - px(10) : x + px(10)), y + px(6)};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled({at.x - px(10), y}, {at.x + width + px(10), at.y + ImGui::GetTextLineHeight() + px(6)},
                     to_u32(faint(theme().panel, 0.92f)), px(6));
  list.AddText(at, to_u32(theme().text), name.c_str());
  list.AddText({at.x + name_width + gap, at.y}, to_u32(theme().dim), text.c_str());
}

void CompareView::draw_elements(const Differences& found) const {
  const auto& elements = desk_.session().ruleset().elements;
  if (!ImGui::BeginTable("elements", 3, ImGuiTableFlags_SizingFixedFit)) return;
  std::size_t rows = 0;
  const auto at_right = [](const std::string& text, const ImVec4& colour) {
    ImGui::TableNextColumn();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, px(72) - ImGui::CalcTextSize(text.c_str()).x));
    ImGui::TextColored(colour, "%s", text.c_str());
  };
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextColored(theme().dim, "%s", tr("Cells"));
  at_right(tr("left"), theme().dim);
  at_right(tr("right"), theme().dim);
  landmarks().mark("compare/headings");
  for (std::size_t i = 0; i < elements.size() && rows < kRowsMost; ++i) {
    if (found.counts[0][i] == found.counts[1][i]) continue;
    ++rows;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetTextLineHeight() - px(4);
    colour_swatch(*ImGui::GetWindowDrawList(), {at.x, at.y + px(2)}, {at.x + side, at.y + px(2) + side},
                  desk_.view.world_views.color_of(static_cast<std::uint8_t>(i)), elements[i].glow);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + px(8));
    ImGui::TextUnformatted(tr_in("element", shown_name(elements[i])).c_str());
    at_right(with_spaces(found.counts[0][i]), theme().text);
    at_right(with_spaces(found.counts[1][i]), theme().text);
  }
  ImGui::EndTable();
}

void CompareView::draw_count(ImVec2 top_middle) {
  begin_card("##compare", {top_middle.x, top_middle.y + px(kCanvasMargin) - px(4)}, {0.5f, 0}, {px(14), px(8)});
  const Differences* found = comparison_->differences();
  constexpr float kLarge = 1.6f;  // large, because it is the most important figure
  const std::string count = found != nullptr ? with_spaces(found->cells) : "...";
  ImGui::PushFont(heading_font());
  ImGui::SetWindowFontScale(kLarge);
  ImGui::TextColored(found == nullptr    ? theme().dim
                     : found->cells == 0 ? theme().good
                                         : theme().text,
                     "%s", count.c_str());
  ImGui::SetWindowFontScale(1);
  ImGui::PopFont();
  landmarks().mark("compare/count");
  ImGui::SameLine(0, px(8));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(tr_n("cell differs", "cells differ", found != nullptr ? found->cells : 0));
  ImGui::SameLine(0, px(14));
  if (chip(tr("Mark"), marks_)) marks_ = !marks_;
  mark_item("compare/mark", tr("Shows the cells that differ."));
  const bool differs = found != nullptr && found->counts[0] != found->counts[1];
  if (differs && !narrow_) {
    ImGui::SameLine(0, px(4));
    if (chip(tr("Elements"), by_element_)) by_element_ = !by_element_;
    mark_item("compare/elements",
              tr("The number of cells of each element on the left and on the right, where the numbers differ."));
  }
  ImGui::SameLine(0, px(4));
  if (icon_button("compare/close", Icon::cross, tr("Stop comparing"), desk_.actions.keys(action::compare)))
    desk_.actions.perform(action::compare);
  if (differs && by_element_ && !narrow_) draw_elements(*found);
  count_width_ = ImGui::GetWindowSize().x;
  desk_.layout.cover_window();
  ImGui::End();
}

// Between the two halves; can be dragged.
void CompareView::draw_divider(ImVec4 halves) {
  const float scale = desk_.layout.pixels_per_point(), reach = px(5, 12);
  const float x = static_cast<float>(first_.x + first_.width + second_.x) / 2 / scale;
  const float y = static_cast<float>(first_.y + first_.height + second_.y) / 2 / scale;
  const ImVec4 grip =
      stacked_ ? ImVec4{halves.x, y - reach, halves.z, y + reach} : ImVec4{x - reach, halves.y, x + reach, halves.w};
  const ImVec2 size = {grip.z - grip.x, grip.w - grip.y};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  begin_docked("##divider", {grip.x, grip.y}, size,
               kCardFlags | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoBringToFrontOnFocus);
  ImGui::PopStyleVar();
  ImGui::InvisibleButton("divider", size);
  landmarks().mark("compare/divider");
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
  if (lit) ImGui::SetMouseCursor(stacked_ ? ImGuiMouseCursor_ResizeNS : ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float share = stacked_ ? (mouse.y - halves.y) / std::max(1.0f, halves.w - halves.y)
                                 : (mouse.x - halves.x) / std::max(1.0f, halves.z - halves.x);
    share_ = std::clamp(share, kShareLeast, 1 - kShareLeast);
  }
  const ImVec2 low = stacked_ ? ImVec2{grip.x, y - px(1)} : ImVec2{x - px(1), grip.y};
  const ImVec2 high = stacked_ ? ImVec2{grip.z, y + px(1)} : ImVec2{x + px(1), grip.w};
  ImGui::GetWindowDrawList()->AddRectFilled(low, high, to_u32(lit ? theme().accent : theme().border));
  desk_.layout.cover(grip);
  ImGui::End();
}

void CompareView::draw(ImVec4 canvas) {
  if (!active()) return;
  const Differences* found = comparison_->differences();
  if (marks_ && found != nullptr && found->cells > 0 && found->width == desk_.session().width() &&
      found->height == desk_.session().height()) {
    const float scale = desk_.layout.pixels_per_point();
    const Camera own = desk_.view.canvas.camera(), other = second_camera();
    mark_picture_.refresh(*desk_.screen, own, {comparison_->generation()}, [&](CellOverlay& into) {
      mark_cells(found->mask, found->width, found->height, own, kMark, into);
    });
    for (const Camera* camera : {&own, &other})
      mark_picture_.draw(*camera, scale, {camera->origin().x - own.origin().x, camera->origin().y - own.origin().y});
  }
  // The names are in the header, over their halves; of two halves one above the other the second has its name inside.
  const float top = canvas.y + px(kCanvasMargin), left = canvas.x + px(kCanvasMargin);
  const auto speed = [this](std::optional<double> of_solver) { return narrow_ ? std::nullopt : of_solver; };
  draw_name(desk_.session(), speed(comparison_->session_speed()), left, top, false);
  if (stacked_) {
    const float second = static_cast<float>(second_.y) / desk_.layout.pixels_per_point();
    draw_name(comparison_->twin(), speed(comparison_->twin_speed()), left, second + px(kCanvasMargin), false);
  } else {
    draw_name(comparison_->twin(), speed(comparison_->twin_speed()), canvas.z - px(kCanvasMargin), top, true);
  }
  draw_divider({canvas.x, canvas.y + header_height(), canvas.z, canvas.w});
  const float middle = (static_cast<float>(first_.x + first_.width) + static_cast<float>(second_.x)) / 2 /
                       desk_.layout.pixels_per_point();
  const float room = std::max(0.0f, (canvas.z - canvas.x - count_width_) / 2 - px(4)),
              centre = (canvas.x + canvas.z) / 2;
  // Beside two halves one above the other there is space at the right.
  const float at = narrow_ ? centre : stacked_ ? centre + room : std::clamp(middle, centre - room, centre + room);
  draw_count({at, canvas.y + (narrow_ ? px(kHeaderPoints) - px(kCanvasMargin) : 0)});
}

}  // namespace repose
