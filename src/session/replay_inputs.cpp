#include "session/replay_inputs.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

#include "session/parts.hpp"

namespace repose {

namespace {

static_assert(std::endian::native == std::endian::little, "amounts are written as they lie in memory");

enum class Kind : std::uint8_t { stroke, rectangle, stamp, amounts, parameter, push, body };

using Flag = unsigned;  // of an input's second byte
constexpr Flag kSquare = 1, kOnlyOver = 2, kTransparent = 4, kDensity = 8, kEnergy = 16, kVelocity = 32, kClears = 64,
               kEverywhere = 128, kFlipped = 1;

using SharedBytes = std::shared_ptr<const std::vector<std::uint8_t>>;

// Small numbers take few bytes: seven bits in each, the lowest first, the highest bit set in all but the last. Numbers
// with a sign alternate: 0, -1, 1, -2, ...
class Writer {
 public:
  explicit Writer(std::string& bytes) : bytes_(bytes) {}

  void input(std::uint64_t steps, const Input& input) {
    number(steps);
    const auto* edit = std::get_if<Edit>(&input);
    if (edit == nullptr) return put(std::get<ParameterInput>(input));
    std::visit([this](const auto& e) { put(e); }, *edit);
  }

 private:
  void byte(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80));
    byte(static_cast<std::uint8_t>(value));
  }
  void signed_number(std::int64_t value) {
    number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
  }
  // Coordinates relative to the last point: a stroke usually continues where the one before ended.
  void point(CellPoint p) {
    signed_number(std::int64_t{p.x} - last_.x);
    signed_number(std::int64_t{p.y} - last_.y);
    last_ = p;
  }
  void raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  void head(Kind kind, Flag flags) {
    byte(static_cast<std::uint8_t>(kind));
    byte(static_cast<std::uint8_t>(flags));
  }
  void size(int width, int height) {
    number(static_cast<std::uint64_t>(width));
    number(static_cast<std::uint64_t>(height));
  }

  void put(const StrokeEdit& e) {
    head(Kind::stroke, (e.shape == BrushShape::square ? kSquare : 0u) | (e.only_over ? kOnlyOver : 0u));
    point(e.from);
    point(e.to);
    number(static_cast<std::uint64_t>(std::clamp(e.size, kBrushSizeMin, kBrushSizeMax)));
    byte(e.element);
    if (e.only_over) byte(*e.only_over);
  }
  void put(const RectEdit& e) {
    head(Kind::rectangle, e.only_over ? kOnlyOver : 0u);
    point(e.from);
    point(e.to);
    byte(e.element);
    if (e.only_over) byte(*e.only_over);
  }
  void put(const StampEdit& e) {
    head(Kind::stamp, (e.only_over ? kOnlyOver : 0u) | (e.transparent ? kTransparent : 0u) |
                          (e.density ? kDensity : 0u) | (e.energy ? kEnergy : 0u) | (e.velocity ? kVelocity : 0u));
    point(e.at);
    size(e.width, e.height);
    if (e.only_over) byte(*e.only_over);
    if (e.transparent) byte(*e.transparent);
    for (const SharedBytes* plane : {&e.cells, &e.density, &e.energy, &e.velocity}) {
      if (*plane) raw((*plane)->data(), (*plane)->size());
    }
  }
  void put(const AmountEdit& e) {
    head(Kind::amounts, e.clears ? kClears : 0u);
    byte(static_cast<std::uint8_t>(e.plane));
    point(e.at);
    size(e.width, e.height);
    raw(e.amounts->data(), e.amounts->size() * sizeof(std::int32_t));
  }
  void put(const PushEdit& e) {
    head(Kind::push, (e.shape == BrushShape::square ? kSquare : 0u) | (e.everywhere ? kEverywhere : 0u));
    if (!e.everywhere) {
      point(e.from);
      point(e.to);
      number(static_cast<std::uint64_t>(std::clamp(e.size, kBrushSizeMin, kBrushSizeMax)));
    }
    byte(static_cast<std::uint8_t>(3 * (e.dy + 1) + e.dx + 1));
    number(e.seed);
    number(e.pass);
  }
  void put(const BodyEdit& e) {
    head(Kind::body, e.flipped ? kFlipped : 0u);
    point(e.from);
    point(e.to);
    byte(static_cast<std::uint8_t>(static_cast<int>(e.shape) * kHeadingCount + e.heading));
    number(static_cast<std::uint64_t>(std::clamp(e.size, kBrushSizeMin, kBrushSizeMax)));
    number(static_cast<std::uint64_t>(std::clamp(e.depth, 0, kHeightMax)));
  }
  void put(const ParameterInput& parameter) {
    head(Kind::parameter, 0);
    number(parameter.name.size());
    raw(parameter.name.data(), parameter.name.size());
    raw(&parameter.value, sizeof parameter.value);
  }

  std::string& bytes_;
  CellPoint last_;
};

class Reader {
 public:
  explicit Reader(std::string_view& bytes) : bytes_(bytes) {}

  TimedInput input() {
    const std::uint64_t more = number();
    if (more > 2 * kReplayStepsMax - steps_) throw Unsound{"an input comes after its end"};
    steps_ += more;
    const auto kind = static_cast<Kind>(byte());
    flags_ = byte();
    switch (kind) {
      case Kind::stroke: return {steps_, Edit(stroke())};
      case Kind::rectangle: return {steps_, Edit(rectangle())};
      case Kind::stamp: return {steps_, Edit(stamp())};
      case Kind::amounts: return {steps_, Edit(amounts())};
      case Kind::parameter: return {steps_, parameter()};
      case Kind::push: return {steps_, Edit(push())};
      case Kind::body: return {steps_, Edit(body())};
    }
    throw Unsound{"it holds a kind of input that this version does not support"};
  }

