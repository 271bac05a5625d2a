// What the app does when it is asked to: actions of keys and menus, files, messages.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>

#include "app/app.hpp"
#include "app/panels/palette.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

std::string lower_extension(const fs::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) { return std::tolower(c); });
  return extension;
}

fs::path pictures_folder() {
  std::error_code error;
  if (const char* xdg = std::getenv("XDG_PICTURES_DIR"); xdg != nullptr && fs::is_directory(xdg, error)) return xdg;
  if (const char* home = std::getenv("HOME"); home != nullptr) {
    const fs::path pictures = fs::path(home) / "Pictures";
    return fs::is_directory(pictures, error) ? pictures : fs::path(home);
  }
  return fs::current_path(error);
}

// Empty where heights can be shown in three dimensions.
std::string why_no_relief(const App& app, const Screen& screen) {
  if (!app.knows(Plane::height)) return fmt::format("{} knows no heights.", app.session().automaton());
  return screen.gpu_unavailable().empty() ? "" : "Three dimensions need OpenGL: " + screen.gpu_unavailable() + ".";
}

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
  if (config_editor_.edited() && clock_() - quit_asked_at_ > kSecondThoughts) {
    quit_asked_at_ = clock_();
    return say("The config in the editor has changes that are not saved. Quit once more to leave without them.", Tone::warning);
  }
  running_ = false;
}

void App::say(std::string text, Tone tone) {
  if (text.empty()) return;
  ui_.message = {std::move(text), tone, clock_()};
  frames_owed_ = std::max(frames_owed_, 3);
}

CommandResult App::execute(const Command& command) {
  shown_view_ = {};  // the solver may be another one afterwards
  CommandResult result = session_->execute(command);
  say(result.message, result.ok ? Tone::plain : Tone::error);
  frames_owed_ = std::max(frames_owed_, 3);
  return result;
}

void App::paint(const Edit& edit) { session_->execute(command::Paint{edit}); }

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

void App::set_speed(double steps_per_second) {
  constexpr double kSlowest = 1, kFastest = 10000;
  ui_.steps_per_second =
      steps_per_second == Pacer::kUnlimited ? Pacer::kUnlimited : std::clamp(steps_per_second, kSlowest, kFastest);
  pacer_.forget_debt();
  say(ui_.steps_per_second == Pacer::kUnlimited ? std::string("As fast as possible.")
                                                : fmt::format("{:.0f} steps per second.", ui_.steps_per_second));
}

void App::switch_solver(std::string_view automaton, Backend backend) {
  const Ruleset before = session_->ruleset();
  const bool knew_heights = knows(Plane::height);
  const int width = session_->width(), height = session_->height();
  const CommandResult result = execute(command::SwitchSolver{std::string(automaton), backend, true});
  if (!result.ok) return;
  if (session_->width() != width || session_->height() != height) canvas_.fit();
  chosen_backend_ = backend;
  if (session_->ruleset().text != before.text) adopt_ruleset(knows(Plane::height) == knew_heights ? &before : nullptr);
  follow_automaton();
}

void App::follow_automaton() {
  const std::string automaton(session_->automaton());
  if (automaton == followed_automaton_) return;
  if (!followed_automaton_.empty()) paces_[followed_automaton_] = ui_.steps_per_second;
  followed_automaton_ = automaton;
  const auto known = paces_.find(automaton);
  ui_.steps_per_second = known != paces_.end() ? known->second : registry_.automaton(automaton)->steps_per_second;
  pacer_.forget_debt();
  const SolverEntry* entry = registry_.solver(automaton, chosen_backend_);
  if (entry == nullptr || !entry->available() || session_->backend() == chosen_backend_) return;
  session_->execute(command::SwitchSolver{automaton, chosen_backend_});  // it stays where it is when that fails
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
  screen_->set_palette(make_palette(rules));
}

void App::load_config(const Command& command, const std::string& name) {
  shown_view_ = {};
  const Ruleset before = session_->ruleset();
  CommandResult result = session_->execute(command);
  if (result.ok) {
    say(result.message, result.diagnostics.empty() ? Tone::good : Tone::warning);
    adopt_ruleset(&before);
    follow_automaton();
    ui_.show_problems = false;
    return;
  }
  say(result.message, Tone::error);
  if (result.diagnostics.empty()) return;
  Command accepted = command;
  std::visit(
      [](auto& c) {
        if constexpr (requires { c.accept_errors; }) c.accept_errors = true;
      },
      accepted);
  ui_.problems = {name, std::move(result.diagnostics), std::move(accepted)};
  ui_.show_problems = true;
}

void App::open_file(const fs::path& path) {
  if (lower_extension(path) == ".png") {
    const bool heights = knows(Plane::height);
    const CommandResult result = heights ? execute(command::LoadHeightMap{path}) : execute(command::LoadPicture{path, true});
    if (result.ok) canvas_.fit();
    if (result.ok) remember_recent(settings_, path);
    return;
  }
  open_config(path, command::KeepWorld::by_name);
}

