// The app: creates its parts, connects them, and says what a frame does.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/actions/action_rows.hpp"
#include "app/actions/action_table.hpp"
#include "app/app_options.hpp"
#include "app/dialogs/dialogs.hpp"
#include "app/editor/config_editor.hpp"
#include "app/files/files.hpp"
#include "app/files/settings.hpp"
#include "app/files/settings_keeper.hpp"
#include "app/frame/frame_loop.hpp"
#include "app/frame/layout.hpp"
#include "app/frame/messages.hpp"
#include "app/frame/screen.hpp"
#include "app/frame/timing.hpp"
#include "app/frame/window_style.hpp"
#include "app/frame/world_picture.hpp"
#include "app/input/input.hpp"
#include "app/input/paint_box.hpp"
#include "app/panels/panels.hpp"
#include "app/simulation/gpu_tuner.hpp"
#include "app/simulation/session_steps.hpp"
#include "app/simulation/shaker.hpp"
#include "app/simulation/simulation.hpp"
#include "app/sound/sound_player.hpp"
#include "app/view/view.hpp"

namespace repose {

class App final : FrameParts, SimulationObserver, WindowEvents, WindowCommands {
 public:
  // Null, with a sentence in `error`, when no window can be opened.
  static std::unique_ptr<App> create(const AppOptions& options, std::string& error);
  ~App() override;
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  bool running() const { return running_; }
  // Never throws for a lack of memory: then it says so and goes on with the next frame.
  void frame();
  void quit() override;
  // Call when the graphics context is lost: a world on the GPU is computed again on the processor, from the history.
  // After this nothing can be drawn; destroy the app, which stores the world.
  void lose_graphics();
  // A sentence if OpenGL was wanted and cannot be used here, otherwise empty.
  std::string why_no_gl() const;

  // For scripts that need only some frames: the others are computed but not drawn.
  void set_drawing(bool drawing) { picture_.set_drawing(drawing); }
  // The parts, for tests.
  Simulation& simulation() { return simulation_; }
  PaintBox& paint_box() { return paint_box_; }
  View& view() { return view_; }
  Files& files() { return files_; }
  Dialogs& dialogs() { return dialogs_; }
  Panels& panels() { return panels_; }
  ConfigEditor& config_editor() { return config_editor_; }
  ActionTable& actions() { return actions_; }
  Settings& settings() { return settings_; }
  Screen& screen() { return *screen_; }
  WindowStyle& style() { return style_; }
  GpuTuner& gpu_tuner() { return gpu_tuner_; }
  Messages& messages() { return messages_; }
  const SoundPlayer& sound() const { return sound_; }

 private:
  App(const AppOptions& options, std::unique_ptr<Screen> screen, std::string settings_problem, Settings settings);

  std::vector<ActionRow> action_rows();
  void start();
  void greet();
  // Offers the world of the window that was closed last, if there is one.
  void offer_last_world();
  void fill_canvas_with_empty_world();
  void listen_to_page();
  void build_ui();
  void end_failed_frame();
  // Applies the stored tools and keys at the start; writes size, tools and keys into the settings.
  void take_remembered();
  void remember();

  bool moves() const override;
  bool is_used() const override { return view_.canvas.busy() || input_.keys().any_held(); }
  bool wants_more_steps() const override { return simulation_.playing() && simulation_.speed().notch() > 0; }
  bool can_hold_picture() const override { return picture_.can_be_held(); }
  bool steps_in_background() const override { return simulation_.session().stepping(); }
  void take_events() override { input_.take_events(); }
  void advance(double seconds) override;
  void draw() override;
  void note_work(double seconds, double budget) override { steps_.note_frame(seconds, budget); }

  void before_command() override;
  void command_done(const Command& command) override;
  void offer_own_automaton();
  void world_resized() override { view_.canvas.fit(); }
  void rules_replaced(const Ruleset* before) override;
  void solver_chosen() override { gpu_tuner_.say_news(); }

  void close_asked() override { quit(); }
  void file_dropped(const std::filesystem::path& file) override { files_.opener.open(file); }
  void text_dropped(const std::string& text) override { files_.links.open(text); }

  void ask_for_screenshot() override { picture_.ask_for_screenshot(); }
  void cancel() override;

  // Ends SDL and ImGui. Destroyed after everything that uses them.
  struct WindowSystem {
    ~WindowSystem();
  };

  AppOptions options_;
  WindowSystem window_system_;
  Settings settings_;
  SettingsKeeper settings_keeper_;
  FrameLoop loop_;
  Messages messages_;
  Layout layout_;
  std::unique_ptr<Screen> screen_;
  WindowStyle style_;
  GpuTuner gpu_tuner_;
  Registry registry_;
  ActionTable actions_;
  Simulation simulation_;
  PaintBox paint_box_;
  Shaker shaker_;
  View view_;
  SoundPlayer sound_;
  Files files_;
  ConfigEditor config_editor_;
  Dialogs dialogs_;
  Timing timing_;
  Panels panels_;
  WindowInput input_;
  SessionSteps steps_;
  WorldPicture picture_;

  bool running_ = true;
  int failed_frames_ = 0;  // in a row, for a lack of memory
  double quit_asked_at_ = -1e9;
};

}  // namespace repose
