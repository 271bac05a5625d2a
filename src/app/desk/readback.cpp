// Cells and pixels that are shown, read back without waiting for a GPU.
#include "app/desk/screen.hpp"

#include <algorithm>
#include <cstring>

#include "app/desk/desk.hpp"

namespace repose {

namespace {

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

}  // namespace

CellReading read_cell(const WorldWindow& window, CellPoint cell) {
  return read_cell(window.cells, window.cells.index(cell.x - window.box.x, cell.y - window.box.y));
}

CellReading read_cell(const MemoryCells& shown, CellPoint cell) {
  return read_cell(read_cells(shown, {cell.x, cell.y, 1, 1}), 0);
}

WorldWindow read_window(const CellView& view, const CellBox& box) {
  return {view.width, view.height, box, read_cells(*view.memory(), box)};
}

std::optional<std::uint8_t> element_at(Desk& desk, CellPoint cell) {
  const auto reading = desk.screen->probe(desk.session().view(), cell);
  if (!reading) return std::nullopt;
  return shown_element(desk.session(), *reading);
}

void LateTexels::begin(std::size_t bytes) {
  if (!framebuffer_) framebuffer_ = make_gl_framebuffer();
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.get());
  bytes_.begin(bytes);
  byte_count_ = bytes;
}

void LateTexels::copy(GLuint texture, const CellBox& texels, TexelFormat format, std::size_t to) {
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  AsyncRead::read(texels.x, texels.y, texels.width, texels.height, format, to);
}

void LateTexels::copy_layer(GLuint array, int layer, const CellBox& texels, TexelFormat format, std::size_t to) {
  glFramebufferTextureLayer(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, array, 0, layer);
  AsyncRead::read(texels.x, texels.y, texels.width, texels.height, format, to);
}

