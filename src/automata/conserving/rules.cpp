// The definition of conserving; its rules from a ruleset; its parameters; the bases of the draws of a step.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "automata/conserving/air.hpp"
#include "automata/conserving/conserving.hpp"
#include "automata/conserving/survey.hpp"
#include "core/language.hpp"

namespace repose::conserving {

namespace {

std::uint32_t parts(double probability) {
  return static_cast<std::uint32_t>(std::lround(std::clamp(probability, 0.0, 1.0) * kCertain));
}

Meeting::Kind kind_of(const Reaction& rule, bool with_wall) {
  if (rule.a == rule.b) return Meeting::Kind::inert;
  if (rule.c == rule.a && rule.d == rule.b) return Meeting::Kind::inert;
  if (rule.is_swap()) return with_wall ? Meeting::Kind::inert : Meeting::Kind::swap;
  return parts(rule.probability) == 0 ? Meeting::Kind::inert : Meeting::Kind::reaction;
}

}  // namespace

Rules::Rules(const Ruleset& ruleset)
    : element_count_(std::max(1, static_cast<int>(ruleset.elements.size()))),
      meetings_(std::size_t{kElementsMax} * kElementsMax),
      abilities_(meetings_.size()) {
  fixed_.fill(true);
  fluidity_.fill(kCertain);
  air_ways_.fill(AirWay::closed);
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) densities_[i] = ruleset.elements[i].density_byte;
  for (const Reaction& rule : ruleset.reactions) {  // of two rules for a pair the later one counts
    const bool with_wall = densities_[rule.a] == kWallDensity || densities_[rule.b] == kWallDensity;
    Meeting meeting{kind_of(rule, with_wall)};
    const bool reacts = meeting.kind == Meeting::Kind::reaction;
    meeting.anywhere = reacts && (rule.anywhere || ruleset.elements[rule.a].reacts_anywhere ||
                                  ruleset.elements[rule.b].reacts_anywhere);
    meeting.probability = reacts ? parts(rule.probability) : kCertain;
    meeting.result = rule.c;
    meetings_[rule.a * std::size_t{kElementsMax} + rule.b] = meeting;
    meeting.result = rule.d;
    meetings_[rule.b * std::size_t{kElementsMax} + rule.a] = meeting;
  }
  for (std::size_t i = 0; i < meetings_.size(); ++i) {
    if (meetings_[i].kind != Meeting::Kind::swap) continue;
    fixed_[i / kElementsMax] = false;
    if (densities_[i / kElementsMax] > densities_[i % kElementsMax]) abilities_[i] = kSinks;
  }
  for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
    const Element& element = ruleset.elements[i];
    const auto self = static_cast<std::uint8_t>(i);
    // If liquids are marked, other elements that are denser than the background are powders.
    const bool is_light = ruleset.marks_liquids ? densities_[i] <= densities_[0] : densities_[i] < kPowderDensity;
    flows_[i] = !fixed_[i] && (element.liquid || is_light) && !element.powder;
    fluidity_[i] = parts(element.viscosity);
    has_viscous_ |= fluidity_[i] < kCertain;
    wander_[i] = parts(element.wander);
    roams_[i] = wander_[i] > 0;
    has_wanderers_ |= roams_[i];
    thin_[i] = element.thin;
    structures_[i] = element.support && fixed_[i] && i > 0;
    has_structures_ |= structures_[i];
    floats_[i] = element.floats;
    rubble_[i] = element.rubble.value_or(self);
    has_powders_ |= i > 0 && is_powder(self);
    if (flows_[i] && is_open(self, 0) && fluidity_[i] > 0 && element.dispersion > 1)
      dispersion_[i] = element.dispersion;
    resistance_[i] = parts(element.resistance);
    if (resistance_[i] == 0 && densities_[i] == kWallDensity) resistance_[i] = kCertain;

