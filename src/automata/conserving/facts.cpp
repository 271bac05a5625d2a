// What the rules say about elements and pairs of elements.
#include "automata/conserving/conserving.hpp"

namespace repose::conserving {

namespace {

constexpr std::uint32_t kThick = kCertain / 2;  // liquids that flow less often than this count as thick

MatterKind kind_of(const Rules& rules, std::uint8_t element) {
  if (rules.density(element) == kWallDensity) return MatterKind::wall;
  if (rules.is_fixed(element)) return MatterKind::solid;
  if (!rules.flows(element)) return MatterKind::powder;
  if (rules.density(element) <= rules.density(0)) return MatterKind::gas;
  return rules.fluidity(element) < kThick ? MatterKind::thick_liquid : MatterKind::liquid;
}

// Whether the two ever do something with each other.
bool acts(const Rules& rules, std::uint8_t a, std::uint8_t b) {
  const Meeting& meeting = rules.meeting(a, b);
  if (meeting.kind == Meeting::Kind::inert) return false;
  return meeting.anywhere || rules.density(a) != rules.density(b);
}

}  // namespace

std::optional<RuleFacts> rule_facts(const Ruleset& ruleset) {
  if (!accepts(ruleset)) return std::nullopt;
  const Rules rules(ruleset);
  const int count = static_cast<int>(ruleset.elements.size());
  RuleFacts facts;
  for (int i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint8_t>(i);
    facts.kinds.push_back(kind_of(rules, a));
    for (int j = i + 1; j < count; ++j) {
      const auto b = static_cast<std::uint8_t>(j);
      if (!acts(rules, a, b)) continue;
      const Meeting& meeting = rules.meeting(a, b);
      facts.pairs.push_back({a, b, meeting.kind == Meeting::Kind::swap, meeting.result, rules.meeting(b, a).result,
                             static_cast<double>(meeting.probability) / kCertain,
                             meeting.kind == Meeting::Kind::reaction && !meeting.anywhere});
    }
  }
  return facts;
}

}  // namespace repose::conserving
