// `repose-cli guide`: prints a page, in Markdown, about every element of a config.

#include <algorithm>
#include <bitset>
#include <cmath>

#include "cli/verbs.hpp"
#include "config/report.hpp"
#include "repose/automaton.hpp"
#include "repose/config.hpp"

namespace repose::cli {

namespace {

// ---- the words of the page: names, kinds and times ----

// `text` in one line of Markdown, where it stands for itself.
std::string as_markdown(std::string_view text) {
  std::string escaped;
  for (const char c : config::printable(text)) {
    if (std::string_view("\\`*_[]<>|#").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  const std::size_t end = escaped.find_last_not_of(' ');
  return escaped.substr(0, end == std::string::npos ? 0 : end + 1);
}

std::string_view kind_words(MatterKind kind) {
  switch (kind) {
    case MatterKind::wall: return "wall";
    case MatterKind::solid: return "solid";
    case MatterKind::powder: return "powder";
    case MatterKind::liquid: return "liquid";
    case MatterKind::thick_liquid: return "thick liquid";
    case MatterKind::gas: break;
  }
  return "gas";
}

// How long one takes on average to happen that has this chance in a step: "after about 3 seconds".
std::string after_words(double probability, double steps_per_second) {
  if (probability >= 1) return "in the next step";
  const double seconds = 1 / probability / steps_per_second;
  if (seconds < 0.95) return fmt::format("after about {:.1g} seconds", seconds);
  if (seconds < 1.05) return "after about one second";
  if (seconds < 1.95) return fmt::format("after about {:.2g} seconds", seconds);
  if (seconds < 100) return fmt::format("after about {:.0f} seconds", seconds);
  return fmt::format("after about {:.0f} minutes", std::max(2.0, std::round(seconds / 60)));
}

// As after_words(), in broad terms, for reactions: "at once", "within a second", "in some seconds", "slowly".
std::string_view soon_words(double probability, double steps_per_second) {
  constexpr double kAtOnce = 0.3;  // chance in a step: a child sees no delay
  if (probability >= kAtOnce) return "at once";
  const double seconds = 1 / probability / steps_per_second;
  return seconds <= 1 ? "within a second" : seconds <= 10 ? "in some seconds" : "slowly";
}

// What happens to `self` and to every one of `others`, with each of them alike.
struct Row {
  std::vector<std::uint8_t> others;
  std::string outcome, how_soon;
};

class Page {
 public:
  // `steps_per_second`: the pace at which the times on the page are true. The text is equal on every machine.
  Page(const Ruleset& ruleset, const RuleFacts& facts, double steps_per_second)
      : rules_(ruleset), facts_(facts), steps_per_second_(steps_per_second) {}

  std::string text() {
    say("# What the elements of {} do\n\n", as_markdown(rules_.title));
    say("What each element does by itself, and with each other one where the two touch. Times are averages for one "
        "cell\n"
        "at {} steps a second: *at once* is less than a blink, *some seconds* are up to ten, *slowly* is longer.\n"
        "`repose-cli guide` writes this page from the config.\n",
        steps_per_second_);
    for (const Group& group : rules_.groups) {
      if (!group.hidden) tab(group.name, group.members);
    }
    tab(std::ranges::all_of(rules_.groups, &Group::hidden) ? "Elements" : "Others", all());
    made_from_these();
    return std::move(text_);
  }

 private:
  template <class... Values>
  void say(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  std::string name_of(std::uint8_t element) const {
    Element named = rules_.elements[element];
    named.hidden = false;  // stages keep their numbers
    return as_markdown(shown_name(named));
  }

  // "sand, dirt, clay"
  std::string names_of(const std::vector<std::uint8_t>& elements) const {
    std::string names;
    for (const std::uint8_t element : elements) names += (names.empty() ? "" : ", ") + name_of(element);
    return names;
  }

  // All elements except the background and the elements that stand for a clone with its product, which the text
  // describes together with the clone.
  std::vector<std::uint8_t> all() const {
    std::vector<std::uint8_t> found;
    for (std::size_t i = 1; i < rules_.elements.size(); ++i) {
      const auto element = static_cast<std::uint8_t>(i);
      if (!rules_.elements[i].pours) found.push_back(element);
    }
    return found;
  }

  // Writes the members that the page has not shown yet.
  void tab(std::string_view title, const std::vector<std::uint8_t>& members) {
    bool has_title = false;
    for (const std::uint8_t member : members) {
      if (member == 0 || shown_[member] || rules_.elements[member].hidden) continue;
      if (!has_title) say("\n## {}\n", as_markdown(title));
      has_title = true;
      shown_.set(member);
      section(member);
    }
  }

  // Elements that are not in the palette, each in one row.
  void made_from_these() {
    bool has_title = false;
    for (const std::uint8_t element : all()) {
      if (!rules_.elements[element].hidden) continue;
      if (!has_title) say("\n## Made from these\n\n| name | kind | by itself |\n|---|---|---|\n");
      has_title = true;
      std::string facts;
      for (const std::string& fact : alone(element)) facts += " " + fact;
      say("| {} | {} |{} |\n", name_of(element), kind_words(facts_.kinds[element]), facts);
    }
  }

  void section(std::uint8_t self) {
    const Element& element = rules_.elements[self];
    std::string kind(kind_words(facts_.kinds[self]));
    kind[0] = static_cast<char>(kind[0] - 'a' + 'A');
    say("\n### {}\n\n**{}.**", name_of(self), kind);
    if (!element.description.empty()) say(" {}", as_markdown(element.description));
    say("\n");
    const std::vector<std::string> facts = alone(self);
    const std::string lines = neighbours(self);
    if (!facts.empty() || !lines.empty()) say("\n");
    for (const std::string& fact : facts) say("- {}\n", fact);
    say("{}", lines);
    const std::vector<Row> rows = reactions(self);
    if (rows.empty()) return;
    say("\n| with | what happens | how soon |\n|---|---|---|\n");
    for (const Row& row : rows) say("| {} | {} | {} |\n", names_of(row.others), row.outcome, row.how_soon);
  }

  // What it does by itself, in sentences.
  std::vector<std::string> alone(std::uint8_t self) const {
    std::vector<std::string> facts;
    for (const Decay& decay : rules_.decays) {
      if (decay.element != self || decay.products.empty() || decay.probability <= 0) continue;
      const std::uint8_t into = decay.products[0].a;
      if (into == self) continue;
      const std::string when = after_words(decay.probability, steps_per_second_);
      facts.push_back(into == 0 ? fmt::format("Vanishes by itself {}.", when)
                                : fmt::format("Becomes {} by itself {}.", name_of(into), when));
    }
    for (const Burst& burst : rules_.bursts) {
      if (burst.element != self || burst.probability <= 0) continue;
      const std::string when = after_words(burst.probability, steps_per_second_);
      facts.push_back(burst.radius == 0 && burst.into == burst.element
                          ? fmt::format("Pushes the air away from itself, each time {}.", when)
                          : fmt::format("Explodes {}: what is within {} cell{} of it {}, if it does not resist.", when,
                                        burst.radius, burst.radius == 1 ? "" : "s",
                                        burst.into == 0 ? "is gone" : "becomes " + name_of(burst.into)));
    }
    const Element& element = rules_.elements[self];
    if (element.clone)
      facts.push_back("Takes on the first liquid or powder that touches it, and pours it from then on.");
    if (element.support) {
      const std::string breaks =
          element.rubble ? fmt::format(", and becomes {} where it hits", name_of(*element.rubble)) : "";
      facts.push_back(fmt::format("Falls, with what is connected to it, when nothing holds it{}.", breaks));
      if (element.floats) facts.push_back("Liquids below hold it.");
    }
    if (element.strength > 0) {
      const auto into = element.debris ? element.debris : element.rubble;
      facts.push_back(fmt::format(
          "A difference of air pressure of more than {} breaks a wall of it, four cells thick: it becomes {}.",
          element.strength, name_of(into.value_or(0))));
    }
    if (!rules_.bursts.empty() && element.resistance > 0)
      facts.push_back(fmt::format("An explosion spares {:.0f} of 100 cells of it.", 100 * element.resistance));
    return facts;
  }

  // What it sinks through, floats on and so on.
  std::string neighbours(std::uint8_t self) const {
    std::vector<std::uint8_t> below_it, carry_it, above_it, sink_in_it;
    const MatterKind mine = facts_.kinds[self];
    for (const PairFact& pair : facts_.pairs) {
      if (!pair.swaps || (pair.a != self && pair.b != self)) continue;
      const std::uint8_t other = pair.a == self ? pair.b : pair.a;
      if (other == 0 || rules_.elements[other].hidden) continue;
      const bool is_powder = facts_.kinds[other] == MatterKind::powder;
      if (rules_.elements[self].density_byte > rules_.elements[other].density_byte) {
        below_it.push_back(other);
      } else if (is_powder && mine != MatterKind::powder) {
        if (mine != MatterKind::gas) sink_in_it.push_back(other);  // every powder falls through gases
      } else {
        (is_powder || mine == MatterKind::gas ? above_it : carry_it).push_back(other);
      }
    }
    const auto line = [this](std::string_view words, const std::vector<std::uint8_t>& others) {
      return others.empty() ? "" : fmt::format("- {} {}.\n", words, names_of(others));
    };
    return line("Sinks through", below_it) + line("Floats on", carry_it) + line("Rises through", above_it) +
           line("Sinking in it:", sink_in_it);
  }

  std::vector<Row> reactions(std::uint8_t self) const {
    std::vector<Row> rows;
    for (const PairFact& pair : facts_.pairs) {
      if (pair.swaps || (pair.a != self && pair.b != self)) continue;
      const bool is_first = pair.a == self;
      const std::uint8_t other = is_first ? pair.b : pair.a;
      if (rules_.elements[other].hidden || rules_.elements[other].pours || rules_.elements[pair.a_into].pours ||
          rules_.elements[pair.b_into].pours)
        continue;
      const std::string what =
          outcome(self, other, is_first ? pair.a_into : pair.b_into, is_first ? pair.b_into : pair.a_into);
      std::string soon(soon_words(pair.probability, steps_per_second_));
      if (pair.needs_weight) {
        const bool is_above = rules_.elements[self].density_byte > rules_.elements[other].density_byte;
        soon += fmt::format(", where {} is {}", name_of(self), is_above ? "above" : "below");
      }
      const auto same = std::ranges::find_if(
          rows, [&](const Row& row) { return row.outcome == what && row.how_soon == soon && row.others[0] != 0; });
      if (same != rows.end()) {
        same->others.push_back(other);
      } else {
        rows.push_back({{other}, what, soon});
      }
    }
    for (Row& row : rows) {
      const std::size_t at = row.outcome.find(kOther);
      if (at == std::string::npos) continue;
      row.outcome.replace(at, kOther.size(), row.others.size() == 1 ? name_of(row.others[0]) : "the other");
    }
    return rows;
  }

  // "sand becomes glass", "sand is gone"
  std::string becomes(std::string_view subject, std::uint8_t product) const {
    return product == 0 ? fmt::format("{} is gone", subject) : fmt::format("{} becomes {}", subject, name_of(product));
  }

  // With kOther in place of the name of the other one.
  std::string outcome(std::uint8_t self, std::uint8_t other, std::uint8_t self_into, std::uint8_t other_into) const {
    if (self_into != self && other_into != other && self_into == other_into)
      return self_into == 0 ? "both are gone" : fmt::format("both become {}", name_of(self_into));
    const std::string mine = self_into == self ? "" : becomes(name_of(self), self_into);
    std::string its = other_into == other ? "" : becomes(kOther, other_into);
    if (other == 0 && !its.empty()) its = fmt::format("{} appears", name_of(other_into));
    return mine + (mine.empty() || its.empty() ? "" : ", ") + its;
  }

  static constexpr std::string_view kOther = "\x01";  // in no name: names have no control characters

  const Ruleset& rules_;
  const RuleFacts& facts_;
  const double steps_per_second_;
  std::bitset<kElementsMax> shown_;
  std::string text_;
};

}  // namespace

int run_verb(const GuideOptions& options) {
  need_file("guide", options.file);
  const ConfigResult config = read_config_file(options.file);
  if (has_errors(config.diagnostics) || !config.ruleset) {
    for (const Diagnostic& d : config.diagnostics) fmt::print(stderr, "{}\n", format(d));
    return kExitCheckFailed;
  }
  const Registry registry = make_registry();
  const AutomatonDefinition& automaton = registry.automaton_for(*config.ruleset);
  const auto facts = automaton.rule_facts != nullptr ? automaton.rule_facts(*config.ruleset) : std::nullopt;
  if (!facts) {
    std::string explained;
    for (const AutomatonDefinition& one : automata())
      if (one.rule_facts != nullptr) explained += fmt::format("{}{}", explained.empty() ? "" : " or ", one.name);
    refuse("guide: {} is a config for {}, and there is a guide only to those for {}", options.file, automaton.name,
           explained);
  }
  fmt::print("{}", Page(*config.ruleset, *facts, automaton.steps_per_second).text());
  return kExitFine;
}

}  // namespace repose::cli
