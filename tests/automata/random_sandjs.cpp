// Random configs of the sand.js dialect, with our own words.
#include <fmt/format.h>

#include <algorithm>

#include "automata/random_config.hpp"
#include "repose/registry.hpp"

namespace repose::test {

namespace {

using Words = std::vector<std::string>;

class SandjsWriter {
 public:
  SandjsWriter(std::uint64_t seed, ConservingWords words)
      : dice_(seed), text_(Dialect::sandjs, dice_), conserving_words_(words == ConservingWords::yes) {}

  std::string write() {
    const int count = random_element_count(dice_, kElementsMax);
    only_moves_ = dice_.one_in(4);
    shuffled_ = dice_.one_in(8);
    write_cells(count);
    write_rules(count);
    write_looks();
    write_roles();
    if (!only_moves_) write_changes();
    if (dice_.one_in(2)) {
      const auto& all = automata();
      const AutomatonDefinition& automaton = all[static_cast<std::size_t>(dice_.below(int(all.size())))];
      text_.line({"automaton", std::string(automaton.name)});
      if (conserving_words_) write_parameters(automaton);
    }
    if (conserving_words_) write_conserving(count);
    if (shuffled_) text_.shuffle();
    return text_.text();
  }

 private:
  std::string color() { return std::to_string(dice_.below(256)); }
  std::string probability() {
    constexpr double kProbabilities[] = {1, 0.5, 0.1, 0.01, 0, 1e-9};
    return written(dice_.one_in(2) ? dice_.pick(kProbabilities) : dice_.fraction(), dice_);
  }
  const std::string& any() { return names_[static_cast<std::size_t>(dice_.below(int(names_.size())))]; }
  const std::string& any_but_first() {
    return names_[static_cast<std::size_t>(dice_.between(1, int(names_.size()) - 1))];
  }
  // Some elements, `percent` of them on average; now and then the background too.
  template <class Visit>
  void some(int percent, Visit visit) {
    for (const std::string& name : names_) {
      if (dice_.chance(percent) && (&name != &names_.front() || dice_.one_in(4))) visit(name);
    }
  }

  void write_cells(int count) {
    constexpr double kShared[] = {0, 0.05, 0.3, 0.5, 0.7, 0.9, 0.92, 0.95};
    const bool few_densities = dice_.one_in(3);
    for (int i = 0; i < count; ++i) {
      double density = few_densities || dice_.one_in(3) ? dice_.pick(kShared) : dice_.fraction();
      if (i == 0) density = dice_.one_in(8) ? density : dice_.pick({0.0, 0.1, 0.3, 0.5});
      if (i > 0 && dice_.one_in(12)) density = 1;
      if (i == 1 && dice_.chance(80)) density = 0.6 + 0.39 * dice_.fraction();  // so that something falls
      const bool repeats = i > 1 && dice_.one_in(100);
      const std::string name = repeats                     ? any()
                               : i > 0 && dice_.one_in(40) ? fmt::format("#{}", i)
                                                           : element_name(i, dice_);
      names_.push_back(name);
      Words words = {"cell", name, color(), color(), color(), written(density, dice_)};
      if (dice_.one_in(20)) words.push_back("# rule");
      text_.line(words);
    }
  }

  // Two elements exchange their places, stay, or become others.
  void write_rule(const std::string& a, const std::string& b) {
    const bool reacts = !only_moves_ && dice_.chance(25), stays = !reacts && dice_.chance(12);
    Words words = {"rule", a, b, b, a};
    if (stays) words = {"rule", a, b, a, b};
    if (reacts) words = {"rule", a, b, dice_.one_in(4) ? names_[0] : any(), dice_.one_in(4) ? b : any()};
    if (dice_.one_in(reacts ? 2 : 10)) words.push_back(probability());
    if (dice_.one_in(20)) words.push_back("#1");
    text_.line(words);
  }

  void write_rules(int count) {
    text_.line({"rule", names_[0], names_[1], names_[1], names_[0]});
    for (int i = dice_.chance(85) ? 2 : 1; i < count; ++i) {
      if (dice_.chance(92)) write_rule(names_[0], names_[static_cast<std::size_t>(i)]);
    }
    const bool of_all_pairs = count <= 24 ? dice_.one_in(2) : dice_.one_in(6);
    if (of_all_pairs) {
      for (std::size_t i = 1; i < names_.size(); ++i) {
        for (std::size_t k = 1; k < i; ++k) write_rule(names_[i], names_[k]);
      }
    } else {
      for (int i = dice_.below(4 * count); i > 0; --i) write_rule(any_but_first(), any_but_first());
    }
    for (int i = dice_.below(3); i > 0; --i) write_rule(any(), any());
  }

