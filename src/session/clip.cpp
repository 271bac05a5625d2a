// Cuts out and transforms clips, and makes the edits that paste them.
#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cassert>

#include "automata/field/field_world.hpp"
#include "automata/sandpile/sandpile.hpp"
#include "automata/water/water.hpp"
#include "core/files.hpp"
#include "core/language.hpp"
#include "repose/clip.hpp"
#include "session/parts.hpp"
#include "session/png_stream.hpp"
#include "session/world_ops.hpp"

namespace repose {

Clip crop(const World& world, const Ruleset& ruleset, CellPoint from, CellPoint to) {
  const int x_begin = std::max(0, std::min(from.x, to.x)),
            x_end = std::min(world.width() - 1, std::max(from.x, to.x)) + 1;
  const int y_begin = std::max(0, std::min(from.y, to.y)),
            y_end = std::min(world.height() - 1, std::max(from.y, to.y)) + 1;
  assert(x_begin < x_end && y_begin < y_end);
  Clip clip{World(x_end - x_begin, y_end - y_begin), element_names(ruleset)};
  // Without planes that follow from others: in worlds of cells walls follow from elements.
  const PlaneSet wanted = world.has(Plane::height)
                              ? PlaneSet{Plane::cells, Plane::wall, Plane::height, Plane::wetness, Plane::packed}
                              : PlaneSet{Plane::cells, Plane::density, Plane::energy, Plane::velocity, Plane::mass};
  for (const Plane plane : kAllPlanes) {
    if (!wanted.has(plane) || !world.has(plane)) continue;
    clip.world.add(plane);
    const std::size_t bytes = plane_info(plane).bytes_per_cell,
                      row_bytes = bytes * static_cast<std::size_t>(clip.world.width());
    for (int y = y_begin; y < y_end; ++y) {
      std::memcpy(&clip.world.bytes(plane)[clip.world.index(0, y - y_begin) * bytes],
                  &world.bytes(plane)[world.index(x_begin, y) * bytes], row_bytes);
    }
  }
  return clip;
}

CellPoint transformed_point(CellPoint p, int width, int height, ClipTransform transform) {
  switch (transform) {
    case ClipTransform::clockwise: return {height - 1 - p.y, p.x};
    case ClipTransform::counterclockwise: return {p.y, width - 1 - p.x};
    case ClipTransform::left_right: return {width - 1 - p.x, p.y};
    case ClipTransform::half_turn: return {width - 1 - p.x, height - 1 - p.y};
    case ClipTransform::up_down: break;
  }
  return {p.x, height - 1 - p.y};
}

World transformed(const World& world, ClipTransform transform) {
  const int width = world.width(), height = world.height();
  const bool quarter = transform == ClipTransform::clockwise || transform == ClipTransform::counterclockwise;
  World result = quarter ? World(height, width) : World(width, height);
  for (const Plane plane : kAllPlanes) {
    if (!world.has(plane) || plane == Plane::air) continue;  // the air becomes still: its tiles may not fit
    result.add(plane);
    const std::size_t bytes = plane_info(plane).bytes_per_cell;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const CellPoint to = transformed_point({x, y}, width, height, transform);
        std::memcpy(&result.bytes(plane)[result.index(to.x, to.y) * bytes],
                    &world.bytes(plane)[world.index(x, y) * bytes], bytes);
      }
    }
  }
  // Signed bytes, x and y. (-128 has no opposite: it wraps to itself, so transforming back restores it.)
  const auto velocity = result.bytes(Plane::velocity);
  for (std::size_t i = 0; i + 1 < velocity.size(); i += 2) {
    const CellPoint turned = transformed_point({velocity[i], velocity[i + 1]}, 1, 1, transform);
    velocity[i] = static_cast<std::uint8_t>(turned.x);
    velocity[i + 1] = static_cast<std::uint8_t>(turned.y);
  }
  return result;
}

Clip transformed(const Clip& clip, ClipTransform transform) { return {transformed(clip.world, transform), clip.names}; }

