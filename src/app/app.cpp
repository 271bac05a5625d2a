#include "app/app.hpp"

#include <backends/imgui_impl_sdl.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/actions/action_ids.hpp"
#include "app/actions/action_rows.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr const char* kOpeningScene = "falls";

fs::path kept_worlds_folder(const AppOptions& options) {
  return !options.state_folder.empty() || options.scripted ? options.state_folder : state_folder();
}

// True while a key is pressed or the wheel has turned and nobody has been told yet.
bool input_waits() {
  SDL_PumpEvents();
  return SDL_HasEvents(SDL_KEYDOWN, SDL_MOUSEWHEEL) == SDL_TRUE;
}

}  // namespace

std::unique_ptr<App> App::create(const AppOptions& options, std::string& error) {
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_APP_NAME, "Repose");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");  // fingers are heard themselves
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    error = fmt::format("no display: {}", SDL_GetError());
    return nullptr;
  }
  Settings settings;
  std::string problem;
  if (!options.scripted && !config_folder().empty())
    settings = load_settings(config_folder() / "settings.json", problem);
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
      loop_(options.clock != nullptr ? *options.clock : system_clock()),
      messages_(loop_),
      settings_(std::move(settings)),
      screen_(std::move(screen)),
      gpu_tuner_(*this, options.gl_path, !options.scripted || options.measures_gpu),
      registry_(make_registry()),
      actions_(all_actions(*this), [this](const std::string& reason) { say(reason, Tone::warning); }),
      canvas_(*this),
      compare_view_(*this),
      world_views_(*this),
      clipping_(*this),
      stamp_gallery_(*this),
      config_editor_(*this),
      inspector_(*this),
      minimap_(*this),
      time_bar_(*this),
      command_palette_(*this),
      key_settings_(*this),
      tour_(*this),
      touch_(*this),
      world_files_(*this, kept_worlds_folder(options), options.autosave_seconds),
      recording_(*this),
      replays_(*this),
      frame_times_(options.time_frames),
      stepper_(loop_.clock(), input_waits) {
  if (options_.scripted) settings_.animations = false;  // what a script does is done at once
  if (!options_.scripted && !config_folder().empty()) settings_file_ = config_folder() / "settings.json";
  add_gpu_solvers(registry_, screen_->gpu_unavailable(),
                  [this](std::string_view automaton) { return gpu_tuner_.path(automaton); });
  SessionOptions session_options;
  session_options.threads = options_.threads;
  session_options.sandjs_automaton = options_.sandjs_automaton;
  session_ = std::make_unique<Session>(registry_, default_rules(), session_options);
  if (!settings_problem.empty()) say(settings_problem, Tone::warning);
  take_remembered();
  start();
}

App::~App() {
  world_files_.close();
  if (!settings_file_.empty()) {
    if (!ui_.fullscreen) SDL_GetWindowSize(screen_->window(), &settings_.window_width, &settings_.window_height);
    remember();
    save_settings(settings_file_, settings_);
  }
  compare_view_.stop();
  replays_.leave();
  session_.reset();  // a gpu solver must go before its context
  screen_.reset();
  ImGui::DestroyContext();
  SDL_Quit();
}

void App::take_remembered() {
  if (const std::string unknown = actions_.bindings().apply(settings_.keys); !unknown.empty())
    say(unknown, Tone::warning);
  ui_.tool = settings_.tool;
  ui_.brush = settings_.brush;
  ui_.mirror.symmetry = settings_.symmetry;
}

void App::remember() {
  settings_.keys = actions_.bindings().changes();
  settings_.tool = ui_.tool;
  settings_.brush = ui_.brush;
  settings_.symmetry = ui_.mirror.symmetry;
}