void LateTexels::end() {
  glFramebufferTexture2D(GL_READ_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  bytes_.end();
}

std::optional<std::vector<std::uint8_t>> LateTexels::collect() {
  if (!bytes_.is_under_way() || !bytes_.arrived()) return std::nullopt;
  std::vector<std::uint8_t> bytes(byte_count_);
  if (!bytes_.fetch(bytes.data())) return std::nullopt;
  return bytes;
}

namespace {
constexpr std::size_t kCodes = 256;  // texels of the table that maps codes to elements
constexpr std::size_t kBytesOfPlainTexel = 4, kBytesOfPackedTexel = 16;

std::size_t texel_bytes(const TextureCells& shown) { return shown.packed() ? kBytesOfPackedTexel : kBytesOfPlainTexel; }
std::size_t area(const CellBox& box) {
  return static_cast<std::size_t>(box.width) * static_cast<std::size_t>(box.height);
}

CellBox squares_over(const CellBox& box) {
  const int x = box.x / kSquareSide, y = box.y / kSquareSide;
  return {x, y, (box.x + box.width - 1) / kSquareSide - x + 1, (box.y + box.height - 1) / kSquareSide - y + 1};
}
}  // namespace

std::optional<Plane> LateWindow::amounts_of(const TextureCells& shown) {
  for (const Plane plane : {Plane::mass, Plane::height}) {
    if (shown.has(plane)) return plane;
  }
  return std::nullopt;
}

LateWindow::Layout::Layout(const TextureCells& shown, const CellBox& box) {
  const int cells = shown.cells_a_texel();
  first_texel = box.x / cells;
  texels = (box.x + box.width - 1) / cells - first_texel + 1;
  amounts_at = texel_bytes(shown) * static_cast<std::size_t>(texels) * static_cast<std::size_t>(box.height);
  squares = squares_over(box);
  layer_bytes = sizeof(std::int32_t) * kSquareSide * area(squares);
  elements_at = amounts_at + (amounts_of(shown) ? layer_bytes * kSquareSide : 0);
  bytes = elements_at + (shown.packed() ? kBytesOfPlainTexel * kCodes : 0);
}

void LateWindow::ask(const CellView& view, const CellBox& box) {
  shown_ = *view.texture();
  layout_ = Layout(shown_, box);
  asked_ = {view.width, view.height, box, World(1, 1)};
  texels_.begin(layout_.bytes);
  texels_.copy(shown_.cells, {layout_.first_texel, box.y, layout_.texels, box.height},
               shown_.packed() ? kTexelRgba32ui : kTexelRgba8, 0);
  if (const auto amounts = amounts_of(shown_)) {
    const CellBox& squares = layout_.squares;
    for (int layer = 0; layer < kSquareSide; ++layer) {
      texels_.copy_layer(shown_.texture_of(*amounts), layer,
                         {1 + squares.x, 1 + squares.y, squares.width, squares.height}, kTexelRgba32i,
                         layout_.amounts_at + layout_.layer_bytes * static_cast<std::size_t>(layer));
    }
  }
  if (shown_.packed())
    texels_.copy(shown_.elements_by_code, {0, 0, static_cast<int>(kCodes), 1}, kTexelRgba8, layout_.elements_at);
  texels_.end();
}

std::optional<WorldWindow> LateWindow::collect() {
  const auto bytes = texels_.collect();
  if (!bytes) return std::nullopt;
  WorldWindow window = asked_;
  window.cells = decode(*bytes);
  return window;
}

World LateWindow::decode(const std::vector<std::uint8_t>& bytes) const {
  World world(asked_.box.width, asked_.box.height);
  if (shown_.packed()) {
    decode_codes(bytes.data(), world);
  } else {
    decode_texels(bytes.data(), world);
  }
  if (const auto amounts = amounts_of(shown_)) {
    world.add(*amounts);
    const CellBox &box = asked_.box, &squares = layout_.squares;
    const std::size_t row_bytes = sizeof(std::int32_t) * static_cast<std::size_t>(box.width);
    for (int y = 0; y < box.height; ++y) {
      const int layer = (box.y + y) % kSquareSide, row = (box.y + y) / kSquareSide - squares.y;
      const int first = row * squares.width * kSquareSide + box.x - squares.x * kSquareSide;  // value of the layer
      std::memcpy(&world.bytes(*amounts)[row_bytes * static_cast<std::size_t>(y)],
                  &bytes[layout_.amounts_at] + layout_.layer_bytes * static_cast<std::size_t>(layer) +
                      sizeof(std::int32_t) * static_cast<std::size_t>(first),
                  row_bytes);
    }
  }
  return world;
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
  if (const MemoryCells* const shown = view.memory()) return read_cell(*shown, cell);
  collect();
  if (!window_.awaited()) window_.ask(view, {cell.x, cell.y, 1, 1});
  for (const Known* const known : {&known_, &known_before_}) {
    if (known->cell == cell) return known->reading;
  }
  return std::nullopt;
}

void CellProbe::collect() {
  const auto arrived = window_.collect();
  if (!arrived) return;
  const CellPoint cell = {arrived->box.x, arrived->box.y};
  if (known_.cell != cell) known_before_ = known_;
  known_ = {cell, read_cell(*arrived, cell)};
}

const std::optional<SeenWindow>& WindowProbe::read(const CellView& view, const CellBox& box, std::uint64_t step) {
  if (view.memory() != nullptr) {
    seen_ = SeenWindow{read_window(view, box), view.generation, step};
  } else if (view.texture() != nullptr) {
    collect();
    const bool known = seen_ && seen_->generation == view.generation && seen_->step == step && seen_->window.box == box;
    if (window_.awaited() || known) return seen_;
    window_.ask(view, box);
    asked_generation_ = view.generation;
    asked_step_ = step;
  }
  return seen_;
}

void WindowProbe::collect() {
  if (auto arrived = window_.collect()) seen_ = SeenWindow{std::move(*arrived), asked_generation_, asked_step_};
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
