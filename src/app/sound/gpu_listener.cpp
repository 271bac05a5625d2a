#include "app/sound/gpu_listener.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "gl/state_guard.hpp"

namespace repose {

using sound::Event, sound::EventCounts, sound::HearingGrid, sound::Kind, sound::KindTable;

namespace {

constexpr int kBeforeUnit = 4;
constexpr std::size_t kKindsAWord = 8;
constexpr std::size_t kKindWords = kElementsMax / kKindsAWord;

// In the order in which events.vert reads it.
const std::array<std::uint32_t, sound::kKindCount * sound::kKindCount>& event_table() {
  static const auto made = [] {
    std::array<std::uint32_t, sound::kKindCount * sound::kKindCount> events{};
    for (std::size_t i = 0; i < events.size(); ++i) {
      events[i] = static_cast<std::uint32_t>(
          sound::event_of(static_cast<Kind>(i / sound::kKindCount), static_cast<Kind>(i % sound::kKindCount)));
    }
    return events;
  }();
  return made;
}

std::array<GLuint, kKindWords> packed_kinds(const KindTable& kinds) {
  std::array<GLuint, kKindWords> words{};
  for (std::size_t i = 0; i < kinds.size(); ++i)
    words[i / kKindsAWord] |= static_cast<GLuint>(kinds[i]) << (4 * (i % kKindsAWord));
  return words;
}

}  // namespace

std::optional<Program> GpuListener::load(const char* vertex, const char* fragment, std::string& error) {
  const ShaderConstant constants[] = {{"kElements", Source::elements},
                                      {"kPacked", Source::packed},
                                      {"kAmounts", Source::amounts},
                                      {"kTileColumns", std::int32_t{sound::kTileColumns}},
                                      {"kTileRows", std::int32_t{sound::kTileRows}},
                                      {"kKindCount", static_cast<std::uint32_t>(sound::kKindCount)},
                                      {"kKindWords", static_cast<std::int32_t>(kKindWords)},
                                      {"kEvents", std::span<const std::uint32_t>(event_table())}};
  auto program = Program::load({vertex, fragment}, constants, error);
  if (!program) return program;
  int unit = 0;
  for (const char* name : {"u_cells", "u_packed_cells", "u_codes", "u_amounts", "u_before"})
    program->set_unit(name, unit++);
  return program;
}

std::unique_ptr<GpuListener> GpuListener::create(std::string& error) {
  const GlStateGuard guard;
  auto samples = load("common/fullscreen.vert", "sound/samples.frag", error);
  if (!samples) return nullptr;
  auto events = load("sound/events.vert", "sound/events.frag", error);
  if (!events) return nullptr;
  std::unique_ptr<GpuListener> listener(new GpuListener(std::move(*samples), std::move(*events)));
  if (!listener->counts_.complete()) {
    error = "This GPU cannot draw into the texture that counts what is heard.";
    return nullptr;
  }
  listener->counts_.reset();
  return listener;
}

GpuListener::GpuListener(Program samples, Program events)
    : samples_program_(std::move(samples)),
      events_program_(std::move(events)),
      no_vertices_(make_gl_vertex_array()),
      counts_(kTexelRgba32f, sound::kTileColumns, sound::kTileRows, "heard events") {}

void GpuListener::forget() {
  if (grid_.empty()) return;
  const GlStateGuard guard;
  counts_.reset();
  grid_ = {};
  compared_ = asked_ = 0;
}

void GpuListener::listen(const CellView& view, const CellBox& area, const KindTable& kinds) {
  const auto plane = sound::heard_plane(view);
  if (!plane) return;
  const GlStateGuard guard;
  const bool remembered = !grid_.empty() && plane_ == *plane && width_ == view.width && height_ == view.height;
  const auto most = static_cast<std::uint64_t>(HearingGrid::kSamplesMax);
  if (remembered && counts_.has_room_for(most)) compare(view, kinds);
  remember(view, *plane, sound::make_hearing_grid(area));
  ask();
}

void GpuListener::set_source(const Program& program, const CellView& view, Plane plane, const HearingGrid& grid) {
  const TextureCells& shown = *view.texture();
  const Source source = plane != Plane::cells ? Source::amounts : shown.packed() ? Source::packed : Source::elements;
  const auto bind = [](int unit, GLuint texture, GLenum kind = GL_TEXTURE_2D) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(kind, texture);
  };
  bind(0, source == Source::elements ? shown.cells : 0);
  bind(1, source == Source::packed ? shown.cells : 0);
  bind(2, source == Source::packed ? shown.elements_by_code : 0);
  bind(3, source == Source::amounts ? shown.texture_of(plane) : 0, GL_TEXTURE_2D_ARRAY);
  glUniform1i(program.uniform("u_source"), static_cast<GLint>(source));
  glUniform1i(program.uniform("u_cell_bits"), shown.packed() ? shown.code_bits() : 0);
  glUniform2i(program.uniform("u_first"), grid.first.x, grid.first.y);
  glUniform2i(program.uniform("u_step"), grid.step_x, grid.step_y);
}

void GpuListener::compare(const CellView& view, const KindTable& kinds) {
  const Program& program = events_program_;
  program.use();
  set_source(program, view, plane_, grid_);
  glActiveTexture(GL_TEXTURE0 + kBeforeUnit);
  glBindTexture(GL_TEXTURE_2D, before_.texture.name());
  glUniform2i(program.uniform("u_samples"), grid_.columns, grid_.rows);
  glUniform1uiv(program.uniform("u_kinds"), kKindWords, packed_kinds(kinds).data());
  glUniform1i(program.uniform("u_heard_change"), plane_ == Plane::mass ? sound::kHeardMass : sound::kHeardHeight);
  glUniform1i(program.uniform("u_amount_event"),
              static_cast<GLint>(plane_ == Plane::mass ? Event::liquid : Event::powder));
  glBindVertexArray(no_vertices_.get());
  const AdditiveBlending blending;
  counts_.add(static_cast<std::uint64_t>(grid_.samples()),
              [this] { glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(grid_.samples())); });
  compared_ += static_cast<std::uint32_t>(grid_.samples());
}

void GpuListener::remember(const CellView& view, Plane plane, const HearingGrid& grid) {
  if (!before_.texture || before_.texture.width() < grid.columns || before_.texture.height() < grid.rows)
    before_ = Canvas(kTexelR32i, grid.columns, grid.rows, "heard before");
  samples_program_.use();
  set_source(samples_program_, view, plane, grid);
  before_.framebuffer.bind();
  glViewport(0, 0, grid.columns, grid.rows);
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  grid_ = grid;
  plane_ = plane;
  width_ = view.width;
  height_ = view.height;
}

void GpuListener::ask() {
  if (counts_.is_under_way() || counts_.is_empty()) return;
  counts_.ask();
  asked_ = std::exchange(compared_, 0);
}

EventCounts GpuListener::collect() {
  EventCounts counts;
  const GlStateGuard guard;
  counts_.collect(false, [&](std::span<const float> floats) {
    counts.samples = asked_;
    for (std::size_t i = 0; i < floats.size(); ++i)
      counts.tiles[i / sound::kEventCount][i % sound::kEventCount] = static_cast<std::uint32_t>(std::lround(floats[i]));
  });
  return counts;
}

}  // namespace repose
