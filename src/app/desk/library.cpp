// What the galleries offer: configs, stamps, and small pictures of scenes.
#include <fmt/format.h>

#include <algorithm>

#include "app/desk/desk.hpp"
#include "app/widgets/widgets.hpp"
#include "core/language.hpp"
#include "platform/desktop.hpp"
#include "repose/paths.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

// Lines that wxSand wrote at the top of every file: its name, the version, and the form of the directives.
bool is_boilerplate(std::string_view comment) {
  constexpr std::string_view kStarts[] = {"wxSand",    "element ",     "self ",      "hotself ",
                                          "neighbor ", "hotneighbor ", "hotcolor ",  "group ",
                                          "sources ",  "explosion ",   "pexplosion "};
  return std::ranges::any_of(kStarts, [&](std::string_view start) { return comment.starts_with(start); }) ||
         comment.find("subversion") != std::string_view::npos;
}

// The words of a comment line; empty for other lines.
std::optional<std::string> comment_of(std::string_view line) {
  line = line.substr(0, line.find_last_not_of("\r \t") + 1);
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == line.npos || line[hash] != '#') return std::nullopt;
  const std::size_t begin = line.find_first_not_of("# \t", hash);
  return std::string(begin == line.npos ? std::string_view() : line.substr(begin));
}

// The first words in the comment at the beginning of the text, continued over line breaks.
std::string opening_comment(std::string_view text) {
  constexpr std::size_t kLengthMax = 240, kWordsLeast = 3;
  constexpr std::size_t kBroken = 72;  // a line of at least this length was probably broken by an editor
  std::string words;
  bool goes_on = true;
  while (!text.empty() && goes_on) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (words.empty() && line.find_first_not_of("\r \t") == line.npos) continue;
    const auto comment = comment_of(line);
    if (!comment || (!words.empty() && comment->empty())) break;
    const auto blanks = static_cast<std::size_t>(std::ranges::count(*comment, ' '));
    if (is_boilerplate(*comment) || (words.empty() && blanks + 1 < kWordsLeast)) continue;
    words += (words.empty() ? "" : " ") + *comment;
    goes_on = line.size() >= kBroken;
  }
  if (words.size() > kLengthMax) words = words.substr(0, words.rfind(' ', kLengthMax)) + "...";
  return words;
}

constexpr std::size_t kNameBytesMax = 80;
constexpr const char* kTrash = "thrown away";

// A valid file name on any file system: no folders, not hidden.
std::string file_name(const std::string& wanted) {
  std::string name;
  for (const char c : wanted) {
    const bool plain = static_cast<unsigned char>(c) >= ' ' && c != '/' && c != '\\' && c != 0x7f;
    if (plain && !(name.empty() && (c == '.' || c == ' '))) name += c;
  }
  const auto ends_inside = [&name] {
    return !name.empty() && (static_cast<unsigned char>(name.back()) & 0xc0) == 0x80;
  };
  while (name.size() > kNameBytesMax) {  // removes whole characters
    while (ends_inside()) name.pop_back();
    if (!name.empty()) name.pop_back();
  }
  while (!name.empty() && name.back() == ' ') name.pop_back();
  return name.empty() ? "stamp" : name;
}

Status move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  fs::rename(from, to, error);
  return error ? Status::failure(trf("{} could not be moved: {}.", from.filename().string(), error.message()))
               : Status{};
}

}  // namespace

fs::path user_configs_folder() {
  const fs::path folder = own_folder(OwnFolder::settings);
  return folder.empty() ? folder : folder / "configs";
}

std::string ConfigEntry::title() const {
  std::string title = file.stem().string();
  std::ranges::replace(title, '_', ' ');
  return with_capital(std::move(title));
}

