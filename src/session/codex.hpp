// The codex: which reactions of a config are discoveries, with their names. A text file (docs/discoveries.md).
#pragma once

#include <bitset>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "repose/diagnostics.hpp"
#include "repose/ruleset.hpp"
#include "repose/run.hpp"
#include "repose/solver.hpp"

namespace repose {

struct CodexEntry {
  std::string id;  // in files of what was found: a-z, 0-9 and '-'
  std::string title, text, hint;
  std::size_t chapter = 0;                // index into Codex::chapters
  std::bitset<kElementsMax> of, with;     // any of the first meets any of the second; none in `with`: without a partner
  std::bitset<kElementsMax> becomes;      // one of the two becomes one of these; none: whatever they become
  std::vector<NoticedReaction> examples;  // all that the rules have, without place and step; not empty
  // What a picture shows: elements of the first example, and what comes of them.
  std::uint8_t shown_of = 0, shown_with = 0, shown_becomes = 0;

  bool is_alone() const { return with.none(); }
  bool is(const NoticedReaction& reaction) const;
};

struct Codex {
  std::string title;
  std::vector<std::string> chapters;
  std::vector<CodexEntry> entries;                    // by chapter
  const CodexEntry* find(std::string_view id) const;  // null if there is none
};

struct CodexResult {
  std::shared_ptr<const Codex> codex;  // null if `diagnostics` has errors
  Diagnostics diagnostics;
};

// Whether the text is a codex: its first word is `codex`.
bool is_codex(std::string_view text);
// Reads a codex of these rules. Bad input gives diagnostics; so does an entry that no rule can bring about.
CodexResult read_codex(std::string_view text, const std::string& file, const LoadedRules& rules);
CodexResult read_codex_file(const std::filesystem::path& path, const LoadedRules& rules);

}  // namespace repose
