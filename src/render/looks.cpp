#include "render/looks.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>
#include <numbers>

namespace repose {

namespace {

Matter matter_of(const Ruleset& ruleset, std::size_t index, bool drifts) {
  const Element& element = ruleset.elements[index];
  const std::uint8_t background = ruleset.elements.front().density_byte;
  if (index == 0) return Matter::background;
  if (element.liquid) return Matter::liquid;
  if (ruleset.dialect == Dialect::wxsand) {
    return element.gravity < 0 ? Matter::gas : element.gravity > 0 ? Matter::powder : Matter::solid;
  }
  if (is_wall(element) || !drifts || element.density_byte == background) return Matter::solid;
  return element.density_byte < background ? Matter::gas : Matter::powder;
}

// Whether it is a powder or a liquid that sinks through the background.
bool falls(const Ruleset& ruleset, std::size_t index, Matter matter) {
  if (matter != Matter::powder && matter != Matter::liquid) return false;
  const Element& element = ruleset.elements[index];
  const bool sinks = ruleset.dialect == Dialect::wxsand ? element.gravity > 0
                                                        : element.density_byte > ruleset.elements.front().density_byte;
  return sinks && moves_through_background(ruleset, static_cast<std::uint8_t>(index));
}

}  // namespace

Palette make_palette(const Ruleset& ruleset) {
  Palette palette;
  if (ruleset.elements.empty()) return palette;
  palette.fill({ruleset.elements.front().color, Matter::background, 0.0f, {}, ruleset.elements.front().shimmer});
  // Elements that change, or change their place, when they meet the background. More elements than with
  // moves_through_background(): a flame that changes in place is drawn as a gas too.
  std::bitset<kElementsMax> drifts;
  for (const Reaction& r : ruleset.reactions) {  // the last rule for a pair is in force
    if (r.anywhere) continue;
    if (r.b == 0 && r.a != 0) drifts[r.a] = r.c != r.a;
    if (r.a == 0 && r.b != 0) drifts[r.b] = r.d != r.b;
  }
  const std::size_t count = std::min<std::size_t>(ruleset.elements.size(), kElementsMax);
  for (std::size_t i = 0; i < count; ++i) {
    const Element& element = ruleset.elements[i];
    const Matter matter = matter_of(ruleset, i, drifts[i]);
    // wxSand has no word for light. An element that heats itself is drawn as fire.
    constexpr float kFireGlow = 0.45f;
    const bool burns = ruleset.dialect == Dialect::wxsand && element.conductivity > 1.0 && element.gravity != 0.0;
    palette[i] = {element.color,     matter,          std::clamp(element.glow, burns ? kFireGlow : 0.0f, 1.0f),
                  element.hot_color, element.shimmer, falls(ruleset, i, matter)};
  }
  return palette;
}

bool has_hot_colors(const Palette& palette) {
  return std::ranges::any_of(palette, [](const PaletteEntry& e) { return e.hot_color.has_value(); });
}

bool has_shimmer(const Palette& palette) {
  return std::ranges::any_of(palette, [](const PaletteEntry& e) { return e.shimmer > 0.0f; });
}

bool has_moving(const Palette& palette) {
  return std::ranges::any_of(palette, [](const PaletteEntry& e) { return e.falls || e.matter == Matter::gas; });
}

Color density_color(double share) {
  // The ramp viridis, at equal distances.
  constexpr std::array<Color, 5> kDensityRamp = {
      {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
  const double at = std::clamp(share, 0.0, 1.0) * (kDensityRamp.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), kDensityRamp.size() - 2);
  const Color a = kDensityRamp[below], b = kDensityRamp[below + 1];
  const auto channel = [part = at - static_cast<double>(below)](std::uint8_t x, std::uint8_t y) {
    return static_cast<std::uint8_t>(std::lround(x + (y - x) * part));
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b)};
}

Palette density_palette(const Ruleset& ruleset) {
  Palette palette;
  if (ruleset.elements.empty()) return palette;
  const auto [least, most] = std::ranges::minmax_element(ruleset.elements, {}, &Element::density);
  const double range = std::max(most->density - least->density, 1e-9);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const Element& element = ruleset.elements[i < ruleset.elements.size() ? i : 0];
    palette[i] = {density_color((element.density - least->density) / range), Matter::solid, 0.0f};
  }
  return palette;
}

