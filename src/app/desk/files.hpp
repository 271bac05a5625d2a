// Opens files of every kind and links, saves pictures, and knows the folders of a person.
#pragma once

#include <imgui.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <deque>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/desk/messages.hpp"
#include "app/desk/screen.hpp"
#include "app/desk/settings.hpp"
#include "app/desk/simulation.hpp"
#include "app/desk/time.hpp"
#include "app/desk/view.hpp"
#include "core/language.hpp"
#include "film/film_recorder.hpp"
#include "platform/file_lock.hpp"
#include "platform/picture_clipboard.hpp"
#include "render/camera.hpp"
#include "render/looks.hpp"
#include "repose/clip.hpp"
#include "repose/config.hpp"
#include "repose/registry.hpp"
#include "repose/scene.hpp"
#include "repose/session.hpp"
#include "repose/solver.hpp"
#include "repose/status.hpp"
#include "repose/world_file.hpp"
#include "session/challenge.hpp"
#include "session/height_map.hpp"

namespace repose {

struct Desk;

class Replays {
 public:
  explicit Replays(Desk& desk) : desk_(desk) {}

  // Opens a replay and plays it from its beginning. On failure shows a message and returns false.
  bool open(const std::filesystem::path& path);
  void ask_where_to_save(bool in_picture = false);  // `in_picture`: in a picture that carries it

  // True until it is left, or until a command changes the world.
  bool showing() const { return showing_; }
  const std::string& name() const { return name_; }
  double seconds_at(std::uint64_t position) const;
  std::uint64_t length() const { return length_; }  // its end, as a position of the time line
  double now_seconds() const;
  bool ended() const;
  // How many of `steps` may be taken: not beyond its end, nor beyond the goal of hurry_to().
  std::uint64_t within(std::uint64_t steps) const;

  void play_again();
  // Plays to that position as fast as possible, from the nearest stored world before it. Pausing stops it.
  void hurry_to(std::uint64_t position);
  // Goes to another position of the time line. If no world is stored near it, plays the replay up to it.
  void seek(std::uint64_t position);
  std::optional<std::uint64_t> goal() const { return goal_; }  // of hurry_to(), until it is reached
  bool cancel();                                               // Stops hurrying. False if there was nothing to stop.
  // Stops showing it. The rest of it remains on the time line and can be played like any past.
  void leave();
  void tick();  // call once a frame, after the steps

 private:
  bool is_on_line() const;
  void stop_hurrying();
  void arrive();
  void stop();
  void judge(const World& world);  // compares the world at the end with the recorded hash
  std::string what_now() const;    // what the user can do at the end of a replay, as a sentence
  void begin_trial(const Replay& replay);
  void advance_trial();
  void say_worth(const std::string& more = {}) const;

  Desk& desk_;
  std::unique_ptr<Trial> trial_;  // of the solution that was opened last
  std::string worth_;             // its verdict, as a sentence; empty: not known yet, or no solution
  bool solves_ = false;           // the verdict
  bool showing_ = false;
  bool stopped_ = false;  // at its end
  std::string name_;
  std::uint64_t length_ = 0;                    // steps
  std::optional<std::uint64_t> goal_;           // while hurry_to() is in progress
  std::optional<std::uint64_t> recorded_hash_;  // of the world at its end
  std::unique_ptr<WorldCapture> arriving_;      // the world there
  Speed speed_before_;                          // the speed before hurry_to()
};

class Autosave {
 public:
  // Takes a number in the folder, which is created if it does not exist. Empty folder: worlds are not stored.
  explicit Autosave(const std::filesystem::path& folder);

  // True if there is a folder, but no file in it can be written.
  bool has_no_place() const { return !folder_.empty() && file_.empty(); }
  const std::filesystem::path& file() const { return file_; }  // for this window's world; empty when there is none

  // The newest world that another window left behind. While this object holds its lock, no other window offers it.
  struct Leftover {
    std::filesystem::path file;
    std::time_t saved_at = 0;
  };
  std::optional<Leftover> leftover() const;
  Status adopt_leftover();  // makes it this window's world
  void discard_leftover();
  void postpone_leftover() { abandoned_.clear(); }  // it is offered again at the next start

