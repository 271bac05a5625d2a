#include "app/shell/app.hpp"

#include <imgui_internal.h>

#include <cmath>
#include <new>

#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"
#include "platform/desktop.hpp"
#include "platform/x_errors.hpp"

namespace repose {

namespace fs = std::filesystem;

std::unique_ptr<App> App::create(const AppOptions& options, std::string& error) {
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_APP_NAME, "Repose");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");  // the app handles touch events itself
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    error = trf("no display: {}", SDL_GetError());
    return nullptr;
  }
  count_x_errors();
  Settings settings;
  std::string problem;
  if (const fs::path file = settings_file(options); !file.empty()) settings = load_settings(file, problem);
  const Status language = apply_language(options.scripted ? "en" : settings.language);
  if (!language && problem.empty()) problem = language.message();
  WindowShape shape{settings.window.width, settings.window.height};
  if (options.window_width > 0) shape = {options.window_width, options.window_height};

  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  apply_theme(settings.window.theme, 1.0f);
  std::string why_no_gl = options.software ? tr("OpenGL was switched off with --software") : "";
  std::unique_ptr<Screen> screen;
  if (!options.software) screen = make_gl_screen(shape, why_no_gl);
  if (!screen) screen = make_software_screen(shape, why_no_gl, error);
  if (!screen) {
    const WindowSystem ends;
    return nullptr;
  }
  return std::unique_ptr<App>(new App(options, std::move(screen), problem, settings));
}

App::WindowSystem::~WindowSystem() {
  ImGui::DestroyContext();
  SDL_Quit();
}

App::App(const AppOptions& options, std::unique_ptr<Screen> screen, std::string settings_problem, Settings settings)
    : desk_(options, std::move(screen), std::move(settings)) {
  desk_.editor = &config_editor_;
  desk_.dialogs = &dialogs_;
  desk_.panels = &panels_;
  desk_.quit = [this] { quit(); };
  desk_.cancel = [this] { cancel(); };
  desk_.show_config_line = [this](int line, const std::string& text) { config_editor_.show_line(line, text); };
  desk_.ask_for_file = [this](FileRequest request) { dialogs_.browser.open(std::move(request)); };
  desk_.show_problems = [this](ConfigProblems problems) {
    problems.diagnostics.empty() ? dialogs_.problems.close() : dialogs_.problems.open(std::move(problems));
  };
  desk_.actions.set_rows(action_rows(desk_));
  // Scripts see the result of every action at once.
  if (options.scripted) desk_.settings.view.reduced_motion = ReducedMotion::on;
  if (!settings_problem.empty()) desk_.messages.say(settings_problem, Tone::warning);
  page::connect_text_fields();
  if (const std::string unknown = desk_.actions.bindings().apply(desk_.settings.controls.keys); !unknown.empty())
    desk_.messages.say(unknown, Tone::warning);
  desk_.paint_box.apply_remembered(desk_.settings);
  start();
  page::listen({[this] { desk_.files.worlds.keep_now(); },
                [this](const std::string& sentence, bool good) {
                  desk_.messages.say(sentence, good ? Tone::good : Tone::warning);
                },
                [this] {
                  if (const Status applied = apply_language(desk_.settings.language); !applied)
                    desk_.messages.say(applied.message(), Tone::warning);
                },
                [this](double right, double down) { desk_.view.turn.tilt(right, down); }});
}

App::~App() {
  page::listen({});
  try {
    desk_.files.worlds.close();
    remember();
    desk_.settings_keeper.finish(desk_.settings);
    desk_.view.compare.stop();
    desk_.files.replays.leave();
  } catch (const std::bad_alloc&) {  // a destructor must not throw
  }
}

void App::remember() {
  desk_.style.remember_size();
  desk_.settings.controls.keys = desk_.actions.bindings().changes();
  desk_.paint_box.remember(desk_.settings);
  if (!dialogs_.browser.used_folder().empty()) desk_.settings.recent.folder = dialogs_.browser.used_folder().string();
}

// ---- a frame ----

void App::frame() {
  constexpr int kFailedFramesMax = 600;  // in a row: about ten seconds
  try {
    desk_.loop.run_frame(*this);
    failed_frames_ = 0;
    return;
  } catch (const std::bad_alloc&) {                             // outside of commands: these never throw
    if (++failed_frames_ > kFailedFramesMax) running_ = false;  // the worlds are saved when the app is destroyed
  }
  if (ImGui::GetCurrentContext()->WithinFrameScope) {
    ImGui::ErrorCheckEndFrameRecover(nullptr);
    ImGui::EndFrame();
  }
  desk_.picture.forget();
  desk_.messages.say(kNotEnoughMemory, Tone::error);
}