  void write_looks() {
    some(10, [&](const std::string& name) { text_.line({"glow", name, written(dice_.fraction(), dice_)}); });
    some(5, [&](const std::string& name) { text_.line({"hidden", name}); });
    some(5, [&](const std::string& name) { text_.line({"airborne", name}); });
    some(8, [&](const std::string& name) { text_.line({"describe", name, "falls \xE2\x86\x93", "# and rests"}); });
  }

  void write_roles() {
    if (dice_.one_in(2)) some(30, [&](const std::string& name) { text_.line({"liquid", name}); });
    some(25, [&](const std::string& name) { text_.line({"friction", name, std::to_string(dice_.below(9))}); });
    some(4, [&](const std::string& name) { text_.line({"static", name}); });
    some(8, [&](const std::string& name) { text_.line({"react", name}); });
  }

  void write_changes() {
    constexpr const char* kChecks[] = {"0", "1", "1", "2", "5", "100", "1000000000"};
    some(5, [&](const std::string& name) { text_.line({"faucet", name, any()}); });
    some(4, [&](const std::string& name) { text_.line({"drain", name}); });
    some(dice_.pick({2, 8, 30}), [&](const std::string& name) { text_.line({"decay", name, any(), probability()}); });
    for (int i = dice_.pick({1, 2, 5}); i > 0; --i) {
      some(20, [&](const std::string& name) { text_.line({"dissolve", name, any(), dice_.pick(kChecks)}); });
    }
  }

  // ---- ConservingWords ----

  void write_parameters(const AutomatonDefinition& automaton) {
    for (const ParameterInfo& parameter : automaton.parameters) {
      if (!dice_.one_in(3)) continue;
      const auto& choices = parameter.choices;
      const double value = !choices.empty()  ? choices[static_cast<std::size_t>(dice_.below(int(choices.size())))]
                           : dice_.one_in(2) ? parameter.minimum
                                             : parameter.maximum;
      text_.line({"parameter", std::string(parameter.name), fmt::format("{}", value)});
    }
  }

  void write_conserving(int count) {
    if (dice_.one_in(2)) some(30, [&](const std::string& name) { text_.line({"powder", name}); });
    some(20, [&](const std::string& name) { text_.line({"viscosity", name, probability()}); });
    some(dice_.pick({2, 20}), [&](const std::string& name) { text_.line({"wander", name, probability()}); });
    some(20, [&](const std::string& name) { text_.line({"resistance", name, probability()}); });
    some(10, [&](const std::string& name) { text_.line({"shimmer", name, probability()}); });
    for (const char* group : {"solids_", "group_2", "set_"}) {
      Words words = {group == std::string("set_") ? "set" : "group", group};
      some(dice_.pick({10, 60}), [&](const std::string& name) { words.push_back(name); });
      if (!shuffled_ && !groups_.empty() && dice_.one_in(3)) words.push_back(groups_.front());
      if (words.size() > 2) text_.line(words);
      if (words.size() > 2) groups_.emplace_back(group);
    }
    if (!shuffled_) write_about_groups();
    for (int i = dice_.below(3); i > 0; --i) text_.line({"swap", side(), side()});
    if (only_moves_) return;
    for (int i = dice_.below(8); i > 0; --i) write_when();
    some(dice_.pick({1, 10}), [&](const std::string& name) {
      Words words = {"burst", name, std::to_string(dice_.pick({0, 1, 2, 5, 24})), any()};
      if (dice_.one_in(2)) words.push_back(probability());
      text_.line(words);
    });
    constexpr int kMostWithClone = 100;  // one clone adds at most as many elements
    if (count <= kMostWithClone && dice_.one_in(2)) text_.line({"clone", any_but_first()});
  }

  // These lines must be below the group.
  void write_about_groups() {
    for (const std::string& group : groups_) {
      for (const char* word : {"viscosity", "wander", "resistance"}) {
        if (dice_.one_in(4)) text_.line({word, group, probability()});
      }
      if (dice_.one_in(4)) text_.line({dice_.one_in(2) ? "powder" : "liquid", group});
      if (!only_moves_ && dice_.one_in(4)) text_.line({"react", group});
    }
  }

  std::string side() {
    if (!groups_.empty() && dice_.one_in(3)) return groups_[static_cast<std::size_t>(dice_.below(int(groups_.size())))];
    return dice_.one_in(5) ? "all" : any();
  }

  void write_when() {
    const std::string a = side(), b = side();
    const auto product = [&](const std::string& own) { return dice_.one_in(3) ? own : any(); };
    Words words = {"when", a, "touches", b, "becomes", product(a), product(b)};
    if (dice_.one_in(2)) words.push_back(probability());
    text_.line(words);
  }

  Dice dice_;
  ConfigText text_;
  bool conserving_words_ = false;
  Words groups_;
  Words names_;
  bool only_moves_ = false;  // nothing is made or destroyed
  bool shuffled_ = false;    // the lines are in no order
};

}  // namespace

std::string random_sandjs_config(std::uint64_t seed, ConservingWords words) {
  return SandjsWriter(seed, words).write();
}

}  // namespace repose::test
