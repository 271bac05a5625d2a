// Reads and writes replays; a file may come from anybody.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <numeric>
#include <type_traits>

#include "core/files.hpp"
#include "core/language.hpp"
#include "repose/config.hpp"
#include "repose/replay.hpp"
#include "session/parts.hpp"
#include "session/png_stream.hpp"
#include "session/timeline.hpp"

namespace repose {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

constexpr FileKind kKind{{'\x89', 'R', 'E', 'P', 'L', 'A', 'Y', '\n'}, 2, text_id("it is no replay")};
// The case of its letters means: not needed for the picture, private, dropped by programs that change the pixels.
constexpr std::string_view kChunkType = "rpLY";
constexpr std::size_t kChunkBytesMax = 7'900'000;  // libpng refuses pictures with a chunk of more than eight million
constexpr std::size_t kFactsBytesMax = kFuzzed ? 1u << 16 : 16u << 20;
constexpr std::uint64_t kFileBytesMax = 256u << 20;
constexpr int kReplayLevel = 9;  // of zstd

// Objects that segments share: each once, in the order of their first use.
template <class Thing>
class Table {
 public:
  std::size_t index_of(const std::shared_ptr<const Thing>& thing) {
    const auto is_same = [&](const auto& other) { return other == thing || *other == *thing; };
    const auto index = static_cast<std::size_t>(std::ranges::find_if(things_, is_same) - things_.begin());
    if (index == things_.size()) things_.push_back(thing);
    return index;
  }
  const std::vector<std::shared_ptr<const Thing>>& things() const { return things_; }

