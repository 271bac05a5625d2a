#include "app/desk/settings.hpp"

#include <SDL.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <type_traits>
#include <utility>

#include "core/background.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "platform/page.hpp"
#include "session/parts.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

bool ViewSettings::animates() const {
  return reduced_motion == ReducedMotion::system ? !page::prefers_reduced_motion()
                                                 : reduced_motion == ReducedMotion::off;
}

namespace {

constexpr std::uintmax_t kSettingsBytesMax = 1u << 20;  // a settings file has about a thousand
constexpr std::size_t kPathBytesMax = 4096;

std::vector<std::string> texts_of(const json& list, std::size_t most) {
  std::vector<std::string> texts;
  for (const json& entry : list) {
    const bool fits = entry.is_string() && entry.get_ref<const std::string&>().size() <= kPathBytesMax;
    if (fits && texts.size() < most) texts.push_back(entry.get<std::string>());
  }
  return texts;
}

// Reads members from a JSON object, or writes them into it. When reading, a value of a wrong type is ignored, and
// numbers are clamped.
class Members {
 public:
  Members(json& object, bool writes) : object_(object), writes_(writes) {}

  void flag(const char* key, bool& value) const {
    if (const json* stored = look_up(key, value, &json::is_boolean)) value = stored->get<bool>();
  }

  template <class Number>
  void number(const char* key, Number& value, std::type_identity_t<Number> low,
              std::type_identity_t<Number> high) const {
    if (const json* stored = look_up(key, value, &json::is_number))
      value =
          static_cast<Number>(std::clamp(stored->get<double>(), static_cast<double>(low), static_cast<double>(high)));
  }

  void text(const char* key, std::string& value) const {
    if (const json* stored = look_up(key, value, &json::is_string)) value = stored->get<std::string>();
  }

  void texts(const char* key, std::vector<std::string>& value, std::size_t most) const {
    if (const json* stored = look_up(key, value, &json::is_array)) value = texts_of(*stored, most);
  }

  // The enumerator of the same position as one of `words`.
  template <class Enum, std::size_t count>
  void word(const char* key, Enum& value, const std::array<std::string_view, count>& words) const {
    std::string chosen(words[static_cast<std::size_t>(value)]);
    text(key, chosen);
    const auto found = std::ranges::find(words, chosen);
    if (found != words.end()) value = static_cast<Enum>(found - words.begin());
  }

  void keys(const char* key, KeyChanges& value) const {
    constexpr std::size_t kKeysMax = 16;  // of one action
    const json* stored = look_up(key, value, &json::is_object);
    if (stored == nullptr) return;
    for (const auto& [action, keys] : stored->items()) {
      if (keys.is_array()) value[action] = texts_of(keys, kKeysMax);
    }
  }

  void names(const char* key, std::map<std::string, std::string>& value) const {
    constexpr std::size_t kNamesMax = 1000, kBytesMax = 64;
    const json* stored = look_up(key, value, &json::is_object);
    if (stored == nullptr) return;
    for (const auto& [name, word] : stored->items()) {
      const bool fits = word.is_string() && name.size() <= kBytesMax && value.size() < kNamesMax;
      if (fits && word.get_ref<const std::string&>().size() <= kBytesMax) value[name] = word.get<std::string>();
    }
  }

  // The members of the object under that key.
  template <class Exchange>
  void group(const char* key, const Exchange& exchange) const {
    if (writes_) object_[key] = json::object();
    if (const auto found = object_.find(key); found != object_.end() && found->is_object())
      exchange(Members(*found, writes_));
  }

 private:
  // Writes the value, or returns the stored one if it is of the right type.
  template <class Value>
  const json* look_up(const char* key, const Value& value, bool (json::*is_right)() const noexcept) const {
    if (writes_) object_[key] = value;
    const auto found = writes_ ? object_.end() : object_.find(key);
    return found != object_.end() && ((*found).*is_right)() ? &*found : nullptr;
  }

