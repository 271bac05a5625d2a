// Films of the window or of the whole world. A thread writes the frames, at an even pace of the app's clock, until the
// recording is stopped.

#include <algorithm>
#include <cmath>

#include "app/desk/desk.hpp"
#include "core/copies.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "film/world_shot.hpp"
#include "platform/desktop.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {
constexpr double kSettleSeconds = 1;  // longest wait for a film when the app is closed
constexpr double kShownSeconds = 12;  // how long a card says that a film was saved
constexpr int kCopiedRate = 20;       // pictures per second of a GIF for the clipboard
constexpr std::uint64_t kCopiedBytesMax = 64u << 20;
constexpr double kSecondThoughts = 6;  // seconds within which a second request discards the film

// The pixels of the viewport in which there is world, without the bars beside it.
PixelRect shown_world(const Camera& camera, const Session& session) {
  const PixelRect& port = camera.viewport();
  const PixelPoint low = camera.origin();
  const PixelPoint high =
      camera.to_pixel({static_cast<double>(session.width()), static_cast<double>(session.height())});
  const int left = std::clamp(static_cast<int>(std::ceil(low.x)), port.x, port.x + port.width - 1);
  const int top = std::clamp(static_cast<int>(std::ceil(low.y)), port.y, port.y + port.height - 1);
  const int right = std::clamp(static_cast<int>(std::floor(high.x)), left + 1, port.x + port.width);
  const int bottom = std::clamp(static_cast<int>(std::floor(high.y)), top + 1, port.y + port.height);
  return {left, top, right - left, bottom - top};
}