  std::optional<std::filesystem::path> last_world() const;  // of the window that was closed last
  // Call when the window closes: its world, if one was written, becomes the last one.
  void close();
  void forget();  // the same, but its world is deleted

 private:
  std::filesystem::path folder_, file_;
  std::optional<FileLock> lock_;
  std::vector<std::pair<Leftover, FileLock>> abandoned_;  // newest one at the end
};

// Writes world files on a thread of its own, one after the other, so that no frame waits for a disk.
class WorldSaver {
 public:
  using Done = std::function<void(const Status&)>;

  ~WorldSaver() { finish(); }

  // poll() or finish() calls `done`, on the thread that calls them.
  void begin(std::filesystem::path path, WorldDocument document, Done done);
  bool busy() const { return !jobs_.empty(); }
  // Of the present file: 0..1.
  double progress() const { return jobs_.empty() ? 1 : jobs_.front().progress.load(std::memory_order_relaxed); }
  void poll();
  void finish();  // waits until everything is written

 private:
  struct Job {
    Job(std::filesystem::path target, WorldDocument saved, Done when_done)
        : path(std::move(target)), document(std::move(saved)), done(std::move(when_done)) {}

    std::filesystem::path path;
    WorldDocument document;
    Done done;
    std::atomic<double> progress = 0;
    std::future<Status> status = {};  // valid once writing has begun
  };

  void start_first();
  void end_first();

  std::deque<Job> jobs_;  // the first is being written
};

// The app's world files: the open one, those that are being written, and the copies in case the window ends.
class WorldFiles {
 public:
  // Stores copies of the world in `autosave_folder` (empty: nowhere) at intervals, and soon after the first change.
  WorldFiles(Desk& desk, const std::filesystem::path& autosave_folder) : desk_(desk), autosave_(autosave_folder) {}

  // Call when the app has started: the first world needs no copy until it changes.
  void begin();
  void tick();  // call once a frame, before its steps begin
  // Call when no frame may follow: begins to store a world that has changed. Does not wait for the disk.
  void keep_now();
  void close();  // call when the app ends: completes all writing, and stores the world
  // Call before close() when the app ends only to begin again: the world is stored in any case.
  void keep_in_any_case() { keeps_in_any_case_ = true; }

  const std::filesystem::path& file() const { return file_; }  // of the open world; empty if it has none
  // Whether the world has changed since the file was opened or saved.
  bool changed() const { return now() != saved_; }
  // The window's title: the file's name, after a star when the world has changed since it was saved.
  std::string title() const;
  // While a file is being written at the user's request: the share that is done, 0 to 1.
  std::optional<double> progress() const { return asked_for_ == 0 ? std::nullopt : std::optional(saver_.progress()); }
  bool busy() const { return saver_.busy() || arriving_ != nullptr; }

  // Replaces the running world by that file's. False if it cannot be read; then shows a message.
  bool load(const std::filesystem::path& path);
  void save();  // into the world's file; asks for one if it has none
  void ask_where_to_save();
  void save_as(std::filesystem::path path);
  // Waits until everything is written. False when a file could not be written; then shows a message.
  bool settle();
  void note(const Command& command);               // call after a successful command: another world may be open now
  void opened(const std::filesystem::path& path);  // call when a world has just been loaded from this file

  // Offers the worlds of other windows.
  Autosave& autosave() { return autosave_; }
  void restore_leftover();
  void go_on();  // with the world of the window that was closed last

 private:
  using Moment = std::array<std::uint64_t, 3>;  // identifies a state: generation of the view, step, changes

  Moment now() const;
  // A challenge is not kept: its world without its goals is of no use.
  bool worth_keeping() const;
  void write_kept(WorldDocument document);