std::vector<PlacedClip> with_images(PlacedClip placed, const Mirror& mirror) {
  std::vector<PlacedClip> images;
  images.push_back(std::move(placed));
  const auto add = [&images](ClipTransform transform, auto place) {
    for (std::size_t i = 0, count = images.size(); i < count; ++i) {
      PlacedClip image{transformed(images[i].clip, transform), place(images[i])};
      if (std::ranges::find(images, image) == images.end()) images.push_back(std::move(image));
    }
  };
  if (mirror.left_right()) {
    add(ClipTransform::left_right, [&](const PlacedClip& p) {
      return CellPoint{mirror.sum_x - (p.at.x + p.clip.world.width() - 1), p.at.y};
    });
  }
  if (mirror.up_down()) {
    add(ClipTransform::up_down, [&](const PlacedClip& p) {
      return CellPoint{p.at.x, mirror.sum_y - (p.at.y + p.clip.world.height() - 1)};
    });
  }
  return images;
}

Clip clip_of_picture(const Picture& picture, const Ruleset& ruleset) {
  return {picture_to_world(picture, ruleset).world, element_names(ruleset)};
}

Clip heights_of_picture(const Picture& picture) {
  Clip clip{World(picture.width, picture.height), {}};
  clip.world.add(Plane::height);
  for (std::size_t i = 0; i < clip.world.cell_count(); ++i) {
    const std::uint8_t* const pixel = &picture.rgb[3 * i];
    const std::int32_t height = (pixel[0] + pixel[1] + pixel[2]) / 3 * kHeightOne;
    std::memcpy(&clip.world.bytes(Plane::height)[i * sizeof height], &height, sizeof height);
  }
  return clip;
}

bool is_background(const Clip& clip, std::size_t cell) {
  const World& world = clip.world;
  if (world.cells()[cell] != 0) return false;
  if (world.has(Plane::mass) && amount_at(world, Plane::mass, cell) != 0) return false;
  if (world.has(Plane::height) && amount_at(world, Plane::height, cell) != 0) return false;
  if (world.has(Plane::wall) && world.bytes(Plane::wall)[cell] != 0) return false;
  return !world.has(Plane::wetness) || world.bytes(Plane::wetness)[cell] == 0;
}

FittedClip fit_clip(const Clip& clip, const Ruleset& ruleset, PlaneSet state_planes) {
  FittedClip fitted{clip, {}};
  std::vector<std::string> names = element_names(ruleset);
  if (clip.names != names && !clip.has_heights()) {
    // Rules whose elements have names only.
    Ruleset from;
    for (const std::string& name : clip.names) from.elements.emplace_back().name = name;
    Mapped mapped = map_elements(clip.world, match_by_name(from, ruleset));
    fitted.loss = describe_loss(mapped, from);
    fitted.clip.world = std::move(mapped.world);
  }
  fitted.clip.names = std::move(names);
  if (!state_planes.has(Plane::mass)) water::settle_mass(fitted.clip.world, ruleset);
  return fitted;
}

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

// An amount that brings every value of its plane to the lower end of the range.
constexpr std::int32_t kAllOfIt = -(1 << 30);
static_assert(-kAllOfIt >= 2 * kHeightMax && -kAllOfIt >= kMassMax);

std::shared_ptr<const std::vector<std::uint8_t>> plane_copy(const World& world, Plane plane) {
  if (!world.has(plane)) return nullptr;
  const auto bytes = world.bytes(plane);
  return std::make_shared<const std::vector<std::uint8_t>>(bytes.begin(), bytes.end());
}

// Makes the edits of one clip.
class ClipPainter {
 public:
  ClipPainter(const Clip& clip, CellPoint at, bool skip_background)
      : clip_(clip), world_(clip.world), at_(at), skip_background_(skip_background) {}