namespace {

constexpr double kDegree = std::numbers::pi / 180;
// X, Y and Z of the white D65, and the limits of the linear part of CIELAB (CIE 15:2004).
constexpr double kWhiteX = 0.95047, kWhiteZ = 1.08883;
constexpr double kLabLinear = 216.0 / 24389, kLabSlope = 24389.0 / 27;

using Matrix = std::array<std::array<double, 3>, 3>;
constexpr std::array<Matrix, 3> kMachado = {{
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

std::uint8_t byte_channel(double linear) {
  const double light = std::clamp(linear, 0.0, 1.0);
  const double value = light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(value * 255));
}

double lab_curve(double t) { return t > kLabLinear ? std::cbrt(t) : (kLabSlope * t + 16) / 116; }
double lab_curve_inverse(double f) {
  const double cube = f * f * f;
  return cube > kLabLinear ? cube : (116 * f - 16) / kLabSlope;
}

// 0 for greys, towards 1 for strong colours.
double strength_of(double chroma) {
  constexpr double k25To7 = 6103515625.0;
  const double cube = chroma * chroma * chroma;
  const double power = cube * cube * chroma;
  return std::sqrt(power / (power + k25To7));
}

double lightness_scale(double mean_lightness) {
  const double from_middle = (mean_lightness - 50) * (mean_lightness - 50);
  return 1 + 0.015 * from_middle / std::sqrt(20 + from_middle);
}

double length(double a, double b) { return std::sqrt(a * a + b * b); }

// Hue in degrees, 0..360; 0 for greys.
double hue_of(double a, double b) {
  if (a == 0 && b == 0) return 0;
  const double hue = std::atan2(b, a) / kDegree;
  return hue < 0 ? hue + 360 : hue;
}

}  // namespace

LinearColor linear_of(Color color) {
  static const std::array<double, 256> kLight = [] {
    std::array<double, 256> light{};
    for (std::size_t i = 0; i < light.size(); ++i) {
      const double value = static_cast<double>(i) / 255.0;
      light[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    }
    return light;
  }();
  return {kLight[color.r], kLight[color.g], kLight[color.b]};
}

Lab lab_of(const LinearColor& light) {
  const double x = lab_curve((0.4124564 * light.r + 0.3575761 * light.g + 0.1804375 * light.b) / kWhiteX);
  const double y = lab_curve(0.2126729 * light.r + 0.7151522 * light.g + 0.0721750 * light.b);
  const double z = lab_curve((0.0193339 * light.r + 0.1191920 * light.g + 0.9503041 * light.b) / kWhiteZ);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

LinearColor linear_of(const Lab& lab) {
  const double middle = (lab.l + 16) / 116;
  const double x = kWhiteX * lab_curve_inverse(middle + lab.a / 500);
  const double y = lab_curve_inverse(middle);
  const double z = kWhiteZ * lab_curve_inverse(middle - lab.b / 200);
  return {3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
          0.0556434 * x - 0.2040259 * y + 1.0572252 * z};
}

Color color_of(const LinearColor& light) {
  return {byte_channel(light.r), byte_channel(light.g), byte_channel(light.b)};
}

LinearColor seen_with(ColorVision sight, const LinearColor& light) {
  if (sight == ColorVision::normal) return light;
  const Matrix& m = kMachado[static_cast<std::size_t>(sight) - 1];
  const auto channel = [&](std::size_t row) {
    return std::clamp(m[row][0] * light.r + m[row][1] * light.g + m[row][2] * light.b, 0.0, 1.0);
  };
  return {channel(0), channel(1), channel(2)};
}

double ciede2000(const Lab& first, const Lab& second) {
  const double chroma_mean = (length(first.a, first.b) + length(second.a, second.b)) / 2;
  const double stretch = 1 + 0.5 * (1 - strength_of(chroma_mean));
  const double a1 = first.a * stretch, a2 = second.a * stretch;
  const double c1 = length(a1, first.b), c2 = length(a2, second.b);
  const double h1 = hue_of(a1, first.b), h2 = hue_of(a2, second.b);

  double hue_step = 0, hue = h1 + h2;
  if (c1 * c2 != 0) {
    hue_step = h2 - h1;
    if (hue_step > 180) hue_step -= 360;
    if (hue_step < -180) hue_step += 360;
    if (std::abs(h1 - h2) > 180) hue += hue < 360 ? 360 : -360;
    hue /= 2;
  }
  const double c = (c1 + c2) / 2;
  const double t = 1 - 0.17 * std::cos((hue - 30) * kDegree) + 0.24 * std::cos(2 * hue * kDegree) +
                   0.32 * std::cos((3 * hue + 6) * kDegree) - 0.20 * std::cos((4 * hue - 63) * kDegree);
  const double from_blue = (hue - 275) / 25;
  const double turn = 30 * std::exp(-from_blue * from_blue);
  const double rotation = -std::sin(2 * turn * kDegree) * 2 * strength_of(c);
  const double dl = (second.l - first.l) / lightness_scale((first.l + second.l) / 2);
  const double dc = (c2 - c1) / (1 + 0.045 * c);
  const double dh = 2 * std::sqrt(c1 * c2) * std::sin(hue_step / 2 * kDegree) / (1 + 0.015 * c * t);
  return std::sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

ComparedColor compared_color(const Lab& lab) {
  constexpr double kStretchMost = 6.5;  // the stretch of `a` in ciede2000() adds at most this to a chroma
  return {lab, 1 / lightness_scale(lab.l), 1 + 0.045 * (length(lab.a, lab.b) + kStretchMost)};
}

bool may_be_nearer(const ComparedColor& first, const ComparedColor& second, double distance) {
  // The scale of the mean lightness is never above that of both ends, the scale of hue never above that of chroma. The
  // rotation makes a distance smaller near blue (b < 0) only, and leaves at least 1 - sin 60 degrees of its square.
  constexpr double kRotationLeaves = 0.13;
  const double dl = (second.lab.l - first.lab.l) * std::min(first.lightness_share, second.lightness_share);
  const double rest = distance * distance - dl * dl;
  if (rest <= 0) return false;
  const double da = second.lab.a - first.lab.a, db = second.lab.b - first.lab.b;
  const double scale = (first.chroma_scale + second.chroma_scale) / 2;
  const double part = first.lab.b < 0 || second.lab.b < 0 ? kRotationLeaves : 0.99;
  return part * (da * da + db * db) < rest * scale * scale;
}

// The search for colours that people with any kind of colour vision can tell apart.

namespace {

constexpr Color kSafeBackground{18, 18, 22};
constexpr int kNearlyBlack = 48;  // the brightest channel of a background that is replaced

// Wanted distances (CIEDE2000) for so many elements; with n elements: times the root of kTabUsual / n or
// kElementsUsual / n, because colours fill an area. Larger distances than these move colours far from those of the
// config.
constexpr double kTabDistance = 12, kTabUsual = 13;      // between elements of the first tab of the palette
constexpr double kDistance = 5, kElementsUsual = 63;     // between any two elements
constexpr double kTabGrowthMost = 1.3, kGrowthMost = 2;  // the most for rulesets with fewer elements
constexpr double kTabToOthers = 1.2;                     // factor if only one of the two is in the first tab
constexpr double kSameTexture = 1.2;                     // factor if both have the same texture
constexpr double kBackgroundDistance = 10;               // between the background and any element
constexpr double kPull = 0.06, kPullReach = 30;          // the cost of a move by kPullReach in CIELAB
constexpr double kAlike = 12;                            // colours nearer than this get different textures
constexpr double kTexturePrice = 0.05;                   // of having a texture, in squares of shares of kAlike

// How far a colour may go from that of the config.
constexpr double kLightnessReach = 28, kLightnessLeast = 18, kLightnessMost = 96;
constexpr double kChromaReach = 28, kChromaGrowth = 1.35, kChromaGrowthLeast = 8;
constexpr double kHueReach = 0.6, kHueMost = 0.45;  // radians
constexpr double kGreyChroma = 8;                   // colours with less chroma may take any hue
constexpr double kOutside = 0.002;                  // so far outside sRGB a candidate may lie

// The effort: each visit to an element tries kTries candidates. More tries than these do not improve the distances of
// configs/default.cfg by more than 0.5.
constexpr int kTries = 6, kPassesLeast = 6, kPassesMost = 100, kPassesFirstTab = 16;
constexpr int kTriesInAll = 5000;  // sets the passes: 13 for 64 elements, kPassesLeast for 256
// Where the sequence of tries begins. Any beginning gives similar distances; among 120, this one keeps the colours of
// configs/default.cfg best and tells its plants from seeds.
constexpr int kFirstTry = 3300;
constexpr double kNarrowing = 0.4;  // each pass searches nearer to what is found: 1 / (1 + kNarrowing * pass)
constexpr double kFirstNarrowing = 0.7;

struct Shade {
  Color color;
  std::array<ComparedColor, kColorVisions.size()> seen;  // by kind of sight; [0] is ordinary sight
  const Lab& lab() const { return seen[0].lab; }
};

Shade shade_of(Color color) {
  Shade shade{color, {}};
  const LinearColor light = linear_of(color);
  for (std::size_t s = 0; s < kColorVisions.size(); ++s) {
    shade.seen[s] = compared_color(lab_of(seen_with(kColorVisions[s], light)));
  }
  return shade;
}

// The smallest distance in all kinds of sight, or `limit` if none is smaller.
double least_distance(const Shade& a, const Shade& b, double limit) {
  for (std::size_t s = 0; s < kColorVisions.size(); ++s) {
    if (may_be_nearer(a.seen[s], b.seen[s], limit)) limit = std::min(limit, ciede2000(a.seen[s].lab, b.seen[s].lab));
  }
  return limit;
}

double chroma_of(const Lab& lab) { return length(lab.a, lab.b); }
double hue_of(const Lab& lab) { return std::atan2(lab.b, lab.a); }

// Three numbers, -1..1, that fill a cube evenly: the additive sequence of Roberts 2018, "The Unreasonable Effectiveness
// of Quasirandom Sequences".
std::array<double, 3> spread_point(int k) {
  const auto part = [k](double step) { return 2 * (step * k - std::floor(step * k)) - 1; };
  return {part(0.8191725133961645), part(0.6710436067037893), part(0.5497004779019703)};
}

struct Entry {
  std::size_t element = 0;
  Matter matter = Matter::solid;
  bool in_first_tab = false;
  ComparedColor own;  // the colour of the config
  Shade shade;        // the colour chosen so far
};

// By element: whether it is in the first tab of the palette that has at least two of the visible elements.
std::vector<bool> first_tab(const Ruleset& ruleset) {
  for (const Group& group : ruleset.groups) {
    std::vector<bool> in_tab(ruleset.elements.size(), false);
    for (const std::uint8_t i : group.members) in_tab[i] = i != 0 && !ruleset.elements[i].hidden;
    if (!group.hidden && std::ranges::count(in_tab, true) >= 2) return in_tab;
  }
  return std::vector<bool>(ruleset.elements.size(), false);
}

// A background that is nearly black is darkened to the same one everywhere; others stay, such as the blue of a sea.
Color background_of(const Ruleset& ruleset) {
  if (ruleset.elements.empty()) return kSafeBackground;
  const Color own = ruleset.elements[0].color;
  return std::max({own.r, own.g, own.b}) <= kNearlyBlack ? kSafeBackground : own;
}

// A local search: each element in turn tries colours near its own and takes the one with the least cost. First the
// elements of the first tab among themselves, then all others. Deterministic; the number of tries is fixed.
class SafeColorSearch {
 public:
  explicit SafeColorSearch(const Ruleset& ruleset) : ruleset_(ruleset) {
    const Palette looks = make_palette(ruleset);
    const std::vector<bool> in_tab = first_tab(ruleset);
    for (std::size_t i = 0; i < ruleset.elements.size(); ++i) {
      if (i != 0 && ruleset.elements[i].hidden) continue;
      const Shade shade = shade_of(i == 0 ? background_of(ruleset) : ruleset.elements[i].color);
      entries_.push_back({i, looks[i].matter, in_tab[i], shade.seen[0], shade});
    }
    const auto growth = [](double usual, auto count, double most) {
      return std::min(std::sqrt(usual / std::max(static_cast<double>(count), 1.0)), most);
    };
    tab_distance_ = kTabDistance * growth(kTabUsual, std::ranges::count(in_tab, true), kTabGrowthMost);
    distance_ = kDistance * growth(kElementsUsual, entries_.size(), kGrowthMost);
    for (const Entry& a : entries_) {
      for (const Entry& b : entries_) wanted_.push_back(wanted_distance(a, b));
    }
    for (const bool first_tab : {true, false}) search(first_tab);
  }

  // For all elements of the ruleset.
  std::vector<Color> colors() const {
    std::vector<Color> colors(std::max<std::size_t>(ruleset_.elements.size(), 1), background_of(ruleset_));
    for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) {
      if (ruleset_.elements[i].hidden) colors[i] = stage_color(ruleset_.elements[i].color);
    }
    for (const Entry& entry : entries_) colors[entry.element] = entry.shade.color;
    return colors;
  }

  // Textures for all elements of the ruleset, those of the first tab first: each takes the one whose elements have the
  // least similar colours.
  std::vector<std::uint8_t> textures() const {
    std::vector<std::uint8_t> textures(std::max<std::size_t>(ruleset_.elements.size(), 1));
    std::vector<const Entry*> done;
    for (const bool in_first_tab : {true, false}) {
      for (const Entry& entry : entries_) {
        if (entry.element == 0 || entry.in_first_tab != in_first_tab) continue;
        std::array<double, std::size(kTextures)> cost;
        cost.fill(kTexturePrice);
        cost[0] = 0;
        for (const Entry* const other : done) {
          const double likeness = 1 - least_distance(entry.shade, other->shade, kAlike) / kAlike;
          cost[textures[other->element]] += likeness * likeness;
        }
        textures[entry.element] = static_cast<std::uint8_t>(std::ranges::min_element(cost) - cost.begin());
        done.push_back(&entry);
      }
    }
    for (std::size_t i = 1; i < ruleset_.elements.size(); ++i) {
      const Entry* const nearest = ruleset_.elements[i].hidden ? nearest_to(ruleset_.elements[i].color) : nullptr;
      if (nearest != nullptr) textures[i] = textures[nearest->element];
    }
    return textures;
  }

 private:
  double wanted_distance(const Entry& a, const Entry& b) const {
    double wanted = distance_ * (a.matter == b.matter ? kSameTexture : 1);
    if (a.element == 0 || b.element == 0) wanted = std::max(wanted, kBackgroundDistance);
    const bool beside = (a.in_first_tab || a.element == 0) && (b.in_first_tab || b.element == 0);
    if (a.in_first_tab != b.in_first_tab) wanted *= kTabToOthers;
    return beside ? std::max(wanted, tab_distance_) : wanted;
  }

  double pull_of(const Lab& own, const Lab& lab) const {
    const double l = lab.l - own.l, a = lab.a - own.a, b = lab.b - own.b;
    return kPull * (l * l + a * a + b * b) / (kPullReach * kPullReach);
  }

  // The cost of a colour for an entry: the squares of what is missing to the wanted distances, as shares, and the pull
  // to its own colour. Stops at `limit`.
  double cost_of(std::size_t i, const Shade& shade, double limit) const {
    double cost = pull_of(entries_[i].own.lab, shade.lab());
    for (std::size_t j = 0; j < entries_.size() && cost < limit; ++j) {
      if (j == i || (only_first_tab_ && j != 0 && !entries_[j].in_first_tab)) continue;
      const double wanted = wanted_[i * entries_.size() + j];
      const double missing = 1 - least_distance(shade, entries_[j].shade, wanted) / wanted;
      cost += missing * missing;
    }
    return cost;
  }

  // Tries colours around that of the config, or around the one that is chosen.
  void visit(std::size_t i, double width, bool from_own) {
    Entry& entry = entries_[i];
    double best = cost_of(i, entry.shade, std::numeric_limits<double>::max());
    if (best == 0) return;
    const Lab& own = entry.own.lab;
    const double own_chroma = chroma_of(own);
    const double chroma_most = std::max(own_chroma * kChromaGrowth, own_chroma + kChromaGrowthLeast);
    for (int k = 0; k < kTries; ++k) {
      const auto [up, stronger, turn] = spread_point(++try_);
      const bool wide = from_own && k % 2 == 0;
      const Lab& from = wide ? own : entry.shade.lab();
      const double reach = wide ? 1 : width;
      const double chroma = std::clamp(chroma_of(from) + stronger * reach * kChromaReach, 0.0, chroma_most);
      const double hue = hue_of(from) + turn * reach * kHueReach;
      const double turned = std::remainder(hue - hue_of(own), 2 * std::numbers::pi);
      if (own_chroma > kGreyChroma && std::abs(turned) > kHueMost) continue;
      const Lab lab{std::clamp(from.l + up * reach * kLightnessReach, kLightnessLeast, kLightnessMost),
                    chroma * std::cos(hue), chroma * std::sin(hue)};
      if (pull_of(own, lab) >= best) continue;
      const LinearColor light = linear_of(lab);
      if (std::min({light.r, light.g, light.b}) < -kOutside || std::max({light.r, light.g, light.b}) > 1 + kOutside) {
        continue;
      }
      const Shade shade = shade_of(color_of(light));
      const double cost = cost_of(i, shade, best);
      if (cost >= best) continue;
      best = cost;
      entry.shade = shade;
    }
  }

  void search(bool first_tab) {
    only_first_tab_ = first_tab;
    const int count = static_cast<int>(std::max<std::size_t>(entries_.size(), 1));
    const int passes =
        first_tab ? kPassesFirstTab : std::clamp(kTriesInAll / (kTries * count), kPassesLeast, kPassesMost);
    for (int pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (entries_[i].element != 0 && entries_[i].in_first_tab == first_tab)
          visit(i, kFirstNarrowing / (1 + kNarrowing * pass), pass < passes / 2);
      }
    }
  }

  // The visible element with the nearest colour in the config, or null if there is none.
  const Entry* nearest_to(Color own) const {
    const ComparedColor written = compared_color(lab_of(linear_of(own)));
    const Entry* nearest = nullptr;
    double least = std::numeric_limits<double>::max();
    for (const Entry& entry : entries_) {
      if (entry.element == 0 || !may_be_nearer(written, entry.own, least)) continue;
      const double distance = ciede2000(written.lab, entry.own.lab);
      if (distance >= least) continue;
      least = distance;
      nearest = &entry;
    }
    return nearest;
  }

  // A hidden stage differs from the colour that it is nearest to, in the config, as it does there.
  Color stage_color(Color own) const {
    const Entry* const nearest = nearest_to(own);
    if (nearest == nullptr) return own;
    const Lab &from = nearest->own.lab, &to = nearest->shade.lab(), written = lab_of(linear_of(own));
    const double l = std::clamp(written.l + to.l - from.l, 0.0, 100.0);
    return color_of(linear_of(Lab{l, written.a + to.a - from.a, written.b + to.b - from.b}));
  }

  const Ruleset& ruleset_;
  std::vector<Entry> entries_;  // the background, then the visible elements
  std::vector<double> wanted_;  // by two entries
  double tab_distance_ = 0, distance_ = 0;
  bool only_first_tab_ = true;
  int try_ = kFirstTry;
};

}  // namespace

std::vector<Color> safe_colors(const Ruleset& ruleset) { return SafeColorSearch(ruleset).colors(); }

Palette safe_palette(const Ruleset& ruleset) {
  Palette palette = make_palette(ruleset);
  const SafeColorSearch search(ruleset);
  const std::vector<Color> colors = search.colors();
  const std::vector<std::uint8_t> textures = search.textures();
  for (std::size_t i = 0; i < palette.size(); ++i) {
    const std::size_t element = i < colors.size() ? i : 0;
    palette[i].color = colors[element];
    palette[i].texture = textures[element];
    palette[i].hot_color.reset();
  }
  return palette;
}

}  // namespace repose