  Desk& desk_;
  Autosave autosave_;
  double kept_at_ = 0;                      // seconds of the app's clock
  Moment kept_ = {};                        // the state at the last copy
  std::unique_ptr<WorldCapture> arriving_;  // the world for the next copy, while it is being read back from a GPU,
  WorldDocument around_;                    // ... and everything else in that copy
  bool keeping_failed_ = false;             // ... and the user has been told
  bool keeps_in_any_case_ = false;
  std::filesystem::path file_;
  Moment saved_ = {};
  std::uint64_t changes_ = 0;  // commands since the start that change what runs
  std::uint64_t worlds_ = 0;   // number of worlds opened: tells whether a written file still belongs to the open world
  int asked_for_ = 0;          // files that the user has saved and that are not written yet
  bool failed_ = false;        // one of them could not be written
  std::string shown_title_;
  WorldSaver saver_;  // last member: its destructor waits for writing
};

// A question for a file to open or to save, or for a folder.
struct FileRequest {
  std::string title;
  bool save = false;
  std::vector<std::string> extensions = {};  // ".cfg"; empty shows every file
  std::string name = {};                     // proposed name, for saving
  std::function<void(const std::filesystem::path&)> chosen;
  bool own = false;     // for saving: the file is one that the app keeps, and no download in a page either
  bool folder = false;  // asks for a folder: the one that is shown, or the one of the chosen file
  std::filesystem::path begin_in = {};  // empty: the folder that was shown last
};

// The problems that the reader found in a config, and the command that loads it in spite of them.
struct ConfigProblems {
  std::string title;
  Diagnostics diagnostics;
  std::optional<Command> accept = {};  // empty when the config is loaded already, or nothing in it can be loaded
  std::filesystem::path file = {};     // of a config that is not loaded; empty if it has none
  bool of_challenge = false;           // of a challenge, which is not started
};

class FileOpener {
 public:
  explicit FileOpener(Desk& desk) : desk_(desk) {}

  // Opens a world, a replay, a picture, a challenge or a config, recognised by its content. On failure a message says
  // why.
  void open(const std::filesystem::path& path);
  void open_config(const std::filesystem::path& path, command::KeepWorld keep);
  // If set, open() passes configs to this function, which asks for the world. Else it keeps the world.
  std::function<void(const std::filesystem::path&)> choose_config;
  std::function<void(std::shared_ptr<const Challenge>)> start_challenge;
  // `name`: of the config in messages. A config with errors shows its problems instead. False if it was not loaded.
  bool load_config(const Command& command, const std::string& name);
  void save_picture(const std::filesystem::path& path);  // of the world, or of its heights if it has them
  void ask_what_to_open();
  void ask_where_to_save_picture();

 private:
  Desk& desk_;
};

// Copies a link to the running config, its automaton and, if the rules are as they came with it, its scene.
void share_config_link(Desk& desk);
// Runs what a link carries, with its scene or an empty world. False, with a message: nothing has changed.
bool open_config_link(Desk& desk, const std::string& link);

// Notices that a file has changed on disk.
class ConfigWatch {
 public:
  // Watches this file from now on for changes of its present content. An empty path watches nothing.
  void follow(const std::filesystem::path& file);
  const std::filesystem::path& file() const { return file_; }
  // Checks the file, at most every half second of the clock `now`. True once for every change, after the file has
  // stayed the same for a whole interval, so that a file is not read while it is being written. A deleted file may come
  // back.
  bool changed(double now);

 private:
  using Version = std::pair<std::filesystem::file_time_type, std::uintmax_t>;  // its bytes

  std::optional<Version> version_on_disk() const;

  std::filesystem::path file_;
  std::optional<Version> known_, seen_;
  double checked_at_ = -1e9;
};

// An animation that plays into the running sand: a folder of greyscale pictures of heights or of colliders.
class Injection {
 public:
  static constexpr std::uint64_t kPictureSteps = 5;  // about 24 pictures a second at the sandpile's own pace

  // `plane`: height, or wall for colliders.
  Injection(Desk& desk, Plane plane) : desk_(desk), plane_(plane) {}

  void ask_for_folder();
  // Plays the pictures of a folder while the simulation takes steps. On failure shows a message.
  void begin(const std::filesystem::path& folder);
  void stop();
  bool playing() const { return series_.has_value(); }
  bool of_colliders() const { return plane_ == Plane::wall; }  // false: of heights
  void tick();                                                 // call once a frame

 private:
  void play(std::size_t pictures);

