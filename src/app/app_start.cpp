// The start of the app: what it opens, what it offers, and what it says first.
#include <fmt/format.h>

#include "app/actions/action_table.hpp"
#include "app/app.hpp"
#include "app/widgets/theme.hpp"
#include "core/within_memory.hpp"
#include "platform/desktop.hpp"
#include "platform/page.hpp"

namespace repose {

void App::start() {
  Session& session = desk_.simulation.session();
  session.set_patience(desk_.options.patience_seconds);
  dialogs_.about.set_host(desk_.options.host_facts);
  desk_.files.browser.set_folder(documents_folder());
  if (!desk_.settings.recent.folder.empty()) desk_.files.browser.set_folder(desk_.settings.recent.folder);
  std::string problem;  // of what was to be opened: what the start says later would hide it
  const auto note_problem = [&] {
    if (desk_.messages.last().tone == Tone::error) problem = desk_.messages.last().text;
  };
  if (desk_.options.config) desk_.files.opener.open(*desk_.options.config);
  note_problem();
  if (!desk_.options.scripted) {
    int width = 0, height = 0, pixels_wide = 0, pixels_high = 0;
    SDL_GetWindowSize(desk_.screen->window(), &width, &height);
    desk_.screen->drawable_size(pixels_wide, pixels_high);
    if (width > 0 && pixels_wide > 0) desk_.layout.begin(static_cast<float>(pixels_wide) / static_cast<float>(width));
    desk_.style.apply();  // the panels take more room with larger text, and other room in a narrow window
    panels_.fit_scenes({static_cast<float>(width), static_cast<float>(height)});
  }
  const bool linked = !desk_.options.link.empty() && desk_.files.links.open(desk_.options.link);
  note_problem();
  if (!desk_.options.config && !desk_.options.world && !linked) desk_.simulation.load_scene(std::string(Tour::kScene));
  if (desk_.options.config && !desk_.options.world && !desk_.options.scripted) fill_canvas_with_empty_world();
  if (desk_.options.world) desk_.files.opener.open(*desk_.options.world);
  note_problem();
  desk_.files.opener.set_config_choice(
      [this](const std::filesystem::path& path) { dialogs_.world_choice.open_config(path); });
  desk_.simulation.rules_replaced(nullptr);
  desk_.simulation.follow_automaton();
  if (desk_.options.backend && *desk_.options.backend != session.backend() && !session.under_way())
    desk_.simulation.switch_solver(session.automaton(), *desk_.options.backend);
  greet();
  session.keep_history(history_limits(desk_.settings));  // here, so that the start itself cannot be undone
  desk_.files.worlds.begin();
  if (!desk_.options.scripted && !desk_.settings.tour_seen && !linked) panels_.tour.start();
  if (desk_.options.go_on && desk_.files.worlds.can_go_on()) {
    desk_.files.worlds.go_on();
  } else {
    offer_last_world();
  }
  if (!problem.empty()) desk_.messages.say(problem, Tone::error);
  if (!desk_.options.first_message.empty()) desk_.messages.say(desk_.options.first_message, Tone::warning);
  desk_.loop.start();
  desk_.timing.start(desk_.loop.now());
}

void App::offer_last_world() {
  const WorldFiles& worlds = desk_.files.worlds;
  if (desk_.options.config || desk_.options.world || !desk_.options.link.empty() || worlds.leftover() ||
      !worlds.can_go_on())
    return;
  constexpr double kSeconds = 120;  // a person may look at the new world first
  panels_.offer.show(
      "The world of your last window was kept.", "Continue there", [this] { desk_.files.worlds.go_on(); }, kSeconds);
}

void App::fill_canvas_with_empty_world() {
  constexpr int kCells = 640 * 400;
  if (const auto extent = desk_.simulation.extent_for_canvas(kCells))
    desk_.simulation.session().execute(command::NewWorld{extent->width, extent->height});
}

void App::listen_to_page() {
  page::listen({[this] { within_memory([this] { desk_.files.worlds.keep_now(); }); },
                [this](const std::string& sentence, bool good) {
                  desk_.messages.say(sentence, good ? Tone::good : Tone::warning);
                }});
}

std::string App::why_no_gl() const {
  const std::string reason = desk_.options.software ? "" : desk_.screen->gpu_unavailable();
  return reason.empty() ? "" : "OpenGL is not available, so everything runs on the CPU: " + reason;
}

// Shows a greeting unless there is another message.
void App::greet() {
  const Message& last = desk_.messages.last();
  if (const std::string no_gl = why_no_gl(); !no_gl.empty()) return desk_.messages.say(no_gl, Tone::warning);
  const bool opened = desk_.options.config || desk_.options.world || !desk_.options.link.empty();
  if (!last.text.empty() && (last.tone != Tone::plain || opened)) return;
  if (is_narrow()) return desk_.messages.say("One finger paints, two move the world and zoom.");
  desk_.messages.say(fmt::format("Paint with the left button, erase with the right. {} lists every key.",
                                 desk_.actions.way_to(action::help)));
}

}  // namespace repose