 private:
  std::vector<std::shared_ptr<const Thing>> things_;
};

// A world is written as its difference from the one before, if sizes and planes are equal: zeros pack well.
World difference(const World& world, const World* before) {
  World result = world;
  if (before == nullptr || before->width() != world.width() || before->height() != world.height()) return result;
  for (const Plane plane : kAllPlanes) {
    const auto to = result.bytes(plane);
    const auto from = before->bytes(plane);
    if (from.size() == to.size()) std::ranges::transform(to, from, to.begin(), std::bit_xor<>());
  }
  return result;
}

// ---- writing ----

json facts_of(const ReplaySegment& segment, Table<ReplayRules>& rules, Table<World>& worlds) {
  const std::size_t world = worlds.index_of(segment.world);
  json keyframes = json::array();  // before the origin: they differ little from the world
  for (const ReplayKeyframe& keyframe : segment.keyframes)
    keyframes.push_back({keyframe.steps, worlds.index_of(keyframe.world)});
  json facts = {{"rules", rules.index_of(segment.rules)},
                {"world", world},
                {"origin", worlds.index_of(segment.origin)},
                {"scene", segment.scene},
                {"origin_step", segment.origin_step},
                {"lead", segment.lead},
                {"steps", segment.steps},
                {"events", segment.inputs.size()}};
  if (!keyframes.empty()) facts["keyframes"] = keyframes;
  put_signs(facts, segment.signs);
  put_run(facts, segment.run);
  return facts;
}

json facts_of(const Replay& replay, Table<ReplayRules>& rules, Table<World>& worlds) {
  json segments = json::array(), titles = json::array(), world_list = json::array(), checkpoints = json::array();
  for (const ReplaySegment& segment : replay.segments) segments.push_back(facts_of(segment, rules, worlds));
  for (const auto& one : rules.things()) titles.push_back(one->title);
  for (const auto& world : worlds.things()) world_list.push_back(world_facts(*world));
  for (const Checkpoint& point : replay.checkpoints)
    checkpoints.push_back({point.position, fmt::format("{:016x}", point.hash)});
  json facts = {{"title", replay.title}, {"made_by", replay.made_by}, {"rules", titles},
                {"worlds", world_list},  {"segments", segments},      {"checkpoints", checkpoints}};
  if (const auto& claim = replay.challenge) {
    facts["challenge"] = {{"name", claim->name},     {"text", fmt::format("{:016x}", claim->text_hash)},
                          {"medal", claim->medal},   {"steps", claim->steps},
                          {"matter", claim->matter}, {"strokes", claim->strokes}};
  }
  return facts;
}

// ---- reading ----

template <class Thing>
std::shared_ptr<const Thing> one_of(const std::vector<std::shared_ptr<const Thing>>& things, const json& number) {
  const auto index = value_of<std::uint64_t>(number);
  if (index >= things.size()) throw Unsound{tr("it is damaged")};
  return things[static_cast<std::size_t>(index)];
}

std::uint64_t steps_of(const json& facts, const char* name) {
  const auto steps = fact<std::uint64_t>(facts, name);
  if (steps > kReplayStepsMax) throw Unsound{trf("{} steps are too many", steps)};
  return steps;
}

std::uint64_t hash_of(const json& text) {
  const auto digits = text.get<std::string>();
  if (digits.size() != 16 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw Unsound{tr("it is damaged")};
  return std::stoull(digits, nullptr, 16);
}

std::vector<Checkpoint> checkpoints_of(const json& facts, std::uint64_t steps) {
  std::vector<Checkpoint> points;
  for (const json& point : fact(facts, "checkpoints")) {
    const auto position = value_of<std::uint64_t>(point.at(0));
    const bool ascends = points.empty() || position > points.back().position;
    if (!ascends || position > steps) throw Unsound{tr("it is damaged")};
    points.push_back({position, hash_of(point.at(1))});
  }
  return points;
}

// The objects that segments share.
struct Shared {
  std::vector<std::shared_ptr<const ReplayRules>> rules;
  std::vector<std::shared_ptr<const World>> worlds;
};

Shared read_shared(PartReader& reader, const json& facts, std::uint64_t file_bytes) {
  Shared shared;
  std::size_t bytes_left = 2 * kConfigBytesMax;  // a replay has a few configs, not hundreds
  std::vector<WorldClaim> claims;
  std::uint64_t bytes = 0, file_bytes_needed = 0;
  for (const json& world : fact(facts, "worlds")) {
    claims.push_back(world_claim(world));
    bytes += claims.back().bytes();
    file_bytes_needed += claims.back().file_bytes();
    if (bytes > kReplayWorldBytesMax)
      throw Unsound{trf("its worlds take more than {} MiB", kReplayWorldBytesMax >> 20)};
  }
  if (file_bytes_needed > file_bytes) throw Unsound{tr("it ends too early")};
  for (const auto& title : fact<std::vector<std::string>>(facts, "rules")) {
    auto rules =
        std::make_shared<const ReplayRules>(ReplayRules{shown_text(title), reader.text(Section::config, bytes_left)});
    bytes_left -= rules->text.size();
    shared.rules.push_back(std::move(rules));
  }
  for (const WorldClaim& claim : claims) {
    const World* before = shared.worlds.empty() ? nullptr : shared.worlds.back().get();
    shared.worlds.push_back(
        std::make_shared<const World>(difference(read_planes(reader, claim, claim.plane_set()), before)));
  }
  return shared;
}

ReplaySegment read_segment(const json& facts, const Shared& shared, std::string_view& inputs,
                           std::uint64_t& input_memory) {
  ReplaySegment segment;
  segment.rules = one_of(shared.rules, fact(facts, "rules"));
  segment.world = one_of(shared.worlds, fact(facts, "world"));
  segment.origin = one_of(shared.worlds, fact(facts, "origin"));
  segment.signs = read_signs(facts, segment.world->width(), segment.world->height());
  segment.run = read_run(facts);
  segment.scene = fact_text(facts, "scene");
  segment.origin_step = fact<std::uint64_t>(facts, "origin_step");
  segment.lead = steps_of(facts, "lead");
  segment.steps = steps_of(facts, "steps");
  segment.inputs = take_inputs(inputs, fact<std::uint64_t>(facts, "events"), input_memory);
  if (!segment.inputs.empty() && segment.inputs.back().steps > segment.lead + segment.steps)
    throw Unsound{tr("an input comes after its end")};
  const std::uint64_t cells = segment.world->cell_count();
  std::uint64_t before = segment.lead * (cells + kStepCells);
  for (const TimedInput& input : segment.inputs)
    before += input.steps <= segment.lead ? input_cells_of(input, cells) : 0;
  if (before > kRepeatedCellsMax) throw Unsound{tr("too much comes before the part that it shows")};
  if (!facts.contains("keyframes")) return segment;
  for (const json& keyframe : fact(facts, "keyframes")) {
    const auto steps = value_of<std::uint64_t>(keyframe.at(0));
    const auto world = one_of(shared.worlds, keyframe.at(1));
    const bool ascends = steps > (segment.keyframes.empty() ? 0 : segment.keyframes.back().steps);
    const bool fits = world->width() == segment.world->width() && world->height() == segment.world->height();
    if (!ascends || !fits || steps > segment.lead + segment.steps || segment.keyframes.size() == kReplaySegmentsMax)
      throw Unsound{tr("it is damaged")};
    segment.keyframes.push_back({steps, world});
  }
  return segment;
}

Replay read_parts(std::span<const std::byte> bytes) {
  PartReader reader(kKind, source_of(bytes));
  const json facts = parse_facts(reader.text(Section::facts, kFactsBytesMax));
  Replay replay;
  replay.title = fact_text(facts, "title");
  replay.made_by = fact_text(facts, "made_by");
  const Shared shared = read_shared(reader, facts, bytes.size());
  const std::string all_inputs = reader.text(Section::inputs, kReplayInputBytesMax);
  reader.end();
  std::string_view inputs = all_inputs;
  std::uint64_t input_memory = kReplayInputBytesMax;
  const json& segments = fact(facts, "segments");
  if (!segments.is_array() || segments.empty() || segments.size() > kReplaySegmentsMax)
    throw Unsound{tr("it is damaged")};
  for (const json& segment : segments) replay.segments.push_back(read_segment(segment, shared, inputs, input_memory));
  replay.checkpoints = checkpoints_of(facts, replay.steps());
  if (facts.contains("challenge")) {
    const json& claim = fact(facts, "challenge");
    replay.challenge = ChallengeClaim{fact_text(claim, "name"),
                                      hash_of(fact(claim, "text")),
                                      fact_text(claim, "medal"),
                                      fact<std::uint64_t>(claim, "steps"),
                                      fact<std::uint64_t>(claim, "matter"),
                                      fact<std::uint64_t>(claim, "strokes")};
  }
  return replay;
}

// ---- files ----

// Drops every second keyframe until the file is small enough or none is left.
std::vector<std::byte> encode_thinned(const Replay& replay, std::size_t bytes_max) {
  constexpr std::uint64_t kUpdatesPerByte = 32768;  // updated cells
  Replay thinned = replay;
  std::uint64_t updates = 0;
  for (ReplaySegment& segment : thinned.segments) {
    updates += (segment.lead + segment.steps) * segment.world->cell_count();
    segment.keyframes.clear();
  }
  std::vector<std::byte> smallest = encode_replay(thinned);
  bytes_max = static_cast<std::size_t>(std::min<std::uint64_t>(bytes_max, smallest.size() + updates / kUpdatesPerByte));
  for (std::size_t every = 1; every <= kReplaySegmentsMax; every *= 2) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < replay.segments.size(); ++i) {
      auto& keyframes = thinned.segments[i].keyframes;
      keyframes.clear();
      for (std::size_t k = every - 1; k < replay.segments[i].keyframes.size(); k += every)
        keyframes.push_back(replay.segments[i].keyframes[k]);
      kept += keyframes.size();
    }
    if (kept == 0) break;
    if (std::vector<std::byte> bytes = encode_replay(thinned); bytes.size() <= bytes_max) return bytes;
  }
  return smallest;
}

