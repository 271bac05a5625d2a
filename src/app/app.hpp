// The app: one window over one session. It turns events into commands, paces the steps, and draws; it never touches a
// cell.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/action_table.hpp"
#include "app/app_options.hpp"
#include "app/dialogs/command_palette.hpp"
#include "app/dialogs/file_browser.hpp"
#include "app/dialogs/key_settings.hpp"
#include "app/dialogs/stamp_gallery.hpp"
#include "app/editor/config_editor.hpp"
#include "app/files/config_library.hpp"
#include "app/files/recording.hpp"
#include "app/files/replays.hpp"
#include "app/files/settings.hpp"
#include "app/files/world_files.hpp"
#include "app/frame/figures.hpp"
#include "app/frame/frame_loop.hpp"
#include "app/frame/frame_times.hpp"
#include "app/frame/layout.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/input/clipping.hpp"
#include "app/input/touch.hpp"
#include "app/panels/time_bar.hpp"
#include "app/panels/tour.hpp"
#include "app/simulation/gpu_tuner.hpp"
#include "app/simulation/speed.hpp"
#include "app/simulation/stepper.hpp"
#include "app/view/canvas.hpp"
#include "app/view/compare_view.hpp"
#include "app/view/inspector.hpp"
#include "app/view/minimap.hpp"
#include "app/view/world_views.hpp"
#include "repose/session.hpp"

namespace repose {

// A config whose problems are on screen, and how to load it all the same.
struct ConfigProblems {
  std::string title;
  Diagnostics diagnostics;
  std::optional<Command> accept;  // absent when it is loaded already, or nothing sound remains
};

// A report of a problem: what it says, and where it is once it has been written.
struct ReportForm {
  std::string text;
  std::filesystem::path folder;  // empty: it has not been written
  std::filesystem::path in;      // where its folder comes to be; empty: at home
};

struct NewWorldForm {
  int width = 640, height = 400;
  bool resize = false;  // keep the content instead of starting empty
  int anchor = static_cast<int>(command::Anchor::bottom);
};

// What the panels show and change.
struct Ui {
  Brush brush;
  Tool tool = Tool::brush;
  MirrorAxes mirror;
  bool playing = true;
  Speed speed;
  std::string search, help_search;
  bool focus_search = false;
  int group = -1;  // the palette's tab: an index into Ruleset::groups, or kAllGroups
  bool show_new_world = false, show_about = false, show_help = false, show_problems = false, show_scenes = false;
  bool show_settings = false, show_report = false;
  bool settings_show_keys = false;  // in front of the other settings
  bool show_configs = false, show_config_choice = false;
  std::filesystem::path chosen_config;  // what the choice is about
  bool fullscreen = false;
  float parameters_height = 0;  // of the side panel's list, in the last frame
  NewWorldForm new_world;
  ConfigProblems problems;
  ReportForm report;
};

class App : private FrameParts, private Steppable {
 public:
  // Null and a sentence when no window can be had at all.
  static std::unique_ptr<App> create(const AppOptions& options, std::string& error);
  ~App() override;
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  bool running() const { return running_; }
  // One turn: events, steps, picture.
  void frame() { loop_.run_frame(*this); }
  // For scripts that look only at some of their frames: the others are computed, not drawn.
  void set_drawing(bool drawing) { drawing_ = drawing; }
  // Ends the app; asks for a second request while the config editor holds changes that are not saved.
  void quit();

  Session& session() { return *session_; }
  const Session& session() const { return *session_; }
  Screen& screen() { return *screen_; }
  const Screen& screen() const { return *screen_; }
  Ui& ui() { return ui_; }
  const Ui& ui() const { return ui_; }
  Settings& settings() { return settings_; }
  const Settings& settings() const { return settings_; }
  WorldCanvas& canvas() { return canvas_; }
  // The scene's thumbnail for ImGui::Image; null when it has none.
  ImTextureID thumbnail(const Scene& scene);
  CompareView& compare_view() { return compare_view_; }
  WorldViews& world_views() { return world_views_; }
  // As people see it: not always as the config has it.
  Color color_of(std::uint8_t element) const { return world_views_.color_of(element); }
  Clipping& clipping() { return clipping_; }
  Inspector& inspector() { return inspector_; }
  StampGallery& stamp_gallery() { return stamp_gallery_; }
  FileBrowser& browser() { return browser_; }
  WorldFiles& world_files() { return world_files_; }
  Recording& recording() { return recording_; }
  Replays& replays() { return replays_; }
  ConfigLibrary& config_library() { return config_library_; }
  ConfigEditor& config_editor() { return config_editor_; }
  GpuTuner& gpu_tuner() { return gpu_tuner_; }
  CommandPalette& command_palette() { return command_palette_; }
  KeySettings& key_settings() { return key_settings_; }
  Tour& tour() { return tour_; }
  ActionTable& actions() { return actions_; }
  const ActionTable& actions() const { return actions_; }
  const Figures& figures() const { return figures_; }
  const Messages& messages() const { return messages_; }
  double now() const { return loop_.now(); }
  float pixels_per_point() const { return layout_.pixels_per_point(); }

