// The selected part of the world, and the clip that follows the pointer until it is placed.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/background.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr int kPreviewSideMax = 2048;                           // larger clips are drawn with fewer pixels
constexpr std::size_t kOfferedCellsMax = std::size_t{1} << 24;  // larger clips are not put on the system's clipboard

Picture middle_of(const Picture& picture, int width, int height) {
  Picture part{std::min(width, picture.width), std::min(height, picture.height), {}};
  const int left = (picture.width - part.width) / 2, top = (picture.height - part.height) / 2;
  for (int y = 0; y < part.height; ++y) {
    const auto row = picture.rgb.begin() + std::ptrdiff_t{3} * (std::ptrdiff_t{top + y} * picture.width + left);
    part.rgb.insert(part.rgb.end(), row, row + std::ptrdiff_t{3} * part.width);
  }
  return part;
}

struct Box {
  ImVec2 low, high;
};

// The cells from one corner to another, both inclusive, as a box in points.
Box box_of(const Camera& camera, float scale, CellPoint from, CellPoint to) {
  return {to_points(camera, from.x, from.y, scale), to_points(camera, to.x + 1, to.y + 1, scale)};
}

// An outline that is visible on light and dark matter.
void outline(ImDrawList& list, const Box& box, ImU32 colour) {
  list.AddRect({box.low.x - 1.5f, box.low.y - 1.5f}, {box.high.x + 1.5f, box.high.y + 1.5f}, IM_COL32(0, 0, 0, 130), 0,
               0, 3.0f);
  list.AddRect({box.low.x - 1, box.low.y - 1}, {box.high.x + 1, box.high.y + 1}, colour, 0, 0, 1.0f);
}

// A line of text on a dark background, centred at `centre`.
void label(ImDrawList& list, ImVec2 centre, const std::string& text) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 low = {std::round(centre.x - size.x / 2), std::round(centre.y - size.y / 2)};
  list.AddRectFilled({low.x - px(10), low.y - px(5)}, {low.x + size.x + px(10), low.y + size.y + px(5)},
                     to_u32(faint(theme().panel, 0.92f)), px(6));
  list.AddText(low, to_u32(theme().text), text.c_str());
}

// As many parts in a line as fit into the width; the others in the lines below.
std::string in_rows(const std::vector<std::string>& parts, float width) {
  constexpr const char* kGap = "    ";
  std::string text, row;
  for (const std::string& part : parts) {
    const std::string longer = row.empty() ? part : row + kGap + part;
    const bool fits = row.empty() || ImGui::CalcTextSize(longer.c_str()).x <= width;
    if (!fits) text += row + "\n";
    row = fits ? longer : part;
  }
  return text + row;
}

}  // namespace

// ---- selecting ----

void Clipping::begin(CellPoint cell) {
  selecting_ = true;
  of_twin_ = desk_.view.compare.mouse_in_second();
  selection_ = {cell, cell};
}

void Clipping::drag_to(CellPoint cell) {
  if (selecting_) selection_->to = cell;
}

void Clipping::end() {
  if (selecting_ && selection_->from == selection_->to) selection_.reset();
  selecting_ = false;
}

void Clipping::select_all() {
  of_twin_ = false;
  selection_ = {{0, 0}, {desk_.session().width() - 1, desk_.session().height() - 1}};
}

std::optional<Clipping::Selection> Clipping::selection() const {
  if (!selection_) return std::nullopt;
  const auto& [a, b] = *selection_;
  const int right = desk_.session().width() - 1, bottom = desk_.session().height() - 1;
  const Selection inside{{std::max(0, std::min(a.x, b.x)), std::max(0, std::min(a.y, b.y))},
                         {std::min(right, std::max(a.x, b.x)), std::min(bottom, std::max(a.y, b.y))}};
  if (inside.width() < 1 || inside.height() < 1) return std::nullopt;
  return inside;
}

const Session& Clipping::source() const {
  return of_twin_ && desk_.view.compare.active() ? desk_.view.compare.comparison().twin() : desk_.session();
}

std::optional<Clip> Clipping::selected() const {
  const auto where = selection();
  return where ? std::optional(source().copy(where->from, where->to)) : std::nullopt;
}

bool Clipping::copy() {
  auto clip = selected();
  if (!clip) return false;
  own_ = std::make_shared<const Clip>(std::move(*clip));
  const std::string why_not = clipboard_.why_not_offered();
  const int width = own_->world.width(), height = own_->world.height();
  const std::string paste = desk_.actions.way_to(action::paste);
  const std::string copied = &source() == &desk_.session()
                                 ? trf("Copied {} x {} cells. {} pastes them.", width, height, paste)
                                 : trf("Copied {} x {} cells of the right half. {} pastes them.", width, height, paste);
  desk_.messages.say(why_not.empty() ? copied : copied + ' ' + why_not);
  if (own_->world.cell_count() <= kOfferedCellsMax) {
    clipboard_.offer([clip = own_, rules = source().ruleset()] {
      return std::vector<ClipboardForm>{{"image/png", encode_png(picture_of(*clip, rules))}};
    });
  }
  return true;
}

