// What the app does when it is asked to: brush, elements, messages, dialogs.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/app.hpp"
#include "app/panels/palette.hpp"

namespace repose {

namespace {

// The element to paint with at first: the first that falls, as sand.js did it.
std::uint8_t first_choice(const Ruleset& rules) {
  const bool wxsand = rules.dialect == Dialect::wxsand;
  std::uint8_t first = rules.elements.size() > 1 ? 1 : 0;
  for (std::size_t i = rules.elements.size(); i-- > 1;) {
    const Element& element = rules.elements[i];
    const bool falls = wxsand ? element.gravity > 0 : element.density > 0.5 && !is_wall(element);
    if (falls && !element.hidden) first = static_cast<std::uint8_t>(i);
  }
  return first;
}

}  // namespace

void App::quit() {
  constexpr double kSecondThoughts = 6;  // seconds in which a second request quits all the same
  if (config_editor_.edited() && loop_.now() - quit_asked_at_ > kSecondThoughts) {
    quit_asked_at_ = loop_.now();
    return say("The config in the editor has changes that are not saved. Quit once more to leave without them.",
               Tone::warning);
  }
  const bool filmed = recording_.settle();
  if (world_files_.settle() && filmed) running_ = false;
}

CommandResult App::execute(const Command& command) {
  shown_view_ = {};  // the solver may be another one afterwards
  CommandResult result = session_->execute(command);
  if (result.ok) world_files_.note(command);
  say(result.message, result.ok ? Tone::plain : Tone::error);
  loop_.owe(3);
  return result;
}

void App::paint(const Edit& edit, bool continues, const std::string& title) {
  for (Edit& image : with_images(edit, mirror())) {
    const command::Paint paint{std::move(image), continues, title};
    if (session_->execute(paint).ok) world_files_.note(paint);
    continues = true;
  }
}

void App::pick(std::uint8_t element) {
  const auto& elements = session_->ruleset().elements;
  if (element >= elements.size()) element = 0;
  ui_.brush.element = element;
  const Ruleset& rules = session_->ruleset();
  const std::vector<std::uint8_t> offered = palette_elements(rules, ui_.group);
  if (std::ranges::find(offered, element) == offered.end()) ui_.group = group_of(rules, element);
  say(fmt::format("Painting {}.", shown_name(elements[element])));
}

void App::change_brush_size(double clicks) {
  // Steps grow with the size, so that a few clicks lead from one cell to a flood.
  const double step = std::max(1.0, ui_.brush.size * 0.15);
  const double size = ui_.brush.size + clicks * step;
  const int rounded = static_cast<int>(clicks > 0 ? std::floor(size) : std::ceil(size));
  ui_.brush.size = std::clamp(rounded, kBrushSizeMin, kBrushSizeMax);
}

bool App::change_pour_rate(double clicks) {
  const auto pour = pour_of(*session_, ui_.brush);
  if (!pour) return false;
  constexpr double kPerClick = 1.25;
  double& rate = ui_.brush.*pour->rate;
  const double wanted = (rate > 0 ? rate : pour->most * kPerClick) * std::pow(kPerClick, clicks);
  rate = pour->at_once && wanted > pour->most ? 0 : std::clamp(wanted, pour->least, pour->most);
  say(fmt::format("{} {}.", pour->title, describe_rate(*pour, rate)));
  return true;
}

void App::adopt_ruleset(const Ruleset* before) {
  const Ruleset& rules = session_->ruleset();
  const auto carry = [&](std::uint8_t old, std::uint8_t fallback) {
    if (before == nullptr || old >= before->elements.size()) return fallback;
    return rules.find(before->elements[old].name).value_or(fallback);
  };
  const std::uint8_t first = first_choice(rules);
  const std::vector<int> groups = palette_groups(rules);
  ui_.group = groups.empty() ? kAllGroups : groups.front();
  ui_.brush.element = carry(ui_.brush.element, first);
  if (ui_.brush.element == first && !groups.empty()) ui_.group = group_of(rules, first);
  ui_.brush.second = carry(ui_.brush.second, 0);
  world_views_.refresh_palette();
}

bool App::dialog_open() const {
  return ui_.show_new_world || ui_.show_about || ui_.show_help || ui_.show_problems || ui_.show_scenes ||
         ui_.show_configs || ui_.show_config_choice || ui_.show_settings || ui_.show_report || browser_.is_open() ||
         stamp_gallery_.is_open() || command_palette_.is_open() || config_editor_.asking();
}

void App::close_dialogs() {
  ui_.show_new_world = ui_.show_about = ui_.show_help = ui_.show_problems = ui_.show_scenes = false;
  ui_.show_configs = ui_.show_config_choice = ui_.show_settings = ui_.show_report = false;
  browser_.close();
  stamp_gallery_.close();
  command_palette_.close();
  config_editor_.cancel();
  canvas_.cancel();
}

void App::cancel() {
  if (layout_.popup_open() && !dialog_open())
    return ImGui::ClosePopupsOverWindow(nullptr, false);  // a menu, which ImGui closes by clicks alone
  if (!dialog_open() && !canvas_.busy() && !replays_.cancel() && !clipping_.cancel()) inspector_.cancel();
  close_dialogs();
}

}  // namespace repose
