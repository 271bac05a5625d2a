// Discoveries in the window: the list by chapters, and the card that tells of a new one.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/ui/panels/panels.hpp"
#include "app/widgets/widgets.hpp"
#include "core/files.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr float kSwatch = 22, kSign = 16;  // points: a side of a picture, and what stands between two of them
constexpr float kFormulaWidth = 3 * kSwatch + 2 * kSign, kEntryHeight = 104;

// The elements of an entry and what comes of them, beside each other.
void draw_formula(Desk& desk, ImDrawList& list, const CodexEntry& entry, ImVec2 at) {
  const float side = px(kSwatch);
  const auto picture = [&](std::uint8_t index) {
    const ImVec2 high = {at.x + side, at.y + side};
    const Element& element = desk.discoveries.rules().elements[index];
    desk.discoveries.has_running_rules() ? element_picture(desk, list, index, at, high)
                                         : colour_swatch(list, at, high, element.color, element.glow);
    at.x += side;
  };
  const auto sign = [&](const char* text) {
    const ImVec2 size = ImGui::CalcTextSize(text);
    list.AddText({at.x + (px(kSign) - size.x) / 2, at.y + (side - size.y) / 2}, to_u32(theme().dim), text);
    at.x += px(kSign);
  };
  picture(entry.shown_of);
  if (!entry.is_alone()) {
    sign("+");
    picture(entry.shown_with);
  }
  sign("=");
  picture(entry.shown_becomes);
}

}  // namespace

// ---- the list ----

// Left and Right go through all chapters, Up and Down stay in one.
void DiscoveryList::move_choice(const Codex& codex, int columns) {
  const int by = card_step(columns);
  const bool beside = by == 1 || by == -1;
  const auto last = static_cast<std::ptrdiff_t>(codex.entries.size()) - 1;
  const auto next = static_cast<std::ptrdiff_t>(choice_) + by;
  if (by == 0 || next < 0 || next > last) return;
  const std::size_t chapter = codex.entries[static_cast<std::size_t>(next)].chapter;
  if (chapter != chapter_ && !(beside || columns == 1)) return;
  choice_ = static_cast<std::size_t>(next);
  chapter_ = chapter;
  reveal_ = true;
}

void DiscoveryList::entry(const CodexEntry& entry, float width, bool is_choice) {
  Discoveries& discoveries = desk_.discoveries;
  const Discovery* const found = discoveries.found(entry.id);
  const bool has_moment = found != nullptr && discoveries.moment(entry.id).has_value();
  const float height = px(kEntryHeight), pad = px(10);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  ImGui::PushID(entry.id.c_str());
  ImGui::BeginGroup();
  bool chosen = false;
  if (has_moment) {
    chosen = ImGui::Selectable("##entry", false, 0, {width, height});
  } else {
    ImGui::Dummy({width, height});
  }
  landmarks().mark("discoveries/" + entry.id);
  const bool entered = is_choice && key_pressed(ImGuiKey_Enter, false);
  if (is_choice && std::exchange(reveal_, false)) ImGui::SetScrollHereY(0.5f);
  if (has_moment) tooltip(tr("Rewinds to the moment before it happened"));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(low, {low.x + width, low.y + height}, to_u32(is_choice ? theme().accent : theme().border), px(6));
  list.PushClipRect(low, {low.x + width, low.y + height}, true);
  const ImVec2 at = {low.x + pad, low.y + pad};
  const float text_x = at.x + px(kFormulaWidth) + px(12), room = low.x + width - pad - text_x;
  const float line = ImGui::GetTextLineHeight();
  if (found != nullptr) {
    draw_formula(desk_, list, entry, at);
    draw_heading(list, {text_x, at.y}, words_that_fit(tr_in("codex", entry.title), room));
    draw_text(list, {text_x, at.y + px(22)}, room, theme().dim, tr_in("codex", entry.text));
    const auto name = [&](std::uint8_t element) {
      return tr_in("element", shown_name(discoveries.rules().elements[element]));
    };
    const std::string partner = entry.is_alone() ? "" : " + " + name(entry.shown_with);
    draw_text(list, {at.x, at.y + px(kSwatch + 6)}, px(kFormulaWidth), theme().dim, name(entry.shown_of) + partner);
    const std::string where =
        found->world.empty() ? found->date : trf("{}, {}", found->date, tr_in("challenge", tr(found->world.c_str())));
    draw_text(list, {text_x, low.y + height - pad - line}, room, has_moment ? theme().accent : theme().dim, where);
  } else {
    const ImVec2 size = {px(kFormulaWidth), px(kSwatch)}, mark = ImGui::CalcTextSize("?");
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, to_u32(theme().raised), px(4));
    list.AddText({at.x + (size.x - mark.x) / 2, at.y + (size.y - mark.y) / 2}, to_u32(theme().dim), "?");
    const bool shows = hints_.contains(entry.id);
    if (shows) draw_text(list, {text_x, at.y}, room, theme().text, tr_in("codex", entry.hint));
  }
  list.PopClipRect();
  if (found == nullptr && !hints_.contains(entry.id)) {
    ImGui::SetCursorScreenPos({text_x, at.y});
    if (button(tr("Hint"), "discoveries/hint/" + entry.id) || entered) hints_.insert(entry.id);
  }
  ImGui::SetCursorScreenPos({low.x, low.y + height});
  ImGui::EndGroup();
  ImGui::PopID();
  if (!chosen && !(entered && has_moment)) return;
  discoveries.go_to(entry.id);
  close();
}

