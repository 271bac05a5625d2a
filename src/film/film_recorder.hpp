// Records a film: the window offers pictures, and a thread of the recorder paints, packs and writes them. Where no
// thread can be started, progress() and wait() do that.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "film/film.hpp"

namespace repose {

struct FilmProgress {
  std::uint64_t offered = 0;  // pictures that were accepted
  std::uint64_t written = 0;  // accepted pictures that are in the film
  std::uint64_t dropped = 0;  // pictures that were left out because too many waited
  std::uintmax_t bytes = 0;
  bool ended = false;  // complete, failed or cancelled
  Status status = {};
};

// The first picture sets the size of the film; later pictures of other sizes are centred in it.
class FilmRecorder {
 public:
  // Makes a picture on the recorder's thread; an empty picture makes the film fail. Everything that it owns must be
  // safe to use and to destroy there.
  using Shot = std::function<Picture()>;

  static constexpr std::size_t kWaitingBytesMax = std::size_t{128} << 20;

  // The size in the spec is ignored.
  explicit FilmRecorder(const FilmSpec& spec);
  ~FilmRecorder();  // discards a film that is not complete
  FilmRecorder(const FilmRecorder&) = delete;
  FilmRecorder& operator=(const FilmRecorder&) = delete;

  // Offers the picture that is shown from this frame of the film on; frames must ascend. `bytes` is its memory while it
  // waits. If too many bytes wait, the picture is dropped and the picture before is shown longer.
  void offer(std::uint64_t frame, std::size_t bytes, Shot shot);
  void stop(std::uint64_t end);  // no more pictures; the film ends before that frame
  void cancel();                 // discards the film; no file is left; does not wait
  // Where no thread could be started, works on the film for some milliseconds: call it in every frame.
  FilmProgress progress();
  // Waits until it has ended, but at most that long. True if it has ended. Precondition: stop() or cancel().
  bool wait_for(double seconds);

 private:
  struct Offer {
    std::uint64_t frame = 0;
    std::size_t bytes = 0;
    Shot shot;
  };

  void work();
  // Where no thread could be started, does its work for so long, or until there is none.
  void advance_without_thread(double seconds);
  // Whether advance() has something to do. Under the mutex.
  bool has_work() const { return cancelled_ || end_ || !offers_.empty(); }
  // Adds the picture of the first offer; if all are done, ends the film.
  void advance();
  Status add(const Offer& offer);
  Status complete();
  Status add_waiting(std::uint64_t until);  // the waiting picture, shown until that frame

  FilmSpec spec_;
  // Used by the thread only.
  std::unique_ptr<Film> film_;
  Picture waiting_;  // its duration is known when the next picture comes
  std::uint64_t waiting_from_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Offer> offers_;
  std::size_t waiting_bytes_ = 0;
  std::optional<std::uint64_t> end_;
  std::atomic<bool> cancelled_ = false;  // set under the mutex
  FilmProgress progress_;
  std::thread thread_;  // last member: it uses all others
};

// `picture` centred in a picture of that size, with black around it, or cut off at its edges.
Picture centred(Picture picture, int width, int height);
// Every pixel is the mean of factor x factor pixels; remaining pixels at the edges are cut off. Precondition: factor
// >= 1.
Picture reduced(const Picture& picture, int factor);

}  // namespace repose