  void paint_cells() {
    StampEdit stamp{at_, world_.width(), world_.height(), nullptr, std::nullopt};
    auto cells = std::vector<std::uint8_t>(world_.cells().begin(), world_.cells().end());
    if (skip_background_) {
      stamp.transparent = number_for_background();
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (is_background(clip_, i)) cells[i] = *stamp.transparent;
      }
    }
    stamp.cells = std::make_shared<const std::vector<std::uint8_t>>(std::move(cells));
    stamp.density = plane_copy(world_, Plane::density);
    stamp.energy = plane_copy(world_, Plane::energy);
    stamp.velocity = plane_copy(world_, Plane::velocity);
    edits_.push_back(std::move(stamp));
    if (!world_.has(Plane::mass)) return;
    // Painting liquid fills the cell; the amount edit then sets the mass of the clip.
    const auto mass = [this](std::size_t i) { return amount_at(world_, Plane::mass, i); };
    add(Plane::mass, false, [&](std::size_t i) { return mass(i) > 0 ? kAllOfIt : 0; });
    add(Plane::mass, false, mass);
  }

  // Obstacles come last, when the stacks below them are empty, so that they push no sand aside.
  void paint_heights(const Ruleset& ruleset) {
    const auto painted = [this](std::size_t i) { return !skip_background_ || !is_background(clip_, i); };
    add(Plane::height, true, [&](std::size_t i) { return painted(i) ? kAllOfIt : 0; });
    add(Plane::height, false, [&](std::size_t i) {
      return painted(i) ? std::clamp(amount_at(world_, Plane::height, i), -kHeightMax, kHeightMax) + kHeightMax : 0;
    });
    add(Plane::wetness, false, [&](std::size_t i) { return painted(i) ? kAllOfIt : 0; });
    add(Plane::wetness, false,
        [&](std::size_t i) { return world_.has(Plane::wetness) ? world_.bytes(Plane::wetness)[i] : 0; });
    add(Plane::packed, false, [&](std::size_t i) { return painted(i) ? kAllOfIt : 0; });
    if (world_.has(Plane::packed))
      add(Plane::packed, false, [&](std::size_t i) { return painted(i) ? amount_at(world_, Plane::packed, i) : 0; });
    paint_ground(read_field_roles(ruleset), ruleset.elements.size());
  }

  ClipEdits result() { return {std::move(edits_), std::move(loss_)}; }

 private:
  // For "leave this cell as it is": the background, or a number that no cell has if background can hold water.
  std::uint8_t number_for_background() const {
    if (!world_.has(Plane::mass)) return 0;
    std::array<bool, kElementsMax> used{};
    for (const std::uint8_t cell : world_.cells()) used[cell] = true;
    const auto unused = std::ranges::find(used, false);
    return unused == used.end() ? std::uint8_t{0} : static_cast<std::uint8_t>(unused - used.begin());
  }

  template <class AmountOf>
  void add(Plane plane, bool clears, AmountOf amount_of) {
    std::vector<std::int32_t> amounts(world_.cell_count());
    for (std::size_t i = 0; i < amounts.size(); ++i) amounts[i] = amount_of(i);
    if (std::ranges::all_of(amounts, [](std::int32_t amount) { return amount == 0; })) return;
    edits_.push_back(AmountEdit{plane, at_, world_.width(), world_.height(),
                                std::make_shared<const std::vector<std::int32_t>>(std::move(amounts)), clears});
  }

  // Obstacles, springs and drains are painted with the first element of that kind.
  void paint_ground(const FieldRoles& roles, std::size_t element_count) {
    if (!world_.has(Plane::wall)) return;
    constexpr FieldRole kRoles[] = {FieldRole::air, FieldRole::ground, FieldRole::faucet, FieldRole::drain};
    static_assert(static_cast<int>(HeightGround::obstacle) == 1 && static_cast<int>(HeightGround::spring) == 2 &&
                  static_cast<int>(HeightGround::drain) == 3);
    std::uint8_t element_of[std::size(kRoles)] = {};
    for (std::size_t ground = 1; ground < std::size(kRoles); ++ground) {
      const auto end = roles.of.begin() + static_cast<std::ptrdiff_t>(element_count);
      const auto found = std::find(roles.of.begin(), end, kRoles[ground]);
      if (found != end) element_of[ground] = static_cast<std::uint8_t>(found - roles.of.begin());
    }
    std::vector<std::uint8_t> cells(world_.cell_count());
    std::size_t standing = 0, missing = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::uint8_t ground = world_.bytes(Plane::wall)[i];
      if (ground == 0) continue;
      cells[i] = element_of[ground < std::size(kRoles) ? ground : 1];
      cells[i] != 0 ? ++standing : ++missing;
    }
    if (missing > 0) loss_ = trf("for {} obstacles, springs or drains these rules have no element", missing);
    if (standing == 0) return;
    edits_.push_back(StampEdit{at_, world_.width(), world_.height(),
                               std::make_shared<const std::vector<std::uint8_t>>(std::move(cells)), std::uint8_t{0}});
  }

  const Clip& clip_;
  const World& world_;
  CellPoint at_;
  bool skip_background_;
  std::vector<Edit> edits_;
  std::string loss_;
};

