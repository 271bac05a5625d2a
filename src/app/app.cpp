#include "app/app.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "app/actions/action_ids.hpp"
#include "app/files/folders.hpp"
#include "app/frame/x_errors.hpp"
#include "app/page/events.hpp"
#include "app/page/screen_keyboard.hpp"
#include "app/page/text.hpp"
#include "app/widgets/landmarks.hpp"
#include "app/widgets/theme.hpp"
#include "core/within_memory.hpp"
#include "gl/gl.hpp"
#include "repose/gpu_solvers.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

fs::path kept_worlds_folder(const AppOptions& options) {
  return !options.state_folder.empty() || options.scripted ? options.state_folder : own_folder(OwnFolder::state);
}

// Empty: settings are not stored.
fs::path settings_file(const AppOptions& options) {
  const fs::path folder = options.scripted ? fs::path() : config_folder();
  return folder.empty() ? folder : folder / "settings.json";
}

Registry registry_with_gpu(const Screen& screen, GpuTuner& tuner) {
  Registry registry = make_registry();
  add_gpu_solvers(registry, screen.gpu_unavailable(),
                  [&tuner](std::string_view automaton) { return tuner.path(automaton); });
  return registry;
}

// Why there is no sound in this run. Scripts and tests are silent unless they ask for sound.
std::string why_no_sound(const AppOptions& options) {
  if (options.silent) return "The sound was switched off with --no-sound.";
  return options.scripted && !options.sounds ? "Scripts make no sound." : "";
}

SessionOptions session_options(const AppOptions& options) {
  SessionOptions session;
  session.threads = options.threads;
  session.sandjs_automaton = "conserving";  // loses nothing, unlike density, which is the same as sand.js
  return session;
}

Backend first_backend(const AppOptions& options, const Screen& screen) {
  return options.backend.value_or(screen.renders_on_cpu() ? Backend::cpu : Backend::gpu);
}

}  // namespace

std::unique_ptr<App> App::create(const AppOptions& options, std::string& error) {
  SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
  SDL_SetHint(SDL_HINT_APP_NAME, "Repose");
  SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");  // the app handles touch events itself
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    error = fmt::format("no display: {}", SDL_GetError());
    return nullptr;
  }
  count_x_errors();
  Settings settings;
  std::string problem;
  if (const fs::path file = settings_file(options); !file.empty()) settings = load_settings(file, problem);
  WindowShape shape{settings.window.width, settings.window.height};
  if (options.window_width > 0) shape = {options.window_width, options.window_height};

  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  apply_theme(settings.window.theme, 1.0f);
  std::string why_no_gl = options.software ? "OpenGL was switched off with --software" : "";
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
    : options_(options),
      settings_(std::move(settings)),
      settings_keeper_(settings_file(options), settings_),
      loop_(options.clock != nullptr ? *options.clock : system_clock()),
      messages_(loop_),
      screen_(std::move(screen)),
      style_(settings_, *screen_, layout_, !options.scripted),
      gpu_tuner_(simulation_, *screen_, settings_, messages_, options.gl_path,
                 !options.scripted || options.measures_gpu),
      registry_(registry_with_gpu(*screen_, gpu_tuner_)),
      actions_(action_rows(), [this](const std::string& reason) { messages_.say(reason, Tone::warning); }),
      simulation_(registry_, session_options(options_), first_backend(options_, *screen_), messages_, actions_, *this),
      paint_box_(simulation_, messages_),
      shaker_(simulation_, settings_),
      view_(simulation_, paint_box_, files_.stamps, *screen_, settings_, layout_, messages_, loop_, actions_,
            [this](int line, const std::string& text) { config_editor_.show_line(line, text); }),
      sound_(simulation_, view_.canvas, settings_, why_no_sound(options)),
      files_(simulation_, view_.canvas, *screen_, settings_, messages_, loop_, layout_, actions_,
             kept_worlds_folder(options), options.autosave_seconds),
      config_editor_(simulation_, files_.opener, files_.browser, settings_, messages_, loop_, actions_),
      dialogs_(simulation_, paint_box_, view_, files_, config_editor_, *screen_, settings_, messages_, loop_, actions_,
               [this] { style_.restyle(); }),
      timing_(options.time_startup, options.time_frames),
      panels_(simulation_, paint_box_, view_, files_, dialogs_, config_editor_, gpu_tuner_, timing_.figures(),
              settings_, layout_, messages_, loop_, actions_, [this] { style_.restyle(); }),
      input_(view_, paint_box_, dialogs_.stack, dialogs_.settings.keys(), config_editor_, *screen_, layout_, loop_,
             actions_, *this),
      steps_(simulation_, view_.compare, files_.replays, loop_.clock()),
      picture_(simulation_.session(), settings_, *screen_, messages_) {
  files_.opener.problems().offer_editor(
      [this](const fs::path& file, int line) { config_editor_.edit_file(file, line); });
  if (options_.scripted) settings_.view.animations = false;  // scripts see the result of every action at once
  if (!settings_problem.empty()) messages_.say(settings_problem, Tone::warning);
  page::connect_text_fields();
  take_remembered();
  start();
  listen_to_page();
}

