#include "film/film_recorder.hpp"

#include <algorithm>
#include <chrono>
#include <new>

#include "core/background.hpp"
#include "core/language.hpp"

namespace repose {

FilmRecorder::FilmRecorder(const FilmSpec& spec) : spec_(spec) {
  spec_.given_up = [this] { return cancelled_.load(); };
  thread_ = start_thread([this] { work(); });
}

FilmRecorder::~FilmRecorder() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

void FilmRecorder::offer(std::uint64_t frame, std::size_t bytes, Shot shot) {
  {
    const std::lock_guard lock(mutex_);
    if (progress_.ended || end_ || cancelled_) return;
    if (!offers_.empty() && waiting_bytes_ + bytes > kWaitingBytesMax) {
      ++progress_.dropped;
      return;
    }
    ++progress_.offered;
    waiting_bytes_ += bytes;
    offers_.push_back({frame, bytes, std::move(shot)});
  }
  changed_.notify_all();
}

void FilmRecorder::stop(std::uint64_t end) {
  {
    const std::lock_guard lock(mutex_);
    if (!end_) end_ = end;
  }
  changed_.notify_all();
}

void FilmRecorder::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
  }
  changed_.notify_all();
}

FilmProgress FilmRecorder::progress() {
  constexpr double kSecondsOfProgress = 0.02;  // how long one call may work without a thread
  advance_without_thread(kSecondsOfProgress);
  const std::lock_guard lock(mutex_);
  return progress_;
}

bool FilmRecorder::wait_for(double seconds) {
  advance_without_thread(seconds);
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return progress_.ended; });
}

void FilmRecorder::work() {
  std::unique_lock lock(mutex_);
  while (!progress_.ended) {
    changed_.wait(lock, [this] { return has_work(); });
    lock.unlock();
    advance();
    lock.lock();
  }
}

void FilmRecorder::advance_without_thread(double seconds) {
  using Clock = std::chrono::steady_clock;
  if (thread_.joinable()) return;
  const auto start = Clock::now();
  std::unique_lock lock(mutex_);
  while (!progress_.ended && has_work() && std::chrono::duration<double>(Clock::now() - start).count() < seconds) {
    lock.unlock();
    advance();
    lock.lock();
  }
}

void FilmRecorder::advance() {
  Status status;
  bool last = false;
  try {
    std::optional<Offer> offer;
    {
      const std::lock_guard lock(mutex_);
      last = cancelled_ || offers_.empty();
      if (!last) {
        offer = std::move(offers_.front());
        offers_.pop_front();
      }
    }
    status = last ? complete() : add(*offer);
  } catch (const std::bad_alloc&) {
    status = Status::failure(tr("The film could not be made: there is not enough memory."));
  }
  if (!last && status) return;
  film_.reset();
  const std::lock_guard lock(mutex_);
  offers_.clear();
  progress_.status = std::move(status);
  progress_.ended = true;
  changed_.notify_all();
}

Status FilmRecorder::add(const Offer& offer) {
  Picture picture = offer.shot();
  if (picture.rgb.empty()) return Status::failure(tr("A picture of the film could not be made."));
  if (!film_) {
    spec_.width = picture.width;
    spec_.height = picture.height;
    Status status;
    film_ = begin_film(spec_, status);
    if (!status) return status;
  } else if (const Status added = add_waiting(offer.frame); !added) {
    return added;
  }
  waiting_ = centred(std::move(picture), spec_.width, spec_.height);
  waiting_from_ = offer.frame;
  const std::lock_guard lock(mutex_);
  waiting_bytes_ -= offer.bytes;
  ++progress_.written;
  progress_.bytes = film_->bytes();
  return {};
}

Status FilmRecorder::add_waiting(std::uint64_t until) {
  return film_->add(waiting_, std::max<std::uint64_t>(until - waiting_from_, 1));
}

Status FilmRecorder::complete() {
  std::uint64_t end = 0;
  {
    const std::lock_guard lock(mutex_);
    if (cancelled_) return Status::failure(tr("The film was given up."));
    end = std::max(end_.value_or(0), waiting_from_ + 1);
  }
  if (!film_) return Status::failure(tr("The film ended before its first picture."));
  if (const Status added = add_waiting(end); !added) return added;
  const Status finished = film_->finish();
  const std::uintmax_t bytes = film_->bytes();
  const std::lock_guard lock(mutex_);
  progress_.bytes = bytes;
  return finished;
}

Picture centred(Picture picture, int width, int height) {
  if (picture.width == width && picture.height == height) return picture;
  Picture result{width, height,
                 std::vector<std::uint8_t>(3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height))};
  const int dx = (width - picture.width) / 2, dy = (height - picture.height) / 2;
  const int from = std::max(dx, 0), count = std::min(dx + picture.width, width) - from;
  for (int y = std::max(dy, 0); y < std::min(dy + picture.height, height) && count > 0; ++y) {
    const std::size_t source = static_cast<std::size_t>(y - dy) * picture.width + static_cast<std::size_t>(from - dx);
    const std::size_t target = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(from);
    std::copy_n(&picture.rgb[3 * source], 3 * count, &result.rgb[3 * target]);
  }
  return result;
}

Picture reduced(const Picture& picture, int factor) {
  if (factor == 1) return picture;
  Picture result{std::max(picture.width / factor, 1), std::max(picture.height / factor, 1), {}};
  result.rgb.reserve(3 * static_cast<std::size_t>(result.width) * static_cast<std::size_t>(result.height));
  const int across = std::min(factor, picture.width), down = std::min(factor, picture.height), count = across * down;
  for (int y = 0; y < result.height; ++y) {
    for (int x = 0; x < result.width; ++x) {
      int sums[3] = {};
      for (int v = 0; v < down; ++v) {
        const std::uint8_t* row = &picture.rgb[3 * (static_cast<std::size_t>(y * factor + v) * picture.width +
                                                    static_cast<std::size_t>(x) * factor)];
        for (int i = 0; i < 3 * across; ++i) sums[i % 3] += row[i];
      }
      for (const int sum : sums) result.rgb.push_back(static_cast<std::uint8_t>((sum + count / 2) / count));
    }
  }
  return result;
}

}  // namespace repose
