// The phrases from which the explanations of all automata are built: directions, names of elements, lines of rules.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "automata/step_watch.hpp"
#include "core/language.hpp"
#include "repose/explain.hpp"

namespace repose::explain {

// "below", "to the upper left", "20 columns to the left and one row lower", ...; "there" for what is further away.
std::string where(CellPoint from, CellPoint to);
// "3 %"
std::string percent(double probability);

// Elements and rules of a config, as sentences name them.
class Rulebook {
 public:
  // `anywhere`: the automaton uses the reactions of `when` and `clone` lines.
  explicit Rulebook(const Ruleset& ruleset, bool anywhere = true)
      : ruleset_(ruleset), directed_(ruleset.dialect == Dialect::wxsand) {
    ruleset_.text.clear();
    for (const Reaction& r : ruleset.reactions) {
      if (anywhere || !r.anywhere) pairs_[pair(r.a, r.b)] = pairs_[pair(r.b, r.a)] = r.line;
    }
    for (const DirectedReaction& r : ruleset.directed) {
      if (anywhere) places_[pair(r.a, r.b) << 1 | (r.over ? 1u : 0u)] = r;
    }
    for (const Interaction& i : ruleset.interactions) pairs_[pair(i.a, i.b)] = i.line;
    for (const Decay& d : ruleset.decays) decays_[d.element] = d.line;
    for (const Dissolving& d : ruleset.dissolvings) dissolvings_[pair(d.dissolver, d.victim)] = d.line;
  }

  const Ruleset& ruleset() const { return ruleset_; }
  // As in the file; "nothing" where an automaton holds an element that the config does not define.
  std::string name(std::uint8_t element) const {
    return element < ruleset_.elements.size() ? tr_in("element", shown_name(ruleset_.elements[element]))
                                              : tr("nothing");
  }
  // "Sand", for the beginning of a sentence.
  std::string Name(std::uint8_t element) const { return with_capital(name(element)); }
  // Line of the rule that decides what happens to the pair, in either order; 0 if no rule does.
  int pair_line(std::uint8_t a, std::uint8_t b) const { return line_of(pairs_, pair(a, b)); }
  int decay_line(std::uint8_t element) const { return line_of(decays_, element); }
  int dissolving_line(std::uint8_t dissolver, std::uint8_t victim) const {
    return line_of(dissolvings_, pair(dissolver, victim));
  }
  int element_line(std::uint8_t element) const {
    return element < ruleset_.elements.size() ? ruleset_.elements[element].line : 0;
  }

  // What a scalar step has done with the cell at `at`, in a sentence.
  Reason reason(CellPoint at, const CellEvent& event) const {
    switch (event.kind) {
      case CellEvent::Kind::meet: return meeting(at, event);
      case CellEvent::Kind::trade: return trade(at, event);
      case CellEvent::Kind::become: return change(event);
      case CellEvent::Kind::leave: return {trf("{} leaves the world over its edge.", Name(event.a))};
      case CellEvent::Kind::miss: break;
    }
    return miss(at, event);
  }
  std::vector<Reason> reasons(CellPoint at, const std::vector<CellEvent>& events) const {
    std::vector<Reason> reasons;
    for (const CellEvent& event : events) {
      Reason next = reason(at, event);
      if (reasons.empty() || reasons.back().sentence != next.sentence) reasons.push_back(std::move(next));
    }
    return reasons;
  }

