// The wheel: elements and tools in a ring around the cursor, chosen by a direction.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "app/ui/panels/panels.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr std::size_t kEntriesMax = 12;       // of a page
constexpr float kOuter = 164, kInner = 78;    // radii of the ring
constexpr float kPicture = 36, kLabel = 118;  // an entry's side, the room beside the ring for its name
constexpr double kTapSeconds = 0.3, kOpeningSeconds = 0.12;
constexpr float kTurn = 2 * std::numbers::pi_v<float>;

ImVec2 on_circle(ImVec2 middle, float radius, float angle) {
  return {middle.x + radius * std::cos(angle), middle.y + radius * std::sin(angle)};
}

}  // namespace

std::vector<Wheel::Page> Wheel::pages() const {
  const Session& session = desk_.session();
  const Ruleset& rules = session.ruleset();
  std::vector<int> groups = palette_groups(rules);
  if (groups.empty() || running_challenge(desk_)) groups = {kAllGroups};
  std::vector<Page> all;
  for (const int group : groups) {
    const std::vector<std::uint8_t> offered = offered_elements(session, group);
    const std::size_t parts = (offered.size() + kEntriesMax - 1) / kEntriesMax;
    const std::string name = group == kAllGroups ? std::string(tr("Elements"))
                                                 : tr_in("group", rules.groups[static_cast<std::size_t>(group)].name);
    for (std::size_t part = 0; part < parts; ++part) {
      Page page{name, group, {}};
      for (std::size_t i = offered.size() * part / parts; i < offered.size() * (part + 1) / parts; ++i)
        page.entries.push_back({nullptr, offered[i]});
      all.push_back(std::move(page));
    }
  }
  Page& last = all.emplace_back(Page{tr("Tools"), kAllGroups, {}});
  for (const ToolInfo& tool : tools()) {
    if (desk_.actions.why_not(tool.action).empty()) last.entries.push_back({&tool});
  }
  return all;
}

bool Wheel::is_used(const Entry& entry) const {
  return entry.tool != nullptr ? entry.tool->tool == desk_.paint_box.tool()
                               : entry.element == desk_.paint_box.brush().element;
}

void Wheel::press() {
  if (open_) return take();
  open_ = true;
  held_ = false;
  choice_.reset();
  opened_at_ = desk_.loop.now();
  pointer_ = middle_ = desk_.pointer.at();
  // The page of the element in use: that of the palette's tab, if it has it.
  const std::vector<Page> all = pages();
  page_ = 0;
  for (std::size_t i = all.size(); i-- > 0;) {
    const bool has = std::ranges::any_of(all[i].entries, [this](const Entry& e) { return !e.tool && is_used(e); });
    const bool shown = all[i].group == desk_.paint_box.group();
    if (has && (shown || all[page_].group != desk_.paint_box.group())) page_ = i;
  }
}

void Wheel::turn(int by) {
  const std::size_t count = pages().size();
  page_ = (page_ + count + static_cast<std::size_t>(by)) % count;
  choice_.reset();
}

void Wheel::step(int by) {
  const std::vector<Entry> entries = pages()[page_].entries;
  const auto used = std::ranges::find_if(entries, [this](const Entry& entry) { return is_used(entry); });
  const std::size_t first = used == entries.end() ? 0 : static_cast<std::size_t>(used - entries.begin());
  choice_ = choice_ || used != entries.end()
                ? (choice_.value_or(first) + entries.size() + static_cast<std::size_t>(by)) % entries.size()
                : first;
}

void Wheel::aim(double right, double down) {
  const std::size_t count = pages()[page_].entries.size();
  const auto part = std::atan2(down, right) / (2 * std::numbers::pi) + 0.25;
  const auto nearest = std::lround(part * static_cast<double>(count)) + static_cast<long>(count);
  choice_ = static_cast<std::size_t>(nearest) % count;
  desk_.loop.wake();
}

bool Wheel::takes(KeyChord chord) {
  if (!open_) return false;
  // While its button is held, the D-pad has other actions.
  const bool held = (chord.modifiers & kWithWheel) != 0;
  if (held) opened_at_ = -kTapSeconds;  // that was no tap
  switch (chord.key) {
    case SDLK_LEFT: step(-1); return true;
    case SDLK_RIGHT: step(+1); return true;
    case SDLK_UP:
    case pad(SDL_CONTROLLER_BUTTON_LEFTSHOULDER): turn(-1); return true;
    case SDLK_DOWN:
    case pad(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER): turn(+1); return true;
    case SDLK_RETURN:
    case SDLK_KP_ENTER:
    case pad(SDL_CONTROLLER_BUTTON_A):
    case kPadRightTrigger: take(); return true;
    case pad(SDL_CONTROLLER_BUTTON_B): return close();
    case pad(SDL_CONTROLLER_BUTTON_DPAD_LEFT): return !held && (step(-1), true);
    case pad(SDL_CONTROLLER_BUTTON_DPAD_RIGHT): return !held && (step(+1), true);
    case pad(SDL_CONTROLLER_BUTTON_DPAD_UP): return !held && (turn(-1), true);
    case pad(SDL_CONTROLLER_BUTTON_DPAD_DOWN): return !held && (turn(+1), true);
    default: return false;
  }
}

void Wheel::take() {
  if (!close() || !choice_) return;
  const Entry entry = pages()[page_].entries[*choice_];
  if (entry.tool == nullptr) return desk_.paint_box.pick(entry.element);
  if (!is_used(entry)) desk_.actions.perform(entry.tool->action);
}