    const bool is_gas = i > 0 && flows_[i] && !sinks(self, 0);  // no heavier than the background, and loose
    air_sources_[i] = element.air;
    const bool is_source = element.air != AirSource{};
    has_air_sources_ |= is_source;
    air_ways_[i] = i == 0 || is_gas || is_source ? AirWay::open : fixed_[i] ? AirWay::closed : AirWay::loose;
    constexpr double kGasDrift = 1, kLiquidDrift = 0.5, kPowderDrift = 0.3;
    const double kind = is_gas ? kGasDrift : flows_[i] ? kLiquidDrift : kPowderDrift;
    const double drift = std::clamp(element.drift.value_or(kind), 0.0, 1.0);
    drifts_[i] = i > 0 && !fixed_[i] && drift > 0;
    grips_[i] = static_cast<int>(std::lround(kGrip * (1 - drift)));
    debris_[i] = element.debris.value_or(element.rubble.value_or(0));
    if (i == 0 || !fixed_[i] || element.strength <= 0 || debris_[i] == i) continue;
    strengths_[i] = std::min(element.strength, kStrengthMax);
    strength_min_ = strength_min_ == 0 ? strengths_[i] : std::min(strength_min_, strengths_[i]);
  }
  dispersion_max_ = std::ranges::max(dispersion_);
  // Of the two of each directed reaction one roams: those that are in the most of them, but never the background.
  std::vector<std::pair<std::uint8_t, std::uint8_t>> pairs;
  for (const DirectedReaction& r : ruleset.directed) {
    if (r.a == r.b || (r.a == r.c && r.b == r.d) || parts(r.probability) == 0) continue;
    directed_.resize(2 * meetings_.size());
    directed_[directed_index(r.over, r.a, r.b)] = {r.c, r.d, parts(r.probability)};
    if (!roams_[r.a] && !roams_[r.b]) pairs.emplace_back(r.a, r.b);
  }
  has_wanderers_ |= !directed_.empty();
  while (!pairs.empty()) {
    std::array<int, kElementsMax> counts{};
    for (const auto& [a, b] : pairs) ++counts[a], ++counts[b];
    const auto most = static_cast<std::uint8_t>(std::max_element(counts.begin() + 1, counts.end()) - counts.begin());
    roams_[most] = true;
    std::erase_if(pairs, [most](const auto& pair) { return pair.first == most || pair.second == most; });
  }
  for (const Decay& decay : ruleset.decays) {
    const std::uint8_t into = decay.products.empty() ? decay.element : decay.products[0].a;
    decays_[decay.element] = {into, into == decay.element ? 0 : parts(decay.probability)};
  }
  has_decays_ = std::ranges::any_of(decays_, [](const Decaying& decay) { return decay.probability > 0; });
  for (const Burst& burst : ruleset.bursts) {
    bursts_[burst.element] = {std::clamp(burst.radius, 0, kBurstRadiusMax), burst.into, parts(burst.probability)};
    if (bursts_[burst.element].probability > 0) bursting_.push_back(burst.element);
  }
  for (std::size_t i = 0; i < abilities_.size(); ++i) {
    const auto a = static_cast<std::uint8_t>(i / kElementsMax), b = static_cast<std::uint8_t>(i % kElementsMax);
    abilities_[i] |= static_cast<std::uint8_t>((meeting(a, b).anywhere ? kActsAnywhere : 0) | (runs(a, b) ? kRuns : 0));
    const auto acts = [this](std::uint8_t first, std::uint8_t second) {
      return directed(false, first, second).probability > 0 || directed(true, first, second).probability > 0;
    };
    if (wanders(a, b) > 0 || acts(a, b) || acts(b, a)) abilities_[i] |= kWanders;
  }
}

Status accepts(const Ruleset& ruleset) {
  if (ruleset.dialect == Dialect::sandjs) return {};
  return Status::failure(
      tr("The conserving automaton cannot run a wxSand config: its elements move by gravity, chance and heat, not by "
         "density; choose elements."));
}