ConfigFacts facts_of(const ConfigResult& config) {
  ConfigFacts facts;
  facts.dialect = config.dialect;
  facts.errors = count_of(config.diagnostics, Severity::error);
  facts.warnings = count_of(config.diagnostics, Severity::warning);
  facts.usable = config.ruleset.has_value();
  if (!config.ruleset) return facts;
  const Ruleset& rules = *config.ruleset;
  facts.automaton = rules.automaton;
  facts.about = without_marks(opening_comment(rules.text));
  facts.elements = paintable_count(rules);
  facts.rules = rules.rule_count();
  for (std::size_t i = 1; i < rules.elements.size(); ++i) {
    if (!rules.elements[i].hidden) facts.colors.push_back(rules.elements[i].color);
  }
  return facts;
}

bool is_shipped_folder(const fs::path& folder) {
  const auto configs = find_data("configs");
  std::error_code error;
  return configs && fs::equivalent(folder, *configs, error) && !error;
}

void ConfigLibrary::refresh() {
  std::vector<ConfigEntry> found;
  for (const bool shipped : {true, false}) {
    for (fs::path& file :
         files_in(shipped ? find_data("configs").value_or(fs::path()) : user_configs_folder(), {".cfg", ".txt"})) {
      const auto known = std::ranges::find(entries_, file, &ConfigEntry::file);
      std::error_code error;
      const bool is_same = known != entries_.end() && fs::last_write_time(file, error) < listed_at_;
      found.push_back({std::move(file), shipped, is_same ? known->facts : std::nullopt});
    }
  }
  entries_ = std::move(found);
  listed_at_ = fs::file_time_type::clock::now();
}

bool ConfigLibrary::read_next() {
  const auto unread = std::ranges::find_if(entries_, [](const ConfigEntry& e) { return !e.facts.has_value(); });
  if (unread == entries_.end()) return false;
  unread->facts = facts_of(read_config_file(unread->file));
  return true;
}

fs::path user_stamps_folder() {
  const fs::path folder = own_folder(OwnFolder::data);
  return folder.empty() ? folder : folder / "stamps";
}

void StampLibrary::refresh() {
  entries_.clear();
  for (const bool shipped : {true, false}) {
    const fs::path folder = shipped ? find_data("assets/stamps").value_or(fs::path()) : user_stamps_folder();
    for (fs::path& file : files_in(folder, {".png"})) entries_.push_back({std::move(file), shipped});
  }
}

Status StampLibrary::save(const Clip& clip, const Ruleset& ruleset, const std::string& name, fs::path& file) {
  const fs::path folder = user_stamps_folder();
  if (folder.empty()) return Status::failure(tr("There is no home folder for stamps."));
  std::error_code error;
  fs::create_directories(folder, error);
  file = free_path(folder, file_name(name), ".png", ' ');
  Status status = write_stamp(file, clip, ruleset);
  refresh();
  return status;
}

Status StampLibrary::rename(const fs::path& file, const std::string& name) {
  if (file.stem() == file_name(name)) return {};
  Status status = move_file(file, free_path(file.parent_path(), file_name(name), ".png", ' '));
  refresh();
  return status;
}

Status StampLibrary::remove(const fs::path& file) {
  const fs::path away = free_path(file.parent_path() / kTrash, file.stem().string(), ".png", ' ');
  Status status = move_file(file, away);
  if (status) last_removed_ = away;
  refresh();
  return status;
}

Status StampLibrary::put_back() {
  if (!last_removed_) return {};
  Status status =
      move_file(*last_removed_, free_path(user_stamps_folder(), last_removed_->stem().string(), ".png", ' '));
  if (status) last_removed_.reset();
  refresh();
  return status;
}

ImTextureID Thumbnails::of(Screen& screen, const Scene& scene) {
  const auto [known, is_new] = known_.try_emplace(scene.name, nullptr);
  if (!is_new) return known->second;
  Picture picture;
  const auto file = find_data(fmt::format("assets/thumbnails/{}.png", scene.name));
  if (file && read_png(*file, picture)) known->second = screen.make_texture(picture);
  return known->second;
}

}  // namespace repose