void Wheel::draw() {
  const bool released = std::exchange(held_, std::exchange(fresh_, false)) && !held_;
  if (!open_) return;
  const std::vector<Page> all = pages();
  page_ = std::min(page_, all.size() - 1);
  if (choice_ && *choice_ >= all[page_].entries.size()) choice_.reset();
  const ImVec4 canvas = desk_.layout.canvas();
  const auto scale = static_cast<double>(desk_.layout.pixels_per_point());
  // All of it is on the screen.
  const double wide = static_cast<double>(px(kOuter + kLabel)) * scale,
               high = static_cast<double>(px(kOuter + 40)) * scale;
  const auto inside = [scale](double at, float first, float last, double margin) {
    const double lo = static_cast<double>(first) * scale + margin, hi = static_cast<double>(last) * scale - margin;
    return lo < hi ? std::clamp(at, lo, hi) : (lo + hi) / 2;
  };
  middle_ = {inside(middle_.x, canvas.x, canvas.z, wide), inside(middle_.y, canvas.y, canvas.w, high)};
  if (const PixelPoint at = desk_.pointer.at(); at != pointer_) {
    pointer_ = at;
    const double right = at.x - middle_.x, down = at.y - middle_.y;
    if (std::hypot(right, down) > static_cast<double>(px(kInner)) / 2 * scale) aim(right, down);
  }
  const double since = desk_.loop.now() - opened_at_;
  if (released && (choice_ || since > kTapSeconds)) return take();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return take();
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Right)) close();
  desk_.layout.cover(canvas);
  const bool opens = desk_.settings.view.animates() && since < kOpeningSeconds;
  if (opens) desk_.loop.wake();
  draw_page(all[page_], all.size(), opens ? static_cast<float>(since / kOpeningSeconds) : 1);
}

void Wheel::draw_page(const Page& page, std::size_t count, float shown) const {
  const float points = 1 / desk_.layout.pixels_per_point(), grown = 0.85f + 0.15f * shown;
  const ImVec2 middle = {static_cast<float>(middle_.x) * points, static_cast<float>(middle_.y) * points};
  const float outer = px(kOuter) * grown, inner = px(kInner) * grown, line = ImGui::GetTextLineHeight();
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const auto text = [&](ImVec2 at, float room, ImU32 colour, const std::string& words) {  // `at`: its middle
    const std::string fitting = words_that_fit(words, room);
    list.AddText({std::round(at.x - ImGui::CalcTextSize(fitting.c_str()).x / 2), std::round(at.y - line / 2)}, colour,
                 fitting.c_str());
  };
  list.AddCircleFilled(middle, outer, to_u32(faint(theme().panel, 0.96f * shown)), 96);
  list.AddCircle(middle, outer, to_u32(theme().border), 96, px(1));
  const std::size_t entries = page.entries.size();
  const float half = kTurn / static_cast<float>(entries) / 2;
  for (std::size_t i = 0; i < entries; ++i) {
    const Entry& entry = page.entries[i];
    const bool chosen = choice_ == i, used = is_used(entry);
    const float angle =
        kTurn * (static_cast<float>(i) / static_cast<float>(entries) - 0.25f);  // clockwise, from the top
    if (chosen) {
      list.PathLineTo(middle);
      list.PathArcTo(middle, outer, angle - half, angle + half, 24);
      list.PathFillConvex(to_u32(faint(theme().accent, 0.3f)));
      list.PathArcTo(middle, outer, angle - half, angle + half, 24);
      list.PathStroke(to_u32(theme().accent), 0, px(4));
    }
    const ImVec2 at = on_circle(middle, (outer + inner) / 2, angle);
    const float side = px(kPicture) / 2;
    if (entry.tool != nullptr) {
      draw_icon(list, entry.tool->icon, at, 2 * side, to_u32(theme().text));
    } else {
      element_picture(desk_, list, entry.element, {at.x - side, at.y - side}, {at.x + side, at.y + side});
    }
    if (used) list.AddCircle(at, side * 1.7f, to_u32(theme().accent), 0, px(2));
    // The name, outside of the ring.
    const std::string name = words_that_fit(
        entry.tool != nullptr ? tr(entry.tool->title.data())
                              : tr_in("element", shown_name(desk_.session().ruleset().elements[entry.element])),
        px(kLabel - 20));
    const float width = ImGui::CalcTextSize(name.c_str()).x + px(14), height = line + px(6);
    const ImVec2 edge = on_circle(middle, outer + px(8), angle);
    const float along = std::clamp(std::cos(angle) * 2, -1.0f, 1.0f), up = std::sin(angle);
    const ImVec2 centre = {edge.x + along * width / 2, edge.y + up * height / 2};
    list.AddRectFilled({centre.x - width / 2, centre.y - height / 2}, {centre.x + width / 2, centre.y + height / 2},
                       to_u32(chosen ? theme().accent : theme().panel), px(6));
    text(centre, width, to_u32(chosen ? theme().accent_text : theme().text), name);
  }
  list.AddCircleFilled(middle, inner, to_u32(theme().raised), 64);
  list.AddCircle(middle, inner, to_u32(theme().border), 64, px(1));
  const float room = 2 * inner - px(20);
  text({middle.x, middle.y - line * 0.7f}, room, to_u32(theme().text), page.title);
  const bool by_pad = desk_.actions.bindings().uses_pad();
  const auto name = [this](SDL_GameControllerButton button) { return desk_.actions.bindings().name({pad(button)}); };
  text({middle.x, middle.y + line * 0.7f}, room, to_u32(theme().text),
       by_pad ? fmt::format("{}  {}/{}  {}", name(SDL_CONTROLLER_BUTTON_LEFTSHOULDER), page_ + 1, count,
                            name(SDL_CONTROLLER_BUTTON_RIGHTSHOULDER))
              : fmt::format("{}/{}", page_ + 1, count));
}

}  // namespace repose
