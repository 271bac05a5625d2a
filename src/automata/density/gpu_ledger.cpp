#include "automata/density/gpu_ledger.hpp"

#include <array>
#include <cmath>
#include <utility>

namespace repose::density {

// Bits of what a meeting does to a cell.
static constexpr std::int32_t kDestroys = 1, kMakes = 2, kMoves = 4;

std::unique_ptr<GpuLedger> GpuLedger::create(std::string& error) {
  const ShaderConstant constants[] = {{"kWallDensity", std::int32_t{kWallDensity}},
                                      {"kParts", std::int32_t{kParts}},
                                      {"kNoElement", std::int32_t{kNoElement}},
                                      {"kDestroys", kDestroys},
                                      {"kMakes", kMakes},
                                      {"kMoves", kMoves},
                                      {"kOfPainting", Source::painting},
                                      {"kOfPush", Source::push}};
  auto unpacking = Program::load({"common/fullscreen.vert", "density/unpack.frag"}, {}, error);
  if (!unpacking) return nullptr;
  auto events = Program::load({"common/fullscreen.vert", "density/cell_events.frag"}, constants, error);
  if (!events) return nullptr;
  auto counting = Program::load({"common/fullscreen.vert", "density/count.frag"}, constants, error);
  if (!counting) return nullptr;
  std::unique_ptr<GpuLedger> ledger(new GpuLedger(std::move(*unpacking), std::move(*events), std::move(*counting)));
  if (ledger->counts_.complete()) return ledger;
  error = "This GPU cannot draw into the texture that counts for the matter ledger.";
  return nullptr;
}

GpuLedger::GpuLedger(Program unpacking, Program events, Program counting)
    : unpack_program_(std::move(unpacking)),
      events_program_(std::move(events)),
      count_program_(std::move(counting)),
      counts_(kTexelRgba32f, kElementsMax, kBands * kParts, "density ledger counts"),
      rules_texture_(kTexelRgba8, kElementsMax, kElementsMax, "density ledger rules") {
  unpack_program_.set_unit("u_cells", 0);
  unpack_program_.set_unit("u_codes", 1);
  events_program_.set_unit("u_before", 0);
  events_program_.set_unit("u_after", 1);
  events_program_.set_unit("u_rules", 2);
  count_program_.set_unit("u_cells", 0);
}

void GpuLedger::load(const Ruleset& ruleset) {
  rules_.load(ruleset);
  std::vector<std::array<std::uint8_t, 4>> texels;
  texels.reserve(std::size_t{kElementsMax} * kElementsMax);
  for (int self = 0; self < kElementsMax; ++self) {
    for (int partner = 0; partner < kElementsMax; ++partner) {
      const auto [result, change] = rules_.event(static_cast<std::uint8_t>(self), static_cast<std::uint8_t>(partner));
      const int events = (change.destroys ? kDestroys : 0) + (change.makes ? kMakes : 0) + (change.moves ? kMoves : 0);
      texels.push_back({result, static_cast<std::uint8_t>(events), 0, 255});
    }
  }
  rules_texture_.write(0, 0, kElementsMax, kElementsMax, texels.data(), kElementsMax);
}

void GpuLedger::begin(const World& world) {
  width_ = world.width();
  height_ = world.height();
  before_ = Canvas(kTexelRgba8, width_, height_, "density ledger before");
  after_ = Canvas(kTexelRgba8, width_, height_, "density ledger after");
  events_ = Canvas(kTexelRgba8, width_, height_, "density ledger events");
  counts_.reset();
  now_ = count_elements(world.cells());
  rules_.book().begin(now_);
  changed_ = false;
}

// Divided in the same way as in count.frag.
std::uint64_t GpuLedger::part_cells() const {
  return static_cast<std::uint64_t>((height_ + kParts - 1) / kParts) * static_cast<std::uint64_t>(width_);
}

// Leaves unit 0 active.
void GpuLedger::unpack(const PackedCells& cells, const Canvas& packed, const Canvas& target,
                       const CellRect& box) const {
  unpack_program_.use();
  glUniform1i(unpack_program_.uniform("u_cell_bits"), cells.codes().cell_bits());
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, cells.codes_texture().name());
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, packed.texture.name());
  target.framebuffer.bind();
  glViewport(box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void GpuLedger::find_events(const PackedCells& cells, Source source, const CellRect& box) const {
  unpack(cells, cells.back(), before_, box);
  unpack(cells, cells.front(), after_, box);
  events_program_.use();
  const Texture* const textures[] = {&before_.texture, &after_.texture, &rules_texture_};
  for (GLenum unit = 0; unit < 3; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, textures[unit]->name());
  }
  glUniform2i(events_program_.uniform("u_size"), width_, height_);
  glUniform1i(events_program_.uniform("u_source"), static_cast<GLint>(source));
  events_.framebuffer.bind();
  glViewport(box.x_begin, box.y_begin, box.x_end - box.x_begin, box.y_end - box.y_begin);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void GpuLedger::count(What what, const Texture& cells, const CellRect& box) {
  const int band = static_cast<int>(what) * kParts;
  count_program_.use();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, cells.name());
  glUniform4i(count_program_.uniform("u_box"), box.x_begin, box.y_begin, box.x_end, box.y_end);
  glUniform1i(count_program_.uniform("u_band"), band);
  counts_.add(part_cells(), [&] {
    glViewport(0, band, rules_.element_count(), kParts);
    glDrawArrays(GL_TRIANGLES, 0, 3);
  });
}

