#include "app/files/settings.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "app/files/user_dirs.hpp"
#include "core/atomic_file.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

fs::path config_folder() {
  const fs::path base = xdg_base_folder("XDG_CONFIG_HOME", ".config");
  return base.empty() ? base : base / "repose";
}

namespace {

constexpr std::uintmax_t kFileBytesMax = 1u << 20;  // ours has some hundred
constexpr std::size_t kPathBytesMax = 4096;

// The text of a file that can be settings: nothing of other kinds of things, and nothing that takes long.
std::optional<std::string> read_small_file(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kFileBytesMax) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  return in.good() || in.eof() ? std::optional(std::move(text)) : std::nullopt;
}

// Takes the value of `key` when it has the right type; leaves `target` alone otherwise.
void take(const json& object, const char* key, bool& target) {
  if (const auto it = object.find(key); it != object.end() && it->is_boolean()) target = it->get<bool>();
}

void take(const json& object, const char* key, int& target, int low, int high) {
  if (const auto it = object.find(key); it != object.end() && it->is_number()) {
    target = static_cast<int>(std::clamp(it->get<double>(), static_cast<double>(low), static_cast<double>(high)));
  }
}

void take(const json& object, const char* key, float& target, float low, float high) {
  if (const auto it = object.find(key); it != object.end() && it->is_number())
    target = std::clamp(it->get<float>(), low, high);
}

void take(const json& object, const char* key, double& target, double low, double high) {
  if (const auto it = object.find(key); it != object.end() && it->is_number())
    target = std::clamp(it->get<double>(), low, high);
}

// A word that stands for its place among `words`.
template <typename Enum, std::size_t count>
void take(const json& object, const char* key, Enum& target, const std::array<const char*, count>& words) {
  const auto it = object.find(key);
  if (it == object.end() || !it->is_string()) return;
  const auto word = std::ranges::find(words, it->get_ref<const std::string&>());
  if (word != words.end()) target = static_cast<Enum>(word - words.begin());
}

std::vector<std::string> texts_of(const json& list, std::size_t most) {
  std::vector<std::string> texts;
  for (const json& entry : list) {
    const bool fits = entry.is_string() && entry.get_ref<const std::string&>().size() <= kPathBytesMax;
    if (fits && texts.size() < most) texts.push_back(entry.get<std::string>());
  }
  return texts;
}

void take(const json& object, const char* key, std::vector<std::string>& target, std::size_t most) {
  if (const auto it = object.find(key); it != object.end() && it->is_array()) target = texts_of(*it, most);
}

void take(const json& object, const char* key, KeyChanges& target) {
  constexpr std::size_t kKeysMax = 16;  // of one action
  const auto it = object.find(key);
  if (it == object.end() || !it->is_object()) return;
  for (const auto& [action, keys] : it->items()) {
    if (keys.is_array()) target[action] = texts_of(keys, kKeysMax);
  }
}

// In the order of their enumerators.
constexpr std::array<const char*, 6> kToolWords = {"brush", "line", "rectangle", "fill", "pick", "select"};
constexpr std::array<const char*, 2> kShapeWords = {"round", "square"};
constexpr std::array<const char*, 3> kOverWords = {"everything", "empty", "same"};
constexpr std::array<const char*, 4> kSymmetryWords = {"none", "left_right", "up_down", "both"};

template <typename Enum, std::size_t count>
const char* word_of(Enum value, const std::array<const char*, count>& words) {
  return words[static_cast<std::size_t>(value)];
}

void take(const json& object, const char* key, Brush& brush) {
  constexpr double kRateMax = 1000;
  const auto it = object.find(key);
  if (it == object.end() || !it->is_object()) return;
  take(*it, "size", brush.size, kBrushSizeMin, kBrushSizeMax);
  take(*it, "shape", brush.shape, kShapeWords);
  take(*it, "spray", brush.spray);
  take(*it, "spray_density", brush.spray_density, static_cast<double>(kSprayDensityMin),
       static_cast<double>(kSprayDensityMax));
  take(*it, "outline", brush.outline);
  take(*it, "over", brush.over, kOverWords);
  take(*it, "sand_rate", brush.sand_rate, 1.0, kRateMax);
  take(*it, "wetting_rate", brush.wetting_rate, 0.1, kRateMax);
  take(*it, "water_rate", brush.water_rate, 0.0, kRateMax);
}

json json_of(const Brush& brush) {
  return {{"size", brush.size},
          {"shape", word_of(brush.shape, kShapeWords)},
          {"spray", brush.spray},
          {"spray_density", brush.spray_density},
          {"outline", brush.outline},
          {"over", word_of(brush.over, kOverWords)},
          {"sand_rate", brush.sand_rate},
          {"wetting_rate", brush.wetting_rate},
          {"water_rate", brush.water_rate}};
}

// Taken whole or not at all.
void take(const json& object, const char* key, GpuWay& target) {
  const auto it = object.find(key);
  if (it == object.end() || !it->is_object()) return;
  const auto word = [&](const char* name) {
    return it->contains(name) && (*it)[name].is_string() ? (*it)[name].get<std::string>() : std::string();
  };
  const auto path = find_gl_path(word("path"));
  int block = 0;
  take(*it, "block", block, 0, 32);
  if (path && (block == 8 || block == 16 || block == 32)) target = {word("driver"), *path, block};
}

}  // namespace

