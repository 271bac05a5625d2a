// Reads codices.
#include "session/codex.hpp"

#include <algorithm>

#include "core/files.hpp"
#include "core/language.hpp"
#include "session/word_reader.hpp"

namespace repose {

using config::Line;
using config::Report;

namespace {

constexpr std::uint64_t kCodexBytesMax = 1u << 20;
constexpr std::size_t kEntriesMax = 1000, kChaptersMax = 32, kIdBytesMax = 64;

// Everything that the rules let happen but swaps and bursts.
std::vector<NoticedReaction> reactions_of(const Ruleset& rules) {
  std::vector<NoticedReaction> all;
  const auto alone = [&](std::size_t from, std::uint8_t into) {
    const auto a = static_cast<std::uint8_t>(from);
    if (a != into) all.push_back({a, a, into, into, {}, 0});
  };
  const AutomatonDefinition* const automaton = find_automaton(rules.automaton);
  if (automaton == nullptr || automaton->rule_facts == nullptr) return all;
  if (const auto facts = automaton->rule_facts(rules)) {
    for (const PairFact& pair : facts->pairs)
      if (!pair.swaps) all.push_back({pair.a, pair.b, pair.a_into, pair.b_into, {}, 0});
  }
  for (const Decay& decay : rules.decays) {
    for (const Product& product : decay.products) alone(decay.element, product.a);
  }
  for (std::size_t i = 0; i < rules.elements.size(); ++i) {
    const Element& element = rules.elements[i];
    if (element.support && element.rubble) alone(i, *element.rubble);
    if (element.strength > 0) alone(i, element.debris.value_or(element.rubble.value_or(0)));
  }
  return all;
}

class CodexReader {
 public:
  CodexReader(const std::string& file, const LoadedRules& rules)
      : rules_(*rules.ruleset), report_(file), words_(rules_, report_), reactions_(reactions_of(rules_)) {}

  CodexResult read(std::string_view text) {
    config::LineReader lines(text);
    for (Line line; lines.next(line);) {
      words_.begin(line);
      if (!words_.at_end()) directive();
    }
    end_entry();
    if (codex_.title.empty())
      report_.file(Severity::error, {tr("the codex has no title"), {}, {}, tr("begin with: codex TITLE")});
    const bool sound = !report_.has_errors();
    return {sound ? std::make_shared<const Codex>(std::move(codex_)) : nullptr, report_.take()};
  }

 private:
  void directive() {
    constexpr std::array<std::string_view, 6> kWords = {"codex", "chapter", "find", "of", "text", "hint"};
    const std::string_view word = words_.word(tr("a word"));
    if (word == "codex") {
      codex_.title = words_.sentence(tr("a title"));
    } else if (word == "chapter") {
      end_entry();
      std::string title = words_.sentence(tr("a title"));
      if (codex_.chapters.size() == kChaptersMax) return words_.fail(tr("there are too many chapters"));
      codex_.chapters.push_back(std::move(title));
    } else if (word == "find") {
      find();
    } else if (std::ranges::find(kWords, word) == kWords.end()) {
      words_.unknown(trf("unknown word {}", config::in_quotes(word)), word, {kWords.begin(), kWords.end()});
    } else if (!in_entry_) {
      words_.fail(trf("'{}' stands after the line 'find' that it belongs to", word));
    } else if (word == "of") {
      of();
    } else {
      std::string& target = word == "text" ? entry_.text : entry_.hint;
      target += (target.empty() ? "" : " ") + words_.sentence(tr("a sentence"));
    }
    words_.end();
  }

