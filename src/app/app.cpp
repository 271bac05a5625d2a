#include "app/app.hpp"

#include <backends/imgui_impl_sdl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "app/landmarks.hpp"
#include "app/theme.hpp"
#include "gl/gpu_solvers.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr double kFrameSeconds = 1.0 / 60;        // the limiter's pace where the screen sets none
constexpr double kSimulationBudget = 0.009;       // of a frame, so that drawing fits in too
constexpr double kElapsedMax = 0.25;              // after a pause of the process nothing is made up for
constexpr int kIdleWaitMs = 250;
constexpr const char* kOpeningScene = "falls";

const auto kProcessStart = std::chrono::steady_clock::now();

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - kProcessStart).count();
}

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

}  // namespace

std::unique_ptr<App> App::create(const AppOptions& options, std::string& error) {
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_APP_NAME, "Repose");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    error = fmt::format("no display: {}", SDL_GetError());
    return nullptr;
  }
  Settings settings;
  std::string problem;
  if (!options.scripted && !config_folder().empty()) settings = load_settings(config_folder() / "settings.json", problem);
  WindowShape shape{settings.window_width, settings.window_height};
  if (options.window_width > 0) shape = {options.window_width, options.window_height};

  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  apply_theme(settings.theme, 1.0f);
  std::string why_no_gl = options.software ? "OpenGL was switched off with --software" : "";
  std::unique_ptr<Screen> screen;
  if (!options.software) screen = make_gl_screen(shape, why_no_gl);
  if (!screen) screen = make_software_screen(shape, why_no_gl, error);
  if (!screen) {
    ImGui::DestroyContext();
    SDL_Quit();
    return nullptr;
  }
  return std::unique_ptr<App>(new App(options, std::move(screen), problem, settings));
}

App::App(const AppOptions& options, std::unique_ptr<Screen> screen, std::string settings_problem, Settings settings)
    : options_(options),
      clock_(options.scripted ? Pacer::Clock([this] { return scripted_time_; }) : Pacer::Clock(steady_seconds)),
      settings_(std::move(settings)),
      screen_(std::move(screen)),
      registry_(make_registry()),
      canvas_(*this),
      config_editor_(*this),
      pacer_(clock_) {
  if (!options_.scripted && !config_folder().empty()) settings_file_ = config_folder() / "settings.json";
  add_gpu_solvers(registry_, screen_->gpu_unavailable());
  SessionOptions session_options;
  session_options.threads = options_.threads;
  session_ = std::make_unique<Session>(registry_, session_options);
  if (!settings_problem.empty()) say(settings_problem, Tone::warning);
  start();
}

App::~App() {
  if (!settings_file_.empty()) {
    if (!ui_.fullscreen) SDL_GetWindowSize(screen_->window(), &settings_.window_width, &settings_.window_height);
    save_settings(settings_file_, settings_);
  }
  session_.reset();  // a gpu solver must go before its context
  screen_.reset();
  ImGui::DestroyContext();
  SDL_Quit();
}

void App::start() {
  restyle_ = true;
  browser_.set_folder(find_data("configs").value_or(fs::path{}));
  const Backend wanted = options_.backend.value_or(screen_->renders_on_cpu() ? Backend::cpu : Backend::gpu);
  if (options_.config) open_file(*options_.config);
  if (!options_.config && !options_.world) load_scene(kOpeningScene);
  if (options_.world) open_file(*options_.world);
  adopt_ruleset(nullptr);
  if (wanted != session_->backend()) switch_solver(std::string(session_->automaton()), wanted);
  if (const AutomatonInfo* info = registry_.automaton(session_->automaton())) ui_.steps_per_second = info->steps_per_second;
  if (!options_.software && !screen_->gpu_unavailable().empty()) {
    say("No OpenGL here, so everything runs on the CPU: " + screen_->gpu_unavailable(), Tone::warning);
  } else if (ui_.message.text.empty() || (ui_.message.tone == Tone::plain && !options_.config && !options_.world)) {
    say("Paint with the left button, erase with the right. F1 lists every key.");
  }
  frame_clock_ = measured_since_ = clock_();
}

