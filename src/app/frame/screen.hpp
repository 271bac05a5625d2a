// The window and what draws into it: OpenGL, or SDL's own renderer where GL cannot be had.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "app/frame/screen_grab.hpp"
#include "app/view/cell_reading.hpp"
#include "render/camera.hpp"
#include "render/looks.hpp"
#include "render/relief_view.hpp"
#include "repose/picture.hpp"
#include "repose/solver.hpp"

namespace repose {

struct WindowShape {
  int width = 1280, height = 800;
};

// A picture for ImGui::Image that is drawn anew now and then.
struct LivePicture {
  ImTextureID texture = nullptr;  // null: there is none
  bool upwards = false;           // its first row is the lowest one
};

// A picture of a world, inside its camera's viewport. Cameras of several look at separate parts of the window.
struct Pane {
  CellView view;
  Camera camera;
};
inline constexpr std::size_t kPanesMax = 2;

class Screen {
 public:
  virtual ~Screen() = default;

  virtual SDL_Window* window() const = 0;
  // Empty where GPU solvers can run; else why not.
  virtual std::string gpu_unavailable() const = 0;
  // The GL renderer's name, or "SDL software renderer".
  virtual std::string renderer_name() const = 0;
  // True when GL runs on the processor (llvmpipe and its like): then the cpu backend is the better start.
  virtual bool renders_on_cpu() const = 0;
  // Size in pixels; on HiDPI screens larger than the window's size in points.
  virtual void drawable_size(int& width, int& height) const = 0;

  // A frame: begin_ui, (ImGui calls), draw. Nothing is shown before present().
  virtual void begin_ui() = 0;
  virtual void set_palette(const Palette& palette) = 0;
  // At most kPanesMax panes.
  virtual void draw(std::span<const Pane> panes, const Looks& looks, Color surround) = 0;
  // Heights in three dimensions, in place of draw(). Precondition: can_draw_relief().
  virtual bool can_draw_relief() const { return false; }
  virtual void draw_relief(const CellView&, const ReliefScene&, const Looks&, Color /*surround*/) {}
  // The cell under the scene's pointer, without stalling the GPU: as it was a frame or two ago. Empty beside the sand.
  virtual std::optional<CellPoint> cell_in_relief() const { return std::nullopt; }
  // The whole world in so many pixels, for a small picture of it, plain but for heat and pressure. Does not wait for
  // the GPU. The processor has to fetch cells from everywhere in a large world: it draws one of kOverviewParts parts of
  // the rows, or all. Holds until the size changes. Not between draw() and present().
  static constexpr int kOverviewParts = 8;
  virtual LivePicture draw_overview(const CellView& view, const Looks& looks, Color surround, int width, int height,
                                    std::optional<int> part) = 0;
  virtual void present() = 0;
  // What stands on the screen, as drawn last; call between draw() and present().
  virtual Picture read_pixels() = 0;
  // Asks for what the next draw() puts into a rectangle of the window, without the UI. Never waits: pictures come one
  // by one, in the order in which they were asked for, in one of the next frames. False when too many are on their way.
  virtual bool ask_for_grab(PixelRect rect) = 0;
  virtual std::optional<ScreenGrab> collect_grab() = 0;
  // What the view holds for a cell inside the world, without stalling the GPU: for a texture the answer comes a frame
  // or two after the first question for that cell.
  virtual std::optional<CellReading> probe(const CellView& view, CellPoint cell) = 0;
  // The same for a rectangle inside it, and the step that the view is of: the last one that was asked for and has
  // arrived, of whatever view and rectangle. Empty until then.
  virtual const std::optional<SeenWindow>& probe_window(const CellView& view, const CellBox& box,
                                                        std::uint64_t step) = 0;
  // A picture for ImGui::Image; lives as long as the screen.
  virtual ImTextureID make_texture(const Picture& picture) = 0;
  // One of cells, with sharp edges at every size; 4 bytes a pixel, alpha last. Lives until it is dropped, as long as
  // the screen at most.
  virtual ImTextureID make_cell_texture(int width, int height, const std::vector<std::uint8_t>& rgba) = 0;
  // New pixels for such a texture, of another size if need be; makes one where `texture` is null.
  virtual void write_cell_texture(ImTextureID& texture, int width, int height,
                                  const std::vector<std::uint8_t>& rgba) = 0;
  virtual void drop_texture(ImTextureID texture) = 0;
  // After fonts have been rebuilt.
  virtual void reload_fonts() = 0;
};

// Null and a sentence on failure. ImGui's context must exist.
std::unique_ptr<Screen> make_gl_screen(const WindowShape& shape, std::string& error);
std::unique_ptr<Screen> make_software_screen(const WindowShape& shape, const std::string& why_no_gl,
                                             std::string& error);

}  // namespace repose
