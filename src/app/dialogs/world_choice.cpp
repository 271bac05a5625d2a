#include "app/dialogs/world_choice.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/files/file_opener.hpp"
#include "app/simulation/simulation.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "app/widgets/widgets.hpp"
#include "repose/config.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace {

constexpr float kPictureWidth = 224, kPictureHeight = 140, kChoiceGap = 20;
constexpr double kMuchLost = 0.5;  // of the cells: from here on another world is the better answer

bool is_empty(const Session& session) {
  if (!session.solver_facts().state_planes().has(Plane::cells)) return false;
  const World world = session.download();
  return std::ranges::all_of(world.cells(), [](std::uint8_t element) { return element == 0; });
}

// A sentence about the cells that become background.
std::string loss_sentence(double lost_share) {
  if (lost_share <= 0) return "Nothing becomes background.";
  const int percent = std::clamp(static_cast<int>(std::lround(lost_share * 100)), 1, 100);
  return fmt::format("{} % of this world has no element of the same name there and becomes background.", percent);
}

// A button of a choice; Enter presses the one that is preferred.
bool choice_button(const char* label, bool preferred, float width) {
  const bool pressed = preferred ? default_button(label, width) : ImGui::Button(label, {width, 0});
  if (!preferred) landmarks().mark(label);
  return pressed;
}

}  // namespace

const Scene* scene_of_config(const std::filesystem::path& file) {
  const auto shipped = find_data("configs");
  std::error_code error;
  if (!shipped || !std::filesystem::equivalent(file.parent_path(), *shipped, error)) return nullptr;
  for (const Scene& scene : scenes()) {
    if (scene.in_menu && scene.config == file.filename().string()) return &scene;
  }
  return nullptr;
}

void WorldChoice::ask(Question question) {
  question_ = std::move(question);
  open_ = true;
}

void WorldChoice::open_config(const std::filesystem::path& config) {
  const auto keep = [this, config] { files_.open_config(config, command::KeepWorld::by_name); };
  const ConfigResult read = read_config_file(config);
  const bool runs = simulation_.session().ruleset().source == config.string();
  if (runs || !read.ruleset || has_errors(read.diagnostics) || is_empty(simulation_.session())) return keep();
  Question question;
  question.title = config.filename().string();
  question.text = "Which world do you want to go on with?";
  question.scene = scene_of_config(config);
  question.open_scene = [this, scene = question.scene] { simulation_.load_scene(std::string(scene->name)); };
  const double lost = simulation_.session().share_lost(*read.ruleset);
  question.keep_label = "Keep the world";
  question.keep_text = loss_sentence(lost);
  question.keep = keep;
  question.start_empty = [this, config] { files_.open_config(config, command::KeepWorld::clear); };
  question.prefers_other = lost > kMuchLost;
  ask(std::move(question));
}

void WorldChoice::run_automaton(std::string_view name, Backend backend) {
  const Session& session = simulation_.session();
  const auto change = [this, automaton = std::string(name), backend] { simulation_.switch_solver(automaton, backend); };
  const AutomatonDefinition* const automaton = session.registry().automaton(name);
  const SwitchPreview preview = session.preview_switch(name);
  const bool asks = automaton != nullptr && name != session.automaton() && !preview.returns;
  if (!asks || is_empty(session)) return change();
  Question question;
  question.title = automaton->title;
  question.text = automaton->summary;
  question.scene = find_scene(automaton->best_scene);
  question.open_scene = [this, change, scene = question.scene] {
    if (scene->automaton.empty()) change();  // it runs in whatever automaton runs
    simulation_.load_scene(std::string(scene->name));
  };
  question.keep_label = preview.other_world ? "Start with empty ground" : "Carry this world over";
  question.keep_text =
      preview.other_world ? "The present world waits until you come back." : loss_sentence(preview.lost_share);
  if (!preview.config.empty())
    question.keep_text +=
        fmt::format(" The rules become those of {}. What they do not know becomes solid.", preview.config);
  question.keep = change;
  question.prefers_other = preview.other_world || preview.lost_share > kMuchLost;
  ask(std::move(question));
}

void WorldChoice::answer(const std::function<void()>& chosen) {
  const std::function<void()> run = chosen;  // it may ask another question
  close();
  run();
}

void WorldChoice::scene_column(float width) {
  const Scene& scene = *question_.scene;
  const ImVec2 low = ImGui::GetCursorScreenPos(),
               high = {low.x + width, low.y + width * kPictureHeight / kPictureWidth};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (const ImTextureID picture = thumbnails_.of(scene)) {
    list.AddImageRounded(picture, low, high, {0, 0}, {1, 1}, IM_COL32_WHITE, px(6));
  } else {
    list.AddRectFilled(low, high, to_u32(theme().raised), px(6));
  }
  ImGui::Dummy({width, high.y - low.y});
  tooltip(scene.description);
  const std::string label = fmt::format("Open {}", scene.title);
  const bool chosen = choice_button(label.c_str(), question_.prefers_other, width);
  landmarks().mark("choice/scene");
  tooltip(scene.description);
  if (chosen) answer(question_.open_scene);
}

void WorldChoice::keep_column(float width) {
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  ImGui::TextColored(theme().dim, "%s", question_.keep_text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, px(4)});
  const bool keeps = choice_button(question_.keep_label.c_str(), !question_.prefers_other, width);
  landmarks().mark("choice/keep");
  if (keeps) return answer(question_.keep);
  if (!question_.start_empty) return;
  const bool fresh =
      choice_button("Start with an empty world", question_.prefers_other && question_.scene == nullptr, width);
  landmarks().mark("choice/empty");
  if (fresh) answer(question_.start_empty);
}

void WorldChoice::draw() {
  const std::string title = question_.title + "###world choice";
  const bool has_scene = question_.scene != nullptr;
  if (!begin_dialog(title.c_str(), open_, has_scene ? 540 : 400)) return;
  ImGui::TextWrapped("%s", question_.text.c_str());
  ImGui::Dummy({0, px(4)});
  const float room = ImGui::GetContentRegionAvail().x;
  if (has_scene) {
    const float width = std::min(px(kPictureWidth), (room - px(kChoiceGap)) / 2);
    ImGui::BeginGroup();
    scene_column(width);
    ImGui::EndGroup();
    ImGui::SameLine(0, px(kChoiceGap));
    ImGui::BeginGroup();
    keep_column(room - width - px(kChoiceGap));
    ImGui::EndGroup();
  } else {
    keep_column(room);
  }
  end_dialog();
}

}  // namespace repose