void App::open_config(const fs::path& path, command::KeepWorld keep) {
  load_config(command::LoadConfigFile{path, keep, false}, path.filename().string());
  if (!ui_.show_problems && session_->ruleset().source == path.string()) remember_recent(settings_, path);
}

void App::choose_config(const fs::path& path) {
  ui_.show_configs = false;
  ui_.chosen_config = path;
  ui_.show_config_choice = true;
}

void App::save_picture(const fs::path& path) {
  fs::path target = path;
  if (lower_extension(target) != ".png") target += ".png";
  knows(Plane::height) ? execute(command::SaveHeightMap{target}) : execute(command::SavePicture{target});
}

void App::load_scene(const std::string& name) {
  const Ruleset before = session_->ruleset();
  const bool knew_heights = knows(Plane::height);
  const CommandResult result = execute(command::LoadScene{name, {}, {}, {}, true});
  if (!result.ok) return;
  const bool other_rules = session_->ruleset().text != before.text || session_->ruleset().title != before.title;
  // What paints cells means something else on heights: there the brush begins with sand.
  if (other_rules) adopt_ruleset(knows(Plane::height) == knew_heights ? &before : nullptr);
  follow_automaton();
  canvas_.fit();
}

ImTextureID App::thumbnail(const Scene& scene) {
  const auto known = thumbnails_.find(scene.name);
  if (known != thumbnails_.end()) return known->second;
  ImTextureID texture = nullptr;
  Picture picture;
  const auto file = find_data(fmt::format("assets/thumbnails/{}.png", scene.name));
  if (file && read_png(*file, picture)) texture = screen_->make_texture(picture);
  return thumbnails_[scene.name] = texture;
}

void App::take_screenshot() {
  screenshot_wanted_ = false;
  const std::time_t seconds = std::time(nullptr);
  const std::string stem = fmt::format("repose-{:%Y%m%d-%H%M%S}", fmt::localtime(seconds));
  fs::path path = pictures_folder() / (stem + ".png");
  std::error_code error;
  for (int n = 2; fs::exists(path, error); ++n) path = pictures_folder() / fmt::format("{}-{}.png", stem, n);
  const Status status = write_png(path, screen_->read_pixels());
  say(status ? "Screenshot saved as " + path.string() : status.message(), status ? Tone::good : Tone::error);
}

bool App::dialog_open() const {
  return ui_.show_new_world || ui_.show_about || ui_.show_help || ui_.show_problems || ui_.show_scenes ||
         ui_.show_configs || ui_.show_config_choice || browser_.is_open() || config_editor_.asking();
}

void App::close_dialogs() {
  ui_.show_new_world = ui_.show_about = ui_.show_help = ui_.show_problems = ui_.show_scenes = false;
  ui_.show_configs = ui_.show_config_choice = false;
  browser_.close();
  config_editor_.cancel();
  canvas_.cancel();
}

void App::choose_by_number(int number) {
  const std::vector<std::uint8_t> offered = palette_elements(session_->ruleset(), ui_.group);
  const auto index = static_cast<std::size_t>(number - 1);
  if (index + 1 < offered.size()) pick(offered[index]);  // the last one is the background
}

void App::toggle_heat() {
  bool& heat = settings_.looks.heat;
  heat = !heat && knows(Plane::energy);
  say(heat            ? "Heat in false colours: violet is cool, red is warm, yellow is hot."
      : knows(Plane::energy) ? "Colours as they are."
                       : fmt::format("{} knows no heat.", session_->automaton()));
}

void App::toggle_pressure() {
  bool& pressure = settings_.looks.pressure;
  pressure = !pressure && knows(Plane::mass);
  say(pressure              ? "Pressure in false colours."
      : knows(Plane::mass) ? "Colours as they are."
                           : fmt::format("{} knows no pressure.", session_->automaton()));
}

void App::toggle_relief() {
  bool& relief = settings_.looks.relief;
  const std::string why_not = why_no_relief(*this, *screen_);
  relief = !relief && why_not.empty();
  say(relief            ? "Three dimensions: the right button turns the sand. V goes back."
      : why_not.empty() ? "Seen from above."
                        : why_not);
}