void Clipping::cut() {
  if (!copy()) return;
  erase();
  desk_.messages.say(trf("Cut {} x {} cells. {} pastes them.", own_->world.width(), own_->world.height(),
                         desk_.actions.way_to(action::paste)));
}

void Clipping::erase() {
  if (const auto where = selection()) desk_.simulation.execute(command::EraseRect{where->from, where->to});
}

std::optional<std::filesystem::path> Clipping::save_stamp() {
  const auto clip = selected();
  if (!clip) return std::nullopt;
  std::filesystem::path file;
  const Status status = desk_.files.stamps.save(*clip, source().ruleset(), "stamp", file);
  desk_.messages.say(status ? tr("Saved as a stamp. Type its name.") : status.message(),
                     status ? Tone::good : Tone::error);
  return status ? std::optional(file) : std::nullopt;
}

// ---- the clipboard ----

void Clipping::paste() {
  if (busy()) return;  // a request is still pending
  if (clipboard_.owns() && own_) return place(own_);
  clipboard_.ask();
}

void Clipping::tick() {
  if (auto answer = clipboard_.take_answer(); answer && answer->png.empty()) {
    own_ ? place(own_) : desk_.messages.say(answer->problem);
  } else if (answer) {
    const Session& session = desk_.session();
    reading_ = in_background([png = std::move(answer->png), rules = session.ruleset(),
                              as_heights = desk_.simulation.knows(Plane::height), width = session.width(),
                              height = session.height()]() -> Reading {
      Picture picture;
      if (const Status status = decode_png(png, tr("The picture on the clipboard"), picture); !status)
        return {{}, status.message(), false};
      Reading read;
      if (picture.width > width || picture.height > height) {
        read.message = trf("The picture has {} x {} pixels; the part beyond the size of the world was cut off.",
                           picture.width, picture.height);
        picture = middle_of(picture, width, height);
      }
      read.clip = as_heights ? heights_of_picture(picture) : clip_of_picture(picture, rules);
      read.ok = true;
      return read;
    });
    desk_.loop.wake();
  }
  if (!reading_.valid() || reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  Reading read = reading_.get();
  if (!read.ok) return desk_.messages.say(read.message, Tone::error);
  place(std::make_shared<const Clip>(std::move(read.clip)));
  if (!read.message.empty() && is_placing()) desk_.messages.say(read.message);
}

// ---- placing ----

void Clipping::place(std::shared_ptr<const Clip> clip) {
  const bool heights = desk_.simulation.knows(Plane::height);
  if (clip->has_heights() != heights) {
    const std::string automaton(desk_.session().automaton());
    return desk_.messages.say(heights
                                  ? trf("These are cells, and {} has only heights of sand.", automaton)
                                  : trf("These are heights of sand, and {} has no heights; sandpile has.", automaton),
                              Tone::error);
  }
  const WorldCanvas& canvas = desk_.view.canvas;
  if (canvas.in_relief())
    return desk_.messages.say(trf("Clips can only be placed in the view from above. {} switches to it.",
                                  desk_.actions.way_to(action::relief)));
  const PixelRect& port = canvas.camera().viewport();
  pointer_ = canvas.cell_under_mouse().value_or(
      canvas.camera().cell_at({port.x + port.width / 2.0, port.y + port.height / 2.0}));
  clip_ = std::move(clip);
  nudge_ = {0, 0};
  make_preview();
}

CellPoint Clipping::corner() const {
  return {pointer_.x - clip_->world.width() / 2 + nudge_.x, pointer_.y - clip_->world.height() / 2 + nudge_.y};
}

void Clipping::put_down(bool again) {
  if (!is_placing()) return;
  desk_.simulation.execute(command::PasteClip{clip_, corner(), !with_background_, desk_.paint_box.mirror()});
  if (again) return;
  clip_.reset();
  if (desk_.paint_box.tool() == Tool::select) desk_.paint_box.set_tool(Tool::brush);
}

void Clipping::transform(ClipTransform transform) {
  if (!is_placing()) return;
  clip_ = std::make_shared<const Clip>(transformed(*clip_, transform));
  make_preview();
}

void Clipping::nudge(int right, int down) {
  nudge_.x += right;
  nudge_.y += down;
}

void Clipping::toggle_background() {
  with_background_ = !with_background_;
  make_preview();
}

bool Clipping::cancel() {
  const bool had_something = is_placing() || selection_ || selecting_;
  is_placing() ? clip_.reset() : selection_.reset();
  selecting_ = false;
  return had_something;
}

// ---- what is drawn ----

void Clipping::make_preview() {
  const Session& session = desk_.session();
  previewed_rules_ = session.ruleset().text;
  previewed_automaton_ = session.automaton();
  const Clip fitted = fit_clip(*clip_, session.ruleset(), session.solver_facts().state_planes()).clip;
  std::vector<std::uint8_t> pixels = clip_pixels(fitted, session.ruleset());
  if (with_background_) {
    for (std::size_t i = 3; i < pixels.size(); i += 4) pixels[i] = 255;
  }
  int width = fitted.world.width(), height = fitted.world.height();
  const int n = (std::max(width, height) + kPreviewSideMax - 1) / kPreviewSideMax;
  if (n > 1) {  // every n-th pixel of every n-th row
    std::vector<std::uint8_t> some;
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); y += static_cast<std::size_t>(n)) {
      for (std::size_t x = 0; x < static_cast<std::size_t>(width); x += static_cast<std::size_t>(n)) {
        const std::uint8_t* const pixel = &pixels[4 * (y * static_cast<std::size_t>(width) + x)];
        some.insert(some.end(), pixel, pixel + 4);
      }
    }
    pixels = std::move(some);
    width = (width + n - 1) / n;
    height = (height + n - 1) / n;
  }
  if (preview_ != nullptr) desk_.screen->drop_texture(preview_);
  preview_ = desk_.screen->make_cell_texture(width, height, pixels);
}