// ---- turns ----

void App::frame() {
  const double start = clock_();
  const double elapsed = options_.scripted ? kFrameSeconds : std::clamp(start - frame_clock_, 0.0, kElapsedMax);
  frame_clock_ = start;
  const double work_start = steady_seconds();
  collect_events();
  simulate(elapsed);
  canvas_.tick();
  config_editor_.tick();
  if (!options_.scripted && idle()) return;  // nothing has happened: the picture on screen is still right
  if (restyle_) {
    restyle_ = false;
    apply_theme(settings_.theme, chosen_scale(), pixels_per_point_);
    screen_->reload_fonts();
  }
  build_ui(elapsed);
  draw();
  screen_->present();
  const double work = steady_seconds() - work_start;
  if (!options_.scripted) pacer_.note_frame(work, kFrameSeconds);
  if (!held_) late_ = !options_.scripted && work > kFrameSeconds;
  measure();
  report_startup();
  if (options_.scripted) {
    scripted_time_ += kFrameSeconds;
  } else {
    limit_rate();
  }
}

bool App::idle() const {
  return !ui_.playing && !canvas_.busy() && !config_editor_.busy() && frames_owed_ <= 0;
}

void App::collect_events() {
  SDL_Event event;
  for (bool& pressed : mouse_pressed_) pressed = false;
  typed_.clear();
  if (frames_owed_ > 0) --frames_owed_;
  // One click or release a frame: on a slow frame, what follows it must not move the mouse away before ImGui has seen it.
  const auto ends_frame = [&] { return event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP; };
  if (!options_.scripted && idle()) {
    if (SDL_WaitEventTimeout(&event, kIdleWaitMs) == 0) return;
    frame_clock_ = clock_();  // time spent waiting is not time to simulate
    handle(event);
    if (ends_frame()) return;
  }
  // Not SDL_PollEvent: when it is left early, its end mark stays in the queue and holds the next events back for a frame.
  SDL_PumpEvents();
  while (SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT, SDL_LASTEVENT) > 0) {
    handle(event);
    if (ends_frame()) return;
  }
}

void App::handle(const SDL_Event& event) {
  constexpr int kFramesAfterEvent = 4;  // hover, tooltips and popups settle over a few frames
  frames_owed_ = std::max(frames_owed_, kFramesAfterEvent);
  ImGui_ImplSDL2_ProcessEvent(&event);
  switch (event.type) {
    case SDL_QUIT: quit(); break;
    case SDL_KEYDOWN:
    case SDL_KEYUP: handle_key(event.key); break;
    case SDL_TEXTINPUT:
      if (!(SDL_GetModState() & KMOD_CTRL) || (SDL_GetModState() & KMOD_ALT)) typed_.push_back({0, kNone, event.text.text});
      break;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEWHEEL: handle_mouse(event); break;
    case SDL_DROPFILE:
      open_file(event.drop.file);
      SDL_free(event.drop.file);
      break;
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_GAINED) focused_ = true;
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) focused_ = false;
      if (event.window.event == SDL_WINDOWEVENT_LEAVE) mouse_ = {-1e5f, -1e5f};
      break;
    default: break;
  }
}

