#include "app/dialogs/stamp_gallery.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/files/stamp_library.hpp"
#include "app/frame/frame_loop.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/input/clipping.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"

namespace repose {

namespace {
constexpr float kStampPictureWidth = 128, kStampPictureHeight = 96, kCardPadding = 8, kNameHeight = 26;
}  // namespace

void StampGallery::open() {
  forget_pictures();
  stamps_.refresh();
  naming_.clear();
  open_ = true;
}

void StampGallery::open_to_name(const std::filesystem::path& file) {
  open();
  naming_ = file;
  name_ = file.stem().string();
  focus_name_ = true;
}

void StampGallery::forget_pictures() {
  for (const auto& [file, shown] : shown_) {
    if (shown.picture != nullptr) screen_.drop_texture(shown.picture);
  }
  shown_.clear();
}

const StampGallery::Shown& StampGallery::read(const StampEntry& entry) {
  const auto [place, is_new] = shown_.try_emplace(entry.file);
  Shown& shown = place->second;
  if (!is_new) return shown;
  const Ruleset& ruleset = simulation_.session().ruleset();
  Clip clip;
  if (const Status status = read_stamp(entry.file, ruleset, clip); !status) {
    shown.problem = status.message();
    return shown;
  }
  const Clip fitted = fit_clip(clip, ruleset, simulation_.session().solver_facts().state_planes()).clip;
  shown.picture = screen_.make_cell_texture(fitted.world.width(), fitted.world.height(), clip_pixels(fitted, ruleset));
  shown.clip = std::make_shared<const Clip>(std::move(clip));
  if (shown.clip->has_heights() != simulation_.knows(Plane::height)) {
    shown.problem = shown.clip->has_heights() ? "Heights of sand: only for sandpile." : "Cells: not for sandpile.";
  }
  return shown;
}

bool StampGallery::read_next() {
  for (const StampEntry& entry : stamps_.entries()) {
    if (shown_.contains(entry.file)) continue;
    read(entry);
    return true;
  }
  return false;
}

void StampGallery::report(const Status& status) {
  if (!status) messages_.say(status.message(), Tone::error);
}

void StampGallery::place(const StampEntry& entry) {
  forget_pictures();
  const std::string problem = read(entry).problem;
  if (!problem.empty()) return messages_.say(fmt::format("{}: {}", entry.title(), problem), Tone::error);
  choose(entry);
}

void StampGallery::choose(const StampEntry& entry) {
  const Shown& shown = read(entry);
  if (!shown.problem.empty()) return;
  open_ = false;
  clipping_.place(shown.clip);
}

// As large as fits; small stamps with whole pixels a cell.
void StampGallery::picture(const Shown& shown, ImVec2 low, ImVec2 high) const {
  const auto width = static_cast<float>(shown.clip->world.width()),
             height = static_cast<float>(shown.clip->world.height());
  float zoom = std::min((high.x - low.x) / width, (high.y - low.y) / height);
  if (zoom > 1) zoom = std::floor(zoom);
  const ImVec2 at = {std::round((low.x + high.x - width * zoom) / 2), std::round((low.y + high.y - height * zoom) / 2)};
  const ImU32 tint = shown.problem.empty() ? IM_COL32_WHITE : IM_COL32(255, 255, 255, 70);
  ImGui::GetWindowDrawList()->AddImage(shown.picture, at, {at.x + width * zoom, at.y + height * zoom}, {0, 0}, {1, 1},
                                       tint);
}

void StampGallery::name_field(const StampEntry& entry) {
  ImGui::SetNextItemWidth(px(kStampPictureWidth));
  if (focus_name_) ImGui::SetKeyboardFocusHere();
  focus_name_ = false;
  const bool entered =
      ImGui::InputText("##name", &name_, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  landmarks().mark("stamps/name");
  if (!entered && !ImGui::IsItemDeactivated()) return;
  const std::filesystem::path file = entry.file;  // a copy: the entry may be destroyed with the list
  naming_.clear();
  report(stamps_.rename(file, name_));
}

void StampGallery::own_buttons(const StampEntry& entry, ImVec2 top_right) {
  const float side = px(24);
  ImGui::SetCursorScreenPos({top_right.x - 2 * side - px(4), top_right.y});
  if (icon_button("stamps/rename", Icon::pen, "Rename", {}, false, side)) {
    naming_ = entry.file;
    name_ = entry.title();
    focus_name_ = true;
  }
  ImGui::SetCursorScreenPos({top_right.x - side, top_right.y});
  if (icon_button("stamps/delete", Icon::cross, "Delete", {}, false, side))
    report(stamps_.remove(std::filesystem::path(entry.file)));
}

void StampGallery::card(const StampEntry& entry) {
  const float pad = px(kCardPadding);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size = {px(kStampPictureWidth) + 2 * pad, px(kStampPictureHeight) + px(kNameHeight) + 2 * pad};
  const ImVec2 high = {low.x + size.x, low.y + size.y};
  ImGui::PushID(entry.file.c_str());
  ImGui::BeginGroup();
  const bool chosen = ImGui::Selectable("##card", false, ImGuiSelectableFlags_AllowItemOverlap, size);
  ImGui::SetItemAllowOverlap();
  landmarks().mark("stamps/" + entry.title());
  const bool hovered = ImGui::IsMouseHoveringRect(low, high);
  const auto known = shown_.find(entry.file);
  const Shown* const shown = known == shown_.end() ? nullptr : &known->second;
  if (shown != nullptr && !shown->problem.empty()) tooltip(shown->problem);
  const ImVec2 at = {low.x + pad, low.y + pad}, end = {at.x + px(kStampPictureWidth), at.y + px(kStampPictureHeight)};
  ImGui::GetWindowDrawList()->AddRectFilled(at, end, to_u32(theme().canvas), px(6));
  if (shown != nullptr && shown->clip != nullptr)
    picture(*shown, {at.x + px(6), at.y + px(6)}, {end.x - px(6), end.y - px(6)});
  ImGui::SetCursorScreenPos({at.x, end.y + px(4)});
  if (naming_ == entry.file) {
    name_field(entry);
  } else {
    ImGui::PushClipRect({at.x, end.y}, {end.x, high.y}, true);
    ImGui::TextUnformatted(entry.title().c_str());
    ImGui::PopClipRect();
  }
  const bool own = !entry.shipped && hovered && naming_ != entry.file;
  if (chosen) choose(entry);
  if (own) own_buttons(entry, {end.x - px(4), at.y + px(4)});  // last, because it may change the list
  ImGui::EndGroup();
  ImGui::PopID();
}

void StampGallery::cards(bool shipped) {
  const float gap = px(8), width = px(kStampPictureWidth) + 2 * px(kCardPadding);
  const int columns = std::max(1, static_cast<int>((ImGui::GetContentRegionAvail().x + gap) / (width + gap)));
  const std::vector<StampEntry> entries = stamps_.entries();  // a copy, because cards change the list
  int place = 0;
  for (const StampEntry& entry : entries) {
    if (entry.shipped != shipped) continue;
    if (place++ % columns != 0) ImGui::SameLine(0, gap);
    card(entry);
  }
  if (place > 0) return;
  ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
  ImGui::TextWrapped("%s", shipped ? "None were found."
                                   : fmt::format("Select a part of the world and press {} to save it here.",
                                                 actions_.way_to(action::save_stamp))
                                         .c_str());
  ImGui::PopStyleColor();
}

void StampGallery::draw() {
  if (!begin_dialog("Stamps###stamps", open_, 820, 560)) return;
  if (read_next()) loop_.wake();
  const bool removed = stamps_.last_removed().has_value();
  ImGui::BeginChild("cards", {0, removed ? -ImGui::GetFrameHeightWithSpacing() - px(6) : 0});
  section("Your own");
  cards(false);
  ImGui::Dummy({0, px(6)});
  section("Shipped with Repose");
  cards(true);
  ImGui::EndChild();
  if (removed) {
    const std::string name = stamps_.last_removed()->stem().string();
    if (ImGui::Button(fmt::format("Restore {}###put back", name).c_str())) report(stamps_.put_back());
    landmarks().mark("stamps/put back");
  }
  end_dialog();
}

}  // namespace repose