 private:
  static std::uint32_t pair(std::uint8_t a, std::uint8_t b) { return std::uint32_t{a} << 8 | b; }
  Reason meeting(CellPoint at, const CellEvent& e) const {
    const std::string there = where(at, e.with);
    const int line = meeting_line(at, e);
    if (e.c == e.b && e.d == e.a) return {trf("{} swaps with {} {}.", Name(e.a), name(e.b), there), line, e.with};
    if (e.c == e.a)
      return {trf("{} meets {} {}, which becomes {}, and stays.", Name(e.a), name(e.b), there, name(e.d)), line,
              e.with};
    return {trf("{} meets {} {} and becomes {}.", Name(e.a), name(e.b), there, name(e.c)), line, e.with};
  }
  Reason trade(CellPoint at, const CellEvent& e) const {
    const std::string there = where(at, e.with);
    if (e.cause == Cause::gust && e.a == 0) return {trf("The air carries {} into this place.", name(e.b)), 0, e.with};
    if (e.cause == Cause::gust) return {trf("The air carries {} {}.", name(e.a), there), 0, e.with};
    if (e.a == 0) {
      const std::string text = e.cause == Cause::flight ? trf("{} flies here from {}.", Name(e.b), there)
                               : e.with.y < at.y        ? trf("{} falls here from {}.", Name(e.b), there)
                               : e.with.y > at.y        ? trf("{} rises here from {}.", Name(e.b), there)
                                                        : trf("{} slides here from {}.", Name(e.b), there);
      return {text, 0, e.with};
    }
    if (e.b == 0) {
      const bool straight = e.with.x == at.x && e.with.y != at.y;
      const std::string name = Name(e.a);
      std::string text;
      if (e.cause == Cause::flight) {
        text = straight ? trf("{} flies.", name) : trf("{} flies {}.", name, there);
      } else if (e.with.y > at.y) {
        text = straight ? trf("{} falls.", name) : trf("{} falls {}.", name, there);
      } else if (e.with.y < at.y) {
        text = straight ? trf("{} rises.", name) : trf("{} rises {}.", name, there);
      } else {
        text = trf("{} slides {}.", name, there);
      }
      return {std::move(text), 0, e.with};
    }
    const std::string text = e.cause == Cause::density
                                 ? trf("{} swaps with {} {}, by density.", Name(e.a), name(e.b), there)
                                 : trf("{} swaps with {} {}.", Name(e.a), name(e.b), there);
    return {text, 0, e.with};
  }
  Reason change(const CellEvent& e) const {
    switch (e.cause) {
      case Cause::source: return {trf("A source pours {} in.", name(e.c))};
      case Cause::disc:
      case Cause::late_disc: return {trf("An explosion beside it fills this cell with {}.", name(e.c))};
      case Cause::item: return {trf("An item draws its picture here: {}.", name(e.c))};
      case Cause::dissolving:
        return {trf("{} is dissolved by {}.", Name(e.a), name(e.b)), dissolving_line(e.b, e.a), e.with};
      case Cause::pressure:
        return {trf("The pressure of the air breaks {}: it becomes {}.", name(e.a), name(e.c)), element_line(e.a)};
      default: break;
    }
    if (name(e.a) == name(e.c)) return {trf("{} goes on to its next stage.", Name(e.a)), decay_line(e.a)};
    return {trf("{} becomes {} by itself.", Name(e.a), name(e.c)), decay_line(e.a)};
  }
  Reason miss(CellPoint at, const CellEvent& e) const {
    const std::string chance = percent(e.probability);
    switch (e.cause) {
      case Cause::decay:
        return {trf("{} changes by itself with a chance of {}, but not in this step.", Name(e.a), chance),
                decay_line(e.a)};
      case Cause::fall:
        return {trf("{} moves {} with a chance of {}, but not in this step.", Name(e.a), where(at, e.with), chance),
                element_line(e.a), e.with};
      default: break;
    }
    int line = pair_line(e.a, e.b) != 0 ? pair_line(e.a, e.b) : pair_line(e.b, e.a);
    if (const DirectedReaction* const r = directed(at, e); r != nullptr && line == 0) line = r->line;
    return {trf("{} reacts with {} {} with a chance of {}, but not in this step.", Name(e.a), name(e.b),
                where(at, e.with), chance),
            line, e.with};
  }
  int line_of(const std::unordered_map<std::uint32_t, int>& lines, std::uint32_t key) const {
    const auto found = lines.find(key);
    return found == lines.end() ? 0 : found->second;
  }
  // The directed reaction of the two cells; null if there is none.
  const DirectedReaction* directed(CellPoint at, const CellEvent& e) const {
    const bool over = at.x == e.with.x;
    if (!over && at.y != e.with.y) return nullptr;
    const bool is_first = over ? at.y < e.with.y : at.x < e.with.x;
    const auto found = places_.find((is_first ? pair(e.a, e.b) : pair(e.b, e.a)) << 1 | (over ? 1u : 0u));
    return found == places_.end() ? nullptr : &found->second;
  }
  // Of the directed reaction that has done this, or else of the pair.
  int meeting_line(CellPoint at, const CellEvent& e) const {
    const DirectedReaction* const r = directed(at, e);
    if (r != nullptr && ((r->c == e.c && r->d == e.d) || (r->c == e.d && r->d == e.c))) return r->line;
    const int line = pair_line(e.a, e.b);
    return line != 0 || !directed_ ? line : pair_line(e.b, e.a);
  }

  Ruleset ruleset_;
  bool directed_ = false;  // a rule applies to one order of its pair only
  std::unordered_map<std::uint32_t, int> pairs_, decays_, dissolvings_;
  std::unordered_map<std::uint32_t, DirectedReaction> places_;  // by the left or upper cell and the other one, and over
};

// The elements of those of the eight neighbours that are in the world, without repeats and without `self`.
std::vector<std::uint8_t> other_neighbours(const WorldWindow& window, CellPoint cell, std::uint8_t self);

}  // namespace repose::explain
