// The menus. Most items are made from the table of actions.
#include "app/ui/panels/panels.hpp"

#include <fmt/format.h>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"

namespace repose {

// An automaton is named once. Who computes it is chosen below, for whatever automaton runs.
void MenuBar::solver_menu() {
  if (!begin_menu(text_id("Solver"))) return;
  const Session& session = desk_.session();
  for (const AutomatonDefinition& automaton : session.registry().automata()) {
    if (ImGui::MenuItem(tr(automaton.title.data()), nullptr, session.automaton() == automaton.name))
      desk_.dialogs->world_choice.run_automaton(automaton.name, desk_.simulation.backend_for(automaton.name));
    mark_item(fmt::format("menu/solver/{}", automaton.name), tr(automaton.summary.data()));
  }
  separator();
  section(tr("Computed by"));
  backend_item(Backend::gpu);
  backend_item(Backend::cpu);
  if (begin_menu(text_id("For the curious"))) {
    if (in_list_) ImGui::PushTextWrapPos(0);
    dim_text(tr("Plain loops that are the definition of the automaton."));
    dim_text(tr("Slow, and byte for byte what the others compute."));
    if (in_list_) ImGui::PopTextWrapPos();
    backend_item(Backend::scalar);
    end_menu();
  }
  end_menu();
}

void MenuBar::backend_item(Backend backend) {
  const Session& session = desk_.session();
  const SolverEntry* const entry = session.registry().solver(session.automaton(), backend);
  const bool current = session.backend() == backend, possible = entry != nullptr && entry->available();
  const std::string keys = backend == Backend::scalar || in_list_ ? "" : desk_.actions.keys(action::toggle_solver);
  if (ImGui::MenuItem(backend_title(backend).c_str(), keys.c_str(), current, possible))
    desk_.simulation.switch_solver(std::string(session.automaton()), backend);
  landmarks().mark(fmt::format("menu/backend/{}", backend_name(backend)));
  if (entry != nullptr && !possible) tooltip(entry->unavailable);
}

void MenuBar::config_items(bool shipped) {
  for (const ConfigEntry& entry : desk_.dialogs->configs.library().entries()) {
    if (entry.shipped != shipped) continue;
    const std::string name = entry.file.filename().string();
    const bool current = desk_.session().ruleset().source == entry.file.string();
    if (ImGui::MenuItem((tr_in("config", entry.title()) + "##" + entry.file.string()).c_str(), nullptr, current))
      desk_.dialogs->configs.choose(entry.file);
    mark_item("menu/config/" + name, name);
  }
}

void MenuBar::configs_menu() {
  const bool was_open = in_list_ ? !just_chosen_ : ImGui::IsPopupOpen(tr("Configs"));
  if (!begin_menu(text_id("Configs"))) return;
  if (!was_open) desk_.dialogs->configs.library().refresh();
  action_items(desk_.actions, "Configs/gallery");
  separator();
  config_items(true);
  separator();
  const auto& entries = desk_.dialogs->configs.library().entries();
  const bool any = std::ranges::any_of(entries, [](const ConfigEntry& entry) { return !entry.shipped; });
  const std::string folder = user_configs_folder().string();
  if (begin_menu(text_id("Your own"), any)) {
    config_items(false);
    end_menu();
  } else {
    tooltip(any ? trf("The configs in {}", folder) : trf("Configs in {} are listed here.", folder));
  }
  end_menu();
}

// Every solver that can run the same world for a comparison.
void MenuBar::compare_items() {
  if (!begin_menu(text_id("Compare with"))) return;
  CompareView& compare = desk_.view.compare;
  const Registry& registry = desk_.session().registry();
  for (const AutomatonDefinition& automaton : registry.automata()) {
    section(tr(automaton.title.data()));
    for (const SolverEntry& entry : registry.solvers()) {
      if (entry.automaton != automaton.name) continue;
      const std::string reason = compare.why_not(entry);
      const bool current = compare.active() && compare.comparison().twin().automaton() == entry.automaton &&
                           compare.comparison().twin().backend() == entry.backend;
      if (ImGui::MenuItem(fmt::format("{}##{}", backend_title(entry.backend), automaton.name).c_str(), nullptr, current,
                          reason.empty())) {
        current ? compare.toggle() : compare.start(entry.automaton, entry.backend);
      }
      landmarks().mark(fmt::format("menu/compare/{}/{}", automaton.name, backend_name(entry.backend)));
      if (!reason.empty()) tooltip(reason);
    }
  }
  separator();
  action_items(desk_.actions, "View/compare");
  end_menu();
}

// The direction of the light on heights. Greyed out for the same reason as the view in three dimensions.
void MenuBar::sun_items() {
  Looks& looks = desk_.settings.view.looks;
  const std::string reason = why_no_plane(desk_.session(), Plane::height);
  const bool open = begin_menu(text_id("Sun"), reason.empty());
  if (!reason.empty()) tooltip(reason);
  if (!open) return;
  dim_text(tr("Direction"));
  ImGui::Dummy({px(220), 0});
  linear_slider("sun/azimuth", looks.sun_azimuth, 0, kSunAzimuthMax,
                fmt::format("{:.0f}\xc2\xb0", looks.sun_azimuth).c_str(), px(52));
  dim_text(tr("Above the horizon"));
  linear_slider("sun/elevation", looks.sun_elevation, kSunElevationMin, kSunElevationMax,
                fmt::format("{:.0f}\xc2\xb0", looks.sun_elevation).c_str(), px(52));
  end_menu();
}

void MenuBar::draw() {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {px(10), px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {px(10), px(7)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, 0);  // the screen has its colour already: see WindowColors
  ImGui::PushStyleColor(ImGuiCol_MenuBarBg, 0);
  const bool open = ImGui::BeginMainMenuBar();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar();
  if (open) {
    menus();
    ImGui::EndMainMenuBar();
  }
  ImGui::PopStyleVar();
}

void MenuBar::menus() {
  const auto separated_items = [this](const char* section) {
    separator();
    action_items(desk_.actions, section);
  };
  if (begin_menu(text_id("File"))) {
    action_items(desk_.actions, "File/open");
    if (begin_menu(text_id("Recent files"), !desk_.settings.recent.files.empty())) {
      const std::vector<std::string> files = desk_.settings.recent.files;
      for (const std::string& file : files) {
        const std::filesystem::path path = file;
        std::error_code error;
        const bool there = std::filesystem::exists(path, error);
        const std::string label = path.filename().string() + "##" + file, folder = path.parent_path().string();
        if (ImGui::MenuItem(label.c_str(), in_list_ ? nullptr : folder.c_str(), false, there))
          desk_.files.opener.open(path);
        landmarks().mark("menu/recent/" + file);
        if (!there) tooltip(tr("This file is no longer there."));
      }
      separator();
      if (ImGui::MenuItem(tr("Clear this list"))) desk_.settings.recent.files.clear();
      landmarks().mark("menu/Clear this list");
      end_menu();
    }
    action_items(desk_.actions, "File/continue");
    for (const char* part : {"File/save", "File/config", "File/quit"}) separated_items(part);
    end_menu();
  }
  if (begin_menu(text_id("Edit"))) {
    action_items(desk_.actions, "Edit/history");
    for (const char* part : {"Edit/selection", "Edit/stamps", "Edit/elements", "Edit/settings"}) separated_items(part);
    end_menu();
  }
  solver_menu();
  if (begin_menu(text_id("Simulation"))) {
    action_items(desk_.actions, "Simulation/time");
    separated_items("Simulation/turn");
    separated_items("Simulation/size");
    // The automaton's parameters that are switches.
    const Solver& solver = desk_.session().solver_facts();
    for (const ParameterInfo& info : solver.parameters()) {
      if (info.kind != ParameterInfo::Kind::boolean) continue;
      const bool on = solver.parameter(info.name) != 0;
      const std::string label = fmt::format("{}##{}", tr(info.title.data()), info.name);
      if (ImGui::MenuItem(label.c_str(), nullptr, on))
        desk_.simulation.execute(command::SetParameter{std::string(info.name), on ? 0.0 : 1.0});
      mark_item("menu/parameter/" + std::string(info.name), tr(info.summary.data()));
    }
    action_items(desk_.actions, "Simulation/reset");
    separated_items("Simulation/pause");
    end_menu();
  }
  configs_menu();
  if (begin_menu(text_id("Scenes"))) {
    action_items(desk_.actions, "Scenes/gallery");
    separator();
    constexpr int kShown = 24;  // as many as fit into a small window; the others in a menu of their own
    int shown = 0;
    bool open = true;
    for (const Scene& scene : scenes()) {
      if (!scene.in_menu) continue;
      if (shown++ == kShown) open = begin_menu(text_id("More scenes"));
      if (!open) break;
      const bool current = desk_.session().scene() == scene.name;
      if (ImGui::MenuItem(tr(scene.title.data()), nullptr, current))
        desk_.simulation.load_scene(std::string(scene.name));
      mark_item("menu/scene/" + std::string(scene.name), tr(scene.description.data()));
    }
    if (open && shown > kShown) end_menu();
    end_menu();
  }
  if (begin_menu(text_id("View"))) {
    action_items(desk_.actions, "View/zoom");
    separator();
    if (begin_menu(text_id("Show"))) {
      action_items(desk_.actions, "View/views");
      separated_items("View/show");
      end_menu();
    }
    compare_items();
    separated_items("View/looks");
    action_items(desk_.actions, "View/heights");
    sun_items();
    separated_items("View/theme");
    if (begin_menu(text_id("Text size"))) {
      int& chosen = desk_.settings.window.ui_scale_percent;
      for (const int percent : kTextSizes) {
        if (ImGui::MenuItem(text_size_title(percent).c_str(), nullptr, chosen == percent)) {
          chosen = percent;
          desk_.style.restyle();
        }
        landmarks().mark(fmt::format("menu/{} %", percent));
      }
      end_menu();
    }
    action_items(desk_.actions, "View/panels");
    end_menu();
  }
  if (!begin_menu(text_id("Help"))) return;
  action_items(desk_.actions, "Help/help");
  end_menu();
}

// The menus as a list, for narrow windows: first the names of the menus, then the items of the chosen one.

constexpr float kIndent = 14;  // points, of the items of a menu that opens in place
constexpr const char* kList = "##menus";

// In a list the menus of the bar are rows that lead to their items, and menus inside them open in place.
bool MenuBar::begin_menu(const char* label, bool enabled) {
  bool open;
  if (!in_list_) {
    open = ImGui::BeginMenu(tr(label), enabled);
  } else if (depth_ == 0) {
    open = chosen_ == label;
    if (chosen_.empty() && list_row(label, Icon::more)) {
      chosen_ = label;
      just_chosen_ = true;
      ImGui::SetScrollY(0);
      unfolded_.clear();
    }
  } else {
    ImGui::BeginDisabled(!enabled);
    open = enabled && unfolded_ == label;
    if (list_row(label, open ? Icon::minus : Icon::plus)) unfolded_ = open ? "" : label;
    ImGui::EndDisabled();
    if (open) ImGui::Indent(px(kIndent));
  }
  if (!in_list_ || depth_ > 0 || chosen_.empty()) landmarks().mark(std::string("menu/") + label);
  if (open) ++depth_;
  return open;
}

void MenuBar::end_menu() {
  --depth_;
  if (!in_list_) return ImGui::EndMenu();
  if (depth_ > 0) ImGui::Unindent(px(kIndent));
}

void MenuBar::separator() const {
  if (!in_list_) return ImGui::Separator();
  const float closer = ImGui::GetStyle().ItemSpacing.y / 2 - px(2);  // the rows have space around them already
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - closer);
  ImGui::Separator();
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - closer);
}

