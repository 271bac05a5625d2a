#include "app/desk/discoveries.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/desk/desk.hpp"
#include "core/background.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "repose/paths.hpp"
#include "session/challenge.hpp"
#include "session/parts.hpp"
#include "session/run_state.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr std::uint64_t kFileBytesMax = 1u << 20;
constexpr double kTellSeconds = 6;      // enough to read a title and a sentence
constexpr double kTellFastSeconds = 3;  // while others wait
constexpr std::size_t kToTellMax = 8;   // more at once are found in the list only

// Writes what was found, and what another window has added to the file meanwhile.
bool write_merged(const fs::path& file, FoundEntries found) {
  std::string fault;
  if (const auto text = read_whole_file(file, kFileBytesMax, fault)) {
    if (auto others = read_discoveries(*text)) found.merge(*others);
  }
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  return write_whole_file(file, discoveries_text(found)).ok();
}

}  // namespace

std::optional<FoundEntries> read_discoveries(std::string_view text) {
  const auto root = parse_json(text);
  if (!root || !root->is_object()) return std::nullopt;
  const auto list = root->find("found");
  if (list == root->end() || !list->is_object()) return std::nullopt;
  FoundEntries found;
  for (const auto& [id, entry] : list->items()) {
    Discovery& discovery = found[id];
    if (!entry.is_object()) continue;
    if (const auto date = entry.find("date"); date != entry.end() && date->is_string()) discovery.date = *date;
    if (const auto world = entry.find("world"); world != entry.end() && world->is_string()) discovery.world = *world;
    if (const auto step = entry.find("step"); step != entry.end() && step->is_number_unsigned()) discovery.step = *step;
  }
  return found;
}

std::string discoveries_text(const FoundEntries& found) {
  json list = json::object();
  for (const auto& [id, discovery] : found)
    list[id] = {{"date", discovery.date}, {"world", discovery.world}, {"step", discovery.step}};
  return json{{"found", std::move(list)}}.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

Discoveries::~Discoveries() {
  if (saving_.valid()) saving_.wait();
  if (unsaved_) write_merged(file_, found_);
}

void Discoveries::load() {
  if (std::exchange(loaded_, true)) return;
  rules_ = default_rules();
  if (const auto file = find_data("configs/discoveries/default.codex")) codex_ = read_codex_file(*file, rules_).codex;
  std::error_code error;
  if (file_.empty() || !fs::exists(file_, error)) return;
  std::string fault;
  const auto text = read_whole_file(file_, kFileBytesMax, fault);
  if (auto found = text ? read_discoveries(*text) : std::nullopt) {
    found_ = std::move(*found);
    return;
  }
  const fs::path aside = free_path(file_.parent_path(), file_.filename().string() + ".damaged", "");
  fs::rename(file_, aside, error);
  if (!error)
    return desk_.messages.say(
        trf("The file of discoveries is damaged. It is kept as {}; a new list begins.", aside.filename().string()),
        Tone::warning);
  desk_.messages.say(tr("The file of discoveries is damaged. It stays as it is; what is found now is not kept."),
                     Tone::warning);
  file_.clear();
}

const Codex* Discoveries::codex() {
  load();
  return codex_.get();
}

bool Discoveries::has_running_rules() {
  load();
  const auto& running = desk_.session().state().rules.ruleset;
  if (std::exchange(compared_, running) != running) same_rules_ = running->text == rules_.ruleset->text;
  return same_rules_;
}

const Discovery* Discoveries::found(std::string_view id) const {
  const auto found = found_.find(id);
  return found == found_.end() ? nullptr : &found->second;
}

std::size_t Discoveries::found_in(std::size_t chapter) {
  if (codex() == nullptr) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(codex_->entries, [&](const CodexEntry& entry) {
    return entry.chapter == chapter && found(entry.id) != nullptr;
  }));
}

std::string Discoveries::why_not() {
  if (codex() == nullptr) return tr("The list of discoveries could not be read.");
  if (!has_running_rules() || desk_.session().automaton() != rules_.ruleset->automaton)
    return tr("Nothing is noticed now: discoveries belong to the default config, in the automaton Conserving.");
  return desk_.files.replays.showing() ? tr("Nothing is noticed while a replay is shown.") : "";
}