// The colours of clips.

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

// Stamps: a PNG picture with one more chunk, which holds the clip.

// The case of its letters means: not needed for the picture, private, dropped by programs that change the pixels.
constexpr std::string_view kChunkType = "stMP";
constexpr std::uint32_t kVersion = 2;
constexpr std::uintmax_t kFileBytesMax = 64u << 20;
constexpr int kStampLevel = 9;  // of zstd

// The payload before packing: this preamble, the facts as JSON, and the planes, one after the other.
struct StampPreamble {
  std::uint32_t version = kVersion;
  std::uint32_t facts_bytes = 0;
};

using Bytes = std::vector<std::byte>;

void append(Bytes& bytes, const void* data, std::size_t size) {
  const std::size_t before = bytes.size();
  bytes.resize(before + size);
  if (size > 0) std::memcpy(&bytes[before], data, size);
}

// The hash of the pixels. If another program has changed them it does not match, and the pixels are read instead.
std::string mark_of(const Picture& picture) {
  return fmt::format("{:016x}",
                     XXH64(picture.rgb.data(), picture.rgb.size(), static_cast<std::uint64_t>(picture.width)));
}

std::optional<Bytes> unpacked(std::span<const std::byte> bytes, std::size_t size_max) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > size_max) return std::nullopt;
  Bytes result(static_cast<std::size_t>(size));
  if (ZSTD_decompress(result.data(), result.size(), bytes.data(), bytes.size()) != size) return std::nullopt;
  return result;
}

// Empty without enough memory.
Bytes make_payload(const Clip& clip, const Picture& picture) {
  json planes = json::array();
  for (const Plane plane : kAllPlanes) {
    if (clip.world.has(plane)) planes.push_back(plane_info(plane).name);
  }
  const std::string facts =
      json{{"names", clip.names}, {"planes", std::move(planes)}, {"pixels", mark_of(picture)}}.dump(
          -1, ' ', false, json::error_handler_t::replace);
  const StampPreamble preamble{kVersion, static_cast<std::uint32_t>(facts.size())};
  Bytes bytes;
  append(bytes, &preamble, sizeof preamble);
  append(bytes, facts.data(), facts.size());
  for (const Plane plane : kAllPlanes) append(bytes, clip.world.bytes(plane).data(), clip.world.bytes(plane).size());
  Bytes packed(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kStampLevel);
  packed.resize(ZSTD_isError(size) ? 0 : size);
  return packed;
}

// The facts of a payload, if the payload can belong to this picture.
struct Facts {
  std::vector<std::string> names;
  PlaneSet planes;
  std::size_t bytes = 0;  // of preamble and facts
};