void DiscoveryList::export_found() {
  const auto chosen = [this](std::filesystem::path file) {
    if (file.extension() != ".md") file += ".md";
    const Status status = write_whole_file(file, desk_.discoveries.as_markdown());
    desk_.messages.say(status ? trf("Saved {}", file.filename().string()) : status.message(),
                       status ? Tone::good : Tone::error);
  };
  close();  // one dialog at a time
  desk_.ask_for_file({.title = tr("Export what was found"),
                      .save = true,
                      .extensions = {".md"},
                      .name = "discoveries.md",
                      .chosen = chosen});
}

void DiscoveryList::draw() {
  if (!begin_gallery(fmt::format("{}###discoveries", tr("Discoveries")).c_str(), open_)) return;
  Discoveries& discoveries = desk_.discoveries;
  const Codex* const codex = discoveries.codex();
  std::size_t found = 0;
  for (std::size_t i = 0; codex != nullptr && i < codex->chapters.size(); ++i) found += discoveries.found_in(i);
  if (codex != nullptr) {
    ImGui::AlignTextToFramePadding();
    const Bindings& keys = desk_.actions.bindings();
    const std::size_t all = codex->entries.size();
    const std::string how =
        keys.uses_pad() ? trf("{} of {} found. The D-pad chooses; {} rewinds to it, or gives a hint.", found, all,
                              keys.name({pad(SDL_CONTROLLER_BUTTON_A)}))
                        : trf("{} of {} found. Arrow keys choose; Return rewinds to it, or gives a hint.", found, all);
    dim_text(how);
    landmarks().mark("discoveries/count");
    ImGui::SameLine(0, px(14));
    ImGui::BeginDisabled(found == 0);
    if (button(tr("Export..."), "discoveries/export")) export_found();
    ImGui::EndDisabled();
    tooltip(tr("Writes what was found into a text file"));
  }
  if (const std::string reason = discoveries.why_not(); !reason.empty()) wrapped_text(theme().warning, reason);
  for (std::size_t i = 0; codex != nullptr && i < codex->chapters.size(); ++i) {
    const auto all = std::ranges::count(codex->entries, i, &CodexEntry::chapter);
    const std::string label = fmt::format("{}  {}###chapter{}", tr_in("codex", codex->chapters[i]),
                                          trf("{} of {}", discoveries.found_in(i), all), i);
    if (i > 0) same_line_if_fits(button_width(label.c_str()));
    if (chip(label.c_str(), chapter_ == i)) {
      chapter_ = i;
      choice_ =
          static_cast<std::size_t>(std::ranges::find(codex->entries, i, &CodexEntry::chapter) - codex->entries.begin());
    }
    landmarks().mark("discoveries/chapter/" + codex->chapters[i]);
  }
  ImGui::BeginChild(fmt::format("entries{}", chapter_).c_str(), {}, false, ImGuiWindowFlags_NavFlattened);
  CardColumns columns = card_columns(380);
  if (codex != nullptr) move_choice(*codex, columns.count);
  for (std::size_t i = 0; codex != nullptr && i < codex->entries.size(); ++i) {
    if (codex->entries[i].chapter != chapter_) continue;
    columns.next();
    entry(codex->entries[i], columns.width, i == choice_);
  }
  ImGui::EndChild();
  end_dialog();
}

// ---- the card ----

void draw_discovery_card(Desk& desk, ImVec2 top_middle) {
  const CodexEntry* const entry = desk.discoveries.told();
  if (entry == nullptr) return;
  const ImVec4 canvas = desk.layout.canvas();
  const float width = std::min(px(400), canvas.z - canvas.x - 2 * px(kCanvasMargin));
  const float left = top_middle.x - width / 2;
  const float top = desk.layout.below_cards(left, left + width, top_middle.y + px(14));
  begin_card("##discovery", {left, top}, {0, 0}, {px(14), px(10)}, width, ImGuiWindowFlags_NoInputs);
  draw_formula(desk, *ImGui::GetWindowDrawList(), *entry, ImGui::GetCursorScreenPos());
  ImGui::Dummy({px(kFormulaWidth), px(kSwatch)});
  ImGui::SameLine(0, px(12));
  ImGui::BeginGroup();
  ImGui::PushFont(heading_font());
  wrapped_text(theme().accent, trf("Discovered: {}", tr_in("codex", entry->title)));
  ImGui::PopFont();
  landmarks().mark("discovery/" + entry->id);
  wrapped_text(theme().dim, tr_in("codex", entry->text));
  ImGui::EndGroup();
  ImGui::End();  // it does not cover the canvas: clicks go through
}

}  // namespace repose