 private:
  bool has(Flag flag) const { return (flags_ & flag) != 0; }

  std::string_view raw(std::uint64_t size) {
    if (size > bytes_.size()) throw Unsound{"it ends too early"};
    const std::string_view taken = bytes_.substr(0, static_cast<std::size_t>(size));
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(raw(1).front()); }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw Unsound{"it is damaged"};
  }
  std::uint32_t small_number() {
    const std::uint64_t value = number();
    if (value > std::numeric_limits<std::uint32_t>::max()) throw Unsound{"it is damaged"};
    return static_cast<std::uint32_t>(value);
  }
  int coordinate(int from) {
    const std::uint64_t coded = number();
    const auto way = static_cast<std::int64_t>(coded >> 1) ^ -static_cast<std::int64_t>(coded & 1);
    return static_cast<int>(
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(way) + static_cast<std::uint64_t>(std::int64_t{from})));
  }
  CellPoint point() {
    last_.x = coordinate(last_.x);
    last_.y = coordinate(last_.y);
    return last_;
  }
  int side() {
    const std::uint64_t cells = number();
    if (cells < 1 || cells > static_cast<std::uint64_t>(kWorldSideMax)) throw Unsound{"it is damaged"};
    return static_cast<int>(cells);
  }
  std::optional<std::uint8_t> byte_if(Flag flag) { return has(flag) ? std::optional(byte()) : std::nullopt; }
  SharedBytes plane(std::uint64_t size) {
    const std::string_view bytes = raw(size);
    return std::make_shared<const std::vector<std::uint8_t>>(bytes.begin(), bytes.end());
  }

  StrokeEdit stroke() {
    StrokeEdit e;
    e.shape = has(kSquare) ? BrushShape::square : BrushShape::round;
    e.from = point();
    e.to = point();
    e.size = static_cast<int>(std::clamp<std::uint64_t>(number(), kBrushSizeMin, kBrushSizeMax));
    e.element = byte();
    e.only_over = byte_if(kOnlyOver);
    return e;
  }
  PushEdit push() {
    PushEdit e;
    e.shape = has(kSquare) ? BrushShape::square : BrushShape::round;
    e.everywhere = has(kEverywhere);
    if (!e.everywhere) {
      e.from = point();
      e.to = point();
      e.size = static_cast<int>(std::clamp<std::uint64_t>(number(), kBrushSizeMin, kBrushSizeMax));
    }
    const int direction = byte();
    if (direction > 8) throw Unsound{"it is damaged"};
    e.dx = direction % 3 - 1;
    e.dy = direction / 3 - 1;
    e.seed = small_number();
    e.pass = small_number();
    return e;
  }
  BodyEdit body() {
    BodyEdit e;
    e.flipped = has(kFlipped);
    e.from = point();
    e.to = point();
    const int shape = byte();
    if (shape >= kBodyShapeCount * kHeadingCount) throw Unsound{"it is damaged"};
    e.shape = static_cast<BodyShape>(shape / kHeadingCount);
    e.heading = shape % kHeadingCount;
    e.size = static_cast<int>(std::clamp<std::uint64_t>(number(), kBrushSizeMin, kBrushSizeMax));
    e.depth = static_cast<std::int32_t>(std::min<std::uint64_t>(number(), kHeightMax));
    return e;
  }
  RectEdit rectangle() {
    RectEdit e;
    e.from = point();
    e.to = point();
    e.element = byte();
    e.only_over = byte_if(kOnlyOver);
    return e;
  }
  StampEdit stamp() {
    StampEdit e;
    e.at = point();
    e.width = side();
    e.height = side();
    e.only_over = byte_if(kOnlyOver);
    e.transparent = byte_if(kTransparent);
    const std::uint64_t cells = static_cast<std::uint64_t>(e.width) * static_cast<std::uint64_t>(e.height);
    e.cells = plane(cells);
    if (has(kDensity)) e.density = plane(cells);
    if (has(kEnergy)) e.energy = plane(cells);
    if (has(kVelocity)) e.velocity = plane(2 * cells);
    return e;
  }
  AmountEdit amounts() {
    AmountEdit e;
    const std::uint8_t plane = byte();
    if (plane >= kPlaneCount) throw Unsound{"it is damaged"};
    e.plane = static_cast<Plane>(plane);
    e.clears = has(kClears);
    e.at = point();
    e.width = side();
    e.height = side();
    const std::size_t cells = static_cast<std::size_t>(e.width) * static_cast<std::size_t>(e.height);
    const std::string_view bytes = raw(cells * sizeof(std::int32_t));
    std::vector<std::int32_t> values(cells);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    e.amounts = std::make_shared<const std::vector<std::int32_t>>(std::move(values));
    return e;
  }
  ParameterInput parameter() {
    ParameterInput result;
    result.name = raw(number());
    const std::string_view value = raw(sizeof result.value);
    std::memcpy(&result.value, value.data(), value.size());
    return result;
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

std::size_t input_bytes_of(const TimedInput& input) {
  if (const auto* edit = std::get_if<Edit>(&input.input)) return sizeof input + std::visit(BytesOf{}, *edit);
  return sizeof input + std::get<ParameterInput>(input.input).name.size();
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
    if (taken > memory) throw Unsound{"its inputs take too much memory"};
    memory -= taken;
  }
  return inputs;
}

}  // namespace repose
