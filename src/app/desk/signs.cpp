// Signs over the world: their labels with live values, and the tool that writes, moves and removes them.
#include "app/desk/view.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "session/run_state.hpp"

namespace repose {

namespace {

constexpr double kDragPixels = 4;              // a press that moves farther moves the sign
constexpr float kPointer = 12, kGrip = 6;      // points from label to cell; how near to the cell a press takes the sign
constexpr float kWidest = 220;                 // points of a line
constexpr float kPaddingX = 7, kPaddingY = 4;  // points between text and edge
constexpr float kLeastWide = 160, kLeastHigh = 100;  // points of a world on the screen that is large enough for labels
constexpr const char* kValues = "{element} {temperature} {pressure} {height} {step}";

const Sign* find(const Signs& signs, CellPoint at) {
  const auto found = std::ranges::find(signs, at, &Sign::at);
  return found == signs.end() ? nullptr : &*found;
}

// Where a box of that size is that belongs to a place: above it, else below it, and inside of the canvas.
ImVec4 box_at(ImVec2 place, ImVec2 size, const ImVec4& canvas) {
  const float margin = px(2);
  const auto inside = [margin](float low, float extent, float least, float most) {
    return std::round(std::max(least + margin, std::min(low, most - margin - extent)));
  };
  const float above = place.y - px(kPointer) - size.y;
  const float x = inside(place.x - size.x / 2, size.x, canvas.x, canvas.z);
  const float y = inside(above >= canvas.y + margin ? above : place.y + px(kPointer), size.y, canvas.y, canvas.w);
  return {x, y, x + size.x, y + size.y};
}

}  // namespace

void SignLayer::press(PixelPoint at, CellPoint cell, bool removes) {
  if (accept()) return;  // the press was beside the field
  const std::optional<CellPoint> found = sign_at(at, cell);
  if (removes) {
    if (found) desk_.simulation.execute(command::SetSign{*found});
    return;
  }
  pressed_ = Press{at, cell, found, found.value_or(cell)};
}

void SignLayer::drag_to(PixelPoint at, CellPoint cell) {
  if (!pressed_) return;
  Press& press = *pressed_;
  press.moved = press.moved || std::hypot(at.x - press.pixel.x, at.y - press.pixel.y) >
                                   kDragPixels * static_cast<double>(desk_.layout.pixels_per_point());
  if (!press.moved) return;
  const CellPoint from = press.sign.value_or(press.cell);
  press.to = {std::clamp(from.x + cell.x - press.cell.x, 0, desk_.session().width() - 1),
              std::clamp(from.y + cell.y - press.cell.y, 0, desk_.session().height() - 1)};
}

void SignLayer::release() {
  if (!pressed_) return;
  const Press press = *std::exchange(pressed_, std::nullopt);
  if (press.sign && press.moved) {
    if (press.to != *press.sign) desk_.simulation.execute(command::SetSign{press.to, {}, press.sign});
    return;
  }
  const CellPoint at = press.to;
  if (at.x < 0 || at.y < 0 || at.x >= desk_.session().width() || at.y >= desk_.session().height()) return;
  const Sign* const sign = find(desk_.session().state().signs, at);
  text_ = sign != nullptr ? sign->text : std::string();
  written_ = at;
  focuses_ = true;
}

bool SignLayer::accept() {
  if (!written_) return false;
  const CellPoint at = *std::exchange(written_, std::nullopt);
  const Sign* const sign = find(desk_.session().state().signs, at);
  const std::string text = sign_text(text_);
  const bool same = sign != nullptr ? sign->text == text : text.empty();
  if (!same) desk_.simulation.execute(command::SetSign{at, text});
  return true;
}

std::optional<CellPoint> SignLayer::sign_at(PixelPoint at, CellPoint cell) const {
  const ImVec2 point = to_points(at, desk_.layout.pixels_per_point());
  for (auto label = labels_.rbegin(); label != labels_.rend(); ++label) {  // the last one is in front
    const auto& [low_x, low_y, high_x, high_y] = label->box;
    const bool on_box = point.x >= low_x && point.y >= low_y && point.x < high_x && point.y < high_y;
    if (on_box || std::hypot(point.x - label->place.x, point.y - label->place.y) <= px(kGrip)) return label->at;
  }
  return find(desk_.session().state().signs, cell) != nullptr ? std::optional(cell) : std::nullopt;
}

ImVec4 SignLayer::box_of(CellPoint at) const {
  const auto found = std::ranges::find(labels_, at, &Label::at);
  return found == labels_.end() ? ImVec4{} : found->box;
}

// Of a cell of a GPU the last value that has arrived: one cell a frame is asked for, in turn.
std::optional<CellReading> SignLayer::reading(CellPoint at) {
  const CellView view = desk_.session().view();
  if (view.empty() || at.x >= view.width || at.y >= view.height) return std::nullopt;
  if (view.memory() != nullptr) return probe_.read(view, at);
  const auto known = std::ranges::find(readings_, at, &Reading::at);
  const bool in_turn = asked_++ == turn_;
  const auto arrived = in_turn ? probe_.read(view, at) : std::nullopt;
  if (in_turn) desk_.loop.wake();
  if (arrived) {
    answered_ = true;
    if (readings_.size() > kSignsMax) readings_.clear();
    if (known == readings_.end()) return readings_.emplace_back(Reading{at, *arrived}).value;
    known->value = *arrived;
  }
  return known != readings_.end() ? std::optional(known->value) : std::nullopt;
}

// Empty if the running automaton has no such value.
std::string SignLayer::value(std::string_view name, CellPoint at) {
  const Session& session = desk_.session();
  if (name == "step") return std::to_string(session.view_step());
  const auto here = reading(at);
  if (!here) return name == "element" ? "..." : "";
  if (name == "element") {
    const auto& elements = session.ruleset().elements;
    return tr_in("element",
                 shown_name(elements[std::min<std::size_t>(shown_element(session, *here), elements.size() - 1)]));
  }
  if (name == "temperature" && here->energy) return std::to_string(*here->energy);
  if (name == "height" && here->height) return fmt::format("{:.1f}", *here->height / double{kHeightOne});
  if (name != "pressure") return {};
  if (here->mass) return fmt::format("{:.2f}", std::max(0.0, *here->mass / double{kFullCell} - 1));
  const AirView air = session.view().air;
  const int column = at.x / kAirTile, row = at.y / kAirTile;
  return column < air.columns && row < air.rows ? std::to_string(air.at(column, row).pressure) : "";
}

std::string SignLayer::shown_text(const Sign& sign) {
  std::string shown, text = tr_in("challenge", sign.text);
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t open = std::min(rest.find('{'), rest.size());
    shown += rest.substr(0, open);
    rest.remove_prefix(open);
    const std::size_t close = rest.find('}');
    if (rest.empty() || close == rest.npos) break;
    const std::string found = value(rest.substr(1, close - 1), sign.at);
    shown += found.empty() ? rest.substr(0, close + 1) : found;
    rest.remove_prefix(close + 1);
  }
  return shown.append(rest);
}

