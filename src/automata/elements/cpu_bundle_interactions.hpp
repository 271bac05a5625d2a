// What a turn of a bundle does before it moves: decay, drift of energy, heat, reactions. Compiled anew for every kind
// of vector.
#include <cstdint>
#include <vector>

#include "automata/elements/turn.hpp"

#if defined(REPOSE_ELEMENTS_CPU_BUNDLE_INTERACTIONS) == defined(HWY_TARGET_TOGGLE)
#ifdef REPOSE_ELEMENTS_CPU_BUNDLE_INTERACTIONS
#undef REPOSE_ELEMENTS_CPU_BUNDLE_INTERACTIONS
#else
#define REPOSE_ELEMENTS_CPU_BUNDLE_INTERACTIONS
#endif

#include <hwy/highway.h>

#include "automata/elements/cpu_bundle_rows.hpp"
#include "automata/elements/cpu_vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace repose::elements::HWY_NAMESPACE {
namespace {

// product_slot() of every lane.
HWY_INLINE V product_slot(V bits) {
  const V scaled = hn::Mul(hn::ShiftRight<32 - kChanceBits>(bits), word(kProductSlots - 1));
  return hn::ShiftRight<kChanceBits>(hn::Add(scaled, word(kAlways / 2)));
}

// For each order of kOrders, two bits a neighbour, in the numbering of Neighbours below. Four parts: orthogonal, the
// same mirrored, diagonal, the same mirrored.
struct OrderTable {
  std::vector<std::uint32_t> words;
  OrderTable() {
    constexpr std::uint32_t kAsIs[4] = {0, 1, 2, 3}, kMirrored[2][4] = {{0, 2, 1, 3}, {1, 0, 3, 2}};
    for (int part = 0; part < 4; ++part) {
      const auto& numbers = part % 2 == 0 ? kAsIs : kMirrored[part / 2];
      for (const auto& order : kOrders) {
        std::uint32_t bits = 0;
        for (int k = 0; k < 4; ++k) bits |= numbers[order[k]] << (2 * k);
        words.push_back(bits);
      }
    }
  }
};

class BundleInteractions : public BundleRows {
 protected:
  using BundleRows::BundleRows;

  // The turn of a cell in each lane of a vector. Pointers are to the first of these lanes of that cell.
  struct Turn {
    std::uint8_t *element, *energy, *marks;
    int r, c, lane;
    V word_of_turn, a, e, kind;
    V marks_before;
    M acting, mirrored;
    M served, touched, stops;
    bool reacted = false;  // any lane

    Turn() : served(none()), touched(none()), stops(none()) {}
    V draw(std::uint32_t number) const {
      return number == 0 ? word_of_turn : mix(hn::Xor(word_of_turn, word(number * kGoldenRatio)));
    }
  };
  // The four neighbours of which a turn looks at. Orthogonal: above, before, after, below (before and after in the
  // direction of the scan). Diagonal: above before, above after, below before, below after.
  struct Neighbours {
    V element[4], energy[4], pair[4];
    M changed[4];
  };
  static constexpr int kOrthogonalAt[4] = {-kRow, -kColumn, kColumn, kRow};
  static constexpr int kDiagonalAt[4] = {-kRow - kColumn, -kRow + kColumn, kRow - kColumn, kRow + kColumn};

  // Finds the cell of a turn; `no_turn`: marks of the cells that have none. Returns false if no lane has a turn.
  bool begin(Turn& turn, int r, int c, int lane, std::uint8_t no_turn) {
    const int at = c * kColumn + lane;
    turn.element = row(bundle_.element, r) + at;
    turn.marks = row(bundle_.marks, r) + at;
    turn.a = load(turn.element);
    turn.marks_before = load(turn.marks);
    turn.acting = both(hn::Ne(turn.a, zero()), hn::Eq(hn::And(turn.marks_before, word(no_turn)), zero()));
    turn.acting = both(turn.acting, hn::Ne(hn::Load(D(), &in_use_[index(lane)]), zero()));
    turn.r = r;
    turn.c = c;
    turn.lane = lane;
    return any(turn.acting);
  }

  void begin_draws(Turn& turn) {
    turn.energy = row(bundle_.energy, turn.r) + turn.c * kColumn + turn.lane;
    turn.e = load(turn.energy);
    turn.mirrored = hn::Ne(hn::Load(D(), &mirrored_[index(turn.lane)]), zero());
    const V forwards = hn::Load(D(), &bundle_.columns[index(turn.c)][index(turn.lane)]);
    const V backwards = hn::Load(D(), &bundle_.columns[index(Bundle::kSide - 1 - turn.c)][index(turn.lane)]);
    const V y = hn::Add(hn::Load(D(), &bundle_.top[index(turn.lane)]), word(static_cast<std::uint32_t>(turn.r)));
    turn.word_of_turn = mix(hn::Xor(choose(turn.mirrored, backwards, forwards), y));
  }

