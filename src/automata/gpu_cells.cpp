#include "automata/gpu_cells.hpp"
#include "automata/step_timer.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <variant>

#include "core/language.hpp"
#include "gl/gl.hpp"
#include "gl/read_back.hpp"

namespace repose {

Status GpuCellSolver::upload(const World& world) {
  const GlStateGuard guard;
  clear_gl_errors();
  if (Status status = write(world); !status) return status;
  stats_ = {};
  generation_ = next_view_generation();
  return {};
}

void GpuCellSolver::apply(const Edit& edit) {
  if (!cells_) return;
  const GlStateGuard guard;
  clear_gl_errors();
  before_edit(edit);
  if (!edit_elsewhere(edit)) {
    show();
    cells_.apply(edit);
    cells_edited();
  }
  note(check_gl_errors(text_id("Drawing on the GPU")));
  generation_ = next_view_generation();
}

void GpuCellSolver::step(const StepSpan& span) {
  if (!cells_) return;
  const StepTimer timer(stats_, span.count);
  const GlStateGuard guard;
  clear_gl_errors();
  begin_steps();
  note(queue_.take(span.count, [&](std::uint64_t k) { return issue_step(span.seed, span.first_step + k); }));
  stats_.step_seconds += queue_.take_late_seconds();
  generation_ = next_view_generation();
}

void GpuCellSolver::download(World& world) const {
  world = empty_world(std::max(cells_.width(), 1), std::max(cells_.height(), 1));
  if (!cells_) return;
  const GlStateGuard guard;
  clear_gl_errors();
  show();
  read(world);
  note(check_gl_errors(text_id("Reading the world back from the GPU")));
}

std::unique_ptr<WorldCapture> GpuCellSolver::begin_capture() const {
  if (!cells_) return nullptr;
  const GlStateGuard guard;
  clear_gl_errors();
  show();
  auto capture = begin_read();
  note(check_gl_errors(text_id("Reading the world back from the GPU")));
  return capture;
}

SolverStats GpuCellSolver::stats() const {
  SolverStats stats = stats_;
  stats.cell_count = stats.active_cells = cell_count();
  return stats;
}

CellView GpuCellSolver::view() const {
  if (!cells_) return {};
  show();
  const TextureCells shown{.texels = texels_, .cells = cells_.front().name()};
  return {cells_.width(), cells_.height(), generation_, shown};
}

std::uint64_t GpuCellSolver::cell_count() const {
  return static_cast<std::uint64_t>(cells_.width()) * static_cast<std::uint64_t>(cells_.height());
}

void GpuCellSolver::note(Status status) const {
  if (health_.ok()) health_ = std::move(status);
}

namespace {
constexpr int kStampUnit = 1;
constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_stamp", kStampUnit}};
constexpr int kBandCells =
    1 << 22;  // large worlds and stamps are copied in bands of rows, so that they need no second copy
}  // namespace

GpuCells::GpuCells(std::string& error)
    : paint_program_(Program::load({"common/rects.vert", "common/paint.frag"}, {}, error, kUnits)),
      stamp_program_(Program::load(
          {"common/rects.vert", "common/stamp.frag"},
          std::array{ShaderConstant("kTransparentDensity", std::int32_t{kTransparentTexel.density})}, error, kUnits)),
      push_({"common/rects.vert", "common/push.frag"}, error),
      no_vertices_(make_gl_vertex_array()),
      rects_vertices_(make_gl_vertex_array()),
      rects_buffer_(make_gl_buffer()) {
  glBindVertexArray(rects_vertices_.get());
  glBindBuffer(GL_ARRAY_BUFFER, rects_buffer_.get());
  glEnableVertexAttribArray(0);
  glVertexAttribIPointer(0, 4, GL_INT, sizeof(Rect), nullptr);
  glVertexAttribDivisor(0, 1);
}

void GpuCells::set_loose(const LooseTable& loose, int border) {
  push_.set_loose(loose);
  push_.set_border(border);
}

int GpuCells::rows_per_band() const { return std::clamp(kBandCells / width_, 1, height_); }

Status GpuCells::upload(const World& world) {
  return upload(world.width(), world.height(), [&](std::size_t i) { return texels_[world.cells()[i]]; });
}

Status GpuCells::upload(int width, int height, const std::function<CellTexel(std::size_t)>& texel_at) {
  GLint side_max = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
  if (width > side_max || height > side_max) {
    return Status::failure(
        trf("A world of {}x{} cells is too large for this GPU, which takes {} a side.", width, height, side_max));
  }
  PingPong planes(kTexelRgba8, width, height, "cells");
  const bool complete = planes.complete();
  if (Status status = check_gl_errors(text_id("Making room for the world on the GPU")); !status) return status;
  if (!complete) return Status::failure(tr("This GPU cannot draw into the textures that the automaton needs."));
  planes_ = std::move(planes);
  width_ = width;
  height_ = height;
  std::vector<CellTexel> texels;
  std::size_t i = 0;
  for (int y = 0; y < height_; y += rows_per_band()) {
    const int rows = std::min(rows_per_band(), height_ - y);
    texels.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(width_));
    for (CellTexel& texel : texels) texel = texel_at(i++);
    front().write(0, y, width_, rows, texels.data(), width_);
  }
  return check_gl_errors(text_id("Copying the world to the GPU"));
}

