// What the app stores between runs: one JSON file in the user's config folder. With a damaged or foreign file the app
// starts with default settings.
#pragma once

#include <array>
#include <filesystem>
#include <future>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/desk/action_table.hpp"
#include "app/desk/tools.hpp"
#include "app/widgets/theme.hpp"
#include "film/film.hpp"
#include "render/looks.hpp"
#include "repose/session.hpp"

namespace repose {

struct FilmSettings {
  FilmFormat format = FilmFormat::gif;
  bool whole_world = false;  // false: the part of it that the window shows
  int frames_per_second = 25;
  int scale = 1;  // of whole worlds: pixels per cell; else: window pixels per film pixel
};
inline constexpr int kFilmScaleMax = 8;

struct WindowSettings {
  int width = 1280, height = 800;
  ThemeName theme = ThemeName::dark;
  int ui_scale_percent = 0;  // kUiScaleMin..kUiScaleMax, or 0: chosen by the density of the screen
  bool panels_visible = true;
  bool parameters_open = false;  // of the automaton, in the side panel
  bool pause_when_unfocused = false;
};

// Whether movements that only please are left out: trembling, gliding, confetti. The world moves in any case.
enum class ReducedMotion : std::uint8_t { system, on, off };

struct ViewSettings {
  Looks looks;
  bool soft_original = true;  // the soft picture where the original program had one; `looks.blur` counts elsewhere
  ReducedMotion reduced_motion = ReducedMotion::system;
  bool minimap = true;  // shown when part of the world is not visible
  bool grid = false;    // drawn between cells when they are large enough
  bool signs = true;
  bool safe_colors = false;  // elements in colours that colour-blind people can tell apart

  bool animates() const;  // whether things glide, tremble and swing; else they change at once
  // The switch for the soft picture that counts in the running automaton.
  bool& soft(const Session& session) {
    return session.registry().automaton(session.automaton())->soft_picture ? soft_original : looks.blur;
  }
  // The looks with the value of that switch.
  Looks looks_in(const Session& session) const {
    ViewSettings copy = *this;
    copy.looks.blur = copy.soft(session);
    return copy.looks;
  }
};

struct ControlSettings {
  bool wheel_zooms = false;  // true: the wheel zooms, and Ctrl+wheel sets the brush; false: the reverse
  bool sticky_modifiers = false;
  KeyChanges keys;
};

// The tools when the window was closed. The element is not stored, because it belongs to the config.
struct DrawingSettings {
  Tool tool = Tool::brush;
  Brush brush;
  Symmetry symmetry = Symmetry::none;
};

// How much memory undo and the time line may take, and how many steps back the time line goes.
struct HistorySettings {
  int undo_mebibytes = 256, rewind_mebibytes = 256, rewind_steps = 20'000;
};

// Quiet, until a person wants more.
struct SoundSettings {
  int volume_percent = 40;  // 0..100
  bool muted = false;
};

// Newest first, at most kRecentFilesMax and kRecentCommandsMax.
struct RecentUse {
  std::vector<std::string> files;
  std::vector<std::string> commands;  // ids of the command palette
  std::string folder;                 // in which a file was chosen last; empty: none yet
  std::string gallery;                // the folder of the gallery that was shown last; empty: none yet
};

struct Settings {
  std::string language;  // the code of one of languages(); empty: that of the system
  WindowSettings window;
  ViewSettings view;
  ControlSettings controls;
  DrawingSettings drawing;
  HistorySettings history;
  SoundSettings sound;
  FilmSettings film;
  RecentUse recent;
  std::map<std::string, std::string> medals;  // the best medal of each challenge that was solved, by name
  bool autosave = true;                       // the world is saved at intervals, in case the app crashes
  bool tells_discoveries = true;              // a card tells of new ones
  bool tour_seen = false;                     // at least its first bubble was shown
};

inline constexpr std::size_t kRecentFilesMax = 10, kRecentCommandsMax = 8;
inline constexpr int kHistoryMebibytesMax = 1 << 16, kRewindStepsMax = 1'000'000;
inline constexpr float kSunAzimuthMax = 360, kSunElevationMin = 5, kSunElevationMax = 85;  // degrees, of Looks

// In the settings file, by ThemeName.
inline constexpr std::array<std::string_view, 3> kThemeWords = {"dark", "light", "contrast"};

// Members with unknown keys or wrong types get their defaults. `problem` says what was wrong; empty if nothing was.
Settings load_settings(const std::filesystem::path& file, std::string& problem);
Settings read_settings(std::string_view text, std::string& problem);  // the same from the text of the file
std::string settings_text(const Settings& settings);
// Writes the whole file or nothing. False when it cannot be written.
bool save_settings(const std::filesystem::path& file, const Settings& settings);

// Chooses the language of all texts: that of the environment variable REPOSE_LANGUAGE, else that of the settings, else
// one that the system prefers. Fails with a sentence if its texts cannot be read. A page may have to fetch the texts:
// then call it again when they have arrived (page::Listener).
Status apply_language(const std::string& code);

HistoryLimits history_limits(const Settings& settings);

void remember_recent(Settings& settings, const std::filesystem::path& file);
void remember_command(Settings& settings, const std::string& id);

// Writes the settings soon after they change, so that they are not lost when the app ends unexpectedly.
class SettingsKeeper {
 public:
  // `file`: empty if settings are not stored. `loaded`: the settings as they are in the file.
  SettingsKeeper(std::filesystem::path file, const Settings& loaded)
      : file_(std::move(file)), stored_(settings_text(loaded)) {}
  SettingsKeeper(const SettingsKeeper&) = delete;
  SettingsKeeper& operator=(const SettingsKeeper&) = delete;

  // Whether `seconds` of the app's clock is late enough for another save_changes(), which compares the whole text.
  bool is_due(double seconds) const { return !file_.empty() && seconds >= next_check_; }
  // Begins to write the settings on another thread if they have changed.
  void save_changes(const Settings& settings, double seconds);
  // For the end of the app: writes what has changed, and waits until it is written.
  void finish(const Settings& settings);

 private:
  std::filesystem::path file_;
  std::string stored_;  // the text that was written last
  double next_check_ = 0;
  std::future<void> writing_;
};

}  // namespace repose