void App::toggle_fullscreen() {
  if (!ui_.fullscreen) SDL_GetWindowSize(screen_->window(), &settings_.window_width, &settings_.window_height);
  ui_.fullscreen = !ui_.fullscreen;
  SDL_SetWindowFullscreen(screen_->window(), ui_.fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

void App::perform(Action action, int number) {
  if (perform_on_files(action) || perform_on_simulation(action) || perform_on_view(action)) return;
  switch (action) {
    case Action::brush_smaller: change_brush_size(-1); break;
    case Action::brush_larger: change_brush_size(+1); break;
    case Action::pour_less: change_pour_rate(-1); break;
    case Action::pour_more: change_pour_rate(+1); break;
    case Action::brush_shape:
      ui_.brush.shape = ui_.brush.shape == BrushShape::round ? BrushShape::square : BrushShape::round;
      break;
    case Action::only_over_empty:
      ui_.brush.only_over_empty = !ui_.brush.only_over_empty;
      say(ui_.brush.only_over_empty ? "Painting only over empty cells." : "Painting over everything.");
      break;
    case Action::search_element: settings_.panels_visible = ui_.focus_search = true; break;
    case Action::element_by_number: choose_by_number(number); break;
    case Action::help: ui_.show_help = !ui_.show_help; break;
    case Action::cancel: close_dialogs(); break;
    default: break;  // the config editor answers its own
  }
}

bool App::perform_on_files(Action action) {
  const auto open_it = [this](const fs::path& path) { open_file(path); };
  const bool heights = knows(Plane::height);
  switch (action) {
    case Action::open: browser_.open({"Open a config", false, {".cfg", ".txt"}, "", open_it}); return true;
    case Action::open_picture:
      browser_.open({heights ? "Open a greyscale picture as heights" : "Open a picture as the world", false, {".png"}, "", open_it});
      return true;
    case Action::save_picture:
      browser_.open({heights ? "Save the heights as a greyscale picture" : "Save a picture of the world", true, {".png"},
                     heights ? "heights.png" : "world.png", [this](const fs::path& path) { save_picture(path); }});
      return true;
    case Action::screenshot: screenshot_wanted_ = true; return true;
    case Action::reload_config: load_config(command::ReloadConfig{false}, session_->ruleset().title); return true;
    case Action::quit: quit(); return true;
    default: return false;
  }
}

bool App::perform_on_simulation(Action action) {
  const double speed = ui_.steps_per_second;
  const bool unlimited = speed == Pacer::kUnlimited;
  constexpr double kBelowUnlimited = 960, kFastest = 2000;  // doubling beyond the fastest means "unlimited", halving comes back
  switch (action) {
    case Action::play_pause:
      ui_.playing = !ui_.playing;
      say(ui_.playing ? "Playing." : "Paused. Space plays on, the full stop takes one step.");
      return true;
    case Action::step:
      ui_.playing = false;
      execute(command::Step{1});
      say(fmt::format("Step {}.", session_->step_count()));
      return true;
    case Action::slower: set_speed(unlimited ? kBelowUnlimited : speed / 2); return true;
    case Action::faster:
      if (!unlimited) set_speed(speed * 2 > kFastest ? Pacer::kUnlimited : speed * 2);
      return true;
    case Action::clear: execute(command::Clear{}); return true;
    case Action::reset: execute(command::Reset{}); return true;
    case Action::new_world:
      ui_.new_world = {session_->width(), session_->height(), false, static_cast<int>(command::Anchor::bottom)};
      ui_.show_new_world = true;
      return true;
    case Action::scene_gallery: ui_.show_scenes = true; return true;
    case Action::config_gallery:
      config_library_.refresh();
      ui_.show_configs = true;
      return true;
    case Action::toggle_solver:
      switch_solver(session_->automaton(), session_->backend() == Backend::gpu ? Backend::cpu : Backend::gpu);
      return true;
    default: return false;
  }
}

void App::pan_view(Action direction, double heights) {
  const double way = heights * canvas_.camera().viewport().height;
  switch (direction) {
    case Action::pan_left: return canvas_.pan(way, 0);
    case Action::pan_right: return canvas_.pan(-way, 0);
    case Action::pan_up: return canvas_.pan(0, way);
    case Action::pan_down: return canvas_.pan(0, -way);
    default: return;
  }
}

bool App::perform_on_view(Action action) {
  const PixelRect& port = canvas_.camera().viewport();
  const PixelPoint middle = {port.x + port.width / 2.0, port.y + port.height / 2.0};
  constexpr double kTap = 0.05;  // of the height of the view
  switch (action) {
    case Action::zoom_in: canvas_.zoom(middle, 1); return true;
    case Action::zoom_out: canvas_.zoom(middle, -1); return true;
    case Action::zoom_fit: canvas_.fit(); return true;
    case Action::pan_left:
    case Action::pan_right:
    case Action::pan_up:
    case Action::pan_down: pan_view(action, kTap); return true;
    case Action::heat: toggle_heat(); return true;
    case Action::ledger: execute(command::KeepLedger{!session_->keeps_ledger()}); return true;
    case Action::pressure: toggle_pressure(); return true;
    case Action::relief: toggle_relief(); return true;
    case Action::panels:
      settings_.panels_visible = !settings_.panels_visible;
      if (!settings_.panels_visible) say("Tab brings the panels back.");
      return true;
    case Action::config_editor:
      settings_.panels_visible = true;
      config_editor_.toggle();
      return true;
    case Action::fullscreen: toggle_fullscreen(); return true;
    default: return false;
  }
}

}  // namespace repose