std::vector<std::byte> to_bytes(std::string_view text) {
  const auto bytes = std::as_bytes(std::span<const char>(text));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

// Paints whole worlds on the recorder's thread, with the rules and looks at the time of its creation.
class Recording::WorldPainter {
 public:
  WorldPainter(const Session& session, const Looks& looks, double scale)
      : automaton_(session.automaton()),
        rules_(std::make_shared<const Ruleset>(session.ruleset())),
        looks_{make_palette(*rules_), looks, scale},
        stage_(session.registry(), automaton_, rules_) {}

  bool suits(const Session& session, const Looks& looks) const {
    return automaton_ == session.automaton() && looks_.looks == looks && rules_->text == session.ruleset().text &&
           rules_->elements.size() == session.ruleset().elements.size();
  }

  Picture paint(const CellsCopy& shot, std::uint64_t step) const {
    return paint_film_picture(shot.view(), step, looks_);
  }
  Picture paint(const World& world, std::uint64_t step) {
    static_cast<void>(stage_.show(world));  // a scalar solver accepts every world of its automaton
    return paint_film_picture(stage_.view(), step, looks_);
  }

 private:
  std::string automaton_;
  std::shared_ptr<const Ruleset> rules_;
  FilmLooks looks_;
  WorldStage stage_;
};

std::string Recording::why_no_format(FilmFormat format) {
  std::string reason = format == FilmFormat::gif            ? ""
                       : format == FilmFormat::png_sequence ? page::why_no_folders()
                                                            : page::why_no_programs();
  return reason.empty() ? film_format_available(format).message() : reason;
}

bool Recording::begin(const FilmSettings& how) {
  if (const std::string reason = why_no_format(how.format); !reason.empty()) {
    desk_.messages.say(reason, Tone::error);
    return false;
  }
  const std::string stem = desk_.session().scene().empty() ? "repose" : desk_.session().scene();
  file_ = new_film_path(stem, std::string(film_format_info(how.format).suffix));
  frames_per_second_ = how.frames_per_second;
  scale_ = how.scale;
  whole_world_ = how.whole_world;
  grabbed_ = shown_world(desk_.view.canvas.camera(), desk_.session());
  copies_ = false;
  recorder_ = std::make_unique<FilmRecorder>(FilmSpec{file_, how.format, 0, 0, frames_per_second_});
  started_at_ = desk_.loop.now();
  desk_.loop.wake();
  return true;
}

void Recording::start() {
  if (busy() || !begin(desk_.settings.film)) return;
  next_frame_ = 0;
  for (std::optional<std::uint64_t>& of_the_last_film : asked_) of_the_last_film.reset();
  state_ = State::recording;
}

std::string Recording::why_not_copy() const {
  if (const std::string reason = page::why_no_film_copy(); !reason.empty()) return reason;
  if (busy()) return tr("A film is being made.");
  return desk_.simulation.can_step_back() ? "" : tr("Nothing has happened yet.");
}

void Recording::save_past(double seconds) { film_past(seconds, desk_.settings.film); }

void Recording::copy_past(double seconds) {
  const int scale = desk_.settings.film.whole_world ? desk_.settings.film.scale : 1;
  film_past(seconds, {FilmFormat::gif, true, kCopiedRate, scale});
  copies_ = busy();
}

void Recording::film_past(double seconds, const FilmSettings& how) {
  if (busy() || !desk_.simulation.can_step_back() || !begin(how)) return;
  const double pace = desk_.simulation.steps_per_second(Speed());
  const TimelineFacts line = desk_.session().timeline();
  const std::uint64_t steps = std::min(static_cast<std::uint64_t>(seconds * pace), line.now - line.oldest);
  past_given_up_ = std::make_shared<std::atomic<bool>>(false);
  // A folder of its own, so that nobody can have put a link in the place of the file.
  const fs::path folder = make_private_folder();
  if (folder.empty()) {
    recorder_.reset();
    return desk_.messages.say(tr("There is no room for temporary files."), Tone::error);
  }
  past_ = folder / "past.replay";
  const CommandResult saved = desk_.session().execute(command::SaveReplay{past_, steps});
  if (!saved.ok) {
    forget();
    return desk_.messages.say(saved.message, Tone::error);
  }
  const auto every = static_cast<std::uint64_t>(std::max(1.0, pace / frames_per_second_));
  const auto pictures = std::make_shared<ReplayPictures>(past_, every, looks(), whole_world_ ? scale_ : 1,
                                                         [given_up = past_given_up_] { return given_up->load(); });
  const std::uint64_t count = steps / every + 1;
  for (std::uint64_t frame = 0; frame < count; ++frame)
    recorder_->offer(frame, 0, [pictures] { return pictures->next(); });
  recorder_->stop(count);
  stopped_at_ = desk_.loop.now();
  state_ = State::finishing;
}

std::uint64_t Recording::frame_now() const {
  constexpr double kRounding = 1e-6;
  return static_cast<std::uint64_t>((desk_.loop.now() - started_at_) * frames_per_second_ + kRounding);
}

void Recording::stop() {
  if (state_ != State::recording) return;
  stopped_at_ = desk_.loop.now();
  if (arriving_) pass_on_world();  // waits for it: a short film may have no other picture
  recorder_->stop(std::max<std::uint64_t>(frame_now(), 1));
  state_ = State::finishing;
}

void Recording::cancel() {
  if (!busy()) return;
  forget();
  state_ = State::idle;
  desk_.messages.say(tr("The film was discarded."));
}

void Recording::forget() {
  if (past_given_up_) past_given_up_->store(true);
  recorder_.reset();
  arriving_.reset();
  painter_.reset();
  std::error_code ignored;
  if (!past_.empty()) fs::remove_all(past_.parent_path(), ignored);
  past_.clear();
}

void Recording::dismiss() {
  if (state_ != State::saved) return;
  state_ = State::idle;
  desk_.loop.wake();
}

void Recording::tick() {
  if (desk_.loop.now() > shown_until_) dismiss();
  if (!busy()) return;
  if (state_ == State::recording) {
    while (!asked_.empty()) {
      std::optional<ScreenGrab> arrived = desk_.screen->collect_grab();
      if (!arrived) break;
      const std::optional<std::uint64_t> frame = asked_.front();
      asked_.pop_front();
      if (!frame) continue;
      auto grab = std::make_shared<const ScreenGrab>(std::move(*arrived));
      recorder_->offer(*frame, grab->rgba.size(),
                       [grab, factor = scale_] { return reduced(to_picture(*grab), factor); });
    }
    if (arriving_ && arriving_->arrived()) pass_on_world();
    if (const std::uint64_t frame = frame_now(); frame >= next_frame_) {
      next_frame_ = frame + 1;
      if (whole_world_ && (!painter_ || !painter_->suits(desk_.session(), looks())))
        painter_ = std::make_shared<WorldPainter>(desk_.session(), looks(), scale_);
      const std::uint64_t step = desk_.session().step_count();
      if (!whole_world_) {
        if (desk_.screen->ask_for_grab(grabbed_)) asked_.push_back(frame);
      } else if (const CellView view = desk_.session().view(); view.memory() != nullptr) {
        auto shot = std::make_shared<CellsCopy>();
        shot->take(view);
        recorder_->offer(frame, shot->byte_count(),
                         [shot, step, painter = painter_] { return painter->paint(*shot, step); });
      } else if (!arriving_) {
        arriving_ = desk_.session().solver_facts().begin_capture();
        arriving_frame_ = frame;
        arriving_step_ = step;
      }
    }
  }
  if (progress().ended) finish();
}

Looks Recording::looks() const { return desk_.settings.view.looks_in(desk_.session()); }

void Recording::pass_on_world() {
  std::shared_ptr<WorldCapture> capture = std::move(arriving_);
  if (!capture->fetch()) return;
  const std::size_t bytes =
      static_cast<std::size_t>(desk_.session().width()) * static_cast<std::size_t>(desk_.session().height()) * 4;
  recorder_->offer(arriving_frame_, bytes, [capture, step = arriving_step_, painter = painter_] {
    return painter->paint(capture->world(), step);
  });
}

void Recording::finish() {
  const FilmProgress end = progress();
  forget();
  state_ = end.status && !page::exchanges_files() ? State::saved : State::idle;  // a download needs no questions
  shown_until_ = desk_.loop.now() + kShownSeconds;
  failed_ = !end.status;
  if (failed_) return desk_.messages.say(end.status.message(), Tone::error);
  if (copies_) return copy_film();
  const std::string saved = trf("Film saved as {}.", page::shown_path(file_));
  if (end.dropped == 0) return desk_.messages.say(saved, Tone::good);
  const std::string late = trf_n("{} picture was dropped, because writing was too slow.",
                                 "{} pictures were dropped, because writing was too slow.", end.dropped);
  desk_.messages.say(saved + ' ' + late, Tone::warning);
}

void Recording::copy_film() {
  copies_ = false;
  if (!clipboard_.can_offer_files()) {
    SDL_SetClipboardText(file_.string().c_str());
    return desk_.messages.say(trf("The GIF is {}. The name of the file was copied.", file_.string()), Tone::good);
  }
  clipboard_.offer([file = file_] {
    // A program that pastes files gets the file, a program that pastes pictures gets its bytes.
    const std::string address = file_address(file);
    // Empty on failure, and if it is too long.
    std::string fault;
    return std::vector<ClipboardForm>{
        {"image/gif", to_bytes(read_whole_file(file, kCopiedBytesMax, fault).value_or(""))},
        {"text/uri-list", to_bytes(address + "\r\n")},
        {"x-special/gnome-copied-files", to_bytes("copy\n" + address)}};
  });
  desk_.messages.say(trf("The GIF was copied. Paste it into another program. It is also saved as {}.", file_.string()),
                     Tone::good);
}

bool Recording::settle() {
  stop();
  if (state_ != State::finishing) return true;
  if (!recorder_->wait_for(kSettleSeconds)) {
    if (desk_.loop.now() - settle_asked_at_ < kSecondThoughts) {
      cancel();
      return true;
    }
    settle_asked_at_ = desk_.loop.now();
    desk_.messages.say(tr("The film is still being written. Quit again to discard it."), Tone::warning);
    return false;
  }
  finish();
  return !failed_;
}

double Recording::seconds() const {
  return (state_ == State::recording ? desk_.loop.now() : stopped_at_) - started_at_;
}

void Recording::ask_where_to_move() {
  const std::string suffix = file_.extension().string();
  desk_.ask_for_file({tr("Save the film as"), true, {suffix}, file_.filename().string(), [this](const fs::path& path) {
                        move_to(path);
                      }});
}

void Recording::move_to(const fs::path& path) {
  fs::path target = path;
  if (target.extension() != file_.extension()) target += file_.extension();
  std::error_code error;
  fs::rename(file_, target, error);
  if (error) {  // the target is on another disk
    PartPath copy(target);
    error.clear();
    fs::copy(file_, copy.part(), fs::copy_options::recursive, error);
    const Status status = error ? Status::failure(error.message() + ".") : copy.put_in_place();
    if (!status)
      return desk_.messages.say(trf("The film could not be moved to {}: {}", target.string(), status.message()),
                                Tone::error);
    fs::remove_all(file_, error);
  }
  file_ = target;
  desk_.messages.say(trf("Film saved as {}.", file_.string()), Tone::good);
}

void Recording::show_folder() {
  const std::string address = file_address(file_.parent_path());
  if (SDL_OpenURL(address.c_str()) != 0) desk_.messages.say(trf("The folder is {}.", file_.parent_path().string()));
}

}  // namespace repose