// A row that leaves the list open. True when it is pressed.
bool MenuBar::list_row(const char* label, Icon icon) {
  const bool pressed = ImGui::Selectable(tr(label), false, ImGuiSelectableFlags_DontClosePopups);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  draw_icon(*ImGui::GetWindowDrawList(), icon, {high.x - px(18), (low.y + high.y) / 2}, px(16), to_u32(theme().dim));
  return pressed;
}

void MenuBar::open_list() {
  opens_list_ = true;
  chosen_.clear();
}

void MenuBar::draw_list(ImVec4 room) {
  if (opens_list_) ImGui::OpenPopup(kList);
  opens_list_ = false;
  constexpr float kWidest = 420;
  const ImVec2 size = {std::min(px(kWidest), room.z - room.x), room.w - room.y};
  const bool left = window_form() == WindowForm::upright;  // where the button is
  ImGui::SetNextWindowPos({left ? room.x : room.z, left ? room.w : room.y}, ImGuiCond_Always,
                          {left ? 0.0f : 1.0f, left ? 1.0f : 0.0f});
  ImGui::SetNextWindowSizeConstraints({size.x, 0}, size);
  list_is_open_ = ImGui::BeginPopup(kList, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  if (!list_is_open_) return;
  {
    const FingerRows rows;
    const bool was_chosen = just_chosen_;
    in_list_ = true;
    if (!chosen_.empty()) {
      // The name of the menu whose items are listed; leads back to the list of menus.
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::Indent(px(28));
      ImGui::PushFont(heading_font());
      const bool pressed = ImGui::Selectable(tr(chosen_.c_str()), false, ImGuiSelectableFlags_DontClosePopups);
      ImGui::PopFont();
      landmarks().mark("menu/back");
      ImGui::Unindent(px(28));
      draw_icon(*ImGui::GetWindowDrawList(), Icon::back, {at.x + px(10), at.y + ImGui::GetTextLineHeight() / 2}, px(16),
                to_u32(theme().accent));
      separator();
      if (pressed) {
        chosen_.clear();
        ImGui::SetScrollY(0);
      }
    }
    menus();
    in_list_ = false;
    if (was_chosen) just_chosen_ = false;
  }
  ImGui::EndPopup();
}

}  // namespace repose
