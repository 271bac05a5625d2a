// World files: opening and saving them, and storing the worlds of open windows, so that little is lost if a window ends
// unexpectedly.
//
// Each window has two files in one folder: `autosave-N.repose`, and `autosave-N.lock`, which is locked while the
// program runs, however it ends. A world whose lock is free was left behind. When a window is closed normally, its
// world is moved to `last.repose`. Lock files are never deleted: another program could then create a new file of the
// same name, and both would hold a lock.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <type_traits>

#include "app/desk/desk.hpp"
#include "core/background.hpp"
#include "core/language.hpp"
#include "session/run_state.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr double kFirstAfterSeconds = 5;  // early, so that a short session is stored too

constexpr int kPlaces = 64;  // limit for open windows and for worlds left behind, together
constexpr const char* kLast = "last.repose";

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

template <class C, class... Others>
constexpr bool kIsOneOf = (std::is_same_v<C, Others> || ...);

// Commands that do not change what runs.
template <class C>
constexpr bool kLeavesAlone = kIsOneOf<C, command::SavePicture, command::SaveHeightMap, command::SaveWorld,
                                       command::SaveReplay, command::KeepLedger>;

// Commands that open another world.
template <class C>
constexpr bool kBringsWorld = kIsOneOf<C, command::LoadPicture, command::LoadHeightMap, command::NewWorld,
                                       command::LoadScene, command::PutWorld, command::LoadWorld, command::LoadReplay>;

// Commands that move along the time line, or do not change it.
template <class C>
constexpr bool kKeepsTimeLine = kLeavesAlone<C> || kIsOneOf<C, command::Step, command::SeekTime, command::Undo,
                                                            command::Redo, command::SwitchSolver, command::LoadReplay>;

}  // namespace

bool WorldFiles::load(const fs::path& path) {
  if (!desk_.simulation.travel(command::LoadWorld{path}).ok) return false;
  desk_.view.canvas.fit();
  return true;
}

void WorldFiles::begin() {
  changes_ = 0;
  kept_at_ = desk_.loop.now() - std::max(0.0, desk_.options.autosave_seconds - kFirstAfterSeconds);
  saved_ = kept_ = now();
}

WorldFiles::Moment WorldFiles::now() const {
  const Session& session = desk_.session();
  return {session.view().generation, session.step_count(), changes_};
}

void WorldFiles::tick() {
  saver_.poll();
  std::string text = title();
  if (text != shown_title_) {
    SDL_SetWindowTitle(desk_.screen->window(), text.c_str());
    shown_title_ = std::move(text);
  }
  if (arriving_ && arriving_->arrived()) {
    if (arriving_->fetch()) {
      around_.world = arriving_->world();
      write_kept(std::move(around_));
    }
    arriving_.reset();
  }
  const bool due =
      desk_.loop.now() - kept_at_ >= desk_.options.autosave_seconds && desk_.settings.autosave && worth_keeping();
  // Does not wait for steps in the background: in one of the next frames none will be running.
  Session& session = desk_.session();
  if (!due || arriving_ || saver_.busy() || session.stepping()) return;
  kept_at_ = desk_.loop.now();
  if (autosave_.has_no_place() && !std::exchange(keeping_failed_, true))
    desk_.messages.say(tr("No copies of the world are kept: there is no place for them that can be written."),
                       Tone::warning);
  if (now() == kept_ || autosave_.file().empty()) return;
  kept_ = now();
  arriving_ = session.solver().begin_capture();
  around_ = document_of(session.state(), arriving_ ? World() : session.download());
  if (!arriving_) write_kept(std::move(around_));
}

bool WorldFiles::worth_keeping() const {
  return (changes_ > 0 || !file_.empty()) && desk_.session().state().origin.challenge == nullptr;
}

void WorldFiles::write_kept(WorldDocument document) {
  saver_.begin(autosave_.file(), std::move(document), [this](const Status& status) {
    if (!status && !keeping_failed_)
      desk_.messages.say(trf("The copy of the world could not be saved. {}", status.message()), Tone::warning);
    keeping_failed_ = !status;
  });
}

void WorldFiles::keep_now() {
  const bool wanted = desk_.settings.autosave && worth_keeping() && !autosave_.file().empty() && now() != kept_;
  if (!wanted || arriving_ || saver_.busy()) return;
  kept_at_ = desk_.loop.now();
  kept_ = now();
  write_kept(desk_.session().document());
}

void WorldFiles::close() {
  saver_.finish();
  const bool arrived = arriving_ == nullptr;
  arriving_.reset();  // while the GL context still exists
  const bool kept = arrived && now() == kept_;
  const bool wanted = keeps_in_any_case_ || (desk_.settings.autosave && worth_keeping() && !kept);
  if (wanted && !autosave_.file().empty()) write_kept(desk_.session().document());
  saver_.finish();
  desk_.settings.autosave || keeps_in_any_case_ ? autosave_.close() : autosave_.forget();
}

// ---- the open file ----

std::string WorldFiles::title() const {
  return file_.empty() ? "Repose" : fmt::format("{}{} - Repose", changed() ? "*" : "", file_.filename().string());
}

void WorldFiles::save() { file_.empty() || page::exchanges_files() ? ask_where_to_save() : save_as(file_); }