  json& object_;
  bool writes_;
};

// In the order of their enumerators.
constexpr std::array<std::string_view, 3> kReducedMotionWords = {"system", "on", "off"};
constexpr std::array<std::string_view, 9> kToolWords = {"brush",  "line", "rectangle", "fill", "pick",
                                                        "select", "blow", "body",      "sign"};
static_assert(kToolWords.size() == static_cast<std::size_t>(Tool::sign) + 1);
constexpr std::array<std::string_view, 2> kShapeWords = {"round", "square"};
constexpr std::array<std::string_view, 3> kOverWords = {"everything", "empty", "same"};
constexpr std::array<std::string_view, 4> kSymmetryWords = {"none", "left_right", "up_down", "both"};

std::array<std::string_view, std::size(kFilmFormats)> film_words() {
  std::array<std::string_view, std::size(kFilmFormats)> words;
  for (const FilmFormat format : kFilmFormats) {
    words[static_cast<std::size_t>(format)] = film_format_info(format).name;
  }
  return words;
}

// ---- the stored members: each key once, for reading and writing ----

// Only brush is an object in the file; the keys of all other groups are beside each other.
void exchange(const Members& file, Settings& s) {
  file.text("language", s.language);
  file.number("window_width", s.window.width, 320, 16384);
  file.number("window_height", s.window.height, 240, 16384);
  file.word("theme", s.window.theme, kThemeWords);
  file.number("ui_scale_percent", s.window.ui_scale_percent, 0, kUiScaleMax);
  file.flag("panels_visible", s.window.panels_visible);
  file.flag("parameters_open", s.window.parameters_open);
  file.flag("pause_when_unfocused", s.window.pause_when_unfocused);
  file.flag("grain", s.view.looks.grain);
  file.flag("depth_tint", s.view.looks.depth_tint);
  file.flag("glow", s.view.looks.glow);
  file.flag("motion", s.view.looks.motion);
  file.flag("blur", s.view.looks.blur);
  file.flag("soft_original", s.view.soft_original);
  file.flag("pressure", s.view.looks.pressure);
  file.flag("relief", s.view.looks.relief);
  file.number("sun_azimuth", s.view.looks.sun_azimuth, 0, kSunAzimuthMax);
  file.number("sun_elevation", s.view.looks.sun_elevation, kSunElevationMin, kSunElevationMax);
  file.word("reduced_motion", s.view.reduced_motion, kReducedMotionWords);
  file.flag("minimap", s.view.minimap);
  file.flag("grid", s.view.grid);
  file.flag("signs", s.view.signs);
  file.flag("safe_colors", s.view.safe_colors);
  file.flag("wheel_zooms", s.controls.wheel_zooms);
  file.flag("sticky_modifiers", s.controls.sticky_modifiers);
  file.keys("keys", s.controls.keys);
  file.word("tool", s.drawing.tool, kToolWords);
  file.group("brush", [&brush = s.drawing.brush](const Members& part) {
    constexpr double kRateMax = 1000;
    part.number("size", brush.size, kBrushSizeMin, kBrushSizeMax);
    part.word("shape", brush.shape, kShapeWords);
    part.flag("pour", brush.pour);
    part.flag("outline", brush.outline);
    part.word("over", brush.over, kOverWords);
    part.number("sand_rate", brush.sand_rate, 1.0, kRateMax);
    part.number("wetting_rate", brush.wetting_rate, 0.1, kRateMax);
    part.number("water_rate", brush.water_rate, 0.0, kRateMax);
  });
  file.word("symmetry", s.drawing.symmetry, kSymmetryWords);
  file.number("undo_mebibytes", s.history.undo_mebibytes, 0, kHistoryMebibytesMax);
  file.number("rewind_mebibytes", s.history.rewind_mebibytes, 0, kHistoryMebibytesMax);
  file.number("rewind_steps", s.history.rewind_steps, 0, kRewindStepsMax);
  file.number("sound_volume_percent", s.sound.volume_percent, 0, 100);
  file.flag("sound_muted", s.sound.muted);
  file.word("film_format", s.film.format, film_words());
  file.flag("film_whole_world", s.film.whole_world);
  file.number("film_frames_per_second", s.film.frames_per_second, 1, kGifRateMax);
  file.number("film_scale", s.film.scale, 1, kFilmScaleMax);
  file.texts("recent_files", s.recent.files, kRecentFilesMax);
  file.text("recent_folder", s.recent.folder);
  file.text("gallery_folder", s.recent.gallery);
  file.texts("recent_commands", s.recent.commands, kRecentCommandsMax);
  file.names("medals", s.medals);
  file.flag("autosave", s.autosave);
  file.flag("tells_discoveries", s.tells_discoveries);
  file.flag("tour_seen", s.tour_seen);
}

void put_first(std::vector<std::string>& list, const std::string& text, std::size_t most) {
  std::erase(list, text);
  list.insert(list.begin(), text);
  if (list.size() > most) list.resize(most);
}

}  // namespace