void SignLayer::draw_label(ImVec4 canvas, CellPoint at, const std::string& text, bool small) {
  const ImVec2 place =
      to_points(desk_.view.canvas.camera().to_pixel({at.x + 0.5, at.y + 0.5}), desk_.layout.pixels_per_point());
  if (place.x < canvas.x || place.y < canvas.y || place.x >= canvas.z || place.y >= canvas.w) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImU32 ground = to_u32(faint(theme().panel, 0.94f)), edge = to_u32(faint(theme().dim, 0.7f));
  ImVec4 box = {place.x, place.y, place.x, place.y};
  if (!small) {
    const std::string lines = breakable(text);
    const float width = std::min(px(kWidest), (canvas.z - canvas.x) * 0.6f);
    const ImVec2 size = ImGui::CalcTextSize(lines.c_str(), nullptr, false, width), pad = {px(kPaddingX), px(kPaddingY)};
    box = box_at(place, {size.x + 2 * pad.x, size.y + 2 * pad.y}, canvas);
    const bool over = box.w <= place.y;
    const float foot = over ? box.w : box.y, half = px(5), most = box.z - half - px(4);
    const float x = std::clamp(place.x, std::min(box.x + half + px(4), most), most);
    if (over || box.y >= place.y) {
      list.AddTriangleFilled({x - half, foot}, {x + half, foot}, place, ground);
      list.AddLine({x - half, foot}, place, edge, px(1));
      list.AddLine({x + half, foot}, place, edge, px(1));
    }
    list.AddRectFilled({box.x, box.y}, {box.z, box.w}, ground, px(5));
    list.AddRect({box.x, box.y}, {box.z, box.w}, edge, px(5), 0, px(1));
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {box.x + pad.x, box.y + pad.y}, to_u32(theme().text),
                 lines.c_str(), nullptr, width);
  }
  list.AddCircleFilled(place, px(3.5f), IM_COL32(0, 0, 0, 140));
  list.AddCircleFilled(place, px(2.5f), to_u32(theme().accent));
  labels_.push_back({at, place, box});
}