bool begins_as_replay(std::span<const std::byte> bytes) {
  return bytes.size() >= kKind.magic.size() && std::memcmp(bytes.data(), kKind.magic.data(), kKind.magic.size()) == 0;
}

Status refused(std::string_view name, std::string_view why) {
  return Status::failure(trf("{} could not be opened: {}.", name, why));
}

static_assert(std::endian::native == std::endian::little, "amounts are written as they lie in memory");

// The number of a kind of input: the index in Edit for the first four. 4 is a parameter, 7 a sign.
constexpr std::uint8_t kKindOfEdit[] = {0, 1, 2, 3, 5, 6}, kKindOfParameter = 4, kKindOfSign = 7;
static_assert(std::size(kKindOfEdit) == std::variant_size_v<Edit>);

using Flag = unsigned;  // of an input's second byte
constexpr Flag kSquare = 1, kOnlyOver = 2, kTransparent = 4, kDensity = 8, kEnergy = 16, kVelocity = 32, kClears = 64,
               kEverywhere = 128, kFlipped = 1, kMoved = 1;

using SharedBytes = std::shared_ptr<const std::vector<std::uint8_t>>;

// ---- the fields of each kind, in their order in the file; `f` is a Writer or a Reader ----

template <class F>
void shape(F& f, BrushShape& shape) {
  bool square = shape == BrushShape::square;
  f.flag(kSquare, square);
  shape = square ? BrushShape::square : BrushShape::round;
}