std::optional<Facts> read_facts(const Bytes& bytes, const Picture& picture) {
  StampPreamble preamble;
  if (bytes.size() < sizeof preamble) return std::nullopt;
  std::memcpy(&preamble, bytes.data(), sizeof preamble);
  if (preamble.version != kVersion || preamble.facts_bytes > bytes.size() - sizeof preamble) return std::nullopt;
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + sizeof preamble;
  const auto facts = parse_json({text, preamble.facts_bytes});
  if (!facts || !facts->is_object() || facts->value("pixels", json()) != json(mark_of(picture))) return std::nullopt;
  const json names = facts->value("names", json()), planes = facts->value("planes", json());
  if (!names.is_array() || names.empty() || names.size() > kElementsMax || !planes.is_array()) return std::nullopt;

  Facts result{{}, {}, sizeof preamble + preamble.facts_bytes};
  for (const json& name : names) {
    if (!name.is_string()) return std::nullopt;
    result.names.push_back(name.get<std::string>());
  }
  for (const json& name : planes) {
    const auto plane = name.is_string() ? find_plane(name.get<std::string>()) : std::nullopt;
    if (!plane || result.planes.has(*plane)) return std::nullopt;
    result.planes.add(*plane);
  }
  return result.planes.has(Plane::cells) ? std::optional(result) : std::nullopt;
}

std::optional<Clip> read_payload(std::span<const std::byte> payload, const Picture& picture) {
  constexpr std::size_t kFactsMax = 1u << 20, kCellMax = 32;
  const std::size_t cells = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  const auto bytes = unpacked(payload, kFactsMax + cells * kCellMax);
  if (!bytes) return std::nullopt;
  const auto facts = read_facts(*bytes, picture);
  if (!facts) return std::nullopt;
  std::size_t bytes_per_cell = 0;
  for (const Plane plane : kAllPlanes)
    if (facts->planes.has(plane)) bytes_per_cell += plane_info(plane).bytes_per_cell;
  if (bytes->size() - facts->bytes != cells * bytes_per_cell) return std::nullopt;
  Clip clip{World(picture.width, picture.height), facts->names};
  std::size_t offset = facts->bytes;
  for (const Plane plane : kAllPlanes) {
    if (!facts->planes.has(plane)) continue;
    clip.world.add(plane);
    const auto to = clip.world.bytes(plane);
    std::memcpy(to.data(), bytes->data() + offset, to.size());
    offset += to.size();
  }
  const bool sound =
      std::ranges::all_of(clip.world.cells(), [&](std::uint8_t cell) { return cell < clip.names.size(); });
  return sound ? std::optional(std::move(clip)) : std::nullopt;
}

}  // namespace

ClipEdits edits_of(const Clip& fitted, CellPoint at, bool skip_background, const Ruleset& ruleset) {
  ClipPainter painter(fitted, at, skip_background);
  fitted.has_heights() ? painter.paint_heights(ruleset) : painter.paint_cells();
  return painter.result();
}

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
  for (std::size_t i = 0; i < pixels.size(); i += 4)
    picture.rgb.insert(picture.rgb.end(), {pixels[i], pixels[i + 1], pixels[i + 2]});
  return picture;
}

Status write_stamp(const fs::path& path, const Clip& clip, const Ruleset& ruleset) {
  const int width = clip.world.width(), height = clip.world.height();
  if (width > kStampSideMax || height > kStampSideMax) {
    return Status::failure(trf("What is selected is too large for a stamp: {} x {} cells, at most {} a side.", width,
                               height, kStampSideMax));
  }
  const Picture picture = picture_of(clip, ruleset);
  const Bytes png = encode_png(picture), payload = make_payload(clip, picture);
  if (png.empty() || payload.empty()) return Status::failure(tr("There is not enough memory for this stamp."));
  return write_whole_file(path, with_chunk(png, kChunkType, payload));
}

Status decode_stamp(std::span<const std::byte> bytes, std::string_view name, const Ruleset& ruleset, Clip& clip) {
  Picture picture;
  if (Status status = decode_png(bytes, name, picture, kStampSideMax); !status) return status;
  auto own = read_payload(find_chunk(bytes, kChunkType), picture);
  clip = own ? std::move(*own) : clip_of_picture(picture, ruleset);
  return {};
}

Status read_stamp(const fs::path& path, const Ruleset& ruleset, Clip& clip) {
  std::string fault;
  const auto content = read_whole_file(path, kFileBytesMax, fault);
  if (!content) return Status::failure(trf("{} could not be opened: {}.", path.string(), fault));
  return decode_stamp(std::as_bytes(std::span(*content)), path.filename().string(), ruleset, clip);
}

}  // namespace repose