void GpuCells::download(World& world) const {
  download([&world](std::size_t i, CellTexel texel) { world.cells()[i] = texel.index; });
}

void GpuCells::download(const std::function<void(std::size_t, CellTexel)>& take) const {
  planes_.front().framebuffer.bind();
  std::vector<CellTexel> texels(static_cast<std::size_t>(rows_per_band()) * static_cast<std::size_t>(width_));
  std::size_t i = 0;
  for (int y = 0; y < height_; y += rows_per_band()) {
    const int rows = std::min(rows_per_band(), height_ - y);
    glReadPixels(0, y, width_, rows, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(width_);
    for (std::size_t k = 0; k < count; ++k) take(i++, texels[k]);
  }
}

std::unique_ptr<WorldCapture> GpuCells::begin_download() const {
  const auto decode = [width = width_, height = height_](const std::vector<TexelBytes>& texels) {
    World world(width, height);
    const std::uint8_t* index = texels.front().data() + offsetof(CellTexel, index);
    for (std::uint8_t& cell : world.cells()) {
      cell = *index;
      index += sizeof(CellTexel);
    }
    return world;
  };
  return begin_read_back({whole(planes_.front(), kTexelRgba8)}, decode);
}

void GpuCells::draw_pass() {
  glBindVertexArray(no_vertices_.get());
  planes_.back().framebuffer.bind();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, front().name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  planes_.swap();
}

void GpuCells::apply(const Edit& edit) {
  std::visit([this](const auto& e) { paint(e); }, edit);
}

template <class Shape>  // StrokeEdit or RectEdit
void GpuCells::paint(const Shape& edit) {
  std::vector<Rect> rects;
  for (const Span& span : rasterise(edit, width_, height_))
    rects.push_back({span.x_begin, span.y, span.x_end, span.y + 1});
  if (rects.empty()) return;
  if (edit.only_over) copy_to_back(rects);
  const CellTexel cell = texels_[edit.element];
  paint_program_.use();
  glUniform2i(paint_program_.uniform("u_cell"), cell.index, cell.density);
  glUniform1i(paint_program_.uniform("u_only_over"), edit.only_over ? *edit.only_over : -1);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, planes_.back().texture.name());
  draw(paint_program_, rects);
}

void GpuCells::paint(const StampEdit& stamp) {
  const auto clip = [](std::int64_t value, int limit) {
    return static_cast<int>(std::clamp<std::int64_t>(value, 0, limit));
  };
  const Rect rect{clip(stamp.at.x, width_), clip(stamp.at.y, height_),
                  clip(std::int64_t{stamp.at.x} + stamp.width, width_),
                  clip(std::int64_t{stamp.at.y} + stamp.height, height_)};
  if (rect.x_begin >= rect.x_end || rect.y_begin >= rect.y_end) return;
  if (stamp.only_over) copy_to_back({rect});
  stamp_program_.use();
  glUniform1i(stamp_program_.uniform("u_only_over"), stamp.only_over ? *stamp.only_over : -1);
  const int rows = std::max(1, kBandCells / (rect.x_end - rect.x_begin));
  for (int y = rect.y_begin; y < rect.y_end; y += rows) {
    draw_stamp(stamp, {rect.x_begin, y, rect.x_end, std::min(y + rows, rect.y_end)});
  }
}

void GpuCells::paint(const PushEdit& edit) {
  const auto box = push_.box_of(edit, width_, height_);
  if (!box) return;
  const Rect rect{box->x, box->y, box->x + box->width, box->y + box->height};
  copy_to_back({rect});
  push_.use(edit, width_, height_);
  glBindTexture(GL_TEXTURE_2D, planes_.back().texture.name());
  draw(push_.program(), {rect});
}

void GpuCells::draw_stamp(const StampEdit& stamp, const Rect& rect) const {
  std::vector<CellTexel> texels;
  for (int y = rect.y_begin - stamp.at.y; y < rect.y_end - stamp.at.y; ++y) {
    for (int x = rect.x_begin - stamp.at.x; x < rect.x_end - stamp.at.x; ++x) {
      const std::size_t i =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(stamp.width) + static_cast<std::size_t>(x);
      const EditedCell cell = stamped_cell(stamp, i);
      const bool leaves = cell.element == stamp.transparent;
      texels.push_back(leaves ? kTransparentTexel : stamped_ ? stamped_(cell) : texels_[cell.element]);
    }
  }
  const int width = rect.x_end - rect.x_begin, height = rect.y_end - rect.y_begin;
  glActiveTexture(GL_TEXTURE0 + kStampUnit);
  const Texture texture(kTexelRgba8, width, height, "stamp");
  texture.write(0, 0, width, height, texels.data(), width);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, planes_.back().texture.name());
  glUniform2i(stamp_program_.uniform("u_origin"), rect.x_begin, rect.y_begin);
  draw(stamp_program_, {rect});
}

