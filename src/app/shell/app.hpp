// The app: creates its parts, connects them, and says what a frame does.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/desk/desk.hpp"
#include "app/shell/input.hpp"
#include "app/ui/dialogs/dialogs.hpp"
#include "app/ui/editor/config_editor.hpp"
#include "app/ui/panels/panels.hpp"

namespace repose {

class App final : FrameParts {
 public:
  // Null, with a sentence in `error`, when no window can be opened.
  static std::unique_ptr<App> create(const AppOptions& options, std::string& error);
  ~App() override;
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  bool running() const { return running_; }
  // Never throws for a lack of memory: then it says so and goes on with the next frame.
  void frame();
  void quit();
  // Call when the graphics context is lost: a world on the GPU is computed again on the processor, from the history.
  // After this nothing can be drawn; destroy the app, which stores the world.
  void lose_graphics();
  // A sentence if OpenGL was wanted and cannot be used here, otherwise empty.
  std::string why_no_gl() const;

  // For scripts that need only some frames: the others are computed but not drawn.
  void set_drawing(bool drawing) { desk_.picture.set_drawing(drawing); }
  Desk& desk() { return desk_; }

 private:
  App(const AppOptions& options, std::unique_ptr<Screen> screen, std::string settings_problem, Settings settings);

  // Tells the desk of the floors above, and gives it the actions.
  void connect_desk();
  void start();
  void greet();
  // Offers the world of the window that was closed last, if there is one.
  void offer_last_world();
  void build_ui();
  // Applies the stored tools and keys at the start; writes size, tools and keys into the settings.
  void apply_remembered();
  void remember();

  bool moves() const override;
  bool is_used() const override { return desk_.view.canvas.busy() || input_.keys().any_held(); }
  bool wants_more_steps() const override { return desk_.simulation.playing() && desk_.simulation.speed().notch() > 0; }
  bool can_hold_picture() const override { return desk_.picture.can_be_held(); }
  bool steps_in_background() const override { return desk_.simulation.session().stepping(); }
  void take_events() override { input_.take_events(); }
  void advance(double seconds) override;
  void draw() override;
  void note_work(double seconds, double budget) override { desk_.steps.note_frame(seconds, budget); }

  void cancel();

  // Ends SDL and ImGui. Destroyed after everything that uses them.
  struct WindowSystem {
    ~WindowSystem();
  };

  WindowSystem window_system_;
  Desk desk_;
  ConfigEditor config_editor_;
  Dialogs dialogs_;
  Panels panels_;
  WindowInput input_;

  bool running_ = true;
  int failed_frames_ = 0;  // in a row, for a lack of memory
  double quit_asked_at_ = -1e9;
};

}  // namespace repose