void App::handle_key(const SDL_KeyboardEvent& key) {
  const bool down = key.type == SDL_KEYDOWN;
  if (down) typed_.push_back({key.keysym.sym, modifiers_of(key.keysym.mod), {}});
  if (down && !dialog_open() && config_editor_.takes_key(key.keysym.sym, modifiers_of(key.keysym.mod))) return;
  if (key.keysym.sym == SDLK_SPACE) {  // a tap pauses, a hold with the mouse pans
    const bool typing = ImGui::GetIO().WantTextInput || dialog_open();
    if (down && key.repeat == 0 && !typing) {
      space_held_ = true;
      space_used_ = false;
    } else if (!down && space_held_) {
      space_held_ = false;
      if (!space_used_) perform(Action::play_pause);
    }
    return;
  }
  if (!down) return;
  const unsigned char modifiers = modifiers_of(key.keysym.mod);
  const auto action = bindings_.find(key.keysym.sym, modifiers);
  if (!action) return;
  const bool everywhere = *action == Action::cancel || *action == Action::help || *action == Action::quit ||
                          *action == Action::screenshot || *action == Action::fullscreen;
  if (!everywhere && (dialog_open() || (ImGui::GetIO().WantTextInput && !(modifiers & kCtrl)))) return;
  perform(*action, key.keysym.sym - SDLK_0);
}

bool App::canvas_at(float x, float y) const {
  return !popup_open_ && x >= canvas_rect_.x && y >= canvas_rect_.y && x < canvas_rect_.z && y < canvas_rect_.w;
}

void App::handle_mouse(const SDL_Event& event) {
  const float scale = pixels_per_point_;
  const auto pixel = [&](int x, int y) { return PixelPoint{x * static_cast<double>(scale), y * static_cast<double>(scale)}; };
  const unsigned char modifiers = modifiers_of(static_cast<Uint16>(SDL_GetModState()));
  if (event.type == SDL_MOUSEMOTION) {
    mouse_ = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
    canvas_.move(pixel(event.motion.x, event.motion.y));
    return;
  }
  if (event.type == SDL_MOUSEWHEEL) {
    const double clicks = event.wheel.preciseY != 0 ? static_cast<double>(event.wheel.preciseY) : event.wheel.y;
    if (canvas_at(mouse_.x, mouse_.y)) canvas_.wheel({mouse_.x * scale, mouse_.y * scale}, clicks, modifiers);
    return;
  }
  const SDL_MouseButtonEvent& b = event.button;
  if (b.button != SDL_BUTTON_LEFT && b.button != SDL_BUTTON_RIGHT && b.button != SDL_BUTTON_MIDDLE) return;
  const MouseButton button = b.button == SDL_BUTTON_LEFT    ? MouseButton::left
                             : b.button == SDL_BUTTON_RIGHT ? MouseButton::right
                                                            : MouseButton::middle;
  const bool down = event.type == SDL_MOUSEBUTTONDOWN;
  mouse_ = {static_cast<float>(b.x), static_cast<float>(b.y)};
  mouse_down_[static_cast<int>(button)] = down;
  if (down) mouse_pressed_[static_cast<int>(button)] = true;
  if (!down) return canvas_.release(button, pixel(b.x, b.y));
  if (!canvas_at(mouse_.x, mouse_.y)) return;
  if (space_held_) space_used_ = true;
  canvas_.press(button, pixel(b.x, b.y), modifiers, space_held_);
}

void App::simulate(double elapsed) {
  steps_this_frame_ = 0;
  if (const auto trouble = session_->recover()) {
    shown_view_ = {};
    say(*trouble, Tone::warning);
  }
  const bool resting = settings_.pause_when_unfocused && !focused_;
  if (!ui_.playing || resting) return pacer_.forget_debt();
  steps_this_frame_ = pacer_.run(elapsed, ui_.steps_per_second, kSimulationBudget,
                                 [this](std::uint64_t count) { session_->execute(command::Step{count}); });
}

void App::limit_rate() {
  // Against a time-table rather than from frame to frame, so that a short frame makes up for a long one before it.
  const double now = clock_();
  next_frame_at_ = std::max(next_frame_at_ + kFrameSeconds, now - kFrameSeconds);
  if (next_frame_at_ > now) std::this_thread::sleep_for(std::chrono::duration<double>(next_frame_at_ - now));
}

