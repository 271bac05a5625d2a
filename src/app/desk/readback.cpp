// Cells and pixels that are shown, read back without waiting for a GPU.
#include "app/desk/screen.hpp"

#include <cstring>

#include "app/desk/desk.hpp"

namespace repose {

namespace {

constexpr std::size_t kCodes = 256;  // texels of the table that maps codes to elements
constexpr std::size_t kBytesOfPlainTexel = 4, kBytesOfPackedTexel = 16;

CellReading read_cell(const World& world, std::size_t i) {
  CellReading reading;
  reading.element = world.cells()[i];
  if (world.has(Plane::wall) && world.has(Plane::height)) reading.wall = world.bytes(Plane::wall)[i];
  if (world.has(Plane::energy)) reading.energy = world.bytes(Plane::energy)[i];
  if (world.has(Plane::mass)) reading.mass = amount_at(world, Plane::mass, i);
  if (world.has(Plane::height)) reading.height = amount_at(world, Plane::height, i);
  if (world.has(Plane::packed)) reading.packed = amount_at(world, Plane::packed, i);
  if (world.has(Plane::wetness)) reading.wetness = world.bytes(Plane::wetness)[i];
  return reading;
}

std::optional<Plane> amounts_of(const TextureCells& shown) {
  for (const Plane plane : {Plane::mass, Plane::height}) {
    if (shown.has(plane)) return plane;
  }
  return std::nullopt;
}

}  // namespace

CellReading read_cell(const WorldWindow& window, CellPoint cell) {
  return read_cell(window.cells, window.cells.index(cell.x - window.box.x, cell.y - window.box.y));
}

std::optional<std::uint8_t> element_at(Desk& desk, CellPoint cell) {
  const auto reading = desk.view.probe.read(desk.session().view(), cell);
  if (!reading) return std::nullopt;
  return shown_element(desk.session(), *reading);
}

LateWindow::Layout::Layout(const TextureCells& shown, const CellBox& box) {
  const int cells = shown.cells_a_texel();
  first_texel = box.x / cells;
  texels = (box.x + box.width - 1) / cells - first_texel + 1;
  amounts_at = (shown.packed() ? kBytesOfPackedTexel : kBytesOfPlainTexel) * static_cast<std::size_t>(texels) *
               static_cast<std::size_t>(box.height);
  const int x = box.x / kSquareSide, y = box.y / kSquareSide;
  squares = {x, y, (box.x + box.width - 1) / kSquareSide - x + 1, (box.y + box.height - 1) / kSquareSide - y + 1};
  layer_bytes = sizeof(std::int32_t) * kSquareSide * static_cast<std::size_t>(squares.width) *
                static_cast<std::size_t>(squares.height);
  elements_at = amounts_at + (amounts_of(shown) ? layer_bytes * kSquareSide : 0);
  bytes = elements_at + (shown.packed() ? kBytesOfPlainTexel * kCodes : 0);
}

void LateWindow::ask(const CellView& view, const CellBox& box) {
  shown_ = *view.texture();
  layout_ = Layout(shown_, box);
  asked_ = {view.width, view.height, box, World(1, 1)};
  if (!framebuffer_) framebuffer_ = make_gl_framebuffer();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.get());
  bytes_.begin(layout_.bytes);
  // Each copy goes to its own place in the buffer.
  const auto copy = [](GLuint texture, const CellBox& texels, TexelFormat format, std::size_t to) {
    if (texture != 0) glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    AsyncRead::read(texels.x, texels.y, texels.width, texels.height, format, to);
  };
  copy(shown_.cells, {layout_.first_texel, box.y, layout_.texels, box.height},
       shown_.packed() ? kTexelRgba32ui : kTexelRgba8, 0);
  if (const auto amounts = amounts_of(shown_)) {
    const CellBox& squares = layout_.squares;
    for (int layer = 0; layer < kSquareSide; ++layer) {
      glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, shown_.texture_of(*amounts), 0, layer);
      copy(0, {1 + squares.x, 1 + squares.y, squares.width, squares.height}, kTexelRgba32i,
           layout_.amounts_at + layout_.layer_bytes * static_cast<std::size_t>(layer));
    }
  }
  if (shown_.packed())
    copy(shown_.elements_by_code, {0, 0, static_cast<int>(kCodes), 1}, kTexelRgba8, layout_.elements_at);
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  bytes_.end();
}

std::optional<WorldWindow> LateWindow::collect() {
  if (!bytes_.is_under_way() || !bytes_.arrived()) return std::nullopt;
  std::vector<std::uint8_t> bytes(layout_.bytes);
  if (!bytes_.fetch(bytes.data())) return std::nullopt;
  WorldWindow window = asked_;
  const CellBox &box = asked_.box, &squares = layout_.squares;
  World& world = window.cells = World(box.width, box.height);
  shown_.packed() ? decode_codes(bytes.data(), world) : decode_texels(bytes.data(), world);
  const auto amounts = amounts_of(shown_);
  if (!amounts) return window;
  world.add(*amounts);
  const std::size_t row_bytes = sizeof(std::int32_t) * static_cast<std::size_t>(box.width);
  for (int y = 0; y < box.height; ++y) {
    const int layer = (box.y + y) % kSquareSide, row = (box.y + y) / kSquareSide - squares.y;
    const int first = row * squares.width * kSquareSide + box.x - squares.x * kSquareSide;  // value of the layer
    std::memcpy(&world.bytes(*amounts)[row_bytes * static_cast<std::size_t>(y)],
                &bytes[layout_.amounts_at] + layout_.layer_bytes * static_cast<std::size_t>(layer) +
                    sizeof(std::int32_t) * static_cast<std::size_t>(first),
                row_bytes);
  }
  return window;
}