void App::start() {
  restyle_ = true;
  browser_.set_folder(find_data("configs").value_or(fs::path{}));
  chosen_backend_ = options_.backend.value_or(screen_->renders_on_cpu() ? Backend::cpu : Backend::gpu);
  if (options_.config) open_file(*options_.config);
  if (!options_.config && !options_.world) load_scene(kOpeningScene);
  if (options_.world) open_file(*options_.world);
  adopt_ruleset(nullptr);
  follow_automaton();
  if (options_.backend && *options_.backend != session_->backend())
    switch_solver(session_->automaton(), *options_.backend);
  if (!in_the_past() && !options_.world) gpu_tuner_.choose_block();  // replays and world files have their own
  if (!options_.software && !screen_->gpu_unavailable().empty()) {
    say("No OpenGL here, so everything runs on the CPU: " + screen_->gpu_unavailable(), Tone::warning);
  } else if (messages_.last().text.empty() ||
             (messages_.last().tone == Tone::plain && !options_.config && !options_.world)) {
    say(fmt::format("Paint with the left button, erase with the right. {} lists every key.",
                    actions_.way_to(action::help)));
  }
  // From here on: nobody wants to undo the start.
  session_->keep_history(history_limits(settings_));
  world_files_.begin();
  if (!options_.scripted && !settings_.tour_seen) tour_.start();
  loop_.start();
  figures_.start(loop_.now());
  ui_built_at_ = loop_.now();
}

// ---- a frame ----

bool App::moves() const {
  const bool up_to_date =  // steps in the background end at any time
      session_->view().generation == shown_view_.generation && session_->view_step() == shown_step_;
  return ui_.playing || !up_to_date || picture_missing_ || !held_keys_.empty() || canvas_.busy() || touch_.busy() ||
         clipping_.busy() || config_editor_.busy() || world_files_.busy() || recording_.busy() || compare_view_.busy();
}

void App::advance(double seconds) {
  world_files_.tick();
  simulate(seconds);
  replays_.tick();
  act_while_held(seconds);
  touch_.tick();
  canvas_.tick(seconds);
  clipping_.tick();
  config_editor_.tick();
}

// Where the processor draws the picture, the window, the brush and the steps keep their pace. (The view stays valid:
// whatever replaces the solver clears it.)
bool App::can_hold_picture() const { return screen_->renders_on_cpu() && !shown_view_.empty(); }

void App::draw() {
  if (restyle_) {
    restyle_ = false;
    apply_theme(settings_.theme, chosen_scale(), layout_.pixels_per_point());
    screen_->reload_fonts();
  }
  recording_.tick();
  world_views_.tick();
  build_ui();
  picture_missing_ = !drawing_;
  if (drawing_) {
    draw_world();
    screen_->present();
  } else {
    ImGui::EndFrame();
  }
  figures_.note_frame(loop_.now(), steps_this_frame_, session_->view());
  report_times();
}

void App::report_times() {
  if (options_.time_startup && !startup_reported_ && session_->step_count() > 0) {
    startup_reported_ = true;
    fmt::print("first moving frame after {:.0f} ms\n", loop_.now() * 1000);
    std::fflush(stdout);
  }
  frame_times_.note(loop_.now(), session_->step_count());
  if (!frame_times_.done()) return;
  fmt::print("{}\n", frame_times_.report());
  running_ = false;
}

// ---- picture ----

float App::chosen_scale() const {
  if (settings_.ui_scale_percent != 0) return static_cast<float>(settings_.ui_scale_percent) / 100.0f;
  // Where points are pixels, a dense screen asks for larger text itself. Screens that claim less than 1.25 times the
  // usual density are left alone: many report nonsense there.
  constexpr float kUsualDpi = 96, kDense = 1.25f, kStep = 0.25f;
  float dpi = 0;
  const int display = SDL_GetWindowDisplayIndex(screen_->window());
  if (layout_.pixels_per_point() > 1.1f || options_.scripted || SDL_GetDisplayDPI(display, &dpi, nullptr, nullptr) != 0)
    return 1.0f;
  const float scale = std::round(dpi / kUsualDpi / kStep) * kStep;
  return scale < kDense ? 1.0f : std::min(scale, static_cast<float>(kUiScaleMax) / 100.0f);
}

void App::feed_mouse() {
  // ImGui 1.86's SDL backend asks the system for the mouse, which lags behind the events and ignores synthetic ones.
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = mouse_;
  for (int i = 0; i < 3; ++i) io.MouseDown[i] = mouse_down_[i] || mouse_pressed_[i];
}