void App::measure() {
  constexpr double kWindowSeconds = 0.5;
  ++frames_measured_;
  steps_measured_ += steps_this_frame_;
  const double now = clock_();
  const double seconds = now - measured_since_;
  if (seconds < kWindowSeconds) return;
  figures_.frames_per_second = static_cast<double>(frames_measured_) / seconds;
  figures_.steps_per_second = static_cast<double>(steps_measured_) / seconds;
  frames_measured_ = steps_measured_ = 0;
  measured_since_ = now;
}

void App::report_startup() {
  if (startup_reported_ || !options_.time_startup || session_->step_count() == 0) return;
  startup_reported_ = true;
  fmt::print("first moving frame after {:.0f} ms\n", steady_seconds() * 1000);
  std::fflush(stdout);
}

// ---- picture ----

float App::chosen_scale() const {
  if (settings_.ui_scale_percent != 0) return static_cast<float>(settings_.ui_scale_percent) / 100.0f;
  // Where points are pixels, a dense screen asks for larger text itself. Screens that claim less than 1.25 times the usual
  // density are left alone: many report nonsense there.
  constexpr float kUsualDpi = 96, kDense = 1.25f, kStep = 0.25f;
  float dpi = 0;
  const int display = SDL_GetWindowDisplayIndex(screen_->window());
  if (pixels_per_point_ > 1.1f || options_.scripted || SDL_GetDisplayDPI(display, &dpi, nullptr, nullptr) != 0) return 1.0f;
  const float scale = std::round(dpi / kUsualDpi / kStep) * kStep;
  return scale < kDense ? 1.0f : std::min(scale, static_cast<float>(kUiScaleMax) / 100.0f);
}

void App::feed_mouse() {
  // ImGui 1.86's SDL backend asks the system for the mouse, which lags behind the events and ignores synthetic ones.
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = mouse_;
  for (int i = 0; i < 3; ++i) io.MouseDown[i] = mouse_down_[i] || mouse_pressed_[i];
}

void App::build_ui(double elapsed) {
  screen_->begin_ui();
  ImGuiIO& io = ImGui::GetIO();
  if (options_.scripted) io.DeltaTime = static_cast<float>(elapsed > 0 ? elapsed : kFrameSeconds);
  feed_mouse();
  ImGui::NewFrame();
  landmarks().begin_frame();
  const float density = std::max(0.1f, io.DisplayFramebufferScale.x);
  restyle_ = restyle_ || density != pixels_per_point_;
  pixels_per_point_ = density;

  const ImVec2 window = io.DisplaySize;
  const float menu = ImGui::GetFrameHeight() + px(2);
  const bool panels = settings_.panels_visible;
  const float side = panels ? px(248) : 0, status = panels ? px(30) : 0, top = panels ? menu : 0;
  const float editor = panels ? config_editor_.width(window.x, window.x - side) : 0;
  canvas_rect_ = {side, top, window.x - editor, window.y - status};
  const auto pixels = [this](float points) { return static_cast<int>(std::lround(points * pixels_per_point_)); };
  canvas_.set_viewport({pixels(side), pixels(top), pixels(std::max(1.0f, window.x - side - editor)), pixels(window.y - status - top)});
  if (panels) {
    draw_menu_bar(*this);
    draw_side_panel(*this, {0, top}, {side, window.y - top - status});
    if (editor > 0) config_editor_.draw({window.x - editor, top}, {editor, window.y - top - status}, typed_);
  }
  draw_status_bar(*this, {0, window.y - (panels ? status : px(30))}, {window.x, px(30)});
  draw_dialogs(*this);
  draw_scene_gallery(*this);
  draw_config_problems(*this);
  config_editor_.draw_question();
  draw_help(*this);
  browser_.draw();
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  popup_open_ = popup;
  canvas_.draw_overlay(canvas_at(mouse_.x, mouse_.y));
  ImGui::Render();
}