  // Runs the command and shows its message.
  CommandResult execute(const Command& command);
  void say(std::string text, Tone tone = Tone::plain) { messages_.say(std::move(text), tone); }

  // With its mirror images. `continues`: it belongs to the same gesture as the edit before it, and is undone with it.
  void paint(const Edit& edit, bool continues = false, const std::string& title = {});
  Mirror mirror() const { return mirror_in(ui_.mirror, session_->width(), session_->height()); }
  // Once more: the next of its shapes.
  void choose_tool(Tool tool);
  void change_brush_shape();
  void pick(std::uint8_t element);
  void change_brush_size(double clicks);
  // Of what the brush pours; false where it pours nothing.
  bool change_pour_rate(double clicks);
  // Undo, redo or a way through time: the window shows what comes of it, with other rules and another size too.
  CommandResult travel(const Command& command);
  // To another position of the session's time line; the simulation stays there. Into a part of a replay that has not
  // been played it is played, which takes its time.
  void seek(std::uint64_t position);
  bool can_step_back() const;
  bool in_the_past() const;
  // Of the session's time line, at the automaton's own pace.
  double seconds_ago(std::uint64_t position) const;
  void set_speed(Speed speed);
  // Of the running automaton at that speed, or Pacer::kUnlimited.
  double steps_per_second(Speed speed) const;
  // To an earlier position of the time line, as far as it goes. Precondition: can_step_back().
  void go_back(std::uint64_t steps);
  // Pauses and makes one step.
  void step_once();
  void switch_solver(std::string_view automaton, Backend backend);
  // A world file, a picture or a config, by what is in it.
  void open_file(const std::filesystem::path& path);
  bool open_world(const std::filesystem::path& path);
  void open_config(const std::filesystem::path& path, command::KeepWorld keep);
  // Asks what becomes of the world before it opens that config.
  void choose_config(const std::filesystem::path& path);
  void load_config(const Command& command, const std::string& name);
  void save_picture(const std::filesystem::path& path);
  void ask_for_report();
  // The next frame is saved as a picture.
  void ask_for_screenshot() { screenshot_wanted_ = true; }
  void toggle_fullscreen();
  // Escape: closes or gives up what was opened or begun last.
  void cancel();
  bool dialog_open() const;
  void load_scene(const std::string& name);
  // One more frame, although nothing moves.
  void wake() { loop_.wake(); }
  // After a change of theme, scale or fonts; takes effect before the next frame.
  void restyle() { restyle_ = true; }
  // After a change of their settings.
  void apply_history_limits() { session_->keep_history(history_limits(settings_)); }

  // The element of a cell inside the world; on a gpu backend a frame or two later.
  std::optional<std::uint8_t> element_at(CellPoint cell);
  // All that is known of such a cell, in the same time.
  std::optional<CellReading> reading_at(CellPoint cell);
  // Whether the running automaton has that plane.
  bool knows(Plane plane) const { return session_->solver_facts().state_planes().has(plane); }
  // True when nothing stands in the way of the mouse at this point of the window.
  bool canvas_at(float x, float y) const { return layout_.canvas_at({x, y}); }
  // A place in the window as a pixel of the canvas: of two halves, the first.
  PixelPoint canvas_pixel(float x, float y);
  // Where the mouse is, while nothing covers the canvas there.
  std::optional<PixelPoint> mouse_on_canvas();
  // A press of this button is for the inspector, and not for the world.
  bool inspects(MouseButton button, unsigned char modifiers) const;
  // A finger stands in for the mouse.
  void point_at(PixelPoint at);
  void hold_left_button(bool down);
  // What lies over the canvas says so in every frame, so that the mouse upon it does not paint. In points.
  void cover_canvas(ImVec4 rect) { layout_.cover(rect); }
  // Where a card between these two x begins that shall stand at `top`, or below the cards that stand there already.
  float below_cards(float left, float right, float top) const { return layout_.below_cards(left, right, top); }

 private:
  App(const AppOptions& options, std::unique_ptr<Screen> screen, std::string settings_problem, Settings settings);

  void start();

  bool moves() const override;
  bool is_used() const override { return canvas_.busy() || !held_keys_.empty(); }
  bool wants_more_steps() const override { return ui_.playing && ui_.speed.notch() > 0; }
  bool can_hold_picture() const override;
  bool steps_in_background() const override { return session_->stepping(); }
  void take_events() override;
  void advance(double seconds) override;
  void draw() override;
  void note_work(double seconds, double budget) override { stepper_.note_frame(seconds, budget); }