  Desk& desk_;
  Plane plane_;
  std::optional<PictureSeries> series_;
  std::uint64_t first_step_ = 0, last_step_ = 0;  // of the simulation: at the first picture, and at the last tick
  int width_ = 0, height_ = 0;
  bool injected_ = false;
};

// ".png" of PICTURE.PNG.
std::string lower_extension(const std::filesystem::path& path);
// The files in a folder with one of these extensions (none: all files), sorted by name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            std::initializer_list<std::string_view> extensions = {});
// A path in the folder at which no file exists: STEM and the suffix, with a number between them if need be.
std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& stem, const std::string& suffix,
                                char before_number = '-');
// A path for a new picture or film, at which no file exists: STEM-20260131-174500 and the suffix, with a number when a
// second one is saved within one second. In a page a file there is downloaded.
std::filesystem::path new_picture_path(const std::string& stem, const std::string& suffix);
std::filesystem::path new_film_path(const std::string& stem, const std::string& suffix);

// What a card of the gallery shows about a config.
struct ConfigFacts {
  Dialect dialect = Dialect::sandjs;
  std::string automaton;  // the automaton that it names; may be empty
  std::string about;      // the first comment; may be empty
  std::size_t elements = 0, rules = 0, errors = 0, warnings = 0;
  std::vector<Color> colors;  // of the elements, without the background
  bool usable = false;        // something valid remains when lines with errors are left out
};

struct ConfigEntry {
  std::filesystem::path file;
  bool shipped = false;
  std::optional<ConfigFacts> facts;  // empty until read

  std::string title() const;  // the file's name without suffix, with blanks for _
};

class ConfigLibrary {
 public:
  // Reads the folders again; contents that have been read stay if the file has not changed.
  void refresh();
  // Reads one config that has not been read yet; false when all have been. One a frame keeps the window responsive.
  bool read_next();

  // Shipped ones first, by name.
  const std::vector<ConfigEntry>& entries() const { return entries_; }

 private:
  std::vector<ConfigEntry> entries_;
  std::filesystem::file_time_type listed_at_ = std::filesystem::file_time_type::min();
};

// Whether this is the folder of the configs that come with Repose: they are never overwritten.
bool is_shipped_folder(const std::filesystem::path& folder);
// The folders for the user's own configs and stamps; they may not exist. Empty without a home folder.
std::filesystem::path user_configs_folder();
std::filesystem::path user_stamps_folder();

ConfigFacts facts_of(const ConfigResult& config);

// The available stamps: shipped ones, and the user's own, which are pictures in a folder.
struct StampEntry {
  std::filesystem::path file;
  bool shipped = false;

  std::string title() const { return file.stem().string(); }
};

class StampLibrary {
 public:
  // Reads the folders again. Shipped ones first, sorted by name.
  void refresh();
  const std::vector<StampEntry>& entries() const { return entries_; }

  // Saves under that name, or a similar one if it is taken. `file` gets the path.
  Status save(const Clip& clip, const Ruleset& ruleset, const std::string& name, std::filesystem::path& file);
  // For the user's own stamps only.
  Status rename(const std::filesystem::path& file, const std::string& name);
  // Moves it into a folder for deleted stamps. put_back() restores the last one.
  Status remove(const std::filesystem::path& file);
  Status put_back();
  const std::optional<std::filesystem::path>& last_removed() const { return last_removed_; }

 private:
  std::vector<StampEntry> entries_;
  std::optional<std::filesystem::path> last_removed_;  // its path before
};

// The pictures of scenes in galleries.
class Thumbnails {
 public:
  // For ImGui::Image; null when the scene has no picture. Reads the file in the first call.
  ImTextureID of(Screen& screen, const Scene& scene);

 private:
  std::map<std::string_view, ImTextureID> known_;
};

class Recording {
 public:
  enum class State : std::uint8_t { idle, recording, finishing, saved };

  explicit Recording(Desk& desk) : desk_(desk), clipboard_(PictureClipboard::running_system()) {}
  ~Recording() { forget(); }