  void find() {
    end_entry();
    const std::string id(words_.word(tr("a short name")));
    const bool is_plain = !id.empty() && id.size() <= kIdBytesMax && std::ranges::all_of(id, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
    if (words_.sound() && !is_plain) return words_.fail(tr("a short name has only a-z, 0-9 and '-'"));
    if (words_.sound() && codex_.find(id) != nullptr)
      return words_.fail(trf("there is an entry {} already", config::in_quotes(id)));
    if (words_.sound() && codex_.chapters.empty()) return words_.fail(tr("an entry belongs to a chapter"));
    if (codex_.entries.size() == kEntriesMax) return words_.fail(tr("there are too many entries"));
    entry_ = {};
    entry_.id = id;
    entry_.chapter = codex_.chapters.size() - 1;
    entry_.title = words_.sentence(tr("a title"));
    in_entry_ = words_.sound();
  }

  void of() {
    if (entry_.of.any()) return words_.fail(tr("this entry has its elements already"));
    const std::vector<std::uint8_t> first = in_written_order(words_.peek());
    entry_.of = words_.elements();
    std::vector<std::uint8_t> second = first;
    if (words_.take("with")) {
      second = in_written_order(words_.peek());
      entry_.with = words_.elements();
    }
    if (words_.take("becomes")) entry_.becomes = words_.elements();
    if (!words_.sound()) return;
    std::ranges::copy_if(reactions_, std::back_inserter(entry_.examples),
                         [this](const NoticedReaction& reaction) { return entry_.is(reaction); });
    if (entry_.examples.empty()) return words_.fail(tr("no rule brings this about"));
    // The first of the elements as they are written: for `hot` it is fire, not lava.
    const auto rank = [](const std::vector<std::uint8_t>& order, std::uint8_t element) {
      return std::ranges::find(order, element) - order.begin();
    };
    auto shown = std::pair(first.size() + 1, second.size() + 1);
    NoticedReaction example = entry_.examples.front();
    for (const NoticedReaction& other : entry_.examples) {
      for (const auto& [x, y] : {std::pair(other.a, other.b), std::pair(other.b, other.a)}) {
        const auto place = std::pair<std::size_t, std::size_t>(rank(first, x), rank(second, y));
        if (!entry_.of.test(x) || (entry_.with.any() && !entry_.with.test(y)) || place >= shown) continue;
        shown = place;
        example = other;
        entry_.shown_of = x;
        entry_.shown_with = y;
      }
    }
    // Of the two products, the one that the line names, or else the new one.
    const bool is_first =
        entry_.becomes.any() ? entry_.becomes.test(example.c) : example.c != example.a && example.c != example.b;
    entry_.shown_becomes = is_first ? example.c : example.d;
  }

  // What a word for elements names, as it is written there and in the config.
  std::vector<std::uint8_t> in_written_order(std::string_view names) const {
    std::vector<std::uint8_t> order;
    for (std::size_t end = 0; end != names.npos; names.remove_prefix(end == names.npos ? 0 : end + 1)) {
      end = names.find('+');
      const auto group = std::ranges::find(rules_.groups, names.substr(0, end), &Group::name);
      if (group != rules_.groups.end()) {
        order.insert(order.end(), group->members.begin(), group->members.end());
      } else if (const auto element = rules_.find(names.substr(0, end))) {
        order.push_back(*element);
      }
    }
    return order;
  }

  void end_entry() {
    if (!std::exchange(in_entry_, false)) return;
    const auto missing = [this](std::string message, const char* hint) {
      report_.file(Severity::error, {std::move(message), {}, {}, hint});
    };
    if (entry_.of.none())
      missing(trf("the entry '{}' has no elements", entry_.id),
              tr("add a line: of ELEMENTS with ELEMENTS becomes ELEMENTS"));
    if (entry_.text.empty()) missing(trf("the entry '{}' has no text", entry_.id), tr("add a line: text SENTENCE"));
    if (entry_.hint.empty()) missing(trf("the entry '{}' has no hint", entry_.id), tr("add a line: hint SENTENCE"));
    codex_.entries.push_back(std::move(entry_));
  }

  const Ruleset& rules_;
  Report report_;
  WordReader words_;
  std::vector<NoticedReaction> reactions_;
  Codex codex_;
  CodexEntry entry_;
  bool in_entry_ = false;
};

}  // namespace

bool CodexEntry::is(const NoticedReaction& r) const {
  if (becomes.any() && !becomes.test(r.c) && !becomes.test(r.d)) return false;
  if (is_alone() || r.is_alone()) return is_alone() && r.is_alone() && of.test(r.a);
  return (of.test(r.a) && with.test(r.b)) || (of.test(r.b) && with.test(r.a));
}

const CodexEntry* Codex::find(std::string_view id) const {
  const auto found = std::ranges::find(entries, id, &CodexEntry::id);
  return found == entries.end() ? nullptr : &*found;
}

bool is_codex(std::string_view text) { return first_word_of(text) == "codex"; }

CodexResult read_codex(std::string_view text, const std::string& file, const LoadedRules& rules) {
  return CodexReader(file, rules).read(text);
}

CodexResult read_codex_file(const std::filesystem::path& path, const LoadedRules& rules) {
  std::string fault;
  if (const auto text = read_whole_file(path, kCodexBytesMax, fault)) return read_codex(*text, path.string(), rules);
  return {nullptr, unreadable_file(path.string(), trf("the file could not be read: {}", fault))};
}

}  // namespace repose
