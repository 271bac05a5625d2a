#include "automata/conserving/cpu_tables.hpp"

namespace repose::conserving {

SmallTables::SmallTables(const Rules& rules)
    : traits{.has_reactions = rules.has_reactions(), .has_viscous = rules.has_viscous()},
      few(rules.element_count() <= 8),
      pairs(rules.element_count() <= kPairElementsMax) {
  for (int i = 0; i < rules.element_count(); ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    self.put(i, i);
    fixed[a] = rules.is_fixed(a) ? 0xff : 0;
    grainy[a] = rules.flows(a) ? 0 : 0xff;
    viscous[a] = rules.fluidity(a) < kCertain ? 0xff : 0;
    decays[a] = rules.decay(a).probability > 0 ? 0xff : 0;
    restless[a] = decays[a] != 0 || rules.burst(a).probability > 0 ? 0xff : 0;
    for (int j = 0; j < rules.element_count(); ++j) put_pair(rules, a, static_cast<std::uint8_t>(j));
  }
  if (pairs) fill_pairs(rules);
}

void SmallTables::put_pair(const Rules& rules, std::uint8_t a, std::uint8_t b) {
  const Meeting& meeting = rules.meeting(a, b);
  results[a][b] = meeting.result;
  if (few) folded_results[a / 2u][a % 2u * 8u + b] = meeting.result;
  if (rules.sinks(a, b)) sinks.put(a, b);
  if (rules.runs(a, b) && rules.is_denser(a, b)) runs.put(a, b);
  if (rules.wanders(a, b) > 0) wanders.put(a, b);
  if (meeting.kind != Meeting::Kind::reaction) return;
  if (meeting.probability < kCertain) traits.certain = false;
  if (meeting.anywhere) anywhere.put(a, b);
  if (meeting.anywhere) traits.has_anywhere = true;
  if (rules.is_denser(a, b)) reacts_below.put(a, b);
  if (meeting.anywhere || rules.is_denser(a, b)) reacts_falling.put(a, b);
}

void SmallTables::fill_pairs(const Rules& rules) {
  for (int i = 0; i < rules.element_count(); ++i) {
    for (int j = 0; j < rules.element_count(); ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      std::uint8_t& acts = pair_acts[a * 8u + b];
      const auto put = [&](PairAct act, bool on) {
        if (on) acts = static_cast<std::uint8_t>(acts | static_cast<std::uint8_t>(act));
      };
      pair_results[a * 8u + b] = results[a][b];
      put(PairAct::sinks, sinks.has(i, j));
      put(PairAct::runs, runs.has(i, j));
      put(PairAct::reacts_below, reacts_below.has(i, j));
      put(PairAct::anywhere, anywhere.has(i, j));
      put(PairAct::reacts_falling, reacts_falling.has(i, j));
      put(PairAct::wanders, wanders.has(i, j));
      put(PairAct::follows, rules.follows(a, b));
    }
  }
}

}  // namespace repose::conserving