void WorldFiles::ask_where_to_save() {
  const std::string name = file_.empty() ? fmt::format("world{}", kWorldFileSuffix) : file_.filename().string();
  desk_.ask_for_file({tr("Save the world"), true, {std::string(kWorldFileSuffix)}, name, [this](const fs::path& path) {
                        save_as(path);
                      }});
}

void WorldFiles::save_as(fs::path path) {
  if (path.extension() != kWorldFileSuffix) path += kWorldFileSuffix;
  ++asked_for_;
  saver_.begin(path, desk_.session().document(), [this, path, moment = now(), world = worlds_](const Status& status) {
    --asked_for_;
    failed_ = failed_ || !status;
    desk_.messages.say(status ? trf("Saved {}", path.filename().string()) : status.message(),
                       status ? Tone::good : Tone::error);
    if (!status) return;
    remember_recent(desk_.settings, path);
    if (world != worlds_) return;
    file_ = path;
    saved_ = moment;
  });
}

bool WorldFiles::settle() {
  failed_ = false;
  saver_.finish();
  return !failed_;
}

void WorldFiles::note(const Command& command) {
  std::visit(
      [this]<class C>(const C&) {
        if (!kLeavesAlone<C>) ++changes_;
        if (kBringsWorld<C>) {
          file_.clear();
          ++worlds_;
        }
        // In the middle of a replay this command cuts off the rest of the time line, which Replays::tick() detects. At
        // its end nothing is cut off, so the replay must be left here.
        if (!kKeepsTimeLine<C> && desk_.files.replays.showing() && desk_.files.replays.ended())
          desk_.files.replays.leave();
      },
      command);
}

void WorldFiles::opened(const fs::path& path) {
  file_ = path;
  saved_ = now();
}

// ---- stored worlds ----

void WorldFiles::restore_leftover() {
  const auto leftover = autosave_.leftover();
  if (!leftover || !load(leftover->file)) return;
  const Status adopted = autosave_.adopt_leftover();
  kept_ = now();
  if (!adopted) return desk_.messages.say(adopted.message(), Tone::warning);
  desk_.messages.say(trf("Restored the world saved at {:%H:%M}.", fmt::localtime(leftover->saved_at)), Tone::good);
}

void WorldFiles::go_on() {
  const auto last = autosave_.last_world();
  if (!last || !load(*last)) return;
  desk_.messages.say(tr("Restored the world of the window that was closed last."), Tone::good);
}

Autosave::Autosave(const fs::path& folder) : folder_(folder) {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  for (int n = 1; n <= kPlaces; ++n) {
    const fs::path world = folder_ / fmt::format("autosave-{}.repose", n);
    const bool holds_world = is_file(world);
    if (!holds_world && lock_) continue;
    auto lock = FileLock::take(folder_ / fmt::format("autosave-{}.lock", n));
    if (!lock) continue;
    if (holds_world) {
      abandoned_.emplace_back(Leftover{world, written_at(world)}, std::move(*lock));
    } else {
      file_ = world;
      lock_ = std::move(lock);
    }
  }
  std::ranges::sort(abandoned_, {}, [](const auto& abandoned) { return abandoned.first.saved_at; });
}

std::optional<Autosave::Leftover> Autosave::leftover() const {
  if (abandoned_.empty()) return std::nullopt;
  return abandoned_.back().first;
}

Status Autosave::adopt_leftover() {
  std::error_code error;
  fs::rename(abandoned_.back().first.file, file_, error);
  abandoned_.pop_back();
  return error ? Status::failure(trf("The restored world could not be moved to this window: {}.", error.message()))
               : Status{};
}

void Autosave::discard_leftover() {
  std::error_code ignored;
  fs::remove(abandoned_.back().first.file, ignored);
  abandoned_.pop_back();
}

std::optional<fs::path> Autosave::last_world() const {
  const fs::path last = folder_ / kLast;
  if (folder_.empty() || !is_file(last)) return std::nullopt;
  return last;
}

void Autosave::close() {
  if (file_.empty() || !is_file(file_)) return;
  std::error_code ignored;
  fs::rename(file_, folder_ / kLast, ignored);
}

void Autosave::forget() {
  std::error_code ignored;
  if (!file_.empty()) fs::remove(file_, ignored);
}

void WorldSaver::begin(std::filesystem::path path, WorldDocument document, Done done) {
  jobs_.emplace_back(std::move(path), std::move(document), std::move(done));
  if (jobs_.size() == 1) start_first();
}

void WorldSaver::start_first() {
  Job& job = jobs_.front();
  job.status = in_background([&job] {
    const auto note = [&job](double share) { job.progress.store(share, std::memory_order_relaxed); };
    try {
      return write_world_file(job.path, job.document, note);
    } catch (const std::bad_alloc&) {
      return Status::failure(tr("The world could not be saved: there is not enough memory."));
    }
  });
}

void WorldSaver::end_first() {
  const Status status = jobs_.front().status.get();
  const Done done = std::move(jobs_.front().done);
  jobs_.pop_front();
  if (!jobs_.empty()) start_first();
  if (done) done(status);
}

void WorldSaver::poll() {
  while (!jobs_.empty() && jobs_.front().status.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
    end_first();
}

void WorldSaver::finish() {
  while (!jobs_.empty()) end_first();
}

}  // namespace repose
