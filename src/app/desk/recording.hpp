// Films of the window or of the whole world. A thread writes the frames, at an even pace of the app's clock, until the
// recording is stopped.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "film/film_recorder.hpp"
#include "platform/picture_clipboard.hpp"
#include "render/camera.hpp"
#include "render/looks.hpp"

namespace repose {

struct Desk;

struct FilmSettings;
class WorldCapture;

class Recording {
 public:
  enum class State : std::uint8_t { idle, recording, finishing, saved };

  explicit Recording(Desk& desk);
  ~Recording();

  State state() const { return state_; }
  bool busy() const { return state_ == State::recording || state_ == State::finishing; }
  // A sentence that says why there can be no film of this format here; else empty.
  static std::string why_no_format(FilmFormat format);
  // Begins a recording, or ends the running one.
  void toggle();
  // A sentence that says why toggle() would do nothing; else empty.
  std::string why_not_toggle() const;
  void start();
  void stop();
  // Makes a film of the last seconds of the time line, of the whole world, at the automaton's own pace, while the
  // simulation continues.
  void save_past(double seconds);
  // As save_past(), as a GIF, which is also put on the clipboard when it is complete.
  void copy_past(double seconds);
  bool has_past() const;
  // A sentence that says why copy_past() would do nothing; else empty.
  std::string why_not_copy() const;
  // Discards the film that is being recorded or written.
  void cancel();
  // Closes the card of the saved film; the file stays.
  void dismiss();
  // Call once a frame, before drawing: requests the picture that is due, and passes on those that have arrived.
  void tick();
  // For the end of the app: stops, and waits a moment until the film is complete. False when it could not be written,
  // or is not complete yet; then a message says so, and a second call soon after discards the film.
  bool settle();

  double seconds() const;  // recorded so far
  FilmProgress progress() const;
  // The file that is being written, or was saved last.
  const std::filesystem::path& file() const { return file_; }
  void ask_where_to_move();
  void show_folder();

 private:
  class WorldPainter;

  // Starts a film. On failure shows a message and returns false.
  bool begin(const FilmSettings& how);
  // Makes a film of the past.
  void film_past(double seconds, const FilmSettings& how);
  // The number of the film's frame at the present time of the app's clock.
  std::uint64_t frame_now() const;
  void request_window(std::uint64_t frame);
  void request_world(std::uint64_t frame);
  Looks looks() const;   // of the pictures
  void pass_on_world();  // waits until `arriving_` has arrived
  void finish();
  // Puts the finished film on the clipboard, with a message.
  void copy_film();
  // Releases everything that was needed to make a film.
  void forget();
  void move_to(const std::filesystem::path& target);

  Desk& desk_;
  State state_ = State::idle;
  std::unique_ptr<FilmRecorder> recorder_;
  std::filesystem::path file_;
  double started_at_ = 0;  // seconds of the app's clock
  double stopped_at_ = 0;
  std::uint64_t next_frame_ = 0;
  int frames_per_second_ = 25, scale_ = 1;
  PixelRect grabbed_;  // of the window, for films of its picture
  bool whole_world_ = false;
  std::deque<std::optional<std::uint64_t>>
      asked_;  // film frames whose pictures were requested; empty: of a film that has ended
  std::unique_ptr<WorldCapture> arriving_;  // a world that is being copied from the GPU, for that frame
  std::uint64_t arriving_frame_ = 0, arriving_step_ = 0;
  std::shared_ptr<WorldPainter> painter_;             // of the rules that run
  std::filesystem::path past_;                        // the replay that is being filmed; empty: none
  std::shared_ptr<std::atomic<bool>> past_given_up_;  // shared with the recorder's thread, which plays it
  double settle_asked_at_ = -1e9;
  bool copies_ = false;  // the film goes to the clipboard
  bool failed_ = false;  // the last film could not be written
  PictureClipboard clipboard_;
};

}  // namespace repose