Settings read_settings(std::string_view text, std::string& problem) {
  Settings s;
  auto object = parse_json(text);
  if (!object || !object->is_object()) {
    problem = tr("The settings file could not be read; the default settings are used.");
    return s;
  }
  exchange(Members(*object, false), s);
  if (s.window.ui_scale_percent != 0) s.window.ui_scale_percent = std::max(s.window.ui_scale_percent, kUiScaleMin);
  return s;
}

Settings load_settings(const fs::path& file, std::string& problem) {
  Settings s;
  std::error_code error;
  if (!fs::exists(file, error)) return s;
  std::string fault;
  return read_settings(read_whole_file(file, kSettingsBytesMax, fault).value_or(""), problem);
}

std::string settings_text(const Settings& settings) {
  json object;
  Settings s = settings;
  exchange(Members(object, true), s);
  return object.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

bool save_settings(const fs::path& file, const Settings& s) {
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  return write_whole_file(file, settings_text(s)).ok();
}

Status apply_language(const std::string& code) {
  const std::string told = language_of_environment();
  if (!told.empty()) return set_language(told);
  std::vector<std::string> wishes;
  if (!code.empty()) wishes.push_back(code);
  SDL_Locale* const preferred = SDL_GetPreferredLocales();
  for (const SDL_Locale* one = preferred; one != nullptr && one->language != nullptr; ++one)
    wishes.emplace_back(one->language);
  SDL_free(preferred);
  const std::string wanted = known_language(wishes);
  const page::Fetch state = page::fetch_language(wanted);
  if (state == page::Fetch::failed)
    return Status::failure(tr("The texts of this language could not be fetched. Choose it again when you are online."));
  return state == page::Fetch::complete ? set_language(wanted) : Status{};
}

HistoryLimits history_limits(const Settings& settings) {
  const auto bytes = [](int mebibytes) { return static_cast<std::size_t>(mebibytes) << 20; };
  return {bytes(settings.history.undo_mebibytes), bytes(settings.history.rewind_mebibytes),
          static_cast<std::uint64_t>(settings.history.rewind_steps)};
}

void remember_recent(Settings& settings, const fs::path& file) {
  if (page::exchanges_files() && file.parent_path() == page::outgoing_folder()) return;  // it will not stay there
  std::error_code error;
  put_first(settings.recent.files, fs::absolute(file, error).string(), kRecentFilesMax);
}

void remember_command(Settings& settings, const std::string& id) {
  put_first(settings.recent.commands, id, kRecentCommandsMax);
}

constexpr double kSecondsBetweenChecks = 1;  // at most this much is lost when the app is killed

void SettingsKeeper::save_changes(const Settings& settings, double seconds) {
  next_check_ = seconds + kSecondsBetweenChecks;
  if (writing_.valid() && writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  std::string text = settings_text(settings);
  if (text == stored_) return;
  stored_ = std::move(text);
  // A failure is not told: the next change tries again.
  writing_ = in_background([file = file_, settings] { save_settings(file, settings); });
}

void SettingsKeeper::finish(const Settings& settings) {
  if (file_.empty()) return;
  if (writing_.valid()) writing_.wait();
  std::error_code error;
  if (settings_text(settings) != stored_ || !std::filesystem::exists(file_, error)) save_settings(file_, settings);
}

}  // namespace repose
