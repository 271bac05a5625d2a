// The colours of clips.
#include <algorithm>

#include "automata/field/field_world.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "repose/clip.hpp"

namespace repose {

namespace {

constexpr std::int32_t kFullHeight = 16 * kHeightOne;  // stacks of at least this height have the full colour
constexpr int kWhole = 256, kLeast = 96;               // shares of a colour

// The colour of each role in a field: that of an element with that role, or a default where the rules have none.
struct FieldColors {
  FieldColors(const Ruleset& ruleset) : air(ruleset.elements.front().color) {
    const FieldRoles roles = read_field_roles(ruleset);
    for (std::size_t i = ruleset.elements.size(); i-- > 0;) {
      const Color color = ruleset.elements[i].color;
      switch (roles.of[i]) {
        case FieldRole::powder: sand = color; break;
        case FieldRole::ground: ground = color; break;
        case FieldRole::faucet: spring = color; break;
        case FieldRole::drain: drain = color; break;
        default: break;
      }
    }
  }

  Color air;
  Color sand{214, 184, 120}, ground{128, 128, 132}, spring{90, 170, 210}, drain{60, 60, 66};
};

Color mix(Color from, Color to, int share) {
  const auto channel = [share](int a, int b) { return static_cast<std::uint8_t>(a + (b - a) * share / kWhole); };
  return {channel(from.r, to.r), channel(from.g, to.g), channel(from.b, to.b)};
}

// At least a little of the colour, so that the shallowest water is visible.
int share_of(std::int32_t amount, std::int32_t whole) {
  const std::int64_t part = std::clamp<std::int64_t>(amount, 0, whole);
  return kLeast + static_cast<int>(part * (kWhole - kLeast) / whole);
}

Color height_color(const World& world, std::size_t cell, const FieldColors& colors) {
  const auto ground = static_cast<HeightGround>(world.has(Plane::wall) ? world.bytes(Plane::wall)[cell] : 0);
  switch (ground) {
    case HeightGround::open:
      return mix(colors.air, colors.sand, share_of(amount_at(world, Plane::height, cell), kFullHeight));
    case HeightGround::spring: return colors.spring;
    case HeightGround::drain: return colors.drain;
    case HeightGround::obstacle: break;
  }
  return colors.ground;
}

Color cell_color(const World& world, std::size_t cell, const Ruleset& ruleset) {
  const std::uint8_t element = world.cells()[cell];
  const Color color = ruleset.elements[element < ruleset.elements.size() ? element : 0].color;
  if (element == 0 || !world.has(Plane::mass)) return color;
  const std::int32_t mass = amount_at(world, Plane::mass, cell);
  return mass == 0 ? color : mix(ruleset.elements.front().color, color, share_of(mass, kFullCell));
}

}  // namespace

std::vector<std::uint8_t> clip_pixels(const Clip& clip, const Ruleset& ruleset) {
  const FieldColors colors(ruleset);
  std::vector<std::uint8_t> pixels;
  pixels.reserve(clip.world.cell_count() * 4);
  for (std::size_t i = 0; i < clip.world.cell_count(); ++i) {
    const bool background = is_background(clip, i);
    const Color color = background           ? colors.air
                        : clip.has_heights() ? height_color(clip.world, i, colors)
                                             : cell_color(clip.world, i, ruleset);
    pixels.insert(pixels.end(), {color.r, color.g, color.b, static_cast<std::uint8_t>(background ? 0 : 255)});
  }
  return pixels;
}

Picture picture_of(const Clip& clip, const Ruleset& ruleset) {
  const std::vector<std::uint8_t> pixels = clip_pixels(clip, ruleset);
  Picture picture{clip.world.width(), clip.world.height(), {}};
  picture.rgb.reserve(clip.world.cell_count() * 3);
  for (std::size_t i = 0; i < pixels.size(); i += 4) {
    picture.rgb.insert(picture.rgb.end(), {pixels[i], pixels[i + 1], pixels[i + 2]});
  }
  return picture;
}

}  // namespace repose