  V after(V energy, V effect) const {
    const V taken = hn::And(effect, word(~BundleTable::kThrows));
    const DI tag;
    const auto left =
        hn::Sub(hn::BitCast(tag, hn::Add(energy, word(BundleTable::kEnergyZero))), hn::BitCast(tag, taken));
    return hn::BitCast(D(), hn::Min(hn::Max(left, hn::Zero(tag)), hn::Set(tag, kEnergyMax)));
  }

  V outcome(V effect, V bits) const {
    return look_up(table_.outcomes, hn::Add(hn::Mul(effect, word(kProductSlots)), product_slot(bits)));
  }

  void decay(Turn& turn) {
    const V rule = look_up(table_.decays_by, turn.a);
    M fires = without(turn.acting, less(turn.e, hn::ShiftRight<BundleTable::kChanceWidth>(rule)));
    fires = both(fires, hn::Ne(rule, zero()));
    if (!any(fires)) return;
    fires = both(fires, happens(turn.draw(draw::decay), hn::And(rule, word(BundleTable::kChanceMask))));
    if (!any(fires)) return;
    const V effect = hn::IfThenElseZero(fires, look_up(table_.decay_effects, turn.a));
    const V product = hn::And(outcome(effect, turn.draw(draw::decay_product)), word(0xff));
    const V energy = hn::IfThenZeroElse(hn::Eq(product, zero()), after(turn.e, look_up(table_.effects, effect)));
    store(choose(fires, product, turn.a), turn.element);
    store(choose(fires, energy, turn.e), turn.energy);
    store(choose(fires, hn::Or(turn.marks_before, word(Bundle::kServed | Bundle::kTouched)), turn.marks_before),
          turn.marks);
    // These lanes have no more turns here; later stores of the centre must keep what they hold now.
    turn.a = choose(fires, product, turn.a);
    turn.e = choose(fires, energy, turn.e);
    turn.marks_before = load(turn.marks);
    turn.acting = without(turn.acting, fires);
  }

  void drift(Turn& turn) {
    const V rule = look_up(table_.drifts_by, turn.a);
    if (!any(both(turn.acting, hn::Ne(rule, zero())))) return;
    const V heated = hn::Min(word(kEnergyMax), hn::Add(turn.e, hn::ShiftRight<BundleTable::kChanceWidth>(rule)));
    const V ambient = word(table_.ambient);
    const V chance = hn::And(rule, word(BundleTable::kChanceMask));
    M drifts = both(both(turn.acting, hn::Ne(heated, ambient)), hn::Ne(chance, zero()));
    V energy = heated;
    if (any(drifts)) drifts = both(drifts, happens(turn.draw(draw::drift), chance));
    if (any(drifts)) {
      M beside = none();
      for (const int offset : kOrthogonalAt) beside = either(beside, is_nothing(turn.element + offset));
      for (const int offset : kDiagonalAt) beside = either(beside, is_nothing(turn.element + offset));
      const V moved = choose(less(heated, ambient), hn::Add(heated, word(1)), hn::Sub(heated, word(1)));
      energy = choose(both(drifts, beside), moved, heated);
    }
    const M changed = both(turn.acting, hn::Ne(energy, turn.e));
    turn.touched = either(turn.touched, changed);
    turn.e = choose(changed, energy, turn.e);
  }

  M is_nothing(const std::uint8_t* cells) const {
    const V element = load(cells);
    const M nothing = hn::Eq(element, zero());
    return bundle_.walls ? either(nothing, hn::Eq(element, word(table_.wall))) : nothing;
  }

  // ---- interactions ----

  V pair_of(V a, V b) const { return hn::Add(hn::Mul(a, word(table_.stride)), b); }

  void interact(Turn& turn) {
    const M looks = both(turn.acting, has(turn.kind, BundleTable::kLooks));
    if (!any(looks)) return;
    const V choice = turn.draw(draw::neighbours);
    const M diagonal = coin(choice);
    Neighbours around;
    M may_act = none();
    for (int k = 0; k < 4; ++k) {
      const V element = choose(diagonal, load(turn.element + kDiagonalAt[k]), load(turn.element + kOrthogonalAt[k]));
      const V energy = choose(diagonal, load(turn.energy + kDiagonalAt[k]), load(turn.energy + kOrthogonalAt[k]));
      around.element[k] = element;
      around.energy[k] = energy;
      around.pair[k] = look_up(table_.pairs, pair_of(turn.a, element));
      around.changed[k] = none();
      const V acts = hn::And(around.pair[k], word(BundleTable::kReactionMask | BundleTable::kBlowsUp));
      may_act = either(may_act, either(hn::Ne(acts, zero()),
                                       both(has(around.pair[k], BundleTable::kTakesHeat), less(turn.e, energy))));
    }
    const M acting = both(looks, may_act);
    if (!any(acting)) return;
    look_at_all(turn, around, order_of(choice, diagonal, turn.mirrored), acting);
    for (int k = 0; k < 4; ++k) {
      const M changed = without(around.changed[k], turn.stops);
      if (!any(changed)) continue;
      put(turn, kDiagonalAt[k], both(changed, diagonal), around.element[k], around.energy[k]);
      put(turn, kOrthogonalAt[k], without(changed, diagonal), around.element[k], around.energy[k]);
    }
  }

