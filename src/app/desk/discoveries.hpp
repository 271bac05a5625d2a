// Discoveries: which entries of the codex a person has made happen, in this run or before, and the file that keeps
// them.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "session/codex.hpp"

namespace repose {

struct Desk;

struct Discovery {
  std::string date;   // "2026-05-31"
  std::string world;  // what the person played with: a scene, a challenge; empty: a world of their own
  std::uint64_t step = 0;
};

// By the id of the entry. Ids that the codex does not have are kept, for other versions of it.
using FoundEntries = std::map<std::string, Discovery, std::less<>>;

// The content of the file of discoveries. Empty if the text is damaged: not JSON, or without a list.
std::optional<FoundEntries> read_discoveries(std::string_view text);
std::string discoveries_text(const FoundEntries& found);

class Discoveries {
 public:
  // `file`: where they are kept; empty: nowhere. Reads no file yet.
  Discoveries(Desk& desk, std::filesystem::path file) : desk_(desk), file_(std::move(file)) {}
  ~Discoveries();
  Discoveries(const Discoveries&) = delete;
  Discoveries& operator=(const Discoveries&) = delete;

  void tick();           // call once a frame: notices what happens, and keeps it
  const Codex* codex();  // The shipped codex; null if it cannot be read. Reads files in the first call.
  // The rules of the codex. Precondition: there is a codex.
  const Ruleset& rules() const { return *rules_.ruleset; }
  bool has_running_rules();                           // whether those are the rules that run
  const Discovery* found(std::string_view id) const;  // null if it was not found yet
  std::size_t found_in(std::size_t chapter);
  std::string why_not();  // why nothing is noticed now, as a sentence; empty if something is
  // Where on the time line it happened; empty if the line of this run does not reach it.
  std::optional<std::uint64_t> moment(std::string_view id) const;
  // Rewinds to the moment before it happened. Precondition: there is a moment.
  void go_to(std::string_view id);
  std::string as_markdown();  // everything that was found, for people, in Markdown

  const CodexEntry* told();  // the entry that the card tells of now; null: none

 private:
  void load();
  void add(const CodexEntry& entry, const NoticedReaction& reaction);

  Desk& desk_;
  std::filesystem::path file_;
  bool loaded_ = false;
  LoadedRules rules_;
  std::shared_ptr<const Codex> codex_;
  std::shared_ptr<const Ruleset> compared_;  // the running rules that has_running_rules() compared last
  bool same_rules_ = false;
  FoundEntries found_;
  std::map<std::string, std::uint64_t, std::less<>> moments_;
  std::uint64_t line_now_ = 0, line_newest_ = 0;  // of the time line in the last frame
  bool unsaved_ = false;
  std::future<bool> saving_;
  std::deque<const CodexEntry*> to_tell_;  // the first one is told now
  double told_until_ = 0;                  // seconds of the app's clock; 0: the first one is not on the card yet
};

}  // namespace repose