  double step_cost() override;
  std::uint64_t allowed(std::uint64_t count) const override { return replays_.within(count); }
  void step(std::uint64_t count) override;
  bool begin_steps(std::uint64_t count) override;
  bool stepping() const override { return session_->stepping() || compare_view_.stepping(); }

  void handle(const SDL_Event& event);
  void handle_key(const SDL_KeyboardEvent& key);
  // Space: a tap does what it is bound to, a hold with the mouse moves the view.
  void handle_space(const SDL_KeyboardEvent& key);
  // Whether its keys work now, with dialogs and fields of text about.
  bool hears_key(const ActionRow& action, unsigned char modifiers) const;
  // Enter and Return, while the tour runs and nothing else wants them. True when it took the key.
  bool tour_takes(SDL_Keycode key);
  void handle_mouse(const SDL_Event& event);
  // Whether a field of text takes the keys.
  bool typing() const;
  // Keys whose actions go on as long as they are held.
  void act_while_held(double elapsed);
  void close_dialogs();
  void simulate(double elapsed);
  void build_ui();
  void draw_panels();
  ImVec4 below_header() const;
  void draw_over_canvas();
  void draw_all_dialogs();
  float chosen_scale() const;
  void feed_mouse();
  void draw_world();
  void take_screenshot();
  void adopt_ruleset(const Ruleset* before);
  // What the window showed before a command that may bring other rules, another size, another automaton.
  struct Shown {
    Ruleset ruleset;
    int width = 0, height = 0;
    bool heights = false;
  };
  Shown shown() const;
  // After it: palette, brush, view and backend suit what runs now.
  void adopt_what_runs(const Shown& before);
  // After the automaton may have changed: the backend that was chosen last, where it has that.
  void follow_automaton();
  // What --time-startup and --time-frames print.
  void report_times();
  // What the settings remember of tools and keys, at the start and for the end.
  void take_remembered();
  void remember();

  AppOptions options_;
  FrameLoop loop_;
  Messages messages_;
  Layout layout_;
  Settings settings_;
  std::filesystem::path settings_file_;
  std::unique_ptr<Screen> screen_;
  GpuTuner gpu_tuner_;
  Registry registry_;
  std::unique_ptr<Session> session_;
  ActionTable actions_;
  Ui ui_;
  WorldCanvas canvas_;
  CompareView compare_view_;
  WorldViews world_views_;
  Clipping clipping_;
  StampGallery stamp_gallery_;
  FileBrowser browser_;
  ConfigEditor config_editor_;
  ConfigLibrary config_library_;
  Inspector inspector_;
  Minimap minimap_;
  TimeBar time_bar_;
  CommandPalette command_palette_;
  KeySettings key_settings_;
  Tour tour_;
  Touch touch_;
  WorldFiles world_files_;
  Recording recording_;
  Replays replays_;
  FrameTimes frame_times_;
  Stepper stepper_;
  Figures figures_;

  bool running_ = true;
  bool drawing_ = true;
  double quit_asked_at_ = -1e9;
  bool restyle_ = false;
  bool focused_ = true;
  bool screenshot_wanted_ = false;
  bool startup_reported_ = false;
  bool picture_missing_ = false;  // the last frame was computed and not drawn
  double ui_built_at_ = 0;
  CellView shown_view_;           // what the last frame drew
  std::uint64_t shown_step_ = 0;  // that it was drawn at
  std::uint64_t steps_this_frame_ = 0;
  SolverStats costed_;    // when step_cost_ was taken
  double step_cost_ = 0;  // seconds that a step has taken lately

  std::vector<KeyInput> typed_;  // since the last frame
  ImVec2 mouse_ = {-1e5f, -1e5f};
  bool mouse_down_[3] = {}, mouse_pressed_[3] = {};
  std::string followed_automaton_;
  Backend chosen_backend_ = Backend::cpu;
  std::map<std::string_view, ImTextureID> thumbnails_;  // loaded when first asked for
  bool space_held_ = false, space_used_ = false;
  struct HeldKey {
    SDL_Keycode key;
    const ActionRow* action;  // with while_held
  };
  std::vector<HeldKey> held_keys_;
};

// Panels, each drawn once a frame.
void draw_menu_bar(App& app);
void draw_parameters(App& app);
void draw_palette(App& app);
void draw_side_panel(App& app, ImVec2 position, ImVec2 size);
void draw_status_bar(App& app, ImVec2 position, ImVec2 size);
void draw_toolbar(App& app, ImVec2 position, ImVec2 size);
void draw_recovery(App& app, ImVec2 top_middle);
void draw_replay_chip(App& app, ImVec2 top_middle);
void draw_ledger(App& app, ImVec4 canvas);
void draw_help(App& app);
void draw_dialogs(App& app);
void draw_settings(App& app);
void draw_problem_report(App& app);
void draw_scene_gallery(App& app);
void draw_config_gallery(App& app);
void draw_config_choice(App& app);
void draw_config_problems(App& app);

}  // namespace repose
