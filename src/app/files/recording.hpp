// Films of what happens: frames of the window or of the whole world go to a thread that writes them, at an even pace of
// the app's clock, until somebody says that it is enough.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "film/film_recorder.hpp"

namespace repose {

class ActionTable;
class FileBrowser;
class FrameLoop;
class Layout;
class Messages;
class Screen;
class Simulation;
class WorldCanvas;
struct Settings;
class WorldCapture;

class Recording {
 public:
  enum class State : std::uint8_t { idle, recording, finishing, saved };

  Recording(Simulation& simulation, WorldCanvas& canvas, FileBrowser& browser, Screen& screen, Settings& settings,
            Messages& messages, FrameLoop& loop, Layout& layout, const ActionTable& actions);
  ~Recording();

  State state() const { return state_; }
  bool busy() const { return state_ == State::recording || state_ == State::finishing; }
  // Begins one, or ends the one that is running.
  void toggle();
  // A sentence while toggle() would do nothing; else empty.
  std::string why_not_toggle() const;
  void start();
  void stop();
  // Makes a film of the last seconds of the time line, at the automaton's own pace: of the whole world, beside the
  // play.
  void save_past(double seconds);
  bool has_past() const;
  // Gives up what is recorded or being written.
  void cancel();
  // Forgets the film that was saved; the file stays.
  void dismiss();
  // Once a frame, before it is drawn: asks for the picture that is due, and passes on those that have come.
  void tick();
  // Stops and waits until the film is whole. False when it could not be written.
  bool settle();

  double seconds() const;  // recorded so far
  FilmProgress progress() const;
  // What is written, or was saved last.
  const std::filesystem::path& file() const { return file_; }
  void ask_where_to_move();
  void show_folder();

  void draw(float middle_x, float bottom);  // the card over the canvas, in points
  void draw_button(float side);             // in the strip of tools
  void draw_options();                      // the popup that the button opens
  void draw_past_buttons();

 private:
  class WorldPainter;

  // Opens the film that the settings ask for. False where it cannot be made, and says so.
  bool begin();
  // The frame of the film that the app's clock shows.
  std::uint64_t frame_now() const;
  void take(std::uint64_t frame);
  void take_window(std::uint64_t frame);
  void take_world(std::uint64_t frame);
  void pass_on_arrivals();
  void finish();
  // Lets go of all that a film is made with.
  void forget();
  void move_to(const std::filesystem::path& target);

  Simulation& simulation_;
  WorldCanvas& canvas_;
  FileBrowser& browser_;
  Screen& screen_;
  Settings& settings_;
  Messages& messages_;
  FrameLoop& loop_;
  Layout& layout_;
  const ActionTable& actions_;
  State state_ = State::idle;
  std::unique_ptr<FilmRecorder> recorder_;
  std::filesystem::path file_;
  double started_at_ = 0;  // seconds of the app's clock
  double stopped_at_ = 0;
  std::uint64_t next_frame_ = 0;
  int frames_per_second_ = 25, scale_ = 1;
  bool whole_world_ = false;
  std::deque<std::optional<std::uint64_t>>
      asked_;                               // frames whose pictures are on their way; nothing: of a film that is over
  std::unique_ptr<WorldCapture> arriving_;  // a world on its way from the GPU, for that frame
  std::uint64_t arriving_frame_ = 0, arriving_step_ = 0;
  std::shared_ptr<WorldPainter> painter_;  // of the rules that run
  std::filesystem::path past_;             // the replay that is being filmed; empty: none
};

}  // namespace repose