  static V order_of(V choice, M diagonal, M mirrored) {
    static const OrderTable table;
    // below(choice << 1, kOrderCount), in 32 bits.
    const V bits = hn::Add(choice, choice);
    const V low = hn::ShiftRight<16>(hn::Mul(hn::And(bits, word(0xffff)), word(kOrderCount)));
    const V order = hn::ShiftRight<16>(hn::Add(hn::Mul(hn::ShiftRight<16>(bits), word(kOrderCount)), low));
    const V part =
        hn::Add(hn::IfThenElseZero(diagonal, word(2 * kOrderCount)), hn::IfThenElseZero(mirrored, word(kOrderCount)));
    return look_up(table.words, hn::Add(order, part));
  }

  // The four looks of the lanes `acting`. Changes the centre in `turn` and the neighbours in `around`.
  void look_at_all(Turn& turn, Neighbours& around, V order, M acting) {
    V conductivity = look_up(table_.conductivities, turn.a);
    for (std::uint32_t look = 0; look < 4; ++look) {
      const M odd = has(order, 1), high = has(order, 2);
      order = hn::ShiftRight<2>(order);
      const auto chosen = [&](const V(&of)[4])
                              HWY_ATTR { return choose(high, choose(odd, of[3], of[2]), choose(odd, of[1], of[0])); };
      V b = chosen(around.element), eb = chosen(around.energy);
      const V pair = chosen(around.pair);
      const M live = both(acting, hn::Ne(turn.a, zero()));
      turn.stops = either(turn.stops, both(live, has(pair, BundleTable::kBlowsUp)));
      const M heat = both(both(live, has(pair, BundleTable::kTakesHeat)), less(turn.e, eb));
      const V product = hn::Mul(conductivity, hn::Sub(eb, turn.e));
      const V flow = hn::IfThenElseZero(
          heat, hn::ShiftRight<kConductivityBits>(hn::Add(product, word((1u << kConductivityBits) - 1))));
      turn.e = hn::Add(turn.e, flow);
      eb = hn::Sub(eb, flow);
      const V reaction = hn::IfThenElseZero(live, hn::And(pair, word(BundleTable::kReactionMask)));
      M changed = heat;
      if (any(hn::Ne(reaction, zero()))) {
        const M reacted = react(turn, reaction, draw::look + look * draw::look_stride, b, eb);
        if (any(reacted)) {
          changed = either(changed, reacted);
          conductivity = look_up(table_.conductivities, turn.a);
          for (int k = 0; k < 4; ++k) around.pair[k] = look_up(table_.pairs, pair_of(turn.a, around.element[k]));
        }
      }
      if (!any(changed)) continue;
      turn.served = either(turn.served, changed);
      turn.touched = either(turn.touched, changed);
      const M which[4] = {without(without(changed, odd), high), without(both(changed, odd), high),
                          without(both(changed, high), odd), both(both(changed, odd), high)};
      for (int k = 0; k < 4; ++k) {
        around.element[k] = choose(which[k], b, around.element[k]);
        around.energy[k] = choose(which[k], eb, around.energy[k]);
        around.changed[k] = either(around.changed[k], which[k]);
      }
    }
  }

  // Returns the lanes that have reacted.
  M react(Turn& turn, V reaction, std::uint32_t first_draw, V& b, V& eb) {
    const V rule = look_up(table_.reactions, reaction);
    const V energies = hn::Min(word(kEnergyMax), hn::Add(turn.e, eb));
    M fires = without(hn::Ne(reaction, zero()), less(energies, hn::ShiftRight<BundleTable::kChanceWidth>(rule)));
    if (!any(fires)) return fires;
    fires = both(fires, happens(turn.draw(first_draw + draw::reaction), hn::And(rule, word(BundleTable::kChanceMask))));
    if (!any(fires)) return fires;
    turn.reacted = true;
    const V effect = look_up(table_.effects, reaction);
    turn.stops = either(turn.stops, both(fires, has(effect, BundleTable::kThrows)));
    const V products = outcome(reaction, turn.draw(first_draw + draw::product));
    const V to_a = hn::And(products, word(0xff)), to_b = hn::And(hn::ShiftRight<8>(products), word(0xff));
    turn.a = choose(fires, to_a, turn.a);
    b = choose(fires, to_b, b);
    turn.e = choose(fires, hn::IfThenZeroElse(hn::Eq(to_a, zero()), after(turn.e, effect)), turn.e);
    eb = choose(fires, hn::IfThenZeroElse(hn::Eq(to_b, zero()), after(eb, effect)), eb);
    return fires;
  }

  // Writes a neighbour that has had its turn by that.
  static void put(const Turn& turn, int offset, M lanes, V element, V energy) {
    if (!any(lanes)) return;
    store(choose(lanes, element, load(turn.element + offset)), turn.element + offset);
    store(choose(lanes, energy, load(turn.energy + offset)), turn.energy + offset);
    const V marks = load(turn.marks + offset);
    store(choose(lanes, hn::Or(marks, word(Bundle::kServed | Bundle::kTouched)), marks), turn.marks + offset);
  }
};

}  // namespace
}  // namespace repose::elements::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
