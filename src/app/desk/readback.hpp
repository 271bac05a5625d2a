// Cells and pixels that are shown, read back without waiting for a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "gl/read_back.hpp"
#include "render/camera.hpp"
#include "repose/cell_view.hpp"
#include "repose/explain.hpp"
#include "repose/picture.hpp"

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
// first call. All that the cell holds: Screen::probe().
std::optional<std::uint8_t> element_at(Desk& desk, CellPoint cell);

// Precondition of both: `cell` is inside the window, or the view.
CellReading read_cell(const WorldWindow& window, CellPoint cell);
CellReading read_cell(const MemoryCells& shown, CellPoint cell);

// Preconditions: a view in memory, and `box` inside it.
WorldWindow read_window(const CellView& view, const CellBox& box);

// Texels that are copied from the GPU into memory: requested in one frame, available in a later one, so that no frame
// waits.
class LateTexels {
 public:
  // Whether a request has not been collected yet.
  bool awaited() const { return bytes_.is_under_way(); }

  // Begins a request: copies into a buffer of this many bytes, each to its own position in the buffer. Precondition:
  // none is awaited.
  void begin(std::size_t bytes);
  void copy(GLuint texture, const CellBox& texels, TexelFormat format, std::size_t to);
  // As copy(), from one layer of an array.
  void copy_layer(GLuint array, int layer, const CellBox& texels, TexelFormat format, std::size_t to);
  void end();

  // Returns the buffer once, when all copies are complete. Empty before that, and if it was lost with the GPU.
  std::optional<std::vector<std::uint8_t>> collect();

 private:
  GlFramebuffer framebuffer_;
  AsyncRead bytes_;
  std::size_t byte_count_ = 0;
};

// A rectangle of cells of a view in textures, read back asynchronously: requested in one frame, available in a later
// one, so that no frame waits. Only this class of the app depends on how texels hold cells.
class LateWindow {
 public:
  // Whether a request has not been collected yet.
  bool awaited() const { return texels_.awaited(); }
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
  static std::optional<Plane> amounts_of(const TextureCells& shown);
  World decode(const std::vector<std::uint8_t>& bytes) const;
  void decode_texels(const std::uint8_t* texels, World& into) const;
  void decode_amounts(const std::uint8_t* layers, Plane plane, World& into) const;
  void decode_codes(const std::uint8_t* bytes, World& into) const;

  LateTexels texels_;
  TextureCells shown_;  // of the request; its textures are not used any more
  Layout layout_;
  WorldWindow asked_;  // of the request, without cells
};

// Reads single cells of a view without making the frame wait for the GPU.
class CellProbe {
 public:
  // Precondition: `cell` is inside the view. Views in memory answer at once. A texture is read back asynchronously:
  // until the cell has arrived, returns the last value of the same cell, or nothing. Two cells may be requested
  // alternately.
  std::optional<CellReading> read(const CellView& view, CellPoint cell);

 private:
  void collect();

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
  void collect();

  LateWindow window_;
  std::uint64_t asked_generation_ = 0, asked_step_ = 0;
  std::optional<SeenWindow> seen_;
};

// The pixels of a part of the window, and reading them back from the GPU asynchronously.
struct ScreenGrab {
  int width = 0, height = 0;
  bool upwards = false;            // the first row in memory is the lowest one
  std::vector<std::uint8_t> rgba;  // 4 bytes a pixel; the last one is unused
};

Picture to_picture(const ScreenGrab& grab);

// Reads the framebuffer that is bound for reading. Grabs arrive in the order of the requests.
class GlGrabber {
 public:
  static constexpr std::size_t kOnTheirWayMax = 4;

  // Too many grabs are pending for another request.
  bool full() const { return parts_.size() >= kOnTheirWayMax; }
  // `framebuffer_height` is needed because GL's rows go from bottom to top. Precondition: not full, and a rectangle
  // that is not empty.
  void ask(PixelRect rect, int framebuffer_height);
  // The next grab that has arrived; empty if none has.
  std::optional<ScreenGrab> collect();

 private:
  struct Part {
    AsyncRead pixels;
    int width = 0, height = 0;
  };
  std::deque<Part> parts_;
};

}  // namespace repose