// Copies the cells that the rectangles (rows ascending) may read to the back canvas: a texture cannot be read and drawn
// at the same time.
void GpuCells::copy_to_back(const std::vector<Rect>& rects) const {
  Rect box{std::numeric_limits<GLint>::max(), rects.front().y_begin, 0, rects.back().y_end};
  for (const Rect& r : rects) {
    box.x_begin = std::min(box.x_begin, r.x_begin);
    box.x_end = std::max(box.x_end, r.x_end);
  }
  glBindFramebuffer(GL_READ_FRAMEBUFFER, planes_.front().framebuffer.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, planes_.back().framebuffer.name());
  glBlitFramebuffer(box.x_begin, box.y_begin, box.x_end, box.y_end, box.x_begin, box.y_begin, box.x_end, box.y_end,
                    GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

// Draws rectangles of the front canvas. Precondition: `program` is the current program.
void GpuCells::draw(const Program& program, const std::vector<Rect>& rects) const {
  glUniform2i(program.uniform("u_size"), width_, height_);
  planes_.front().framebuffer.bind();
  glBindVertexArray(rects_vertices_.get());
  glBindBuffer(GL_ARRAY_BUFFER, rects_buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(rects.size() * sizeof(Rect)), rects.data(), GL_STREAM_DRAW);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(rects.size()));
}

namespace {

constexpr TexelFormat kTexelSpan{GL_RG32I, GL_RG_INTEGER, GL_INT};

struct SpanTexel {
  GLint x_begin, x_end;
};

}  // namespace

GpuPush::GpuPush(ProgramFiles files, std::string& error) {
  const ShaderConstant constants[] = {
      {"kFixed", Looseness::fixed},   {"kBackground", Looseness::background}, {"kGas", Looseness::gas},
      {"kLiquid", Looseness::liquid}, {"kPowder", Looseness::powder},         {"kBlowGas", kBlowGas},
      {"kBlowLiquid", kBlowLiquid},   {"kBlowPowder", kBlowPowder},           {"kShakeChance", kShakeChance}};
  constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_spans", kSpansUnit}};
  program_ = Program::load(files, constants, error, kUnits);
}

void GpuPush::set_loose(const LooseTable& loose) {
  looseness_ = {};
  for (std::size_t i = 0; i < loose.size(); ++i) looseness_[i / 8] |= static_cast<GLuint>(loose[i]) << (4 * (i % 8));
}

std::optional<CellBox> GpuPush::box_of(const PushEdit& edit, int width, int height) {
  spans_ = rasterise(edit, width, height);  // rows ascend, one span in each
  if (spans_.empty()) return std::nullopt;
  int x_begin = width, x_end = 0;
  for (const Span& span : spans_) {
    x_begin = std::min(x_begin, span.x_begin);
    x_end = std::max(x_end, span.x_end);
  }
  // One cell more on every side: a push moves cells by one.
  x_begin = std::max(0, x_begin - 1);
  x_end = std::min(width, x_end + 1);
  const int y_begin = std::max(0, spans_.front().y - 1), y_end = std::min(height, spans_.back().y + 2);
  return CellBox{x_begin, y_begin, x_end - x_begin, y_end - y_begin};
}

void GpuPush::use(const PushEdit& edit, int width, int height) {
  const Push push(edit);
  std::vector<SpanTexel> texels;
  for (const Span& span : spans_) texels.push_back({span.x_begin, span.x_end});
  glActiveTexture(GL_TEXTURE0 + kSpansUnit);
  spans_texture_ = Texture(kTexelSpan, 1, static_cast<int>(texels.size()), "push spans");
  spans_texture_.write(0, 0, 1, static_cast<int>(texels.size()), texels.data(), 1);
  glActiveTexture(GL_TEXTURE0);
  program_.use();
  glUniform2i(program_.uniform("u_direction"), push.dx(), push.dy());
  glUniform1i(program_.uniform("u_shakes"), push.shakes() ? 1 : 0);
  glUniform1i(program_.uniform("u_odd"), push.odd() ? 1 : 0);
  glUniform1ui(program_.uniform("u_push_draws"), push.draws());
  glUniform4i(program_.uniform("u_box"), border_, border_, width - border_, height - border_);
  glUniform1i(program_.uniform("u_first_row"), spans_.front().y);
  glUniform4uiv(program_.uniform("u_looseness"), static_cast<GLsizei>(looseness_.size() / 4), looseness_.data());
}

}  // namespace repose