bool App::moves() const {
  return desk_.simulation.playing() || !desk_.picture.up_to_date() || input_.busy() || desk_.view.busy() ||
         desk_.shaker.busy() || desk_.files.busy() || config_editor_.busy() || awaits_tooltip();
}

void App::advance(double seconds) {
  if (desk_.settings_keeper.is_due(desk_.loop.now())) {
    remember();
    desk_.settings_keeper.save_changes(desk_.settings, desk_.loop.now());
  }
  desk_.files.worlds.tick();
  desk_.simulation.tick();
  desk_.view.compare.tick();
  desk_.shaker.tick(desk_, seconds);
  desk_.view.turn.tick(seconds);
  const bool rests = (desk_.settings.window.pause_when_unfocused && !input_.focused()) || desk_.view.turn.busy();
  desk_.steps.advance(desk_, seconds, rests, desk_.loop.skips_pictures(*this));
  desk_.discoveries.tick();
  desk_.files.replays.tick();
  desk_.files.heights.tick();
  desk_.files.colliders.tick();
  input_.tick(seconds);
  desk_.view.canvas.tick(seconds);
  desk_.view.clipping.tick();
  config_editor_.tick();
  desk_.sound.tick(desk_.loop.now());
}

void App::draw() {
  desk_.style.apply();
  desk_.files.recording.tick();
  desk_.view.world_views.tick();
  desk_.screen->begin_ui();
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = static_cast<float>(desk_.timing.begin_frame(desk_.loop.now()));
  desk_.pointer.feed(io);
  desk_.panel_focus.before_frame();
  if (desk_.settings.controls.sticky_modifiers) StickyModifiers::feed(io);
  ImGui::NewFrame();
  desk_.panel_focus.after_new_frame();
  landmarks().begin_frame();
  desk_.view.inspector.tick();  // here, before the list of cards that may be under the mouse is cleared
  const float density = std::max(0.1f, io.DisplayFramebufferScale.x);
  if (density != desk_.layout.pixels_per_point()) desk_.style.restyle();
  desk_.layout.begin(density);
  desk_.layout.set_finger_lifted(input_.finger_lifted());
  panels_.draw_around_canvas(input_.keys().typed());
  panels_.draw_over_canvas();
  dialogs_.draw();
  desk_.layout.set_popup_open(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  desk_.panel_focus.draw();
  desk_.view.turn.draw();
  const unsigned char modifiers = modifiers_of(static_cast<Uint16>(SDL_GetModState()));
  desk_.cursor.draw();
  desk_.view.canvas.draw_overlay(input_.points_at_canvas(), desk_.pointer.inspects(MouseButton::left, modifiers));
  if (!desk_.view.canvas.in_relief()) desk_.view.clipping.draw(desk_.view.below_header(desk_.layout.canvas()));
  ImGui::Render();
  page::want_screen_keyboard(io.WantTextInput && input_.uses_fingers());
  const ImVec2 tremble = desk_.shaker.offset();
  desk_.view.shift = {std::round(tremble.x * desk_.layout.pixels_per_point()),
                      std::round(tremble.y * desk_.layout.pixels_per_point())};
  desk_.picture.draw(desk_.loop.holds_picture(), desk_.pointer.over_canvas());
  if (!desk_.timing.note_frame(desk_.loop.now(), desk_.steps.taken(), desk_.session())) running_ = false;
}

void App::lose_graphics() {
  note_lost_gl_context();
  desk_.files.worlds.keep_in_any_case();
  Session& session = desk_.session();
  if (session.backend() != Backend::gpu) return;
  session.execute(command::Step{1});  // fails, and so tells the solver
  session.recover();
}

// ---- requests of the parts ----

void App::quit() {
  constexpr double kSecondThoughts = 6;  // seconds within which a second request quits despite unsaved changes
  if (config_editor_.draft().edited() && desk_.loop.now() - quit_asked_at_ > kSecondThoughts) {
    quit_asked_at_ = desk_.loop.now();
    return desk_.messages.say(tr("The config editor holds unsaved changes. Quit again to discard them."),
                              Tone::warning);
  }
  const bool filmed = desk_.files.recording.settle();
  if (desk_.files.worlds.settle() && filmed) running_ = false;
}

void App::cancel() {
  const bool dialog = dialogs_.any_open();
  if (panels_.wheel.close()) return;
  if (desk_.panel_focus.on() && !desk_.layout.popup_open()) return desk_.panel_focus.leave();
  if (desk_.layout.popup_open() && !dialog) {
    desk_.panel_focus.stay_in_bar();
    return ImGui::ClosePopupsOverWindow(nullptr, false);  // for menus, because ImGui closes them by clicks only
  }
  if (!dialog && (panels_.elements.cancel_search() || desk_.view.signs.cancel())) return;
  if (!dialog && panels_.sheet.close()) return;
  if (!dialog && !desk_.view.canvas.busy() && !desk_.files.replays.cancel() && !desk_.view.clipping.cancel() &&
      !desk_.view.inspector.cancel())
    panels_.challenge.leave();
  dialogs_.close_all();
  desk_.view.canvas.cancel();
}

// The start of the app: what it opens, what it offers, and what it says first.

void App::start() {
  Session& session = desk_.session();
  dialogs_.browser.set_folder(documents_folder());
  if (!desk_.settings.recent.folder.empty()) dialogs_.browser.set_folder(desk_.settings.recent.folder);
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
    desk_.style.apply();  // the panels need more space with larger text, and other space in a narrow window
    panels_.fit_scenes({static_cast<float>(width), static_cast<float>(height)});
  }
  const bool linked = !desk_.options.link.empty() && open_config_link(desk_, desk_.options.link);
  note_problem();
  if (!desk_.options.config && !desk_.options.world && !linked) desk_.simulation.load_scene(std::string(Tour::kScene));
  if (desk_.options.config && !desk_.options.world && !desk_.options.scripted) {
    constexpr int kCells = 640 * 400;
    if (const auto extent = desk_.simulation.extent_for_canvas(kCells))
      desk_.session().execute(command::NewWorld{extent->width, extent->height});
  }
  desk_.files.opener.start_challenge = [this](const std::shared_ptr<const Challenge>& challenge) {
    dialogs_.close_all();
    panels_.challenge.start(challenge);
  };
  desk_.simulation.rules_replaced(nullptr);
  if (desk_.options.world) desk_.files.opener.open(*desk_.options.world);
  note_problem();
  desk_.files.opener.choose_config = [this](const fs::path& path) { dialogs_.world_choice.open_config(path); };
  desk_.simulation.follow_automaton();
  if (desk_.options.backend && *desk_.options.backend != session.backend())
    desk_.simulation.switch_solver(session.automaton(), *desk_.options.backend);
  greet();
  session.keep_history(history_limits(desk_.settings));  // here, so that the start itself cannot be undone
  desk_.files.worlds.begin();
  const bool opened = linked || desk_.options.config || desk_.options.world;
  if (!desk_.options.scripted && !desk_.settings.tour_seen && !opened) panels_.tour.start();
  if (desk_.options.go_on && desk_.files.worlds.autosave().last_world()) {
    desk_.files.worlds.go_on();
  } else if (!opened && desk_.options.link.empty() && !desk_.files.worlds.autosave().leftover() &&
             desk_.files.worlds.autosave().last_world()) {
    constexpr double kSeconds = 120;  // a person may look at the new world first
    panels_.offer.show(
        tr("The world of your last window was kept."), tr("Continue there"), [this] { desk_.files.worlds.go_on(); },
        kSeconds);
  }
  if (!problem.empty()) desk_.messages.say(problem, Tone::error);
  if (!desk_.options.first_message.empty()) desk_.messages.say(desk_.options.first_message, Tone::warning);
  desk_.loop.start();
  desk_.timing.start(desk_.loop.now());
}

std::string App::why_no_gl() const {
  const std::string reason = desk_.options.software ? "" : desk_.screen->gpu_unavailable();
  return reason.empty() ? "" : trf("OpenGL is not available, so everything runs on the CPU: {}", reason);
}

// Shows a greeting unless there is another message.
void App::greet() {
  const Message& last = desk_.messages.last();
  if (const std::string no_gl = why_no_gl(); !no_gl.empty()) return desk_.messages.say(no_gl, Tone::warning);
  const bool opened = desk_.options.config || desk_.options.world || !desk_.options.link.empty();
  if (!last.text.empty() && (last.tone != Tone::plain || opened)) return;
  if (is_narrow()) return desk_.messages.say(tr("One finger paints, two move the world and zoom."));
  desk_.messages.say(
      trf("Paint with the left button, erase with the right. {} lists every key.", desk_.actions.way_to(action::help)));
}

}  // namespace repose