void SignLayer::draw_field(ImVec4 canvas) {
  const PixelPoint pixel = desk_.view.canvas.camera().to_pixel({written_->x + 0.5, written_->y + 0.5});
  const float side = ImGui::GetFrameHeight();
  const ImVec2 place = to_points(pixel, desk_.layout.pixels_per_point()), pad = {px(8), px(8)};
  const bool known = find(desk_.session().state().signs, *written_) != nullptr;
  const float width = std::min(px(kWidest), canvas.z - canvas.x - 2 * pad.x - side - px(16));
  const ImVec2 size = {width + 2 * pad.x + (known ? side + px(6) : 0), side + 2 * pad.y};
  const ImVec4 box = box_at(place, size, canvas);
  begin_card("##sign", {box.x, box.y}, {0, 0}, pad);
  if (focuses_) ImGui::SetWindowFocus();
  if (std::exchange(focuses_, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(width);
  const bool entered =
      ImGui::InputTextWithHint("##text", tr("Text of the sign"), &text_, ImGuiInputTextFlags_EnterReturnsTrue);
  const bool left =
      ImGui::IsItemDeactivated() && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  mark_item("sign/text", trf("Return keeps it, Escape does not. {} show what is there now.", kValues));
  bool removes = false;
  if (known) {
    ImGui::SameLine(0, px(6));
    removes = flat_icon_button("sign/remove", Icon::clear, tr("Remove a sign"));
  }
  desk_.layout.cover_window();
  ImGui::End();
  if (removes) text_.clear();
  if (entered || left || removes) accept();
}

void SignLayer::draw(ImVec4 canvas) {
  labels_.clear();
  const Session& session = desk_.session();
  if (desk_.view.canvas.in_relief() || desk_.view.turn.busy()) return;
  const Camera& camera = desk_.view.canvas.camera();
  const PixelRect& port = camera.viewport();
  const float scale = desk_.layout.pixels_per_point();
  const ImVec4 room = {static_cast<float>(port.x) / scale, std::max(canvas.y, static_cast<float>(port.y) / scale),
                       static_cast<float>(port.x + port.width) / scale,
                       static_cast<float>(port.y + port.height) / scale};
  if (desk_.settings.view.signs || desk_.paint_box.tool() == Tool::sign) {
    const auto points = [&](int cells) { return static_cast<float>(cells * camera.zoom()) / scale; };
    const bool small = points(session.width()) < px(kLeastWide) || points(session.height()) < px(kLeastHigh);
    asked_ = 0;
    answered_ = false;
    for (const Sign& sign : session.state().signs) {
      if (written_ == sign.at) continue;
      const bool moves = pressed_ && pressed_->sign == sign.at;
      const CellPoint at = moves ? pressed_->to : sign.at;
      draw_label(room, at, shown_text({at, sign.text}), small);
    }
    if (answered_ || turn_ >= asked_) turn_ = turn_ + 1 < asked_ ? turn_ + 1 : 0;
  }
  if (!written_) return;
  draw_label(room, *written_, {}, true);
  draw_field(room);
}

}  // namespace repose
