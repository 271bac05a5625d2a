// The upper part of the side panel: which rules run, in which automaton, computed by what; and how to change each.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "app/ui/panels/panels.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {
namespace {

constexpr float kFoldedBelow = 1100;  // points; in a narrower window one button shows both lists
constexpr std::size_t kRecentShown = 5;
constexpr const char* kWorldList = "setup/world list";
constexpr const char* kSolverList = "setup/solver list";
constexpr const char* kFoldedList = "setup/list";

// A button as wide as the panel that opens a list: a text, and after it a grey one if there is space.
bool list_button(const std::string& landmark, const std::string& text, std::string_view more) {
  const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight();
  const ImVec2 low = ImGui::GetCursorScreenPos(), high = {low.x + width, low.y + height};
  const bool pressed = ImGui::Button(("##" + landmark).c_str(), {width, height});
  landmarks().mark(landmark);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float arrow = px(4), right = high.x - px(12), y = (low.y + high.y) / 2;
  list.AddTriangleFilled({right - 2 * arrow, y - arrow * 0.6f}, {right, y - arrow * 0.6f},
                         {right - arrow, y + arrow * 0.7f}, to_u32(theme().dim));
  const float from = low.x + px(10), to = right - 2 * arrow - px(8),
              at = (low.y + high.y - ImGui::GetTextLineHeight()) / 2;
  list.PushClipRect(low, {to, high.y}, true);
  list.AddText({from, at}, to_u32(theme().text), words_that_fit(text, to - from).c_str());
  const float after = from + ImGui::CalcTextSize(text.c_str()).x + px(8);
  list.AddText({after, at}, to_u32(theme().dim), words_that_fit(std::string(more), std::max(0.0f, to - after)).c_str());
  list.PopClipRect();
  return pressed;
}

std::string world_name(Desk& desk) {
  const std::string& title = desk.session().ruleset().title;
  return title.empty() ? tr("own rules") : title;
}

// "Density", without the source in brackets.
std::string short_title(const AutomatonDefinition& automaton) {
  const std::string title = tr(automaton.title.data());
  return title.substr(0, title.find(" ("));
}

const AutomatonDefinition& running_automaton(Desk& desk) {
  const Session& session = desk.session();
  return *session.registry().automaton(session.automaton());
}

void world_items(Desk& desk) {
  action_items(desk.actions, "File/open");
  const std::vector<std::string> recent = desk.settings.recent.files;
  std::size_t shown = 0;
  for (const std::string& file : recent) {
    std::error_code error;
    if (shown == kRecentShown || !std::filesystem::exists(file, error)) continue;
    if (shown++ == 0) section(tr("Recent"));
    const std::filesystem::path path = file;
    if (ImGui::MenuItem((path.filename().string() + "##" + file).c_str())) desk.files.opener.open(path);
    mark_item("setup/recent/" + file, file);
  }
  ImGui::Separator();
  action_items(desk.actions, "Configs/gallery");
  action_items(desk.actions, "Scenes/gallery");
  ImGui::Separator();
  dim_text(tr("Or drop a config, a picture or a world on the window."));
}

// GPU, CPU or Reference, of equal width. One that cannot be chosen is grey and says why.
void backend_switch(Desk& desk) {
  struct Choice {
    Backend backend;
    const char *label, *tip;
  };
  constexpr std::array<Choice, 3> kChoices = {{
      {Backend::gpu, text_id("GPU"), text_id("The graphics card computes, by OpenGL.")},
      {Backend::cpu, text_id("CPU"), text_id("All cores compute; what rests is skipped.")},
      {Backend::scalar, text_id("Reference"), text_id("Plain loops, which define what the others compute. Slow.")},
  }};
  const Session& session = desk.session();
  const float gap = px(4), pad = px(6);
  float text = 0;
  for (const Choice& choice : kChoices) text += ImGui::CalcTextSize(tr(choice.label)).x;
  const float rest = std::max(0.0f, ImGui::GetContentRegionAvail().x - 2 * gap - text) / 3;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {std::min(pad, rest / 2), ImGui::GetStyle().FramePadding.y});
  for (const Choice& choice : kChoices) {
    const SolverEntry* const entry = session.registry().solver(session.automaton(), choice.backend);
    const bool possible = entry != nullptr && entry->available();
    if (&choice != kChoices.data()) ImGui::SameLine(0, gap);
    ImGui::BeginDisabled(!possible);
    const float width = std::floor(ImGui::CalcTextSize(tr(choice.label)).x + rest);
    if (chip(tr(choice.label), session.backend() == choice.backend, width) && session.backend() != choice.backend)
      desk.simulation.switch_solver(std::string(session.automaton()), choice.backend);
    ImGui::EndDisabled();
    landmarks().mark(fmt::format("setup/backend/{}", backend_name(choice.backend)));
    tooltip(possible || entry == nullptr ? std::string(tr(choice.tip))
                                         : trf("{}: {}.", tr(choice.label), entry->unavailable),
            possible && choice.backend != Backend::scalar ? desk.actions.keys(action::toggle_solver) : "");
  }
  ImGui::PopStyleVar();
}

