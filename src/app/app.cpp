#include "app/app.hpp"

#include <backends/imgui_impl_sdl.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <thread>

#include "app/actions/why_not.hpp"
#include "app/simulation/amounts.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "gl/gpu_solvers.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr double kFrameSeconds = 1.0 / 60;        // the limiter's pace where the screen sets none
constexpr double kSeldomFrameSeconds = 1.0 / 18;  // while steps matter more than pictures
constexpr double kElapsedMax = 0.25;              // after a pause of the process nothing is made up for
constexpr const char* kOpeningScene = "falls";

const auto kProcessStart = std::chrono::steady_clock::now();

fs::path kept_worlds_folder(const AppOptions& options) {
  return !options.state_folder.empty() || options.scripted ? options.state_folder : state_folder();
}

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - kProcessStart).count();
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
      clock_(options.scripted ? Pacer::Clock([this] { return scripted_time_; }) : Pacer::Clock(steady_seconds)),
      settings_(std::move(settings)),
      screen_(std::move(screen)),
      gpu_tuner_(*this, options.gl_path, !options.scripted || options.measures_gpu),
      registry_(make_registry()),
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
      pacer_(clock_) {
  if (options_.scripted) settings_.animations = false;  // what a script does is done at once
  if (!options_.scripted && !config_folder().empty()) settings_file_ = config_folder() / "settings.json";
  add_gpu_solvers(registry_, screen_->gpu_unavailable(), [this] { return gpu_tuner_.path(); });
  SessionOptions session_options;
  session_options.threads = options_.threads;
  session_options.sandjs_automaton = options_.sandjs_automaton;
  session_ = std::make_unique<Session>(registry_, session_options);
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
  if (const std::string unknown = bindings_.apply(settings_.keys); !unknown.empty()) say(unknown, Tone::warning);
  ui_.tool = settings_.tool;
  ui_.brush = settings_.brush;
  ui_.mirror.symmetry = settings_.symmetry;
}

void App::remember() {
  settings_.keys = bindings_.changes();
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
  } else if (ui_.message.text.empty() || (ui_.message.tone == Tone::plain && !options_.config && !options_.world)) {
    say(fmt::format("Paint with the left button, erase with the right. {} lists every key.",
                    way_to(*this, Action::help)));
  }
  // From here on: nobody wants to undo the start.
  session_->keep_history(history_limits(settings_));
  world_files_.begin();
  if (!options_.scripted && !settings_.tour_seen) tour_.start();
  frame_clock_ = measured_since_ = clock_();
}

// ---- turns ----

void App::frame() {
  const double start = clock_();
  const double elapsed = options_.scripted ? kFrameSeconds : std::clamp(start - frame_clock_, 0.0, kElapsedMax);
  frame_clock_ = start;
  const double work_start = steady_seconds();
  collect_events();
  world_files_.tick();
  simulate(elapsed);
  replays_.tick();
  pan_by_keys(elapsed);
  touch_.tick();
  canvas_.tick(elapsed);
  clipping_.tick();
  config_editor_.tick();
  if (!options_.scripted && idle()) return;  // nothing has happened: the picture on screen is still right
  if (restyle_) {
    restyle_ = false;
    apply_theme(settings_.theme, chosen_scale(), pixels_per_point_);
    screen_->reload_fonts();
  }
  recording_.tick();
  world_views_.tick();
  build_ui(elapsed);
  if (drawing_) {
    draw();
    screen_->present();
  } else {
    ImGui::EndFrame();
  }
  const double work = steady_seconds() - work_start;
  const double time_for_it = skips_pictures() ? kSeldomFrameSeconds : kFrameSeconds;
  if (!options_.scripted) pacer_.note_frame(work, time_for_it);
  if (!held_) late_ = !options_.scripted && work > time_for_it;
  measure();
  report_times();
  if (options_.scripted) {
    scripted_time_ += kFrameSeconds;
  } else {
    limit_rate();
  }
}

bool App::idle() const {
  const bool up_to_date =
      session_->view().generation == shown_view_.generation;  // steps in the background end at any time
  return !ui_.playing && up_to_date && panning_keys_.empty() && !canvas_.busy() && !touch_.busy() &&
         !clipping_.busy() && !config_editor_.busy() && !world_files_.busy() && !recording_.busy() &&
         !compare_view_.busy() && frames_owed_ <= 0;
}

