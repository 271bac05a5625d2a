// Counts what happens in a view in textures, the same as sound::CellListener. Reads 2 KiB back asynchronously, so the
// counts come some frames later and no frame waits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gl/async_counts.hpp"
#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "sound/cell_events.hpp"

namespace repose {

class GpuListener {
 public:
  // Null, with a sentence, if the shaders do not work here. The context must be current whenever it is used.
  static std::unique_ptr<GpuListener> create(std::string& error);

  // As CellListener::listen, but the events are collected later. Preconditions: a view in textures, and the area is not
  // empty.
  void listen(const CellView& view, const CellBox& area, const sound::KindTable& kinds);
  // The events of all calls of listen() that have arrived since the last call. `samples` is 0 if none have.
  sound::EventCounts collect();
  // Discards also what is on its way.
  void forget();

 private:
  // What the shaders read.
  enum class Source : std::int32_t { elements, packed, amounts };

  GpuListener(Program samples, Program events);
  static std::optional<Program> load(const char* vertex, const char* fragment, std::string& error);
  static void set_source(const Program& program, const CellView& view, Plane plane, const sound::HearingGrid& grid);
  void compare(const CellView& view, const sound::KindTable& kinds);
  void remember(const CellView& view, Plane plane, const sound::HearingGrid& grid);
  void ask();

  Program samples_program_, events_program_;
  GlVertexArray no_vertices_;
  Canvas before_;  // a texel a sample
  AsyncCounts counts_;
  sound::HearingGrid grid_;  // of `before_`, of a plane in a world of that size
  Plane plane_ = Plane::cells;
  int width_ = 0, height_ = 0;
  // Samples compared: since the last request, and of the copy under way.
  std::uint32_t compared_ = 0, asked_ = 0;
};

}  // namespace repose
