// The window and the interface for drawing into it: with OpenGL, or with SDL's own renderer without OpenGL.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gl/read_back.hpp"
#include "render/camera.hpp"
#include "render/looks.hpp"
#include "render/relief_view.hpp"
#include "repose/cell_view.hpp"
#include "repose/explain.hpp"
#include "repose/picture.hpp"
#include "repose/solver.hpp"

namespace repose {

struct Desk;

// The planes that the view has, each in the units of MemoryCells.
struct CellReading {
  std::uint8_t element = 0;          // meaningless if `wall` is present
  std::optional<std::uint8_t> wall;  // in worlds of heights
  std::optional<int> energy;
  std::optional<std::int32_t> mass, height;
  int wetness = 0;
  std::int32_t packed = 0;  // sand that was pressed into the stack; known on scalar and cpu
};

// A part of the world at the time of a view.
struct SeenWindow {
  WorldWindow window;
  std::uint64_t generation = 0;  // of that view
  std::uint64_t step = 0;        // as passed with the request
};

// The element that a cell inside the running world shows. On a gpu backend empty until one or two frames after the
// first call. All that the cell holds: View::probe.
std::optional<std::uint8_t> element_at(Desk& desk, CellPoint cell);

// Precondition: `cell` is inside the window.
CellReading read_cell(const WorldWindow& window, CellPoint cell);

// A rectangle of cells of a view in textures, read back asynchronously: requested in one frame, available in a later
// one, so that no frame waits. Only this class of the app depends on how texels hold cells.
class LateWindow {
 public:
  bool awaited() const { return bytes_.is_under_way(); }  // whether a request has not been collected yet
  // Requests a rectangle. Preconditions: a view in textures, `box` inside it, and nothing is awaited.
  void ask(const CellView& view, const CellBox& box);
  // Returns the requested rectangle once, when it has arrived. Empty before that, and if it was lost with the GPU.
  std::optional<WorldWindow> collect();

 private:
  // The layout of the buffer, in bytes: first texels of the cells, then the layers of amounts, then elements by code.
  struct Layout {
    int first_texel = 0, texels = 0;  // of a row of cells
    CellBox squares{};                // of amounts, without the margin
    std::size_t amounts_at = 0, layer_bytes = 0, elements_at = 0, bytes = 0;
    Layout() = default;
    Layout(const TextureCells& shown, const CellBox& box);
  };
  void decode_texels(const std::uint8_t* texels, World& into) const;
  void decode_codes(const std::uint8_t* bytes, World& into) const;

  GlFramebuffer framebuffer_;
  AsyncRead bytes_;
  TextureCells shown_;  // of the request; its textures are not used any more
  Layout layout_;
  WorldWindow asked_;  // of the request, without cells
};

// Reads single cells of a view without making the frame wait for the GPU.
class CellProbe {
 public:
  // Precondition: `cell` is inside the view. Views in memory answer at once. Of a texture, until the cell has arrived,
  // returns the last value of the same cell, or nothing. Two cells may be requested alternately.
  std::optional<CellReading> read(const CellView& view, CellPoint cell);

 private:
  LateWindow window_;
  struct Known {
    CellPoint cell{-1, -1};
    CellReading reading;
  };
  Known known_, known_before_;
};

// Reads rectangles of a view without making the frame wait for the GPU.
class WindowProbe {
 public:
  // Precondition: `box` is inside the view. Views in memory answer at once. A texture is read back asynchronously:
  // returns the last rectangle that has arrived, of any request, or nothing. `step` is that of the view.
  const std::optional<SeenWindow>& read(const CellView& view, const CellBox& box, std::uint64_t step);

 private:
  LateWindow window_;
  std::uint64_t asked_generation_ = 0, asked_step_ = 0;
  std::optional<SeenWindow> seen_;
};

// The pixels of a part of the window.
struct ScreenGrab {
  int width = 0, height = 0;
  bool upwards = false;            // the first row in memory is the lowest one
  std::vector<std::uint8_t> rgba;  // 4 bytes a pixel; the last one is unused
};

Picture to_picture(const ScreenGrab& grab);

// Reads the framebuffer that is bound for reading. Grabs arrive in the order of the requests.
class GlGrabber {
 public:
  bool full() const { return parts_.size() >= 4; }
  // `framebuffer_height`: GL's rows go from bottom to top. Precondition: not full; the rectangle is not empty.
  void ask(PixelRect rect, int framebuffer_height);
  std::optional<ScreenGrab> collect();  // the next grab that has arrived; empty if none has

 private:
  struct Part {
    AsyncRead pixels;
    int width = 0, height = 0;
  };
  std::deque<Part> parts_;
};

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
  virtual std::string gpu_unavailable() const = 0;  // empty if GPU solvers can run; else why not
  virtual std::string renderer_name() const = 0;    // the GL renderer's name, or "SDL software renderer"
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
  // The cell under the scene's pointer, in a picture one or two frames ago. Empty outside the sand.
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
  // A picture for ImGui::Image; valid as long as the screen.
  virtual ImTextureID make_texture(const Picture& picture) = 0;
  // A texture of cells, with sharp edges at every size; 4 bytes a pixel, alpha last. Valid until it is dropped, and no
  // longer than the screen.
  ImTextureID make_cell_texture(int width, int height, const std::vector<std::uint8_t>& rgba) {
    ImTextureID texture = nullptr;
    write_cell_texture(texture, width, height, rgba);
    return texture;
  }
  // Writes new pixels into such a texture, which may change its size; creates one if `texture` is null.
  virtual void write_cell_texture(ImTextureID& texture, int width, int height,
                                  const std::vector<std::uint8_t>& rgba) = 0;
  virtual void drop_texture(ImTextureID texture) = 0;
  virtual void reload_fonts() = 0;  // call after fonts have been rebuilt
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

// Of the whole picture, or of one of Screen::kOverviewParts parts of its rows.
inline Camera overview_camera(const CellView& view, int width, int height, std::optional<int> part = {}) {
  Camera camera;
  camera.set_viewport({0, 0, width, height});
  camera.show_whole(view.width, view.height);
  if (!part) return camera;
  const int from = height * *part / Screen::kOverviewParts, to = height * (*part + 1) / Screen::kOverviewParts;
  camera.set_viewport({0, from, width, to - from});
  return camera;
}

}  // namespace repose