namespace {

using Type = ParameterInfo::Kind;
using Role = ParameterInfo::Role;

// Values of the parameters of borders.
enum BorderChoice : std::uint8_t { kWall, kOpen, kWrap, kOpenLeft, kOpenRight };
constexpr double kSideChoices[] = {kWall, kOpen, kWrap, kOpenLeft, kOpenRight};
constexpr std::string_view kSideNames[] = {text_id("wall"), text_id("open"), text_id("wrap"), text_id("open_left"),
                                           text_id("open_right")};
constexpr double kBorderChoices[] = {kWall, kOpen};
constexpr std::string_view kBorderNames[] = {text_id("wall"), text_id("open")};

constexpr ParameterInfo kList[] = {
    {"flow", text_id("Flow"),
     text_id("How many times in a step gases move one cell sideways, and liquids that do not stride."),
     text_id("cells"), Type::integer, 0, Parameters::kFlowMax, 3},
    {"side_borders", text_id("Sides"),
     text_id("What is left and right of the world. Wall: nothing passes. Open: what is loose leaves and is counted. "
             "Wrap: what goes out on one side comes in on the other."),
     "", Type::integer, 0, kOpenRight, 0, Role::plain, false, kSideChoices, kSideNames},
    {"top_border", text_id("Top"),
     text_id("What is above the world. Wall: nothing passes. Open: smoke and all else that is loose leaves and is "
             "counted."),
     "", Type::integer, 0, kOpen, 0, Role::plain, false, kBorderChoices, kBorderNames},
    {"bottom_border", text_id("Bottom"),
     text_id("What is below the world. Wall: nothing passes. Open: sand, water and all else that is loose leaves and "
             "is counted."),
     "", Type::integer, 0, kOpen, 0, Role::plain, false, kBorderChoices, kBorderNames},
    {"structures_fall", text_id("Structures fall"),
     text_id("Brick, wood and all that a config marks with `support` falls where nothing holds it: no wall, no "
             "border, no ground."),
     "", Type::boolean, 0, 1, 1},
    {"wind_right", text_id("Wind"),
     text_id("The wind of the whole sky: to the right, or to the left if negative. What is light goes with it."), "",
     Type::integer, -Parameters::kWindMax, Parameters::kWindMax, 0, Role::plain, true},
    {"wind_down", text_id("Wind down"), text_id("The wind of the whole sky: down, or up if negative."), "",
     Type::integer, -Parameters::kWindMax, Parameters::kWindMax, 0, Role::scripts_only, true},
};
}  // namespace

std::span<const ParameterInfo> Parameters::list() { return kList; }

Borders Parameters::borders() const {
  return {.left_open = sides_ == kOpen || sides_ == kOpenLeft,
          .right_open = sides_ == kOpen || sides_ == kOpenRight,
          .top_open = top_ == kOpen,
          .bottom_open = bottom_ == kOpen,
          .wraps = sides_ == kWrap};
}

StepDraws::StepDraws(std::uint64_t seed, std::uint64_t step, int flow_passes) : step_(step) {
  constexpr std::uint32_t kDirectionSalt = 0x402, kCoinSalt = 0x403, kFluiditySalt = 0x408;
  const auto base = [&](std::uint32_t salt) { return random_base(seed, static_cast<std::uint32_t>(step), salt); };
  bases_ = {.blocks = base(0x401),
            .decay = base(0x404),
            .fall = base(0x405),
            .slide = base(0x406),
            .react = base(0x407),
            .wander = base(0x409),
            .wander_pairs = mix32(base(0x40a)),
            .stride = base(0x40b),
            .slump = base(0x40f),
            .gust = base(0x410),
            .gust_lines = random_base(seed, static_cast<std::uint32_t>(step / kPassesPerDirection), 0x411),
            .breaks = base(0x412)};
  for (int i = 0; i < flow_passes; ++i) {
    const std::uint64_t pass = step * static_cast<std::uint64_t>(flow_passes) + static_cast<std::uint64_t>(i);
    const auto number = static_cast<std::uint32_t>(pass);
    passes_[static_cast<std::size_t>(i)] = {
        number, random_base(seed, static_cast<std::uint32_t>(pass / kPassesPerDirection), kDirectionSalt),
        random_base(seed, number, kCoinSalt), random_base(seed, number, kFluiditySalt),
        // The period is shifted now and then, so that it is not always the same pass of a step that turns.
        (pass + pass / kPassesPerDirection) % kTurnPeriod == kTurnPeriod - 1};
  }
}

