#include "automata/random_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "automata/dice.hpp"
#include "repose/registry.hpp"

namespace repose::test {

namespace {

// Collects the lines of a config and writes them with random blanks, comments and line ends.
class ConfigText {
 public:
  explicit ConfigText(Dialect dialect, Dice& dice) : dialect_(dialect), dice_(dice) {}

  // One line of these words.
  void line(const std::vector<std::string>& words) { blocks_.push_back({joined(words)}); }
  // Lines that stay together.
  void block(std::vector<std::string> lines) { blocks_.push_back(std::move(lines)); }
  std::string joined(const std::vector<std::string>& words);
  // All blocks but the first in random order.
  void shuffle();
  std::string text() const;

 private:
  Dialect dialect_;
  Dice& dice_;
  std::vector<std::vector<std::string>> blocks_;
};

std::string ConfigText::joined(const std::vector<std::string>& words) {
  std::string line = dialect_ == Dialect::sandjs && dice_.one_in(20) ? "\t " : "";
  for (const std::string& word : words) {
    if (&word != &words.front()) line += dice_.one_in(10) ? " \t " : " ";
    line += word;
  }
  return line;
}

void ConfigText::shuffle() {
  for (std::size_t i = blocks_.size(); i-- > 2;) {
    std::swap(blocks_[i], blocks_[1 + static_cast<std::size_t>(dice_.below(static_cast<int>(i)))]);
  }
}

std::string ConfigText::text() const {
  constexpr const char* kLineEnds[] = {"\n", "\n", "\n", "\r\n", "\r"};
  const std::string line_end = dice_.pick(kLineEnds);
  std::string text = dice_.one_in(10) ? "\xEF\xBB\xBF" : "";
  if (dialect_ == Dialect::wxsand) text += "# wxSand, File subversion 2" + line_end;
  for (const std::vector<std::string>& block : blocks_) {
    for (const std::string& line : block) text += line + line_end;
    if (dice_.one_in(20)) text += line_end;
    if (dice_.one_in(20)) text += "# cell rule element" + line_end;
  }
  return text;
}

// A number as a person might write it: "0.25", ".25", "2.5e-1", "+0.25".
std::string written(double value, Dice& dice) {
  switch (dice.below(8)) {
    case 0: return fmt::format("{:.4e}", value);
    case 1: return fmt::format("{}{:.3f}", value < 0 ? "" : "+", value);
    case 2: return value > 0.1 && value < 1 ? fmt::format("{:.3f}", value).substr(1) : fmt::format("{:g}", value);
    default: return fmt::format("{:g}", value);
  }
}

// How many elements a config has: mostly few.
int random_element_count(Dice& dice, int most) {
  const int kind = dice.below(100);
  if (kind < 10) return 2;
  if (kind < 35) return dice.between(3, 6);
  if (kind < 80) return dice.between(7, 20);
  if (kind < 93) return dice.between(21, 80);
  return kind < 98 ? dice.between(81, most) : most;
}

// The name of element number `index`: each name once.
std::string element_name(int index, Dice& dice) {
  constexpr const char* kBeginnings[] = {"e", "E", "sand", "\xC3\xA9l\xC3\xA9ment-", "9", "-", "cell", "&amp;"};
  return fmt::format("{}{}", dice.one_in(3) ? dice.pick(kBeginnings) : "e", index);
}

// ---- the sand.js dialect, with our own words ----

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
    if (!names_.empty()) text_.line({"press", names_.back(), names_.front()});
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
    some(20, [&](const std::string& name) {
      text_.line({"dispersion", name, std::to_string(dice_.pick({0, 1, 2, 5, 32, 256}))});
    });
    some(10, [&](const std::string& name) { text_.line({"thin", name}); });
    some(dice_.pick({2, 20}), [&](const std::string& name) { text_.line({"wander", name, probability()}); });
    some(20, [&](const std::string& name) { text_.line({"resistance", name, probability()}); });
    some(10, [&](const std::string& name) { text_.line({"shimmer", name, probability()}); });
    some(dice_.pick({5, 40}), [&](const std::string& name) {
      Words words = {"support", name};
      if (!only_moves_ && dice_.one_in(2)) words.push_back(any());
      text_.line(words);
    });
    some(20, [&](const std::string& name) { text_.line({"floats", name}); });
    const auto force = [&] { return std::to_string(dice_.pick({-1000, -300, -20, -1, 0, 0, 1, 20, 300, 1000})); };
    some(dice_.pick({2, 20}), [&](const std::string& name) { text_.line({"air", name, force(), force(), force()}); });
    some(20, [&](const std::string& name) { text_.line({"drift", name, probability()}); });
    if (!only_moves_) {
      some(10, [&](const std::string& name) {
        Words words = {"strength", name, std::to_string(dice_.pick({1, 200, 3000, 20'000}))};
        if (dice_.one_in(2)) words.push_back(any());
        text_.line(words);
      });
    }
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
      for (const char* word : {"viscosity", "wander", "resistance", "drift"}) {
        if (dice_.one_in(4)) text_.line({word, group, probability()});
      }
      if (dice_.one_in(4)) text_.line({dice_.one_in(2) ? "powder" : "liquid", group});
      if (dice_.one_in(4)) text_.line({dice_.one_in(2) ? "support" : "floats", group});
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
    const char* const place = dice_.pick({"touches", "touches", "touches", "left_of", "right_of", "above", "below"});
    Words words = {"when", a, place, b, "becomes", product(a), product(b)};
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

// ---- the wxSand dialect ----

constexpr int kWxsandElementsMax = 255;

class WxsandWriter {
 public:
  explicit WxsandWriter(std::uint64_t seed) : dice_(seed), text_(Dialect::wxsand, dice_) {}

  std::string write() {
    const int count = random_element_count(dice_, kWxsandElementsMax);
    for (int i = 0; i < count; ++i) names_.push_back(element_name(i, dice_));
    for (int i = 0; i < count; ++i) write_element(i);
    if (!dice_.one_in(4)) {
      for (int i = count / 6 + dice_.below(2); i > 0; --i) write_self();
      for (int i = dice_.below(2 * count); i > 0; --i) write_neighbor();
      if (dice_.one_in(2)) write_discs();
      if (dice_.one_in(3)) text_.line({"sources", any(), any(), any()});
    }
    for (int i = dice_.below(3); i > 0; --i) text_.line({"hotcolor", any(), color(), color(), color()});
    for (int i = dice_.below(3); i > 0; --i) text_.line({"group", fmt::format("G{}", i), any(), any()});
    if (dice_.one_in(6)) text_.shuffle();
    return text_.text();
  }

 private:
  std::string color() { return std::to_string(dice_.below(256)); }
  std::string number(double value) { return written(value, dice_); }
  std::string probability() {
    constexpr double kProbabilities[] = {1, 0.5, 0.1, 0.01, 0, 1.5};
    return number(dice_.one_in(2) ? dice_.pick(kProbabilities) : dice_.fraction());
  }
  const std::string& any() { return names_[static_cast<std::size_t>(dice_.below(int(names_.size())))]; }
  // An element that can act; rarely all of them.
  std::string actor() {
    if (dice_.one_in(15)) return dice_.one_in(2) ? "all" : "All";
    return names_[static_cast<std::size_t>(dice_.between(1, int(names_.size()) - 1))];
  }

  void write_element(int index) {
    constexpr double kGravities[] = {0, 1, 0.9, 0.7, 0.3, 1.5, -1, -0.4};
    constexpr double kSlips[] = {0, 0.5, 0.9, 1, 2};
    constexpr double kDensities[] = {0, 0.2, 0.5, 0.9, 1, 3, -1};
    constexpr double kConductivities[] = {0, 0, 0, 0.4, 1, 1.1};
    const std::string& name = names_[static_cast<std::size_t>(index)];
    if (index > 0 && dice_.one_in(40)) return write_item(name);
    const auto one_of = [&](const auto& values) { return dice_.one_in(3) ? dice_.fraction() : dice_.pick(values); };
    const double density = index == 0 && !dice_.one_in(4) ? 0 : one_of(kDensities);
    const double gravity = index == 1 && dice_.chance(80) ? 0.9 : one_of(kGravities);  // so that something falls
    const std::string element =
        text_.joined({"element", name, color(), color(), color(), number(gravity), number(one_of(kSlips)),
                      number(density), number(one_of(kConductivities)), dice_.one_in(5) ? "0" : "1"});
    if (dice_.one_in(3)) return text_.block({"# Falls &amp; rests.", element});
    text_.block({element});
  }

  void write_item(const std::string& name) {
    std::vector<std::string> lines = {text_.joined({"item", name, "1"}), text_.joined({any(), "a", any(), "b"})};
    const int width = dice_.between(1, 7);
    for (int y = dice_.between(1, 5); y > 0; --y) {
      std::string row;
      for (int x = 0; x < width; ++x) row += dice_.pick({' ', ' ', 'a', 'b'});
      lines.push_back(fmt::format("\"{}\"{}", row, dice_.one_in(2) ? "," : ""));
    }
    text_.block(lines);
  }

  // Appends outcomes of `names_each` elements, whose weights add up to 1.
  void append_outcomes(Words& words, int names_each) {
    for (int left = kProductSlots, outcomes = 0; left > 0; ++outcomes) {
      const int slots = outcomes == 2 ? left : dice_.between(1, left);
      words.push_back(fmt::format("{:.2f}", slots / 100.0));
      for (int i = 0; i < names_each; ++i) words.push_back(any());
      left -= slots;
    }
  }

  std::string threshold() { return std::to_string(dice_.between(-20, 110)); }

  void write_self() {
    const std::string element = actor();
    Words words = {"self", probability(), element};
    append_outcomes(words, 1);
    text_.line(words);
    if (dice_.one_in(3)) text_.line({"hotself", threshold(), element});
  }

  void write_neighbor() {
    const std::string a = actor(), b = dice_.one_in(4) ? names_[0] : actor();
    Words words = {"neighbor", probability(), a, b};
    append_outcomes(words, 2);
    text_.line(words);
    if (dice_.one_in(3)) text_.line({"hotneighbor", threshold(), a, b});
    if (dice_.one_in(3)) text_.line({"explosion", a, b, color(), color()});
  }

  // Mostly small ones: a cell that meets its partner in every frame fills the whole disc each time.
  void write_discs() {
    for (int i = dice_.between(1, 3); i > 0; --i) {
      const int diameter = dice_.one_in(10) ? -1 : dice_.one_in(10) ? dice_.below(60) : dice_.below(9);
      text_.line({"pexplosion", actor(), any(), std::to_string(diameter), any()});
    }
  }

  Dice dice_;
  ConfigText text_;
  Words names_;
};

}  // namespace

std::string random_config(Dialect dialect, std::uint64_t seed, ConservingWords words) {
  return dialect == Dialect::sandjs ? SandjsWriter(seed, words).write() : WxsandWriter(seed).write();
}

}  // namespace repose::test