// A destructor must not throw: without enough memory for one part, the others are still done.
App::~App() {
  page::listen({});
  within_memory([this] { simulation_.leave_way(); });  // the world to keep is the one from before
  within_memory([this] { files_.worlds.close(); });
  within_memory([this] {
    remember();
    settings_keeper_.finish(settings_);
  });
  within_memory([this] {
    view_.compare.stop();
    files_.replays.leave();
  });
}

// In the order of the lists under F1 and in the key settings.
std::vector<ActionRow> App::action_rows() {
  const ClipRooms clip{view_.clipping, dialogs_.stamps, actions_};
  std::vector<ActionRow> all;
  for (std::vector<ActionRow>& rows : std::vector{
           edit_actions({simulation_, dialogs_.settings}),
           simulation_actions(
               {simulation_, settings_, dialogs_.new_world, dialogs_.scenes, dialogs_.configs, view_.turn, shaker_}),
           brush_actions({simulation_, paint_box_, settings_, messages_, panels_.elements}),
           tool_actions({simulation_, paint_box_, view_.canvas, messages_}),
           view_actions({simulation_, view_.canvas, view_.world_views, view_.compare, view_.inspector, config_editor_,
                         input_.pointer(), *screen_, settings_, messages_, actions_, style_}),
           sound_actions({sound_, settings_, messages_}),
           file_actions({simulation_, files_.opener, files_.links, files_.worlds, files_.replays, files_.recording,
                         files_.injection, *this}),
           selection_actions(clip),
           placing_actions(clip),
           editor_actions({config_editor_}),
           help_actions({dialogs_.command_palette, dialogs_.stack, dialogs_.help, dialogs_.settings, dialogs_.report,
                         dialogs_.about, dialogs_.message_log, panels_.tour, *this}),
       })
    all.insert(all.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
  return all;
}

void App::take_remembered() {
  if (const std::string unknown = actions_.bindings().apply(settings_.controls.keys); !unknown.empty())
    messages_.say(unknown, Tone::warning);
  paint_box_.take_remembered(settings_);
}

void App::remember() {
  style_.remember_size();
  settings_.controls.keys = actions_.bindings().changes();
  paint_box_.remember(settings_);
  if (!files_.browser.used_folder().empty()) settings_.recent.folder = files_.browser.used_folder().string();
}

// ---- a frame ----

void App::frame() {
  constexpr int kFailedFramesMax = 600;  // in a row: about ten seconds
  if (within_memory([this] { loop_.run_frame(*this); })) {
    failed_frames_ = 0;
    return;
  }
  end_failed_frame();
  if (++failed_frames_ > kFailedFramesMax) running_ = false;  // the worlds are saved when the app is destroyed
}

void App::end_failed_frame() {
  if (ImGui::GetCurrentContext()->WithinFrameScope) {
    ImGui::ErrorCheckEndFrameRecover(nullptr);
    ImGui::EndFrame();
  }
  picture_.forget();
  within_memory([this] { messages_.say(kNotEnoughMemory, Tone::error); });
}

bool App::moves() const {
  return simulation_.playing() || simulation_.session().under_way() || !picture_.up_to_date() || input_.busy() ||
         view_.busy() || shaker_.busy() || files_.busy() || config_editor_.busy();
}

void App::advance(double seconds) {
  if (settings_keeper_.is_due(loop_.now())) {
    remember();
    settings_keeper_.look(settings_, loop_.now());
  }
  files_.worlds.tick();
  simulation_.tick();
  view_.compare.tick();
  shaker_.tick(seconds);
  view_.turn.tick(seconds);
  const bool rests = (settings_.window.pause_when_unfocused && !input_.focused()) || view_.turn.busy();
  steps_.advance(seconds, rests, loop_.skips_pictures(*this));
  files_.replays.tick();
  files_.injection.tick();
  input_.tick(seconds);
  view_.canvas.tick(seconds);
  view_.clipping.tick();
  config_editor_.tick();
  sound_.tick(loop_.now());
}

void App::draw() {
  style_.apply();
  files_.recording.tick();
  view_.world_views.tick();
  build_ui();
  const Shaker::Offset tremble = shaker_.offset();
  view_.shift = {std::round(tremble.x * layout_.pixels_per_point()),
                 std::round(tremble.y * layout_.pixels_per_point())};
  picture_.draw(view_, loop_.holds_picture(), input_.pointer().over_canvas());
  if (!timing_.note_frame(loop_.now(), steps_.taken(), simulation_.session())) running_ = false;
}

void App::build_ui() {
  screen_->begin_ui();
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = static_cast<float>(timing_.begin_frame(loop_.now()));
  input_.pointer().feed(io);
  ImGui::NewFrame();
  landmarks().begin_frame();
  view_.inspector.look();  // here, before the list of cards that may be under the mouse is cleared
  const float density = std::max(0.1f, io.DisplayFramebufferScale.x);
  if (density != layout_.pixels_per_point()) style_.restyle();
  layout_.begin(density);
  layout_.set_finger_lifted(input_.finger_lifted());
  panels_.draw_around_canvas(input_.keys().typed());
  panels_.draw_over_canvas();
  dialogs_.stack.draw();
  layout_.set_popup_open(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel));
  view_.turn.draw(layout_.pixels_per_point());
  const unsigned char modifiers = modifiers_of(static_cast<Uint16>(SDL_GetModState()));
  view_.canvas.draw_overlay(input_.points_at_canvas(), input_.pointer().inspects(MouseButton::left, modifiers));
  if (!view_.canvas.in_relief()) view_.clipping.draw(view_.below_header(layout_.canvas()));
  ImGui::Render();
  page::want_screen_keyboard(io.WantTextInput && input_.uses_fingers());
}

