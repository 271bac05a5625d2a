#include "render/passes.hpp"

namespace repose {

bool make_room(Canvas& canvas, TexelFormat format, Extent extent, bool linear, std::string_view label) {
  if (!too_small(canvas.texture, extent)) return false;
  glActiveTexture(GL_TEXTURE0);
  canvas = Canvas(format, rounded_up(extent.width), rounded_up(extent.height), label);
  if (linear) canvas.texture.filter_linear();
  return true;
}

void make_room(PingPong& pair, TexelFormat format, Extent extent, std::string_view label) {
  if (pair && !too_small(pair.front().texture, extent)) return;
  glActiveTexture(GL_TEXTURE0);
  pair = PingPong(format, rounded_up(extent.width), rounded_up(extent.height), label);
  for (const Canvas* const canvas : {&pair.front(), &pair.back()}) canvas->texture.filter_linear();
}

bool load_pass(std::optional<Program>& program, std::string_view fragment, std::span<const ShaderConstant> constants,
               std::initializer_list<const char*> units, std::string& error, std::string_view vertex) {
  if (program) return true;
  error.clear();  // of a program that was tried before
  Program loaded = Program::load({vertex, fragment}, constants, error);
  if (!loaded) return false;
  int unit = 0;
  for (const char* const name : units) {
    if (*name != '\0') loaded.set_unit(name, unit);
    ++unit;
  }
  program = std::move(loaded);
  return true;
}

void set_color(const Program& program, const char* name, Color color) {
  const shading::Light light = shading::to_light(color);
  glUniform3f(program.uniform(name), light.r, light.g, light.b);
}

void clear_to(Color color) {
  const shading::Light light = shading::to_light(color);
  glClearColor(light.r, light.g, light.b, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
}

void set_grid(const Program& program, const SampleGrid& grid) {
  glUniform2i(program.uniform("u_first"), grid.first_x, grid.first_y);
  glUniform2f(program.uniform("u_offset"), grid.offset_x, grid.offset_y);
  glUniform1f(program.uniform("u_step"), grid.step);
  glUniform2f(program.uniform("u_pixel"), grid.pixel_x, grid.pixel_y);
  glUniform1f(program.uniform("u_samples_per_pixel"), grid.samples_per_pixel);
  glUniform1f(program.uniform("u_edge"), 0.5f * std::min(grid.samples_per_pixel, 1.0f));
}

CellPoint PlaneTexture::bind(int unit, Plane plane, const Area& cells, const CellView& view) {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  const auto contains = [](const Range& outer, const Range& inner) {
    return outer.begin <= inner.begin && outer.end >= inner.end;
  };
  // The range with a quarter more on both sides, clipped to the world.
  const auto widened = [](const Range& range, int world) {
    const int more = range.size() / 4;
    return Range{std::max(range.begin - more, 0), std::min(range.end + more, world)};
  };
  if (const MemoryCells* const shown = view.memory()) {
    const bool rests = shown_ == *shown && generation_ == view.generation;
    if (!rests || !contains(area_.x, cells.x) || !contains(area_.y, cells.y)) {
      // While the world rests, also uploads cells around the visible ones, because the camera may move to them.
      const Area area = rests ? Area{widened(cells.x, view.width), widened(cells.y, view.height)} : cells;
      for_each_plane(*shown, [&](Plane present, const auto& rows) {
        if (present == plane) upload(rows, area);
      });
      area_ = area;
      shown_ = *shown;
      generation_ = view.generation;
    }
    glBindTexture(GL_TEXTURE_2D, uploaded_.name());
    return {area_.x.begin, area_.y.begin};
  }
  glBindTexture(GL_TEXTURE_2D, view.texture()->texture_of(plane));
  return {0, 0};
}

CellPoint PlaneTexture::bind_amounts(int unit, int squares_unit, Plane plane, const Area& cells, const CellView& view) {
  const TextureCells* const shown = view.texture();
  if (shown == nullptr) return bind(unit, plane, cells, view);
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(squares_unit));
  glBindTexture(GL_TEXTURE_2D_ARRAY, shown->texture_of(plane));
  return {0, 0};
}

template <class Value>
void PlaneTexture::upload(const PlaneRows<Value>& rows, const Area& cells) {
  const Extent extent{cells.x.size(), cells.y.size()};
  if (too_small(uploaded_, extent)) {
    uploaded_ = Texture(sizeof(Value) == 1 ? kTexelR8 : kTexelR32i, rounded_up(extent.width), rounded_up(extent.height),
                        "uploaded plane");
  }
  const Value* const first = rows.row(cells.y.begin) + cells.x.begin;
  uploaded_.write(0, 0, extent.width, extent.height, first, static_cast<int>(rows.stride));
}

std::vector<ShaderConstant> grain_constants() {
  using namespace shading;
  std::vector<ShaderConstant> constants = SHADER_CONSTANTS(kSolidGrain, kSolidPatch);
  constants.emplace_back("kCellHashFactors", std::span(kCellHashFactors));
  return constants;
}

}  // namespace repose