template <class F>
void path(F& f, CellPoint& from, CellPoint& to) {
  f.point(from);
  f.point(to);
}

// Returns the number of cells.
template <class F>
std::size_t box(F& f, CellPoint& at, int& width, int& height) {
  f.point(at);
  f.side(width);
  f.side(height);
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
}

template <class F>
void fields(F& f, StrokeEdit& e) {
  shape(f, e.shape);
  path(f, e.from, e.to);
  f.clamped(e.size, kBrushSizeMin, kBrushSizeMax);
  f.byte(e.element);
  f.byte_if(kOnlyOver, e.only_over);
}

template <class F>
void fields(F& f, RectEdit& e) {
  path(f, e.from, e.to);
  f.byte(e.element);
  f.byte_if(kOnlyOver, e.only_over);
}

template <class F>
void fields(F& f, StampEdit& e) {
  const std::size_t cells = box(f, e.at, e.width, e.height);
  f.byte_if(kOnlyOver, e.only_over);
  f.byte_if(kTransparent, e.transparent);
  f.values(e.cells, cells);
  f.values_if(kDensity, e.density, cells);
  f.values_if(kEnergy, e.energy, cells);
  f.values_if(kVelocity, e.velocity, 2 * cells);
}

template <class F>
void fields(F& f, AmountEdit& e) {
  f.flag(kClears, e.clears);
  int plane = static_cast<int>(e.plane);
  f.code(plane, static_cast<int>(kPlaneCount));
  e.plane = static_cast<Plane>(plane);
  f.values(e.amounts, box(f, e.at, e.width, e.height));
}

template <class F>
void fields(F& f, PushEdit& e) {
  shape(f, e.shape);
  f.flag(kEverywhere, e.everywhere);
  if (!e.everywhere) {
    path(f, e.from, e.to);
    f.clamped(e.size, kBrushSizeMin, kBrushSizeMax);
  }
  int direction = 3 * (e.dy + 1) + e.dx + 1;
  f.code(direction, 9);
  e.dx = direction % 3 - 1;
  e.dy = direction / 3 - 1;
  f.number(e.seed);
  f.number(e.pass);
}

template <class F>
void fields(F& f, BodyEdit& e) {
  f.flag(kFlipped, e.flipped);
  path(f, e.from, e.to);
  int code = static_cast<int>(e.shape) * kHeadingCount + e.heading;
  f.code(code, kBodyShapeCount * kHeadingCount);
  e.shape = static_cast<BodyShape>(code / kHeadingCount);
  e.heading = code % kHeadingCount;
  f.clamped(e.size, kBrushSizeMin, kBrushSizeMax);
  f.clamped(e.depth, 0, kHeightMax);
}

template <class F>
void fields(F& f, ParameterInput& parameter) {
  f.text(parameter.name);
  f.raw(&parameter.value, sizeof parameter.value);
}

template <class F>
void fields(F& f, command::SetSign& sign) {
  bool moved = sign.from.has_value();
  f.flag(kMoved, moved);
  f.point(sign.at);
  if (moved) f.point(sign.from ? *sign.from : sign.from.emplace());
  f.text(sign.text);
}

// ---- writing and reading a field ----