CellView App::view_to_draw() {
  // Where the processor draws and cannot keep up, every second frame shows the world's picture of the frame before: the
  // window, the brush and the steps keep their pace. (The view stays valid: whatever replaces the solver clears it.)
  const bool hold = late_ && !held_ && screen_->renders_on_cpu() && shown_view_.kind != CellView::Kind::none;
  held_ = hold;
  if (!hold) shown_view_ = session_->solver().view();
  return shown_view_;
}

void App::draw() {
  const CellView view = view_to_draw();
  screen_->draw(view, canvas_.camera(), settings_.looks, theme().surround);
  if (screenshot_wanted_) take_screenshot();
}

std::optional<std::uint8_t> App::element_at(CellPoint cell) {
  return screen_->probe(session_->solver().view(), cell);
}

// ---- deeds ----

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
  say(fmt::format("Painting {}.", elements[element].name));
}

void App::change_brush_size(double clicks) {
  // Steps grow with the size, so that a few clicks lead from one cell to a flood.
  const double step = std::max(1.0, ui_.brush.size * 0.15);
  const double size = ui_.brush.size + clicks * step;
  const int rounded = static_cast<int>(clicks > 0 ? std::floor(size) : std::ceil(size));
  ui_.brush.size = std::clamp(rounded, kBrushSizeMin, kBrushSizeMax);
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
  execute(command::SwitchSolver{std::string(automaton), backend});
}

void App::adopt_ruleset(const Ruleset* before) {
  const Ruleset& rules = session_->ruleset();
  const auto carry = [&](std::uint8_t old, std::uint8_t fallback) {
    if (before == nullptr || old >= before->elements.size()) return fallback;
    return rules.find(before->elements[old].name).value_or(fallback);
  };
  // First choice: the first element that falls, as sand.js did it.
  std::uint8_t first = rules.elements.size() > 1 ? 1 : 0;
  for (std::size_t i = rules.elements.size(); i-- > 1;) {
    const Element& element = rules.elements[i];
    if (element.density > 0.5 && !is_wall(element) && !element.hidden) first = static_cast<std::uint8_t>(i);
  }
  ui_.brush.element = carry(ui_.brush.element, first);
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
    const CommandResult result = execute(command::LoadPicture{path, true});
    if (result.ok) canvas_.fit();
    if (result.ok) remember_recent(settings_, path);
    return;
  }
  load_config(command::LoadConfigFile{path, command::KeepWorld::by_name, false}, path.filename().string());
  if (!ui_.show_problems && session_->ruleset().source == path.string()) remember_recent(settings_, path);
}

void App::save_picture(const fs::path& path) {
  fs::path target = path;
  if (lower_extension(target) != ".png") target += ".png";
  execute(command::SavePicture{target});
}

void App::load_scene(const std::string& name) {
  const Ruleset before = session_->ruleset();
  const CommandResult result = execute(command::LoadScene{name, {}, {}, {}});
  if (!result.ok) return;
  adopt_ruleset(&before);
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
         browser_.is_open() || config_editor_.asking();
}

void App::close_dialogs() {
  ui_.show_new_world = ui_.show_about = ui_.show_help = ui_.show_problems = ui_.show_scenes = false;
  browser_.close();
  config_editor_.cancel();
  canvas_.cancel();
}