void LateWindow::decode_texels(const std::uint8_t* texels, World& into) const {
  for (const Plane plane : {Plane::energy, Plane::velocity, Plane::wall, Plane::wetness}) {
    if (shown_.has(plane)) into.add(plane);
  }
  const std::span<std::uint8_t> first = into.bytes(shown_.has(Plane::wall) ? Plane::wall : Plane::cells);
  const auto wetness = into.bytes(Plane::wetness), energy = into.bytes(Plane::energy),
             velocity = into.bytes(Plane::velocity);
  for (std::size_t i = 0; i < into.cell_count(); ++i, texels += kBytesOfPlainTexel) {
    first[i] = texels[0];
    if (!wetness.empty()) wetness[i] = texels[1];
    if (energy.empty()) continue;
    energy[i] = static_cast<std::uint8_t>(texels[1] & kEnergyMask);
    velocity[2 * i] = texels[2];
    velocity[2 * i + 1] = static_cast<std::uint8_t>(255 - texels[3]);
  }
}

void LateWindow::decode_codes(const std::uint8_t* bytes, World& into) const {
  const std::size_t code_bytes = kBytesOfPackedTexel / static_cast<std::size_t>(shown_.cells_a_texel());
  const std::size_t row_bytes = kBytesOfPackedTexel * static_cast<std::size_t>(layout_.texels);
  const int first_cell = layout_.first_texel * shown_.cells_a_texel();
  if (shown_.has(Plane::density)) into.add(Plane::density);
  const auto density = into.bytes(Plane::density);
  for (int y = 0; y < into.height(); ++y) {
    const std::uint8_t* code = bytes + row_bytes * static_cast<std::size_t>(y) +
                               code_bytes * static_cast<std::size_t>(asked_.box.x - first_cell);
    for (int x = 0; x < into.width(); ++x, code += code_bytes) {
      into.cell(x, y) = bytes[layout_.elements_at + kBytesOfPlainTexel * std::size_t{code[0]}];
      if (!density.empty()) density[into.index(x, y)] = code[1];
    }
  }
}

std::optional<CellReading> CellProbe::read(const CellView& view, CellPoint cell) {
  if (view.empty()) return std::nullopt;
  if (const MemoryCells* const shown = view.memory()) return read_cell(read_cells(*shown, {cell.x, cell.y, 1, 1}), 0);
  if (const auto arrived = window_.collect()) {
    const CellPoint at = {arrived->box.x, arrived->box.y};
    if (known_.cell != at) known_before_ = known_;
    known_ = {at, read_cell(*arrived, at)};
  }
  if (!window_.awaited()) window_.ask(view, {cell.x, cell.y, 1, 1});
  for (const Known* const known : {&known_, &known_before_}) {
    if (known->cell == cell) return known->reading;
  }
  return std::nullopt;
}

const std::optional<SeenWindow>& WindowProbe::read(const CellView& view, const CellBox& box, std::uint64_t step) {
  if (const MemoryCells* const shown = view.memory()) {
    seen_ = SeenWindow{{view.width, view.height, box, read_cells(*shown, box)}, view.generation, step};
  } else if (view.texture() != nullptr) {
    if (auto arrived = window_.collect()) seen_ = SeenWindow{std::move(*arrived), asked_generation_, asked_step_};
    const bool known = seen_ && seen_->generation == view.generation && seen_->step == step && seen_->window.box == box;
    if (window_.awaited() || known) return seen_;
    window_.ask(view, box);
    asked_generation_ = view.generation;
    asked_step_ = step;
  }
  return seen_;
}

Picture to_picture(const ScreenGrab& grab) {
  Picture picture{grab.width, grab.height, {}};
  picture.rgb.reserve(grab.rgba.size() / 4 * 3);
  const std::size_t row_bytes = static_cast<std::size_t>(grab.width) * 4;
  for (int y = 0; y < grab.height; ++y) {
    const std::uint8_t* row = &grab.rgba[static_cast<std::size_t>(grab.upwards ? grab.height - 1 - y : y) * row_bytes];
    for (std::size_t i = 0; i < row_bytes; i += 4)
      picture.rgb.insert(picture.rgb.end(), {row[i], row[i + 1], row[i + 2]});
  }
  return picture;
}

void GlGrabber::ask(PixelRect rect, int framebuffer_height) {
  Part& part = parts_.emplace_back(Part{AsyncRead(), rect.width, rect.height});
  part.pixels.begin(static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height) * 4);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  AsyncRead::read(rect.x, framebuffer_height - rect.y - rect.height, rect.width, rect.height, kTexelRgba8);
  part.pixels.end();
}

std::optional<ScreenGrab> GlGrabber::collect() {
  if (parts_.empty() || !parts_.front().pixels.arrived()) return std::nullopt;
  Part part = std::move(parts_.front());
  parts_.pop_front();
  const std::size_t bytes = static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height) * 4;
  ScreenGrab grab{part.width, part.height, true, std::vector<std::uint8_t>(bytes)};
  part.pixels.fetch(grab.rgba.data());
  return grab;
}

}  // namespace repose