void App::build_ui() {
  screen_->begin_ui();
  ImGuiIO& io = ImGui::GetIO();
  constexpr double kShortest = 1e-4;  // ImGui wants time to pass
  io.DeltaTime = static_cast<float>(std::max(kShortest, loop_.now() - ui_built_at_));
  ui_built_at_ = loop_.now();
  feed_mouse();
  ImGui::NewFrame();
  landmarks().begin_frame();
  inspector_.look();  // before the cards that the mouse may be over are forgotten
  const float density = std::max(0.1f, io.DisplayFramebufferScale.x);
  restyle_ = restyle_ || density != layout_.pixels_per_point();
  layout_.begin(density);
  draw_panels();
  draw_over_canvas();
  draw_all_dialogs();
  layout_.set_popup_open(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  canvas_.draw_overlay(!touch_.lifted() && canvas_at(mouse_.x, mouse_.y));
  if (!canvas_.in_relief()) clipping_.draw(below_header());
  ImGui::Render();
}

// What stands around the canvas, and where that leaves the canvas.
void App::draw_panels() {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool panels = settings_.panels_visible;
  const float top = panels ? ImGui::GetFrameHeight() + px(2) : 0, status = panels ? px(30) : 0;
  const float panel = panels ? px(248) : 0, toolbar = panels ? px(44) : 0, side = panel + toolbar;
  const float editor = panels ? config_editor_.width(window.x, window.x - side) : 0;
  const float bar = TimeBar::thin_height();
  layout_.set_canvas({side, top, window.x - editor, window.y - status - bar});
  const auto pixels = [this](float points) {
    return static_cast<int>(std::lround(points * layout_.pixels_per_point()));
  };
  canvas_.set_viewport(
      compare_view_.first_half({pixels(side), pixels(top), pixels(std::max(1.0f, window.x - side - editor)),
                                pixels(window.y - status - bar - top)}));
  const float height = window.y - top - status;
  if (panels) {
    draw_menu_bar(*this);
    draw_side_panel(*this, {0, top}, {panel, height});
    draw_toolbar(*this, {panel, top}, {toolbar, height});
    if (editor > 0) config_editor_.draw({window.x - editor, top}, {editor, height}, typed_);
  }
  draw_status_bar(*this, {0, window.y - px(30)}, {window.x, px(30)});
}

// The canvas without the names of two solvers along its upper edge.
ImVec4 App::below_header() const {
  ImVec4 canvas = layout_.canvas();
  canvas.y += compare_view_.header_height();
  return canvas;
}

// Each leaves room for the cards that were drawn before it.
void App::draw_over_canvas() {
  const ImVec4 canvas = layout_.canvas();
  const float middle = (canvas.x + canvas.z) / 2;
  minimap_.draw(canvas);
  time_bar_.draw(canvas);
  world_views_.draw(canvas);
  compare_view_.draw(canvas);
  draw_recovery(*this, {middle, below_header().y});
  draw_replay_chip(*this, {middle, below_header().y});
  inspector_.draw(below_header());
  if (session_->keeps_ledger()) draw_ledger(*this, below_header());
  tour_.draw(canvas);
  recording_.draw(middle, canvas.w);
}

void App::draw_all_dialogs() {
  draw_dialogs(*this);
  draw_problem_report(*this);
  draw_settings(*this);
  draw_scene_gallery(*this);
  draw_config_gallery(*this);
  stamp_gallery_.draw();
  draw_config_choice(*this);
  draw_config_problems(*this);
  config_editor_.draw_question();
  draw_help(*this);
  browser_.draw();
  command_palette_.draw();
}

void App::draw_world() {
  if (!loop_.holds_picture()) {
    shown_view_ = session_->view();
    shown_step_ = session_->view_step();
  }
  if (canvas_.in_relief()) {
    screen_->draw_relief(shown_view_, canvas_.relief_scene(canvas_at(mouse_.x, mouse_.y)), settings_.looks,
                         theme().surround);
  } else {
    std::vector<Pane> panes = {{shown_view_, canvas_.camera()}};
    if (compare_view_.active())
      panes.push_back({compare_view_.comparison().twin().view(), compare_view_.second_camera()});
    screen_->draw(panes, world_views_.looks(), theme().surround);
  }
  if (screenshot_wanted_) take_screenshot();
}

std::optional<CellReading> App::reading_at(CellPoint cell) { return screen_->probe(session_->view(), cell); }

std::optional<std::uint8_t> App::element_at(CellPoint cell) {
  const auto reading = reading_at(cell);
  if (!reading) return std::nullopt;
  return shown_element(*session_, *reading);
}

}  // namespace repose