void App::lose_graphics() {
  note_lost_gl_context();
  files_.worlds.keep_in_any_case();
  within_memory([this] {
    Session& session = simulation_.session();
    if (session.backend() != Backend::gpu) return;
    session.execute(command::Step{1});  // fails, and so tells the solver
    session.recover();
    while (session.under_way()) session.go_on(1);
  });
}

// ---- requests of the parts ----

void App::before_command() {
  picture_.forget();
  loop_.owe(3);
}

void App::command_done(const Command& command) {
  view_.turn.stop();  // the picture of a turn does not show what happens after it
  files_.worlds.note(command);
  sound_.command_done(command);
  if (const auto* load = std::get_if<command::LoadScene>(&command)) paint_box_.play_with(find_scene(load->name));
  if (std::holds_alternative<command::LoadConfigFile>(command)) offer_own_automaton();
}

// A file that names no automaton may run in another one than that of its dialect.
void App::offer_own_automaton() {
  const Session& session = simulation_.session();
  const Ruleset& rules = session.ruleset();
  const AutomatonDefinition* const own = session.registry().default_automaton(rules.dialect);
  if (own == nullptr || !rules.automaton.empty() || session.automaton() == own->name) return panels_.offer.dismiss();
  panels_.offer.show(
      fmt::format("{} names no automaton. {} runs it, so that nothing is lost; {} is what it was made for.",
                  rules.title, session.automaton(), own->name),
      fmt::format("Run on {}", own->name),
      [this, name = own->name] { simulation_.switch_solver(name, simulation_.backend_for(name)); });
}

void App::rules_replaced(const Ruleset* before) {
  paint_box_.adopt_rules(before);
  view_.world_views.refresh_palette();
  sound_.rules_replaced();
}

void App::quit() {
  constexpr double kSecondThoughts = 6;  // seconds within which a second request quits despite unsaved changes
  if (config_editor_.draft().edited() && loop_.now() - quit_asked_at_ > kSecondThoughts) {
    quit_asked_at_ = loop_.now();
    return messages_.say("The config editor holds unsaved changes. Quit again to discard them.", Tone::warning);
  }
  const bool filmed = files_.recording.settle();
  if (files_.worlds.settle() && filmed) running_ = false;
}

void App::cancel() {
  const bool dialog = dialogs_.stack.any_open();
  if (layout_.popup_open() && !dialog)
    return ImGui::ClosePopupsOverWindow(nullptr, false);  // for menus, because ImGui closes them by clicks only
  if (!dialog && panels_.elements.cancel_search()) return;
  if (!dialog && panels_.sheet.close()) return;
  if (simulation_.leave_way()) return;
  if (!dialog && !view_.canvas.busy() && !files_.replays.cancel() && !view_.clipping.cancel()) view_.inspector.cancel();
  dialogs_.stack.close_all();
  view_.canvas.cancel();
}

}  // namespace repose