void Clipping::draw_hint(ImVec4 canvas) const {
  const auto key = [this](std::string_view id) { return desk_.actions.way_to(id); };
  std::vector<std::string> parts;
  if (is_placing()) {
    const bool pad = desk_.actions.bindings().uses_pad();
    parts = {pad ? trf("{} places", key(action::cursor_paint)) : tr("Click places"),
             trf("{} turns", key(action::turn_right)), trf("{} mirrors", key(action::mirror_sideways)),
             with_background_ ? trf("{} without background", key(action::with_background))
                              : trf("{} with background", key(action::with_background)),
             pad ? trf("{} cancels", key(action::cancel)) : tr("Esc cancels")};
    if (!pad) parts.insert(parts.begin() + 1, tr("Shift+click places more"));
  } else {
    parts = {trf("{} copies", key(action::copy)), trf("{} cuts", key(action::cut)),
             trf("{} clears", key(action::erase_selection)), trf("{} saves a stamp", key(action::save_stamp))};
  }
  const std::string text = in_rows(parts, canvas.z - canvas.x - px(60));
  const ImVec2 half = {ImGui::CalcTextSize(text.c_str()).x / 2, ImGui::CalcTextSize(text.c_str()).y / 2};
  const float centre = (canvas.x + canvas.z) / 2;
  const float top = desk_.layout.below_cards(centre - half.x, centre + half.x, canvas.y + px(13));
  label(*ImGui::GetBackgroundDrawList(), {centre, top + px(5) + half.y}, text);
}

void Clipping::draw_over(const Camera& camera, bool labelled) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  clip_to_viewport(list, camera, desk_.layout.pixels_per_point());
  if (const auto where = selection()) {
    const Box box = box_of(camera, desk_.layout.pixels_per_point(), where->from, where->to);
    outline(list, box, to_u32(theme().accent));
    if (labelled)
      label(list, {(box.low.x + box.high.x) / 2, box.high.y + px(20)},
            fmt::format("{} x {}", where->width(), where->height()));
  }
  if (is_placing()) {
    if (previewed_rules_ != desk_.session().ruleset().text || previewed_automaton_ != desk_.session().automaton())
      make_preview();
    const CellPoint at = corner(), end = {at.x + clip_->world.width() - 1, at.y + clip_->world.height() - 1};
    const Mirror mirror = desk_.paint_box.mirror();
    for (const bool flips_x : {false, true}) {
      for (const bool flips_y : {false, true}) {
        if ((flips_x && !mirror.left_right()) || (flips_y && !mirror.up_down())) continue;
        const auto image = [&](CellPoint p) {
          return CellPoint{flips_x ? mirror.sum_x - p.x : p.x, flips_y ? mirror.sum_y - p.y : p.y};
        };
        const CellPoint a = image(at), b = image(end);
        const Box box = box_of(camera, desk_.layout.pixels_per_point(), {std::min(a.x, b.x), std::min(a.y, b.y)},
                               {std::max(a.x, b.x), std::max(a.y, b.y)});
        const float u = flips_x ? 1 : 0, v = flips_y ? 1 : 0;
        list.AddImage(preview_, box.low, box.high, {u, v}, {1 - u, 1 - v}, IM_COL32(255, 255, 255, 205));
        outline(list, box, flips_x || flips_y ? IM_COL32(255, 255, 255, 90) : IM_COL32(255, 255, 255, 190));
      }
    }
  }
  list.PopClipRect();
}

void Clipping::draw(ImVec4 canvas) {
  if (!is_placing() && !selection()) return;
  const CompareView& compare = desk_.view.compare;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({canvas.x, canvas.y}, {canvas.z, canvas.w});
  draw_over(desk_.view.canvas.camera(), !compare.active() || !of_twin_);
  if (compare.active()) draw_over(compare.second_camera(), of_twin_);
  if (!selecting_) draw_hint(canvas);
  list.PopClipRect();
}

}  // namespace repose