void App::limit_rate() {
  // Against a time-table rather than from frame to frame, so that a short frame makes up for a long one before it.
  const double now = clock_();
  if (skips_pictures() && session_->stepping()) {  // an event ends the wait
    SDL_WaitEventTimeout(nullptr, static_cast<int>(kSeldomFrameSeconds * 1000));
    return;
  }
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
  figures_.total = total_amount(session_->view());
  frames_measured_ = steps_measured_ = 0;
  measured_since_ = now;
}

void App::report_times() {
  if (options_.time_startup && !startup_reported_ && session_->step_count() > 0) {
    startup_reported_ = true;
    fmt::print("first moving frame after {:.0f} ms\n", steady_seconds() * 1000);
    std::fflush(stdout);
  }
  frame_times_.note(clock_(), session_->step_count());
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
  if (pixels_per_point_ > 1.1f || options_.scripted || SDL_GetDisplayDPI(display, &dpi, nullptr, nullptr) != 0)
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
  const float panel = panels ? px(248) : 0, toolbar = panels ? px(44) : 0, side = panel + toolbar;
  const float status = panels ? px(30) : 0, top = panels ? menu : 0;
  const float editor = panels ? config_editor_.width(window.x, window.x - side) : 0;
  inspector_.look();
  covers_.clear();
  const float bar = TimeBar::thin_height();
  canvas_rect_ = {side, top, window.x - editor, window.y - status - bar};
  const auto pixels = [this](float points) { return static_cast<int>(std::lround(points * pixels_per_point_)); };
  canvas_.set_viewport(
      compare_view_.first_half({pixels(side), pixels(top), pixels(std::max(1.0f, window.x - side - editor)),
                                pixels(window.y - status - bar - top)}));
  if (panels) {
    draw_menu_bar(*this);
    draw_side_panel(*this, {0, top}, {panel, window.y - top - status});
    draw_toolbar(*this, {panel, top}, {toolbar, window.y - top - status});
    if (editor > 0) config_editor_.draw({window.x - editor, top}, {editor, window.y - top - status}, typed_);
  }
  draw_status_bar(*this, {0, window.y - (panels ? status : px(30))}, {window.x, px(30)});
  minimap_.draw(canvas_rect_);
  time_bar_.draw(canvas_rect_);
  world_views_.draw(canvas_rect_);
  compare_view_.draw(canvas_rect_);
  const ImVec4 below_header = {canvas_rect_.x, canvas_rect_.y + compare_view_.header_height(), canvas_rect_.z,
                               canvas_rect_.w};
  const float middle = (canvas_rect_.x + canvas_rect_.z) / 2;
  draw_recovery(*this, {middle, below_header.y});
  draw_replay_chip(*this, {middle, below_header.y});
  inspector_.draw(below_header);  // these two stand below what is there already
  if (session_->keeps_ledger()) draw_ledger(*this, below_header);
  tour_.draw(canvas_rect_);
  recording_.draw(middle, canvas_rect_.w);
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
  const bool popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  popup_open_ = popup;
  canvas_.draw_overlay(!touch_.lifted() && canvas_at(mouse_.x, mouse_.y));
  if (!canvas_.in_relief()) clipping_.draw(below_header);
  ImGui::Render();
}

CellView App::view_to_draw() {
  // Where the processor draws and cannot keep up, every second frame shows the world's picture of the frame before: the
  // window, the brush and the steps keep their pace. (The view stays valid: whatever replaces the solver clears it.)
  const bool hold = late_ && !held_ && screen_->renders_on_cpu() && !shown_view_.empty();
  held_ = hold;
  if (!hold) shown_view_ = session_->view();
  return shown_view_;
}

void App::draw() {
  const CellView view = view_to_draw();
  if (canvas_.in_relief()) {
    screen_->draw_relief(view, canvas_.relief_scene(canvas_at(mouse_.x, mouse_.y)), settings_.looks, theme().surround);
  } else {
    std::vector<Pane> panes = {{view, canvas_.camera()}};
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
