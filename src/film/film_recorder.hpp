// A film in the making: a window offers what it sees, and a thread of its own paints, packs and writes it.
#pragma once

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
  std::uint64_t offered = 0;  // pictures that were taken in ...
  std::uint64_t written = 0;  // ... and those of them that are in the film
  std::uint64_t dropped = 0;  // pictures that came faster than they could be written
  std::uintmax_t bytes = 0;
  bool ended = false;  // whole, failed or cancelled: nothing more happens
  Status status = {};
};

// The size of the first picture is the film's; what differs from it later is shown in its middle.
class FilmRecorder {
 public:
  // Makes a picture, on the recorder's thread; an empty one ends the film, which fails. What it holds must be safe to
  // use and to let go of there.
  using Shot = std::function<Picture()>;

  static constexpr std::size_t kWaitingBytesMax = std::size_t{128} << 20;

  // The spec's size does not count.
  explicit FilmRecorder(const FilmSpec& spec);
  ~FilmRecorder();  // what is not whole is given up
  FilmRecorder(const FilmRecorder&) = delete;
  FilmRecorder& operator=(const FilmRecorder&) = delete;

  // What is seen from this frame of the film on; frames ascend. `bytes` is what waiting for its turn takes in memory:
  // where too many wait the picture is dropped, and the one before it is seen for longer.
  void offer(std::uint64_t frame, std::size_t bytes, Shot shot);
  // No more pictures; the film ends before that frame.
  void stop(std::uint64_t end);
  // Gives it up; nothing is left of it.
  void cancel();
  FilmProgress progress() const;
  // Waits until it has ended. Precondition: stop() or cancel().
  void wait();

 private:
  struct Offer {
    std::uint64_t frame = 0;
    std::size_t bytes = 0;
    Shot shot;
  };

  void work();
  // The next offer, or nothing when all are done.
  std::optional<Offer> next();
  Status take(Picture picture, std::uint64_t frame);
  Status complete();
  // Adds the picture that waits, seen until that frame.
  Status put(std::uint64_t until);

  FilmSpec spec_;
  // On the thread alone.
  std::unique_ptr<Film> film_;
  Picture waiting_;  // its length is not known before the next one comes
  std::uint64_t waiting_from_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Offer> offers_;
  std::size_t waiting_bytes_ = 0;
  std::optional<std::uint64_t> end_;
  bool cancelled_ = false;
  FilmProgress progress_;
  std::thread thread_;  // last: it uses all the rest
};

// `picture` in the middle of one of that size, black around it, or cut off at its edges.
Picture centred(const Picture& picture, int width, int height);
// Every pixel the mean of factor x factor pixels; what is left over at the edges is cut off. Precondition: factor >= 1.
Picture reduced(const Picture& picture, int factor);

}  // namespace repose
