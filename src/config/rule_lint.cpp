// The notes on rules without effect, and on rules that make or destroy matter.
#include "repose/config.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "config/report.hpp"
#include "core/language.hpp"

namespace repose {

namespace {

constexpr std::size_t kNotesMax = 500;  // listed at most; the rest is only counted

class Lint {
 public:
  Lint(const Ruleset& ruleset, bool uses_react)
      : rules_(ruleset), uses_react_(uses_react && ruleset.dialect == Dialect::sandjs) {
    find_reachable();
    // With how many other elements each element reacts by a `rule`; the background is left out.
    partners_.assign(rules_.elements.size(), 0);
    std::unordered_set<std::uint32_t> counted;
    for (const Reaction& r : rules_.reactions) {
      if (!changes_in_place(r) || r.anywhere || r.a == 0 || r.b == 0) continue;
      if (!counted.insert(pair(r.a, r.b)).second) continue;
      ++partners_[r.a];
      ++partners_[r.b];
    }
  }

  Diagnostics run() {
    for (std::size_t i = 1; i < rules_.elements.size(); ++i) {
      if (!reachable_[i] && !rules_.elements[i].pours)
        say(rules_.elements[i].line,
            trf("{} never exists: it is hidden, and no rule that can happen makes it", name(i)));
    }
    reactions();
    lines_of_many_pairs();
    moving_structures();
    for (const Decay& decay : rules_.decays) {
      if (rules_.elements[decay.element].pours) continue;
      if (!reachable_[decay.element])
        unreachable(decay.line, decay.element);
      else if (decay.element != 0 && std::ranges::any_of(decay.products, [](const Product& product) {
                 return product.slots > 0 && product.a == 0;
               }))
        say(decay.line, trf("destroys matter: {} can become {}", name(decay.element), name(0)));
    }
    for (const Interaction& i : rules_.interactions) interaction(i);
    for (const Overridden& line : rules_.overridden) overridden(line);
    for (const Disc& disc : rules_.discs) {
      if (!reachable_[disc.a] || !reachable_[disc.b]) unreachable(disc.line, reachable_[disc.a] ? disc.b : disc.a);
    }
    std::ranges::stable_sort(notes_, {}, &Diagnostic::line);
    if (notes_.size() > kNotesMax) {
      const std::size_t more = notes_.size() - kNotesMax;
      notes_.resize(kNotesMax);
      note(0, trf_n("and {} more note, not listed", "and {} more notes, not listed", more));
    }
    return std::move(notes_);
  }

 private:
  std::string name(std::size_t element) const {
    if (element >= rules_.elements.size()) return "all";  // kAnyElement
    return config::printable(rules_.elements[element].name, config::kQuoteBytesMax);
  }
  static int cells_of_matter(std::uint8_t a, std::uint8_t b) { return (a != 0 ? 1 : 0) + (b != 0 ? 1 : 0); }

  void note(int line, std::string message) {
    Diagnostic d;
    d.severity = Severity::note;
    d.file = rules_.source;
    d.line = line;
    d.message = std::move(message);
    notes_.push_back(std::move(d));
  }
  void say(int line, std::string message) {
    if (line > 0) note(line, std::move(message));  // line 0: the rule is not from a file
  }
  void unreachable(int line, std::uint8_t missing) { say(line, trf("never happens: {} never exists", name(missing))); }

  // Elements that can exist: those in the palette, sources, and all products of these.
  void find_reachable() {
    reachable_.assign(std::max<std::size_t>(rules_.elements.size(), 1), false);
    reachable_[0] = true;
    for (std::size_t i = 0; i < rules_.elements.size(); ++i)
      reachable_[i] = reachable_[i] || !rules_.elements[i].hidden;
    for (const std::uint8_t source : rules_.sources) reachable_[source] = true;
    for (bool grows = true; grows;) grows = spread();
  }

