// The user interface of recording: the button, the card over the canvas while a film is made, and the options.
#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_table.hpp"
#include "app/dialogs/file_browser.hpp"
#include "app/files/recording.hpp"
#include "app/files/settings.hpp"
#include "app/frame/frame_loop.hpp"
#include "app/frame/layout.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/simulation/simulation.hpp"
#include "app/view/canvas.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "platform/page.hpp"

namespace repose {

namespace {

constexpr const char* kOptions = "Recording###film_options";

std::string size_text(std::uintmax_t bytes) {
  const double kilobytes = static_cast<double>(bytes) / 1000;
  return kilobytes < 1000 ? fmt::format("{:.0f} kB", kilobytes) : fmt::format("{:.1f} MB", kilobytes / 1000);
}

std::string time_text(double seconds) {
  const auto whole = static_cast<int>(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

bool button(const char* label, const char* landmark, float width = 0) {
  const bool pressed = ImGui::Button(label, {width, 0});
  landmarks().mark(landmark);
  return pressed;
}

// A row of choices, of which one is on.
template <class T>
void choices(const char* title, const char* id, T& value, std::initializer_list<std::pair<T, std::string>> list) {
  section(title);
  bool first = true;
  for (const auto& [choice, label] : list) {
    if (!first) ImGui::SameLine(0, px(4));
    first = false;
    if (chip((label + "##" + id).c_str(), value == choice)) value = choice;
    landmarks().mark(fmt::format("film/{}/{}", id, label));
  }
}

void format_choices(FilmSettings& film) {
  section("Format");
  for (const FilmFormat format : kFilmFormats) {
    const FilmFormatInfo& info = film_format_info(format);
    const std::string reason = Recording::why_no_format(format);
    if (format != FilmFormat::gif) ImGui::SameLine(0, px(4));
    ImGui::BeginDisabled(!reason.empty());
    if (chip(info.title.data(), film.format == format)) film.format = format;
    landmarks().mark(fmt::format("film/format/{}", info.name));
    ImGui::EndDisabled();
    if (!reason.empty()) tooltip(reason);
  }
}

// Red, and slowly pulsating while a film is made.
ImU32 red(double now, bool breathing) {
  const double alpha = breathing ? 0.82 + 0.18 * std::cos(now * 3.1) : 1.0;
  return IM_COL32(230, 74, 66, static_cast<int>(255 * alpha));
}

}  // namespace

void Recording::draw_button(float side) {
  const bool recording = state_ == State::recording;
  ImGui::BeginDisabled(state_ == State::finishing);
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  const bool pressed = ImGui::Button("##record", {side, side});
  // A finger has no right button: the options come first.
  if (pressed) is_narrow() && !recording ? ImGui::OpenPopup(kOptions) : toggle();
  ImGui::PopStyleColor();
  landmarks().mark("record");
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) ImGui::OpenPopup(kOptions);
  const ImVec2 low = ImGui::GetItemRectMin();
  draw_icon(*ImGui::GetWindowDrawList(), recording ? Icon::stop : Icon::record, {low.x + side / 2, low.y + side / 2},
            side * 0.6f, red(loop_.now(), recording));
  ImGui::EndDisabled();
  tooltip(recording ? "Stop, and save the film." : "Record a film. Right click: its format, size and pace.",
          actions_.keys(action::record));
  draw_options();
}

void Recording::draw_options() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(16), px(12)});
  if (ImGui::BeginPopup(kOptions)) {
    FilmSettings& film = settings_.film;
    format_choices(film);
    choices<bool>("Picture", "what", film.whole_world, {{false, "Visible part"}, {true, "Whole world"}});
    if (film.whole_world) {
      choices<int>("Pixels per cell", "scale", film.scale, {{1, "1"}, {2, "2"}, {3, "3"}, {4, "4"}});
    } else {
      choices<int>("Size", "scale", film.scale, {{1, "Full"}, {2, "Half"}, {3, "Third"}, {4, "Quarter"}});
    }
    choices<int>("Pictures per second", "rate", film.frames_per_second,
                 {{10, "10"}, {20, "20"}, {25, "25"}, {50, "50"}});
    draw_past_buttons();
    if (is_narrow()) draw_begin_button();
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
}

void Recording::draw_begin_button() {
  ImGui::Dummy({0, px(4)});
  if (!primary_button("Record")) return;
  ImGui::CloseCurrentPopup();
  toggle();
}

void Recording::draw_past_buttons() {
  section("A film of the past");
  ImGui::BeginDisabled(busy() || !has_past());
  for (const int seconds : {5, 10, 30}) {
    if (seconds != 5) ImGui::SameLine(0, px(4));
    if (button(fmt::format("Last {} s", seconds).c_str(), fmt::format("film/past/{}", seconds).c_str())) {
      save_past(seconds);
      ImGui::CloseCurrentPopup();
    }
    tooltip("The whole world, from the time line. The simulation keeps running.");
  }
  ImGui::EndDisabled();
}

void Recording::draw(float middle_x, float bottom) {
  if (state_ == State::idle) return;
  ImGui::SetNextWindowPos({middle_x, bottom - px(56)}, ImGuiCond_Always, {0.5f, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(14), px(9)});
  ImGui::Begin("##recording", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  ImGui::AlignTextToFramePadding();
  const FilmProgress now = progress();
  if (state_ == State::recording) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled({at.x + px(6), at.y + ImGui::GetFrameHeight() / 2}, px(5),
                                                red(loop_.now(), true));
    ImGui::Dummy({px(14), 0});
    ImGui::SameLine(0, px(4));
    ImGui::TextUnformatted(fmt::format("{}    {}", time_text(seconds()), size_text(now.bytes)).c_str());
    if (now.dropped > 0) {
      ImGui::SameLine(0, px(12));
      ImGui::TextColored(theme().warning, "%s", fmt::format("{} pictures dropped", now.dropped).c_str());
    }
    ImGui::SameLine(0, px(16));
    if (primary_button("Stop", px(72))) stop();
    tooltip(page::exchanges_files() ? "The film is downloaded." : "The film is saved in your folder for pictures.",
            actions_.keys(action::record));
  } else if (state_ == State::finishing) {
    ImGui::TextUnformatted(fmt::format("Writing the film: {} of {} pictures", now.written, now.offered).c_str());
    if (!is_narrow()) ImGui::SameLine(0, px(16));
  } else {
    ImGui::TextUnformatted(fmt::format("Saved {}", file_.filename().string()).c_str());
    tooltip(file_.string());
    if (!is_narrow()) ImGui::SameLine(0, px(16));
    if (button("Show", "record/show", px(72))) show_folder();
    tooltip("Opens the folder.");
    ImGui::SameLine();
    if (button("Save as...", "record/save_as")) ask_where_to_move();
  }
  if (!is_narrow() || state_ != State::finishing) ImGui::SameLine();
  if (state_ == State::saved) {
    if (button("Close", "record/close")) dismiss();
  } else if (button("Discard", "record/discard", px(84))) {
    cancel();
  }
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  layout_.cover({low.x, low.y, low.x + size.x, low.y + size.y});
  ImGui::End();
}

}  // namespace repose
