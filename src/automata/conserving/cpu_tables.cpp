#include "automata/conserving/cpu_tables.hpp"

namespace repose::conserving {

SmallTables::SmallTables(const Rules& rules)
    : has_reactions(rules.has_reactions()), has_viscous(rules.has_viscous()), few(rules.element_count() <= 8) {
  for (int i = 0; i < rules.element_count(); ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    self.put(i, i);
    fixed[a] = rules.is_fixed(a) ? 0xff : 0;
    grainy[a] = rules.flows(a) ? 0 : 0xff;
    viscous[a] = rules.fluidity(a) < kCertain ? 0xff : 0;
    decays[a] = rules.decay(a).probability > 0 ? 0xff : 0;
    for (int j = 0; j < rules.element_count(); ++j) {
      const auto b = static_cast<std::uint8_t>(j);
      const Meeting& meeting = rules.meeting(a, b);
      results[a][b] = meeting.result;
      if (few) folded_results[a / 2u][a % 2u * 8u + b] = meeting.result;
      if (rules.sinks(a, b)) sinks.put(i, j);
      if (rules.runs(a, b) && rules.is_denser(a, b)) runs.put(i, j);
      if (rules.wanders(a, b) > 0) wanders.put(i, j);
      if (meeting.kind != Meeting::Kind::reaction) continue;
      if (meeting.probability < kCertain) certain = false;
      if (meeting.anywhere) anywhere.put(i, j);
      if (meeting.anywhere) has_anywhere = true;
      if (rules.is_denser(a, b)) reacts_below.put(i, j);
      if (meeting.anywhere || rules.is_denser(a, b)) reacts_falling.put(i, j);
    }
  }
}

}  // namespace repose::conserving