// Small numbers take few bytes: seven bits in each, the lowest first, the highest bit set in all but the last. Numbers
// with a sign alternate: 0, -1, 1, -2, ... Coordinates are relative to the last point: strokes usually go on from it.
class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) {}

  void input(std::uint64_t steps, const Input& input) {
    number(steps);
    const auto* edit = std::get_if<Edit>(&input);
    const auto* sign = std::get_if<command::SetSign>(&input);
    byte(edit != nullptr ? kKindOfEdit[edit->index()] : sign != nullptr ? kKindOfSign : kKindOfParameter);
    flags_at_ = bytes_.size();
    byte(0);
    const auto write = [this](auto value) { fields(*this, value); };
    if (edit != nullptr) return std::visit(write, *edit);
    sign != nullptr ? write(*sign) : write(std::get<ParameterInput>(input));
  }

  void flag(Flag flag, bool set) {
    if (set) bytes_[flags_at_] = static_cast<char>(static_cast<unsigned char>(bytes_[flags_at_]) | flag);
  }
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void code(int value, int) { byte(static_cast<std::uint8_t>(value)); }
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
  }
  void clamped(int value, int low, int high) { number(static_cast<std::uint64_t>(std::clamp(value, low, high))); }
  void side(int value) { number(static_cast<std::uint64_t>(value)); }
  void point(CellPoint p) {
    for (const std::int64_t way : {std::int64_t{p.x} - last_.x, std::int64_t{p.y} - last_.y})
      number((static_cast<std::uint64_t>(way) << 1) ^ static_cast<std::uint64_t>(way >> 63));
    last_ = p;
  }
  void raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  void text(const std::string& text) {
    number(text.size());
    raw(text.data(), text.size());
  }
  void byte_if(Flag has, const std::optional<std::uint8_t>& value) {
    flag(has, value.has_value());
    if (value) byte(*value);
  }
  template <class Value>
  void values(const std::shared_ptr<const std::vector<Value>>& values, std::size_t) {
    raw(values->data(), values->size() * sizeof(Value));
  }
  void values_if(Flag has, const SharedBytes& bytes, std::size_t count) {
    flag(has, bytes != nullptr);
    if (bytes) values(bytes, count);
  }

 private:
  std::string& bytes_;
  std::size_t flags_at_ = 0;
  CellPoint last_;
};

class Reader {
 public:
  explicit Reader(std::string_view& bytes) : bytes_(bytes) {}

  TimedInput input() {
    const std::uint64_t more = read_number();
    if (more > 2 * kReplayStepsMax - steps_) throw Unsound{tr("an input comes after its end")};
    steps_ += more;
    std::uint8_t kind = 0;
    byte(kind);
    byte(flags_);
    switch (kind) {
      case 0: return read<StrokeEdit>();
      case 1: return read<RectEdit>();
      case 2: return read<StampEdit>();
      case 3: return read<AmountEdit>();
      case 5: return read<PushEdit>();
      case 6: return read<BodyEdit>();
      case kKindOfParameter: return read<ParameterInput>();
      case kKindOfSign: return read<command::SetSign>();
      default: throw Unsound{tr("it holds a kind of input that this version does not support")};
    }
  }