Settings load_settings(const fs::path& file, std::string& problem) {
  Settings s;
  std::error_code error;
  if (!fs::exists(file, error)) return s;
  const json object = json::parse(read_small_file(file).value_or(""), nullptr, /*allow_exceptions=*/false);
  if (!object.is_object()) {
    problem = "The settings file could not be read; the settings start afresh.";
    return s;
  }
  take(object, "window_width", s.window_width, 320, 16384);
  take(object, "window_height", s.window_height, 240, 16384);
  take(object, "ui_scale_percent", s.ui_scale_percent, 0, kUiScaleMax);
  if (s.ui_scale_percent != 0) s.ui_scale_percent = std::max(s.ui_scale_percent, kUiScaleMin);
  take(object, "grain", s.looks.grain);
  take(object, "depth_tint", s.looks.depth_tint);
  take(object, "glow", s.looks.glow);
  take(object, "blur", s.looks.blur);
  take(object, "pressure", s.looks.pressure);
  take(object, "relief", s.looks.relief);
  take(object, "sun_azimuth", s.looks.sun_azimuth, 0, kSunAzimuthMax);
  take(object, "sun_elevation", s.looks.sun_elevation, kSunElevationMin, kSunElevationMax);
  take(object, "panels_visible", s.panels_visible);
  take(object, "pause_when_unfocused", s.pause_when_unfocused);
  take(object, "wheel_zooms", s.wheel_zooms);
  take(object, "animations", s.animations);
  take(object, "minimap", s.minimap);
  take(object, "grid", s.grid);
  take(object, "safe_colors", s.safe_colors);
  take(object, "autosave", s.autosave);
  take(object, "parameters_open", s.parameters_open);
  take(object, "undo_mebibytes", s.undo_mebibytes, 0, kHistoryMebibytesMax);
  take(object, "rewind_mebibytes", s.rewind_mebibytes, 0, kHistoryMebibytesMax);
  take(object, "rewind_steps", s.rewind_steps, 0, kRewindStepsMax);
  take(object, "gpu_way", s.gpu_way);
  take(object, "film_whole_world", s.film.whole_world);
  take(object, "film_frames_per_second", s.film.frames_per_second, 1, kGifRateMax);
  take(object, "film_scale", s.film.scale, 1, kFilmScaleMax);
  if (const auto it = object.find("film_format"); it != object.end() && it->is_string()) {
    for (const FilmFormat format : kFilmFormats) {
      if (*it == film_format_info(format).name) s.film.format = format;
    }
  }
  take(object, "recent_files", s.recent_files, kRecentFilesMax);
  take(object, "recent_commands", s.recent_commands, kRecentCommandsMax);
  take(object, "keys", s.keys);
  take(object, "tour_seen", s.tour_seen);
  take(object, "tool", s.tool, kToolWords);
  take(object, "brush", s.brush);
  take(object, "symmetry", s.symmetry, kSymmetryWords);
  if (const auto it = object.find("theme"); it != object.end() && it->is_string() && *it == "light")
    s.theme = ThemeName::light;
  return s;
}

bool save_settings(const fs::path& file, const Settings& s) {
  const json object = {
      {"window_width", s.window_width},
      {"window_height", s.window_height},
      {"theme", s.theme == ThemeName::dark ? "dark" : "light"},
      {"ui_scale_percent", s.ui_scale_percent},
      {"grain", s.looks.grain},
      {"depth_tint", s.looks.depth_tint},
      {"glow", s.looks.glow},
      {"blur", s.looks.blur},
      {"pressure", s.looks.pressure},
      {"relief", s.looks.relief},
      {"sun_azimuth", s.looks.sun_azimuth},
      {"sun_elevation", s.looks.sun_elevation},
      {"panels_visible", s.panels_visible},
      {"pause_when_unfocused", s.pause_when_unfocused},
      {"wheel_zooms", s.wheel_zooms},
      {"animations", s.animations},
      {"minimap", s.minimap},
      {"grid", s.grid},
      {"safe_colors", s.safe_colors},
      {"autosave", s.autosave},
      {"parameters_open", s.parameters_open},
      {"undo_mebibytes", s.undo_mebibytes},
      {"rewind_mebibytes", s.rewind_mebibytes},
      {"rewind_steps", s.rewind_steps},
      {"gpu_way", {{"driver", s.gpu_way.driver}, {"path", gl_path_name(s.gpu_way.path)}, {"block", s.gpu_way.block}}},
      {"film_format", film_format_info(s.film.format).name},
      {"film_whole_world", s.film.whole_world},
      {"film_frames_per_second", s.film.frames_per_second},
      {"film_scale", s.film.scale},
      {"recent_files", s.recent_files},
      {"recent_commands", s.recent_commands},
      {"keys", s.keys},
      {"tour_seen", s.tour_seen},
      {"tool", word_of(s.tool, kToolWords)},
      {"brush", json_of(s.brush)},
      {"symmetry", word_of(s.symmetry, kSymmetryWords)}};
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  AtomicFile out(file);
  const std::string text = object.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
  out.write(std::as_bytes(std::span(text)));
  return out.commit().ok();
}

HistoryLimits history_limits(const Settings& settings) {
  const auto bytes = [](int mebibytes) { return static_cast<std::size_t>(mebibytes) << 20; };
  return {bytes(settings.undo_mebibytes), bytes(settings.rewind_mebibytes),
          static_cast<std::uint64_t>(settings.rewind_steps)};
}

namespace {
void put_first(std::vector<std::string>& list, const std::string& text, std::size_t most) {
  std::erase(list, text);
  list.insert(list.begin(), text);
  if (list.size() > most) list.resize(most);
}
}  // namespace

void remember_recent(Settings& settings, const fs::path& file) {
  std::error_code error;
  put_first(settings.recent_files, fs::absolute(file, error).string(), kRecentFilesMax);
}

void remember_command(Settings& settings, const std::string& id) {
  put_first(settings.recent_commands, id, kRecentCommandsMax);
}

}  // namespace repose