namespace {

// A number below n.
int below(std::uint32_t random, int n) {
  return static_cast<int>(std::uint64_t{random} * static_cast<std::uint32_t>(n) >> 32);
}

// Where a row has but one block, all its pairs are used.
Stride stride_at(int distance, std::uint32_t draws, int width, bool wraps) {
  const int offsets = wraps ? width : 2 * distance < width ? 2 * distance : 1;
  return {distance, below(mix32(draws ^ 2), offsets), mix32(draws ^ 3)};
}

}  // namespace

Stride StepDraws::stride(int i, int width, int reach, bool wraps) const {
  const int longest = std::min(reach, wraps ? width / 2 : width - 1);
  if (longest < 2) return {};
  const auto number = static_cast<std::uint32_t>(i);
  const auto octaves = static_cast<int>(std::bit_width(static_cast<unsigned>(longest - 1)));
  const int low = 1 << below(mix32(bases_.stride) + number * (~std::uint32_t{0} / kStrides + 1), octaves);
  const std::uint32_t pass = mix32(bases_.stride ^ (number + 1));
  return stride_at(low + 1 + below(mix32(pass ^ 1), std::min(low, longest - low)), pass, width, wraps);
}

Stride StepDraws::slump(int width, bool wraps) const {
  const int longest = std::min(kSlumpReach, wraps ? width / 2 : width - 1);
  if (longest < 2) return {};
  return stride_at(2 + below(mix32(bases_.slump ^ 1), longest - 1), bases_.slump, width, wraps);
}

Borders Borders::of_part(const CellBox& part, int width, int height) const {
  return {.left_open = left_open && part.x == 0,
          .right_open = right_open && part.x + part.width == width,
          .top_open = top_open && part.y == 0,
          .bottom_open = bottom_open && part.y + part.height == height,
          .wraps = wraps && part.width == width};
}

LeftCells& LeftCells::operator+=(const LeftCells& other) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
  return *this;
}

std::uint64_t LeftCells::total() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

std::span<const std::uint64_t> LeftCells::by_element(const Borders& borders, int element_count) const {
  if (!borders.is_any_open()) return {};
  return std::span(counts_).first(static_cast<std::size_t>(element_count));
}

// What the rules say about elements and pairs of elements.

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

// The definition of the automaton conserving: what the rest of the program asks about it.

const AutomatonDefinition& definition() {
  static constexpr RetiredParameter kRetired[] = {
      {"levelling", text_id("its liquids come to one level by themselves")}};
  static const AutomatonDefinition definition{
      .name = "conserving",
      .title = text_id("Conserving"),
      .source = text_id("Repose's own"),
      .summary = text_id(
          "Cells fall, slide, flow and react by density, pair by pair: nothing is ever lost, liquids level out."),
      .steps_per_second = 125,
      .parameters = Parameters::list(),
      .retired_parameters = kRetired,
      .planes = kStatePlanes,
      .best_scene = "valley",
      .compared_with = "density",
      .make_scalar = make_scalar_solver,
      .make_cpu = make_cpu_solver,
      .make_explainer = make_explainer,
      .rule_facts = rule_facts,
      .unheld = find_unheld,
      .promises = {.fall_cells_per_step = kFallRows},
  };
  return definition;
}

}  // namespace repose::conserving