  void flag(Flag flag, bool& set) const { set = (flags_ & flag) != 0; }
  void byte(std::uint8_t& value) { raw(&value, 1); }
  void code(int& value, int end) {
    std::uint8_t read = 0;
    byte(read);
    if (read >= end) throw Unsound{tr("it is damaged")};
    value = read;
  }
  void number(std::uint32_t& value) {
    const std::uint64_t read = read_number();
    value = static_cast<std::uint32_t>(read);
    if (value != read) throw Unsound{tr("it is damaged")};
  }
  void clamped(int& value, int low, int high) {
    value = static_cast<int>(
        std::clamp<std::uint64_t>(read_number(), static_cast<std::uint64_t>(low), static_cast<std::uint64_t>(high)));
  }
  void side(int& value) {
    const std::uint64_t read = read_number();
    if (read < 1 || read > static_cast<std::uint64_t>(kWorldSideMax)) throw Unsound{tr("it is damaged")};
    value = static_cast<int>(read);
  }
  void point(CellPoint& p) {
    for (int* const coordinate : {&last_.x, &last_.y}) {
      const std::uint64_t coded = read_number(), way = (coded >> 1) ^ -(coded & 1);
      *coordinate = static_cast<int>(
          static_cast<std::uint32_t>(way + static_cast<std::uint64_t>(static_cast<std::int64_t>(*coordinate))));
    }
    p = last_;
  }
  void raw(void* data, std::uint64_t size) {
    if (size > 0) std::memcpy(data, take(size).data(), static_cast<std::size_t>(size));
  }
  void text(std::string& text) { text = take(read_number()); }
  void byte_if(Flag has, std::optional<std::uint8_t>& value) {
    if ((flags_ & has) != 0) byte(value.emplace());
  }
  template <class Value>
  void values(std::shared_ptr<const std::vector<Value>>& values, std::size_t count) {
    const std::string_view bytes = take(count * sizeof(Value));
    std::vector<Value> read(count);
    std::memcpy(read.data(), bytes.data(), bytes.size());
    values = std::make_shared<const std::vector<Value>>(std::move(read));
  }
  void values_if(Flag has, SharedBytes& bytes, std::size_t count) {
    if ((flags_ & has) != 0) values(bytes, count);
  }

 private:
  template <class T>
  TimedInput read() {
    T value;
    fields(*this, value);
    if constexpr (std::is_constructible_v<Edit, T>) return {steps_, Edit(std::move(value))};
    return {steps_, std::move(value)};
  }
  std::string_view take(std::uint64_t size) {
    if (size > bytes_.size()) throw Unsound{tr("it ends too early")};
    const std::string_view taken = bytes_.substr(0, static_cast<std::size_t>(size));
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  std::uint64_t read_number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      std::uint8_t next = 0;
      byte(next);
      value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw Unsound{tr("it is damaged")};
  }

  std::string_view& bytes_;
  std::uint64_t steps_ = 0;
  std::uint8_t flags_ = 0;
  CellPoint last_;
};

// The memory of an edit besides the value itself.
struct BytesOf {
  std::size_t operator()(const StampEdit& stamp) const {
    std::size_t bytes = 0;
    for (const SharedBytes* plane : {&stamp.cells, &stamp.density, &stamp.energy, &stamp.velocity}) {
      if (*plane) bytes += (*plane)->size();
    }
    return bytes;
  }
  std::size_t operator()(const AmountEdit& edit) const { return edit.amounts->size() * sizeof(std::int32_t); }
  std::size_t operator()(const auto&) const { return 0; }
};

}  // namespace

std::uint64_t Replay::steps() const {
  return std::accumulate(segments.begin(), segments.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const ReplaySegment& s) { return sum + s.steps; });
}

std::vector<std::byte> encode_replay(const Replay& replay) {
  Table<ReplayRules> rules;
  Table<World> worlds;
  const std::string facts = facts_of(replay, rules, worlds).dump(-1, ' ', false, json::error_handler_t::replace);
  std::vector<std::byte> bytes;
  PartWriter writer(kKind, kReplayLevel, [&](std::span<const std::byte> part) {
    bytes.resize(bytes.size() + part.size());
    std::ranges::copy(part, bytes.end() - static_cast<std::ptrdiff_t>(part.size()));
  });
  writer.put_text(Section::facts, facts);
  for (const auto& one : rules.things()) writer.put_text(Section::config, one->text);
  const World* before = nullptr;
  for (const auto& world : worlds.things()) {
    put_planes(writer, difference(*world, before));
    before = world.get();
  }
  std::string inputs;
  for (const ReplaySegment& segment : replay.segments) append_inputs(inputs, segment.inputs);
  writer.put_text(Section::inputs, inputs);
  writer.end();
  return bytes;
}

Status decode_replay(std::span<const std::byte> bytes, std::string_view name, Replay& replay) {
  const std::string why =
      fault_of([&] { replay = read_parts(bytes); }, tr("there is not enough memory for its worlds"));
  return why.empty() ? Status() : refused(name, why);
}