  // One round of all rules; false if it found nothing new.
  bool spread() {
    bool grown = false;
    const auto reach = [&](std::uint8_t element) {
      grown = grown || !reachable_[element];
      reachable_[element] = true;
    };
    const auto reach_products = [&](const auto& reactions) {
      for (const auto& r : reactions) {
        if (!reachable_[r.a] || !reachable_[r.b]) continue;
        reach(r.c);
        reach(r.d);
      }
    };
    reach_products(rules_.reactions);
    reach_products(rules_.directed);
    for (const Decay& decay : rules_.decays) {
      for (const Product& product : decay.products) {
        if (reachable_[decay.element]) reach(product.a);
      }
    }
    for (const Burst& burst : rules_.bursts) {
      if (reachable_[burst.element]) reach(burst.into);
    }
    for (std::size_t i = 0; i < rules_.elements.size(); ++i) {
      const Element& e = rules_.elements[i];
      for (const auto& made : {e.rubble, e.debris, e.pressed, e.emits}) {
        if (reachable_[i] && made) reach(*made);
      }
    }
    for (const Interaction& i : rules_.interactions) {
      for (const Product& product : i.products) {
        if (!reachable_[i.a] || !reachable_[i.b]) continue;
        reach(product.a);
        reach(product.b);
      }
    }
    for (const Disc& disc : rules_.discs) {
      if (reachable_[disc.a] && reachable_[disc.b]) reach(disc.filling);
    }
    for (const Item& item : rules_.items) {
      for (const std::uint8_t cell : item.cells) {
        if (reachable_[item.element] && cell < rules_.elements.size()) reach(cell);
      }
    }
    return grown;
  }

  static std::uint32_t pair(std::uint8_t a, std::uint8_t b) {
    return std::uint32_t{std::min(a, b)} << 8 | std::max(a, b);
  }

  void reactions() {
    std::unordered_map<std::uint32_t, int> last;  // line of the rule that is in force
    for (const Reaction& r : rules_.reactions) {
      if (!is_of_clone(r)) last[pair(r.a, r.b)] = r.line;
    }
    for (const Reaction& r : rules_.reactions) {
      if (r.anywhere || is_of_clone(r)) continue;
      if (last[pair(r.a, r.b)] != r.line) {
        say(r.line, trf("overridden: line {} is about {} and {} too, and the last rule counts", last[pair(r.a, r.b)],
                        name(r.a), name(r.b)));
      } else if (!reachable_[r.a] || !reachable_[r.b]) {
        unreachable(r.line, reachable_[r.a] ? r.b : r.a);
      } else if (never_meet(r.a, r.b)) {
        say(r.line, trf("never happens in density and conserving: {} and {} are equally dense, so they never meet",
                        name(r.a), name(r.b)));
      } else {
        if (uses_react_) one_sided(r);
        balance(r);
      }
    }
  }

  // Clones and what they pour are made by the reader; nobody can change these rules.
  bool is_of_clone(const auto& r) const {
    const auto pours = [this](std::uint8_t element) { return rules_.elements[element].pours.has_value(); };
    return pours(r.a) || pours(r.b) || pours(r.c) || pours(r.d);
  }

  // `when` lines: one note for each.
  void lines_of_many_pairs() {
    struct Pairs {
      std::uint8_t missing = 0;  // an element of a pair that cannot happen
      std::optional<Reaction> unbalanced = {};
      bool can_happen = false;
    };
    std::map<int, Pairs> lines;
    const auto add = [&](const auto& r) {
      if (is_of_clone(r)) return;
      Pairs& pairs = lines[r.line];
      const bool can_happen = reachable_[r.a] && reachable_[r.b];
      pairs.can_happen = pairs.can_happen || can_happen;
      if (!can_happen) pairs.missing = reachable_[r.a] ? r.b : r.a;
      if (can_happen && !pairs.unbalanced && cells_of_matter(r.a, r.b) != cells_of_matter(r.c, r.d))
        pairs.unbalanced = Reaction{r.a, r.b, r.c, r.d, r.line};
    };
    for (const Reaction& r : rules_.reactions) {
      if (r.anywhere) add(r);
    }
    for (const DirectedReaction& r : rules_.directed) add(r);
    for (const auto& [line, pairs] : lines) {
      if (!pairs.can_happen) unreachable(line, pairs.missing);
      if (pairs.unbalanced) balance(*pairs.unbalanced);
    }
  }

  // Elements that wander change places with elements that are as dense.
  bool never_meet(std::uint8_t a, std::uint8_t b) const {
    const Element &first = rules_.elements[a], &second = rules_.elements[b];
    const bool moved = first.reacts_anywhere || second.reacts_anywhere || first.wander > 0 || second.wander > 0;
    return first.density_byte == second.density_byte && !moved;
  }