// For rules that run in density only because no line of them says otherwise.
void conserving_hint(Desk& desk) {
  const Session& session = desk.session();
  const Ruleset& rules = session.ruleset();
  const AutomatonDefinition& automaton = running_automaton(desk);
  const bool by_default = rules.automaton.empty() && automaton.default_for == Dialect::sandjs &&
                          rules.dialect == Dialect::sandjs && session.scene().empty();
  if (!by_default) return;
  wrapped_text(theme().dim, tr("As in sand.js. In conserving nothing gets lost, and heaps look fuller."));
  const std::string other(automaton.compared_with);
  if (button(tr("Run in conserving"), "setup/run in conserving"))
    desk.simulation.switch_solver(other, desk.simulation.backend_for(other));
}

void world_part(Desk& desk) {
  section(tr("World"));
  const Scene* const scene = find_scene(desk.session().scene());
  if (list_button("setup/world", world_name(desk), scene != nullptr && scene->in_menu ? tr(scene->title.data()) : ""))
    ImGui::OpenPopup(kWorldList);
  tooltip(tr("The rules that run. Click to open others; or drop a file on the window."));
  const float gap = px(4), half = (ImGui::GetContentRegionAvail().x - gap) / 2;
  const auto gallery = [&](const char* title, const char* mark, std::string_view id) {
    if (chip(title, false, half)) desk.actions.perform(id);
    mark_item(mark, desk.actions.tip(id), desk.actions.keys(id));
  };
  gallery(tr("Challenges"), "setup/challenges", action::challenge_gallery);
  ImGui::SameLine(0, gap);
  gallery(tr("Scenes"), "setup/scenes", action::scene_gallery);
  if (!ImGui::BeginPopup(kWorldList)) return;
  world_items(desk);
  ImGui::EndPopup();
}

void solver_part(Desk& desk, bool asked) {
  section(tr("Solver"));
  const std::string pace =
      desk.simulation.playing() ? trf("{:.0f} steps/s", desk.timing.steps_per_second()) : tr("paused");
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(pace.c_str()).x);
  dim_text(pace);
  const AutomatonDefinition& automaton = running_automaton(desk);
  if (list_button("setup/solver", short_title(automaton), tr(automaton.source.data())) || asked)
    ImGui::OpenPopup(kSolverList);
  tooltip(tr(automaton.summary.data()), tr("click: the other automata"));
  if (ImGui::BeginPopup(kSolverList)) {
    for (const AutomatonDefinition& other : desk.session().registry().automata()) {
      const bool current = desk.session().automaton() == other.name;
      if (ImGui::MenuItem(short_title(other).c_str(), tr(other.source.data()), current))
        desk.dialogs->world_choice.run_automaton(other.name, desk.simulation.backend_for(other.name));
      mark_item(fmt::format("setup/solver/{}", other.name), tr(other.summary.data()));
    }
    ImGui::EndPopup();
  }
  backend_switch(desk);
  conserving_hint(desk);
}

}  // namespace

bool SetupPanel::is_folded() { return !is_narrow() && ImGui::GetIO().DisplaySize.x < px(kFoldedBelow); }

void SetupPanel::draw(Desk& desk) {
  const bool asked = std::exchange(asked_, false);
  if (!is_folded()) {
    world_part(desk);
    return solver_part(desk, asked);
  }
  const std::string solver =
      trf("{}, {}", short_title(running_automaton(desk)), backend_title(desk.session().backend()));
  if (list_button("setup", world_name(desk), solver) || asked) ImGui::OpenPopup(kFoldedList);
  tooltip(trf("Rules: {}. Solver: {}.", world_name(desk), solver), tr("click: change them"));
  ImGui::SetNextWindowSize({px(248), 0});
  if (!ImGui::BeginPopup(kFoldedList)) return;
  world_part(desk);
  solver_part(desk, false);
  draw_parameters(desk, false);
  ImGui::EndPopup();
}

}  // namespace repose