void Discoveries::tick() {
  const bool notices = why_not().empty();
  Session& session = desk_.session();
  session.notice_reactions(notices);
  // Forgets the moments that the time line does not hold any more: another run took their place, or another line.
  const TimelineFacts line = desk_.session().timeline();
  if (desk_.files.replays.showing()) moments_.clear();
  if (line.newest < line_newest_) {
    const std::uint64_t cut = std::min(line.now, line_now_);
    std::erase_if(moments_, [&](const auto& moment) { return moment.second > cut; });
  }
  line_now_ = line.now;
  line_newest_ = line.newest;
  if (notices) {
    for (const NoticedReaction& reaction : session.take_reactions()) {
      for (const CodexEntry& entry : codex_->entries)
        if (entry.is(reaction)) add(entry, reaction);
    }
  }
  if (saving_.valid()) {
    if (saving_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    if (!saving_.get()) {
      desk_.messages.say(trf("{} could not be written; discoveries are not kept.", file_.string()), Tone::warning);
      file_.clear();
      unsaved_ = false;
    }
  }
  if (!std::exchange(unsaved_, false)) return;
  saving_ = in_background([file = file_, found = found_] { return write_merged(file, found); });
}

void Discoveries::add(const CodexEntry& entry, const NoticedReaction& reaction) {
  const std::uint64_t steps = desk_.session().step_count(), now = desk_.session().timeline().now;
  if (reaction.step <= steps && steps - reaction.step <= now)
    moments_.try_emplace(entry.id, now - (steps - reaction.step));
  if (found_.contains(entry.id)) return;
  const auto& challenge = desk_.session().state().origin.challenge;
  const Scene* const scene = find_scene(desk_.session().scene());
  const std::string world = challenge ? challenge->title : scene != nullptr ? std::string(scene->title) : "";
  found_[entry.id] = {fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))), world, reaction.step};
  unsaved_ = !file_.empty();
  if (desk_.settings.tells_discoveries && to_tell_.size() < kToTellMax) to_tell_.push_back(&entry);
  desk_.loop.wake();
}

std::optional<std::uint64_t> Discoveries::moment(std::string_view id) const {
  const auto found = moments_.find(id);
  if (found == moments_.end()) return std::nullopt;
  const TimelineFacts line = desk_.session().timeline();
  return found->second >= line.oldest && found->second <= line.newest ? std::optional(found->second) : std::nullopt;
}

void Discoveries::go_to(std::string_view id) {
  if (const auto position = moment(id)) desk_.simulation.seek(*position);
}

std::string Discoveries::as_markdown() {
  if (codex() == nullptr) return {};
  const auto count = std::ranges::count_if(codex_->entries, [this](const auto& e) { return found(e.id); });
  std::string text = fmt::format("# {}\n\n{}\n", tr("Discoveries"), trf("{} of {}.", count, codex_->entries.size()));
  const auto name = [this](std::uint8_t element) { return tr_in("element", shown_name(rules().elements[element])); };
  for (std::size_t chapter = 0; chapter < codex_->chapters.size(); ++chapter) {
    if (found_in(chapter) == 0) continue;
    text += fmt::format("\n## {}\n\n", tr_in("codex", codex_->chapters[chapter]));
    for (const CodexEntry& entry : codex_->entries) {
      const Discovery* const discovery = found(entry.id);
      if (entry.chapter != chapter || discovery == nullptr) continue;
      const std::string partner = entry.is_alone() ? "" : " + " + name(entry.shown_with);
      // The name of a scene or of a challenge.
      const std::string where = discovery->world.empty() ? "" : ", " + tr_in("challenge", tr(discovery->world.c_str()));
      text += fmt::format("- **{}**: {}{} → {}. {} ({}{}, {})\n", tr_in("codex", entry.title), name(entry.shown_of),
                          partner, name(entry.shown_becomes), tr_in("codex", entry.text), discovery->date, where,
                          trf("step {}", discovery->step));
    }
  }
  return text;
}

const CodexEntry* Discoveries::told() {
  if (!desk_.settings.tells_discoveries) to_tell_.clear();
  if (!to_tell_.empty() && told_until_ != 0 && desk_.loop.now() > told_until_) {
    to_tell_.pop_front();
    told_until_ = 0;
  }
  if (to_tell_.empty()) return nullptr;
  if (told_until_ == 0) told_until_ = desk_.loop.now() + (to_tell_.size() > 1 ? kTellFastSeconds : kTellSeconds);
  desk_.loop.wake();  // so that the card goes when its time is over
  return to_tell_.front();
}

}  // namespace repose