Status write_replay(const fs::path& path, const Replay& replay) {
  return write_whole_file(path, encode_thinned(replay, kFileBytesMax));
}

Status read_replay(const fs::path& path, Replay& replay) {
  const std::string name = path.filename().string();
  std::string fault;
  const auto content = read_whole_file(path, kFileBytesMax, fault);
  if (!content) return refused(name, fault);
  const auto bytes = std::as_bytes(std::span(*content));
  const auto chunk = find_chunk(bytes, kChunkType);
  return decode_replay(chunk.empty() ? bytes : chunk, name, replay);
}

Status write_picture_with_replay(const fs::path& path, const Picture& picture, const Replay& replay) {
  const std::vector<std::byte> bytes = encode_thinned(replay, kChunkBytesMax), png = encode_png(picture);
  if (bytes.size() > kChunkBytesMax) {
    return Status::failure(trf("The replay is too large for a picture: {} MB, at most {}. Save it as a separate file.",
                               bytes.size() / 1'000'000, kChunkBytesMax / 1'000'000));
  }
  if (png.empty()) return Status::failure(tr("There is not enough memory for this picture."));
  return write_whole_file(path, with_chunk(png, kChunkType, bytes));
}

bool holds_replay(const fs::path& path) {
  constexpr std::string_view kPngStart = "\x89PNG";
  std::string fault;
  const auto start = read_file_start(path, kKind.magic.size(), fault);
  if (!start || !start->starts_with(kPngStart)) return start && begins_as_replay(std::as_bytes(std::span(*start)));
  const auto content = read_file_start(path, kFileBytesMax, fault);
  return content && begins_as_replay(find_chunk(std::as_bytes(std::span(*content)), kChunkType));
}

std::size_t input_bytes_of(const TimedInput& input) {
  if (const auto* edit = std::get_if<Edit>(&input.input)) return sizeof input + std::visit(BytesOf{}, *edit);
  const auto* sign = std::get_if<command::SetSign>(&input.input);
  return sizeof input + (sign != nullptr ? sign->text.size() : std::get<ParameterInput>(input.input).name.size());
}

std::uint64_t input_cells_of(const TimedInput& input, std::uint64_t cells) {
  const auto side = [](int from, int to, int more) {
    return static_cast<std::uint64_t>(std::abs(std::int64_t{to} - from) + std::int64_t{more});
  };
  const auto line = [&](CellPoint from, CellPoint to, int size) {
    const std::uint64_t length = std::max(side(from.x, to.x, size), side(from.y, to.y, size));
    return length * static_cast<std::uint64_t>(size);
  };
  const auto cells_of = [&]<class E>(const E& e) -> std::uint64_t {
    if constexpr (std::is_same_v<E, RectEdit>) {
      return std::min(side(e.from.x, e.to.x, 1), cells) * std::min(side(e.from.y, e.to.y, 1), cells);
    } else if constexpr (std::is_same_v<E, StampEdit> || std::is_same_v<E, AmountEdit>) {
      return std::uint64_t(e.width) * std::uint64_t(e.height);
    } else {
      if constexpr (std::is_same_v<E, PushEdit>) {
        if (e.everywhere) return cells;
      }
      return line(e.from, e.to, e.size);
    }
  };
  const auto* edit = std::get_if<Edit>(&input.input);
  return kStepCells + (edit == nullptr ? 0 : std::min(cells, std::visit(cells_of, *edit)));
}

void append_inputs(std::string& bytes, const std::vector<TimedInput>& inputs) {
  Writer writer(bytes);
  std::uint64_t steps = 0;
  for (const TimedInput& input : inputs) {
    writer.input(input.steps - steps, input.input);
    steps = input.steps;
  }
}

std::vector<TimedInput> take_inputs(std::string_view& bytes, std::uint64_t count, std::uint64_t& memory) {
  Reader reader(bytes);
  std::vector<TimedInput> inputs;
  for (; count > 0; --count) {
    inputs.push_back(reader.input());
    const std::size_t taken = input_bytes_of(inputs.back());
    if (taken > memory) throw Unsound{tr("its inputs take too much memory")};
    memory -= taken;
  }
  return inputs;
}

}  // namespace repose