  // Compares the number of cells with matter, not densities: most reactions change densities on purpose.
  void balance(const Reaction& r) {
    const int before = cells_of_matter(r.a, r.b), after = cells_of_matter(r.c, r.d);
    if (before == after) return;
    say(r.line, after < before
                    ? trf("destroys matter: {} and {} become {} and {}", name(r.a), name(r.b), name(r.c), name(r.d))
                    : trf("makes matter: {} and {} become {} and {}", name(r.a), name(r.b), name(r.c), name(r.d)));
  }

  static bool changes_in_place(const Reaction& r) {
    return r.a != r.b && !r.is_swap() && !(r.c == r.a && r.d == r.b) && r.probability > 0;
  }

  // It lies where it has fallen, and what is lighter can come to lie on it.
  bool rests_below(std::uint8_t denser, std::uint8_t lighter) const {
    if (!moves_through_background(rules_, denser)) return true;
    const Element& element = rules_.elements[denser];
    return (element.powder || !element.liquid) && partners_[lighter] >= partners_[denser];
  }

  // A note on a reaction that does nothing where the lighter element has fallen onto the denser one.
  void one_sided(const Reaction& r) {
    if (!changes_in_place(r) || r.a == 0 || r.b == 0 || r.anywhere) return;
    const Element &first = rules_.elements[r.a], &second = rules_.elements[r.b];
    if (first.density_byte == second.density_byte || first.reacts_anywhere || second.reacts_anywhere) return;
    const std::uint8_t denser = first.density_byte > second.density_byte ? r.a : r.b;
    const std::uint8_t lighter = denser == r.a ? r.b : r.a;
    const Element& falls = rules_.elements[lighter];
    if (falls.density_byte <= rules_.elements[0].density_byte || !moves_through_background(rules_, lighter)) return;
    if (!rests_below(denser, lighter) || r.line <= 0) return;
    note(r.line, trf("seldom happens: {} is denser than {}, so this acts only where {} is above {}", name(denser),
                     name(lighter), name(denser), name(lighter)));
    if (rules_.find(falls.name) != lighter) return;  // another element has this name
    notes_.back().hint = trf("to let it act on all sides, add: react {}", name(lighter));
    notes_.back().remedy = "react " + falls.name;
  }

  // Notes on elements marked `support` that swap with another one.
  void moving_structures() {
    for (std::size_t i = 0; i < rules_.elements.size(); ++i) {
      const Element& element = rules_.elements[i];
      const auto moves = [i](const Reaction& r) { return r.a != r.b && (r.a == i || r.b == i) && r.is_swap(); };
      const auto swap = std::ranges::find_if(rules_.reactions, moves);
      if (!element.support || element.pours || swap == rules_.reactions.end()) continue;
      say(element.line, trf("{} is no structure, though marked support: it swaps with {}, so it moves by itself",
                            name(i), name(swap->a == i ? swap->b : swap->a)));
    }
  }

  void overridden(const Overridden& line) {
    const std::string whom = line.b ? trf("{} beside {}", name(line.a), name(*line.b)) : name(line.a);
    note(line.line, trf("overridden by line {}: of the lines about {} the last one counts", line.by, whom));
    notes_.back().column = line.column;
    notes_.back().hint = trf("move it below line {}, or remove it", line.by);
  }

  void interaction(const Interaction& i) {
    if (!reachable_[i.a] || !reachable_[i.b]) return unreachable(i.line, reachable_[i.a] ? i.b : i.a);
    const int before = cells_of_matter(i.a, i.b);
    bool makes = false, destroys = false;
    for (const Product& product : i.products) {
      const int after = cells_of_matter(product.a, product.b);
      makes = makes || (product.slots > 0 && after > before);
      destroys = destroys || (product.slots > 0 && after < before);
    }
    if (!makes && !destroys) return;
    say(i.line, makes && destroys ? trf("makes and destroys matter where {} meets {}", name(i.a), name(i.b))
                : makes           ? trf("makes matter where {} meets {}", name(i.a), name(i.b))
                                  : trf("destroys matter where {} meets {}", name(i.a), name(i.b)));
  }

  const Ruleset& rules_;
  const bool uses_react_;
  std::vector<bool> reachable_;
  std::vector<int> partners_;  // of each element
  Diagnostics notes_;
};

}  // namespace

Diagnostics lint_rules(const Ruleset& ruleset, bool uses_react) {
  if (ruleset.elements.empty()) return {};
  return Lint(ruleset, uses_react).run();
}

}  // namespace repose