void App::perform(Action action, int number) {
  const double pan = 0.1 * canvas_.camera().viewport().height;
  const PixelRect& port = canvas_.camera().viewport();
  const PixelPoint middle = {port.x + port.width / 2.0, port.y + port.height / 2.0};
  switch (action) {
    case Action::open:
      browser_.open({"Open a config", false, {".cfg", ".txt"}, "", [this](const fs::path& path) { open_file(path); }});
      break;
    case Action::open_picture:
      browser_.open({"Open a picture as the world", false, {".png"}, "", [this](const fs::path& path) { open_file(path); }});
      break;
    case Action::save_picture:
      browser_.open({"Save a picture of the world", true, {".png"}, "world.png", [this](const fs::path& path) { save_picture(path); }});
      break;
    case Action::screenshot: screenshot_wanted_ = true; break;
    case Action::reload_config: load_config(command::ReloadConfig{false}, session_->ruleset().title); break;
    case Action::quit: quit(); break;
    case Action::play_pause:
      ui_.playing = !ui_.playing;
      say(ui_.playing ? "Playing." : "Paused. Space plays on, the full stop takes one step.");
      break;
    case Action::step:
      ui_.playing = false;
      execute(command::Step{1});
      say(fmt::format("Step {}.", session_->step_count()));
      break;
    case Action::slower: set_speed(ui_.steps_per_second == Pacer::kUnlimited ? 960 : ui_.steps_per_second / 2); break;
    case Action::faster:
      if (ui_.steps_per_second != Pacer::kUnlimited) set_speed(ui_.steps_per_second * 2 > 2000 ? Pacer::kUnlimited : ui_.steps_per_second * 2);
      break;
    case Action::clear: execute(command::Clear{}); break;
    case Action::reset: execute(command::Reset{}); break;
    case Action::new_world:
      ui_.new_world = {session_->width(), session_->height(), false, static_cast<int>(command::Anchor::bottom)};
      ui_.show_new_world = true;
      break;
    case Action::brush_smaller: change_brush_size(-1); break;
    case Action::brush_larger: change_brush_size(+1); break;
    case Action::brush_shape:
      ui_.brush.shape = ui_.brush.shape == BrushShape::round ? BrushShape::square : BrushShape::round;
      break;
    case Action::only_over_empty:
      ui_.brush.only_over_empty = !ui_.brush.only_over_empty;
      say(ui_.brush.only_over_empty ? "Painting only over empty cells." : "Painting over everything.");
      break;
    case Action::search_element: settings_.panels_visible = ui_.focus_search = true; break;
    case Action::element_by_number: choose_by_number(number); break;
    case Action::zoom_in: canvas_.wheel(middle, 1, kCtrl); break;
    case Action::zoom_out: canvas_.wheel(middle, -1, kCtrl); break;
    case Action::zoom_fit: canvas_.fit(); break;
    case Action::pan_left: canvas_.pan(pan, 0); break;
    case Action::pan_right: canvas_.pan(-pan, 0); break;
    case Action::pan_up: canvas_.pan(0, pan); break;
    case Action::pan_down: canvas_.pan(0, -pan); break;
    case Action::panels:
      settings_.panels_visible = !settings_.panels_visible;
      if (!settings_.panels_visible) say("Tab brings the panels back.");
      break;
    case Action::config_editor:
      settings_.panels_visible = true;
      config_editor_.toggle();
      break;
    case Action::fullscreen: toggle_fullscreen(); break;
    case Action::toggle_solver:
      switch_solver(std::string(session_->automaton()), session_->backend() == Backend::gpu ? Backend::cpu : Backend::gpu);
      break;
    case Action::scene_gallery: ui_.show_scenes = true; break;
    case Action::editor_apply:
    case Action::editor_save:
    case Action::editor_undo:
    case Action::editor_redo: break;  // the editor answers these itself
    case Action::help: ui_.show_help = !ui_.show_help; break;
    case Action::cancel: close_dialogs(); break;
  }
}

void App::choose_by_number(int number) {
  const auto& elements = session_->ruleset().elements;
  int place = 0;
  for (std::size_t i = 1; i < elements.size(); ++i) {
    if (elements[i].hidden) continue;
    if (++place == number) return pick(static_cast<std::uint8_t>(i));
  }
}

void App::toggle_fullscreen() {
  if (!ui_.fullscreen) SDL_GetWindowSize(screen_->window(), &settings_.window_width, &settings_.window_height);
  ui_.fullscreen = !ui_.fullscreen;
  SDL_SetWindowFullscreen(screen_->window(), ui_.fullscreen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

}  // namespace repose
