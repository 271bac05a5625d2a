// The start of the app: what it opens, what it offers, and what it says first.
#include <fmt/format.h>

#include "app/actions/action_ids.hpp"
#include "app/app.hpp"
#include "app/files/folders.hpp"
#include "app/page/events.hpp"
#include "app/widgets/theme.hpp"
#include "core/within_memory.hpp"

namespace repose {

void App::start() {
  Session& session = simulation_.session();
  session.set_patience(options_.patience_seconds);
  dialogs_.about.set_host(options_.host_facts);
  files_.browser.set_folder(documents_folder());
  if (!settings_.recent.folder.empty()) files_.browser.set_folder(settings_.recent.folder);
  std::string problem;  // of what was to be opened: what the start says later would hide it
  const auto note_problem = [&] {
    if (messages_.last().tone == Tone::error) problem = messages_.last().text;
  };
  if (options_.config) files_.opener.open(*options_.config);
  note_problem();
  if (!options_.scripted) {
    int width = 0, height = 0, pixels_wide = 0, pixels_high = 0;
    SDL_GetWindowSize(screen_->window(), &width, &height);
    screen_->drawable_size(pixels_wide, pixels_high);
    if (width > 0 && pixels_wide > 0) layout_.begin(static_cast<float>(pixels_wide) / static_cast<float>(width));
    style_.apply();  // the panels take more room with larger text, and other room in a narrow window
    panels_.fit_scenes({static_cast<float>(width), static_cast<float>(height)});
  }
  const bool linked = !options_.link.empty() && files_.links.open(options_.link);
  note_problem();
  if (!options_.config && !options_.world && !linked) simulation_.load_scene(std::string(Tour::kScene));
  if (options_.config && !options_.world && !options_.scripted) fill_canvas_with_empty_world();
  if (options_.world) files_.opener.open(*options_.world);
  note_problem();
  files_.opener.set_config_choice(
      [this](const std::filesystem::path& path) { dialogs_.world_choice.open_config(path); });
  rules_replaced(nullptr);
  simulation_.follow_automaton();
  if (options_.backend && *options_.backend != session.backend() && !session.under_way())
    simulation_.switch_solver(session.automaton(), *options_.backend);
  gpu_tuner_.say_news();
  greet();
  session.keep_history(history_limits(settings_));  // here, so that the start itself cannot be undone
  files_.worlds.begin();
  if (!options_.scripted && !settings_.tour_seen && !linked) panels_.tour.start();
  if (options_.go_on && files_.worlds.can_go_on()) {
    files_.worlds.go_on();
  } else {
    offer_last_world();
  }
  if (!problem.empty()) messages_.say(problem, Tone::error);
  if (!options_.first_message.empty()) messages_.say(options_.first_message, Tone::warning);
  loop_.start();
  timing_.start(loop_.now());
}

void App::offer_last_world() {
  const WorldFiles& worlds = files_.worlds;
  if (options_.config || options_.world || !options_.link.empty() || worlds.leftover() || !worlds.can_go_on()) return;
  constexpr double kSeconds = 120;  // a person may look at the new world first
  panels_.offer.show(
      "The world of your last window was kept.", "Continue there", [this] { files_.worlds.go_on(); }, kSeconds);
}

void App::fill_canvas_with_empty_world() {
  constexpr int kCells = 640 * 400;
  if (const auto extent = simulation_.extent_for_canvas(kCells))
    simulation_.session().execute(command::NewWorld{extent->width, extent->height});
}

void App::listen_to_page() {
  page::listen(
      {[this] { within_memory([this] { files_.worlds.keep_now(); }); },
       [this](const std::string& sentence, bool good) { messages_.say(sentence, good ? Tone::good : Tone::warning); }});
}

std::string App::why_no_gl() const {
  const std::string reason = options_.software ? "" : screen_->gpu_unavailable();
  return reason.empty() ? "" : "OpenGL is not available, so everything runs on the CPU: " + reason;
}

// Shows a greeting unless there is another message.
void App::greet() {
  const Message& last = messages_.last();
  if (const std::string no_gl = why_no_gl(); !no_gl.empty()) return messages_.say(no_gl, Tone::warning);
  const bool opened = options_.config || options_.world || !options_.link.empty();
  if (!last.text.empty() && (last.tone != Tone::plain || opened)) return;
  if (is_narrow()) return messages_.say("One finger paints, two move the world and zoom.");
  messages_.say(fmt::format("Paint with the left button, erase with the right. {} lists every key.",
                            actions_.way_to(action::help)));
}

}  // namespace repose
