#include "session/history_titles.hpp"

#include <fmt/format.h>

#include "repose/scene.hpp"

namespace repose {

namespace {

std::string of_element(const Ruleset& ruleset, std::uint8_t element) {
  return element == 0 ? "Erase" : fmt::format("Paint {}", ruleset.elements[element].name);
}

struct TitleOf {
  const Ruleset& ruleset;

  std::string operator()(const command::LoadConfigFile&) const { return config("Load"); }
  std::string operator()(const command::LoadConfigText&) const { return config("Load"); }
  std::string operator()(const command::ReloadConfig&) const { return config("Reload"); }
  std::string operator()(const command::LoadPicture& c) const { return "Open " + c.path.filename().string(); }
  std::string operator()(const command::LoadHeightMap& c) const { return "Open " + c.path.filename().string(); }
  std::string operator()(const command::LoadWorld& c) const { return "Open " + c.path.filename().string(); }
  std::string operator()(const command::LoadReplay& c) const { return "Open " + c.path.filename().string(); }
  std::string operator()(const command::NewWorld&) const { return "New world"; }
  std::string operator()(const command::ResizeWorld&) const { return "Resize"; }
  std::string operator()(const command::TurnWorld& c) const {
    return c.turn == command::Turn::half ? "Upside down" : c.turn == command::Turn::left ? "Turn left" : "Turn right";
  }
  std::string operator()(const command::LoadScene& c) const {
    return fmt::format("Scene {}", find_scene(c.name)->title);
  }
  std::string operator()(const command::PutWorld&) const { return "Load world"; }
  std::string operator()(const command::PasteClip&) const { return "Paste"; }
  std::string operator()(const command::EraseRect&) const { return "Erase"; }
  std::string operator()(const command::Clear&) const { return "Clear"; }
  std::string operator()(const command::Reset&) const { return "Reset"; }
  std::string operator()(const command::SwitchSolver& c) const { return fmt::format("Switch to {}", c.automaton); }
  std::string operator()(const auto&) const { return "Change"; }

  std::string config(const char* verb) const {
    const std::string& title = ruleset.title;
    return fmt::format("{} {}", verb, title.empty() ? "config" : title);
  }
};

}  // namespace

std::string title_of(const Command& command, const Ruleset& ruleset) { return std::visit(TitleOf{ruleset}, command); }

std::string title_of(const command::Paint& paint, const Ruleset& ruleset) {
  if (!paint.title.empty()) return paint.title;
  if (const auto* stroke = std::get_if<StrokeEdit>(&paint.edit)) return of_element(ruleset, stroke->element);
  if (const auto* rectangle = std::get_if<RectEdit>(&paint.edit)) return of_element(ruleset, rectangle->element);
  if (std::holds_alternative<PushEdit>(paint.edit)) return "Blow";
  if (std::holds_alternative<BodyEdit>(paint.edit)) return "Press";
  return std::holds_alternative<AmountEdit>(paint.edit) ? "Pour" : "Stamp";
}

}  // namespace repose
