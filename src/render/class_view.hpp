// The classes of cells (motion.hpp) as a texture: uploaded for cells in memory, found by shaders for cells in textures.
#pragma once

#include <optional>
#include <string>

#include "gl/objects.hpp"
#include "gl/program.hpp"
#include "render/motion.hpp"
#include "render/passes.hpp"

namespace repose {

// Binds the cells of a view for view/element.glsl, at least those of `area`: units 0, or 3 and 4 if they are packed.
void bind_cells(const Program& program, PlaneTexture& cells, const CellView& view, const Area& area);

class ClassView {
 public:
  void start() { passes_.start(); }
  // Compiles the first programs. False, with a sentence in `error`, on failure.
  bool load_first(std::string& error);
  // Finds the classes of the cells of an area. `palette_texture` has the rows of PaletteRow. False if the driver
  // cannot compile a program.
  bool find(const CellView& view, const Area& area, const Palette& palette, const Texture& palette_texture,
            shading::MotionParts parts, PlaneTexture& cells);
  // The classes that were found last; null if they are not in memory.
  const shading::CellClasses* in_memory() const { return result_ == &uploaded_ ? &in_memory_ : nullptr; }
  // Sets the uniforms of view/near.frag.
  void bind(const Program& program, int unit) const;

 private:
  bool load(std::optional<Program>& program, std::string_view fragment, bool packed, std::string& error);
  bool find_in_textures(const CellView& view, const Texture& palette_texture, shading::MotionParts parts,
                        PlaneTexture& cells);
  // Runs a pass over the area, from the texture in unit 0.
  void run(const Program& program, const Canvas& from, Canvas& to);

  std::optional<Program> traits_[2], columns_, rows_, classify_;  // traits_ by packed
  Canvas traits_canvas_, columns_canvas_, rows_canvas_, classes_canvas_;
  Texture uploaded_;
  const Texture* result_ = nullptr;
  shading::CellClasses in_memory_;
  Area area_;
  Passes passes_;
};

}  // namespace repose
