// The window and the interface for drawing into it: with OpenGL, or with SDL's own renderer without OpenGL.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/desk/readback.hpp"
#include "render/camera.hpp"
#include "render/looks.hpp"
#include "render/relief_view.hpp"
#include "repose/picture.hpp"
#include "repose/solver.hpp"

namespace repose {

struct WindowShape {
  int width = 1280, height = 800;
};

// A picture for ImGui::Image that is redrawn at intervals.
struct LivePicture {
  ImTextureID texture = nullptr;  // null: there is none
  bool upwards = false;           // the first row in memory is the lowest one
};

// What is behind everything else. Panels have no background of their own: where OpenGL runs on the processor, blending
// so many pixels takes longer than drawing the world.
struct WindowColors {
  Color surround;  // in a pane, around the world
  Color panels;    // outside the panes
};

// A picture of a world, inside its camera's viewport. Viewports of several panes do not overlap.
struct Pane {
  CellView view;
  Camera camera;
};
inline constexpr std::size_t kPanesMax = 2;

class Screen {
 public:
  virtual ~Screen() = default;

  virtual SDL_Window* window() const = 0;
  // Empty if GPU solvers can run; else why not.
  virtual std::string gpu_unavailable() const = 0;
  // The GL renderer's name, or "SDL software renderer".
  virtual std::string renderer_name() const = 0;
  // True when GL runs on the processor (llvmpipe, for example): then the cpu backend is the better default.
  virtual bool renders_on_cpu() const = 0;
  // Size in pixels; on HiDPI screens larger than the window's size in points.
  virtual void drawable_size(int& width, int& height) const = 0;

  // A frame: begin_ui, (ImGui calls), draw. Nothing is visible before present().
  virtual void begin_ui() = 0;
  virtual void set_palette(const Palette& palette) = 0;
  // At most kPanesMax panes.
  virtual void draw(std::span<const Pane> panes, const Looks& looks, const WindowColors& colors) = 0;
  // Draws heights in three dimensions; call it in place of draw(). Precondition: can_draw_relief().
  virtual bool can_draw_relief() const { return false; }
  virtual void draw_relief(const CellView&, const ReliefScene&, const Looks&, const WindowColors&) {}
  // The cell under the scene's pointer, from a picture one or two frames ago, so that the GPU is not stalled. Empty
  // outside the sand.
  virtual std::optional<CellPoint> cell_in_relief() const { return std::nullopt; }
  // A small picture of the whole world, with only heat and pressure of the looks. Does not wait for the GPU. In a large
  // world the processor has to read cells from all over the memory, so it draws one of kOverviewParts parts of the
  // rows, or all of them. Valid until the size changes. Not to be called between draw() and present().
  static constexpr int kOverviewParts = 8;
  virtual LivePicture draw_overview(const CellView& view, const Looks& looks, Color surround, int width, int height,
                                    std::optional<int> part) = 0;
  virtual void present() = 0;
  // The pixels of the window as drawn last; call between draw() and present().
  virtual Picture read_pixels() = 0;
  // Requests the pixels that the next draw() puts into a rectangle of the window, without the UI. Never waits: pictures
  // arrive one by one, in the order of the requests, in one of the next frames. False when too many requests are
  // pending.
  virtual bool ask_for_grab(PixelRect rect) = 0;
  virtual std::optional<ScreenGrab> collect_grab() = 0;
  // What the view holds for a cell inside the world, without stalling the GPU: for a texture the answer arrives one or
  // two frames after the first request for that cell.
  virtual std::optional<CellReading> probe(const CellView& view, CellPoint cell) = 0;
  // As probe(), for a rectangle inside the world, with `step`, the step of the view. Returns the last answer that has
  // arrived, for any view and rectangle; empty until then.
  virtual const std::optional<SeenWindow>& probe_window(const CellView& view, const CellBox& box,
                                                        std::uint64_t step) = 0;
  // A picture for ImGui::Image; valid as long as the screen.
  virtual ImTextureID make_texture(const Picture& picture) = 0;
  // A texture of cells, with sharp edges at every size; 4 bytes a pixel, alpha last. Valid until it is dropped, and no
  // longer than the screen.
  virtual ImTextureID make_cell_texture(int width, int height, const std::vector<std::uint8_t>& rgba) = 0;
  // Writes new pixels into such a texture, which may change its size; creates one if `texture` is null.
  virtual void write_cell_texture(ImTextureID& texture, int width, int height,
                                  const std::vector<std::uint8_t>& rgba) = 0;
  virtual void drop_texture(ImTextureID texture) = 0;
  // Call after fonts have been rebuilt.
  virtual void reload_fonts() = 0;
};

// Null, with a sentence, on failure. ImGui's context must exist.
std::unique_ptr<Screen> make_gl_screen(const WindowShape& shape, std::string& error);
std::unique_ptr<Screen> make_software_screen(const WindowShape& shape, const std::string& why_no_gl,
                                             std::string& error);

// Helpers of every screen for a small picture of the whole world.

// Without grain, depth and glow, which are too fine for a small picture.
inline Looks overview_looks(Looks looks) {
  looks.grain = looks.depth_tint = looks.glow = looks.motion = looks.blur = false;
  return looks;
}

inline Camera overview_camera(const CellView& view, int width, int height) {
  Camera camera;
  camera.set_viewport({0, 0, width, height});
  camera.show_whole(view.width, view.height);
  return camera;
}

// As above, restricted to some of the rows.
inline Camera overview_camera(const CellView& view, int width, int height, std::optional<int> part) {
  Camera camera = overview_camera(view, width, height);
  if (!part) return camera;
  const int from = height * *part / Screen::kOverviewParts, to = height * (*part + 1) / Screen::kOverviewParts;
  camera.set_viewport({0, from, width, to - from});
  return camera;
}

}  // namespace repose