void GpuLedger::count_step(const PackedCells& cells, Bias bias, bool edge_is_open) {
  events_program_.use();
  glUniform1i(events_program_.uniform("u_bias"), bias == Bias::left ? -1 : +1);
  glUniform1i(events_program_.uniform("u_open"), edge_is_open ? 1 : 0);
  find_events(cells, Source::step, whole());
  count(What::events, events_.texture, whole());
  make_room(cells);
}

void GpuLedger::count_edit(const PackedCells& cells, const CellRect& box, bool moves) {
  find_events(cells, moves ? Source::push : Source::painting, box);
  count(moves ? What::events : What::painting, events_.texture, box);
  make_room(cells);
}

// Makes room for the next events and a census.
void GpuLedger::make_room(const PackedCells& cells) {
  changed_ = true;
  if (counts_.has_room_for(2 * part_cells())) return;
  take(true);
  ask(cells);
}

void GpuLedger::ask(const PackedCells& cells) {
  unpack(cells, cells.front(), after_, whole());
  count(What::census, after_.texture, whole());
  counts_.ask();
  changed_ = false;
}

void GpuLedger::take(bool wait) {
  counts_.collect(wait, [this](std::span<const float> counts) {
    LedgerEvents& events = rules_.book().events();
    now_ = {};
    for (std::size_t part = 0; part < kParts; ++part) {
      for (std::size_t i = 0; i < kElementsMax; ++i) {
        const auto count = [&](What what, std::size_t channel) {
          const std::size_t row = static_cast<std::size_t>(what) * kParts + part;
          return std::llround(counts[(row * kElementsMax + i) * 4 + channel]);
        };
        events.made[i] += count(What::events, 0);
        events.destroyed[i] += count(What::events, 1);
        events.moved[i] += count(What::events, 2);
        events.left[i] += count(What::events, 3);
        events.left[0] -= count(What::events, 3);
        events.painted[i] += count(What::painting, 0) - count(What::painting, 1);
        now_[i] += count(What::census, 0);
      }
    }
  });
}

void GpuLedger::collect(const PackedCells& cells) {
  take(false);
  if (changed_ && !counts_.is_under_way()) ask(cells);
}

void GpuLedger::collect_all(const PackedCells& cells) {
  take(true);
  if (!changed_) return;
  ask(cells);
  take(true);
}

}  // namespace repose::density