  State state() const { return state_; }
  bool busy() const { return state_ == State::recording || state_ == State::finishing; }
  // A sentence that says why there can be no film of this format here; else empty.
  static std::string why_no_format(FilmFormat format);
  void toggle() { state_ == State::recording ? stop() : start(); }
  // A sentence that says why toggle() would do nothing; else empty.
  std::string why_not_toggle() const { return state_ == State::finishing ? tr("The film is being written.") : ""; }
  void start();
  void stop();
  // Makes a film of the last seconds of the time line: the whole world, at the automaton's own pace, in the background.
  void save_past(double seconds);
  void copy_past(double seconds);  // as a GIF, which is also put on the clipboard when it is complete
  // A sentence that says why copy_past() would do nothing; else empty.
  std::string why_not_copy() const;
  void cancel();   // discards the film that is being recorded or written
  void dismiss();  // closes the card of the saved film; the file stays
  // Call once a frame, before drawing: requests the picture that is due, and passes on those that have arrived.
  void tick();
  // For the end of the app: stops, and waits a moment until the film is complete. False when it could not be written,
  // or is not complete yet; then a message says so, and a second call soon after discards the film.
  bool settle();

  double seconds() const;  // recorded so far
  FilmProgress progress() const { return recorder_ ? recorder_->progress() : FilmProgress{}; }
  // The file that is being written, or was saved last.
  const std::filesystem::path& file() const { return file_; }
  void ask_where_to_move();
  void show_folder();

 private:
  class WorldPainter;

  bool begin(const FilmSettings& how);  // starts a film; on failure shows a message and returns false
  void film_past(double seconds, const FilmSettings& how);
  std::uint64_t frame_now() const;  // the number of the film's frame at the present time of the app's clock
  Looks looks() const;              // of the pictures
  void pass_on_world();             // waits until `arriving_` has arrived
  void finish();
  void copy_film();  // puts the finished film on the clipboard, with a message
  void forget();     // releases everything that was needed to make a film
  void move_to(const std::filesystem::path& target);

  Desk& desk_;
  State state_ = State::idle;
  std::unique_ptr<FilmRecorder> recorder_;
  std::filesystem::path file_;
  double started_at_ = 0;  // seconds of the app's clock
  double stopped_at_ = 0;
  double shown_until_ = 0;  // that a film was saved
  std::uint64_t next_frame_ = 0;
  int frames_per_second_ = 25, scale_ = 1;
  PixelRect grabbed_;  // of the window, for films of its picture
  bool whole_world_ = false;
  std::deque<std::optional<std::uint64_t>> asked_;  // frames of requested pictures; empty: of a film that has ended
  std::unique_ptr<WorldCapture> arriving_;          // a world that is being copied from the GPU, for that frame
  std::uint64_t arriving_frame_ = 0, arriving_step_ = 0;
  std::shared_ptr<WorldPainter> painter_;             // of the rules that run
  std::filesystem::path past_;                        // the replay that is being filmed; empty: none
  std::shared_ptr<std::atomic<bool>> past_given_up_;  // shared with the recorder's thread, which plays it
  double settle_asked_at_ = -1e9;
  bool copies_ = false;  // the film goes to the clipboard
  bool failed_ = false;  // the last film could not be written
  PictureClipboard clipboard_;
};

// A problem report: a replay, and a text that contains no name of a file or folder of the user.
std::string describe_for_report(Desk& desk);
// Writes both files into `folder`, which is created.
Status write_problem_report(Desk& desk, const std::filesystem::path& folder);
// The path of a folder for a report inside `in`. It does not exist yet.
std::filesystem::path problem_report_folder(const std::filesystem::path& in);

// All parts of the app that read or write files, except the settings.
struct Files {
  // Worlds are stored in `autosave_folder` at intervals; empty: they are not.
  Files(Desk& desk, const std::filesystem::path& autosave_folder)
      : replays(desk),
        worlds(desk, autosave_folder),
        recording(desk),
        opener(desk),
        heights(desk, Plane::height),
        colliders(desk, Plane::wall) {}

  bool busy() const { return worlds.busy() || recording.busy(); }

  StampLibrary stamps;
  Thumbnails thumbnails;
  Replays replays;
  WorldFiles worlds;
  Recording recording;
  FileOpener opener;
  Injection heights, colliders;
};

}  // namespace repose
