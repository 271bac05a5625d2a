#include "app/dialogs/config_gallery.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/dialogs/world_choice.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/paths.hpp"
#include "repose/session.hpp"

namespace repose {

namespace {

constexpr float kCardHeight = 122;

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// As much as fits. The automaton is the last part to be left out; that it has reactions is the first.
std::string contents(const ConfigFacts& facts, float width) {
  const std::string dialect(dialect_name(facts.dialect)), elements = counted(facts.elements, "element");
  const std::string meant_for = facts.automaton.empty() ? "" : "   for " + facts.automaton;
  const std::string whole =
      fmt::format("{}   {}   {}{}", dialect, elements, counted(facts.rules, "reaction"), meant_for);
  if (ImGui::CalcTextSize(whole.c_str()).x <= width) return whole;
  return fmt::format("{}   {}{}", dialect, elements, meant_for);
}

std::string problems(const ConfigFacts& facts) {
  if (!facts.usable) return "Nothing in this file can be read";
  std::string text;
  if (facts.errors > 0) text = counted(facts.errors, "error");
  if (facts.warnings > 0) text += (text.empty() ? "" : ", ") + counted(facts.warnings, "warning");
  return text.empty() ? "No problems" : text;
}

ImVec4 problems_colour(const ConfigFacts& facts) {
  if (!facts.usable || facts.errors > 0) return theme().error;
  return facts.warnings > 0 ? theme().warning : theme().good;
}

// The elements' colours in a band, as many as fit.
void draw_colours(ImDrawList& list, ImVec2 low, float width, const ConfigFacts& facts) {
  const float side = px(10), gap = px(3);
  const auto room = static_cast<std::size_t>(std::max(0.0f, (width + gap) / (side + gap)));
  for (std::size_t i = 0; i < std::min(room, facts.colors.size()); ++i) {
    const float x = low.x + static_cast<float>(i) * (side + gap);
    colour_swatch(list, {x, low.y}, {x + side, low.y + side}, facts.colors[i], 0);
  }
}

void draw_facts(ImDrawList& list, ImVec2 low, float width, const ConfigEntry& entry) {
  const float line = ImGui::GetTextLineHeight();
  const ImU32 dim = to_u32(theme().dim);
  if (!entry.facts) {
    list.AddText({low.x, low.y}, dim, "Reading...");
    return;
  }
  const ConfigFacts& facts = *entry.facts;
  const std::string trouble = problems(facts);
  if (is_narrow()) {  // there is no room beside the title
    const bool sound = facts.usable && facts.errors + facts.warnings == 0;
    list.AddText({low.x, low.y}, sound ? dim : to_u32(problems_colour(facts)),
                 words_that_fit(sound ? contents(facts, width) : trouble, width).c_str());
  } else {
    list.AddText({low.x, low.y}, dim, contents(facts, width).c_str());
    list.AddText({low.x + width - ImGui::CalcTextSize(trouble.c_str()).x, low.y - px(24)},
                 to_u32(problems_colour(facts)), trouble.c_str());
  }
  const ImVec2 about = {low.x, low.y + line + px(4)};
  list.PushClipRect(about, {about.x + width, about.y + 2 * line}, true);  // the tooltip shows long texts completely
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), about, dim, facts.about.c_str(), nullptr, width);
  list.PopClipRect();
  draw_colours(list, {low.x, low.y + 3 * line + px(12)}, width, facts);
}

// At the left end of a card. Returns by how much the rest of the card moves to the right.
float draw_picture(Thumbnails& thumbnails, const ConfigEntry& entry, ImVec2 at, float height) {
  const Scene* scene = scene_of_config(entry.file);
  const ImTextureID picture = scene != nullptr ? thumbnails.of(*scene) : nullptr;
  if (picture == nullptr) return 0;
  constexpr float kShape = 1.6f;  // width / height of thumbnails
  const ImVec2 end = {at.x + height * kShape, at.y + height};
  ImGui::GetWindowDrawList()->AddImageRounded(picture, at, end, {0, 0}, {1, 1}, IM_COL32_WHITE, px(6));
  return height * kShape + px(12);
}

}  // namespace

bool ConfigGallery::card(const ConfigEntry& entry, float width) {
  const float height = px(kCardHeight);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const std::string path = entry.file.string();
  ImGui::PushID(path.c_str());
  const bool chosen = ImGui::Selectable("##card", session_.ruleset().source == path, 0, {width, height});
  ImGui::PopID();
  landmarks().mark("configs/" + entry.file.filename().string());
  if (entry.facts && !entry.facts->about.empty()) tooltip(entry.facts->about, path);
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float beside = draw_picture(thumbnails_, entry, {low.x + px(10), low.y + px(10)}, height - px(20, 50));
  const ImVec2 at = {low.x + px(12) + beside, low.y + px(10)};
  const float inner = width - px(24) - beside;
  list.PushClipRect(at, {at.x + inner * (is_narrow() ? 1.0f : 0.72f), at.y + px(24)}, true);
  list.AddText(heading_font(), heading_font()->FontSize * ImGui::GetIO().FontGlobalScale, at, to_u32(theme().text),
               entry.title().c_str());
  list.PopClipRect();
  draw_facts(list, {at.x, at.y + px(26)}, inner, entry);
  ImGui::SetCursorScreenPos(after);
  return chosen;
}

void ConfigGallery::cards(bool shipped) {
  const float room = ImGui::GetContentRegionAvail().x, gap = px(12);
  const int columns = room > px(760) ? 2 : 1;
  const float width = (room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  int place = 0;
  for (const ConfigEntry& entry : library_.entries()) {
    if (entry.shipped != shipped) continue;
    if (place++ % columns != 0) ImGui::SameLine(0, gap);
    if (card(entry, width)) choose(entry.file);
  }
  if (place > 0) return;
  ImGui::PushStyleColor(ImGuiCol_Text, theme().dim);
  ImGui::TextWrapped("%s", shipped
                               ? "None were found."
                               : fmt::format("Configs in {} are listed here.", user_configs_folder().string()).c_str());
  ImGui::PopStyleColor();
}

void ConfigGallery::open() {
  library_.refresh();
  open_ = true;
}

void ConfigGallery::choose(const std::filesystem::path& config) {
  close();
  choice_.open_config(config);
}

void ConfigGallery::draw() {
  if (!begin_dialog("Configs###configs", open_, 900, 620)) return;
  if (library_.read_next()) loop_.wake();
  ImGui::BeginChild("cards");
  section("Shipped with Repose");
  cards(true);
  ImGui::Dummy({0, px(6)});
  section("Your own");
  cards(false);
  ImGui::EndChild();
  end_dialog();
}

}  // namespace repose
