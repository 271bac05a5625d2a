#include "automata/gpu_cells.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

#include "gl/gl.hpp"

namespace repose {

namespace {
constexpr int kStampUnit = 1, kSpansUnit = 3;
constexpr SamplerUnit kUnits[] = {{"u_cells", 0}, {"u_stamp", kStampUnit}, {"u_codes", 2}, {"u_spans", kSpansUnit}};
constexpr std::string_view kRects = "common/rects.vert";
constexpr TexelFormat kTexelSpan{GL_RG32I, GL_RG_INTEGER, GL_INT};
}  // namespace

Status check_texture_size(int width, int height) {
  GLint side_max = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &side_max);
  if (width <= side_max && height <= side_max) return {};
  return Status::failure(
      trf("A world of {}x{} cells is too large for this GPU, which takes {} a side.", width, height, side_max));
}

LayeredCanvas::LayeredCanvas(TexelFormat format, int width, int height, int layers, std::string_view label)
    : texture_(make_gl_texture()), framebuffer_(make_gl_framebuffer()) {
  glBindTexture(GL_TEXTURE_2D_ARRAY, name());
  glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, format.internal, width, height, layers, 0, format.format, format.type, nullptr);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
  label_gl_object(GL_TEXTURE, name(), label);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer());
  std::vector<GLenum> targets;
  for (int layer = 0; layer < layers; ++layer) {
    targets.push_back(GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(layer));
    glFramebufferTextureLayer(GL_FRAMEBUFFER, targets.back(), name(), 0, layer);
  }
  glDrawBuffers(layers, targets.data());
  label_gl_object(GL_FRAMEBUFFER, framebuffer(), label);
}

bool LayeredCanvas::complete() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer());
  return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

void LayeredCanvas::bind(int unit) const {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D_ARRAY, name());
}

CellPlanes::CellPlanes(std::string_view paint, std::string_view stamp, std::string_view push, std::string& error) {
  const ShaderConstant constants[] = {{"kTransparentDensity", std::int32_t{kTransparentTexel.density}},
                                      {"kFixed", Looseness::fixed},
                                      {"kBackground", Looseness::background},
                                      {"kGas", Looseness::gas},
                                      {"kLiquid", Looseness::liquid},
                                      {"kPowder", Looseness::powder},
                                      {"kBlowGas", kBlowGas},
                                      {"kBlowLiquid", kBlowLiquid},
                                      {"kBlowPowder", kBlowPowder},
                                      {"kShakeChance", kShakeChance}};
  paint_program_ = Program::load({kRects, paint}, constants, error, kUnits);
  stamp_program_ = Program::load({kRects, stamp}, constants, error, kUnits);
  push_program_ = Program::load({kRects, push}, constants, error, kUnits);
  glBindVertexArray(rects_vertices_.get());
  glBindBuffer(GL_ARRAY_BUFFER, rects_buffer_.get());
  glEnableVertexAttribArray(0);
  glVertexAttribIPointer(0, 4, GL_INT, sizeof(CellRect), nullptr);
  glVertexAttribDivisor(0, 1);
}

void CellPlanes::set_loose(const LooseTable& loose, int border) {
  looseness_ = {};
  for (std::size_t i = 0; i < loose.size(); ++i) looseness_[i / 8] |= static_cast<GLuint>(loose[i]) << (4 * (i % 8));
  border_ = border;
}

std::optional<CellRect> CellPlanes::apply(const Edit& edit) {
  return std::visit([this](const auto& e) { return paint(e); }, edit);
}

template <class Shape>  // StrokeEdit or RectEdit
std::optional<CellRect> CellPlanes::paint(const Shape& edit) {
  const std::vector<Span> spans = rasterise(edit, width_, height_);  // rows ascend, one span in each
  if (spans.empty()) return std::nullopt;
  std::vector<CellRect> rects;
  CellRect box{width_, spans.front().y, 0, spans.back().y + 1};
  for (const Span& span : spans) {
    rects.push_back({span.x_begin, span.y, with_copies(span.x_end), span.y + 1});
    box.x_begin = std::min(box.x_begin, span.x_begin);
    box.x_end = std::max(box.x_end, span.x_end);
  }
  if (edit.only_over || cells_a_texel_ > 1) copy_to_back(box);
  begin(paint_program_);
  set_painted(paint_program_, edit.element);
  glUniform1i(paint_program_.uniform("u_only_over"), edit.only_over ? *edit.only_over : -1);
  draw(paint_program_, planes_.front(), rects);
  return box;
}

std::optional<CellRect> CellPlanes::paint(const StampEdit& stamp) {
  const auto clip = [](std::int64_t value, int limit) {
    return static_cast<int>(std::clamp<std::int64_t>(value, 0, limit));
  };
  const CellRect rect{clip(stamp.at.x, width_), clip(stamp.at.y, height_),
                      clip(std::int64_t{stamp.at.x} + stamp.width, width_),
                      clip(std::int64_t{stamp.at.y} + stamp.height, height_)};
  if (rect.x_begin >= rect.x_end || rect.y_begin >= rect.y_end) return std::nullopt;
  if (stamp.only_over || cells_a_texel_ > 1) copy_to_back(rect);
  begin(stamp_program_);
  glUniform1i(stamp_program_.uniform("u_only_over"), stamp.only_over ? *stamp.only_over : -1);
  const int width = rect.x_end - rect.x_begin, band = std::max(1, kBandCells / width);
  for (int top = rect.y_begin; top < rect.y_end; top += band) {
    const int bottom = std::min(top + band, rect.y_end);
    std::vector<CellTexel> texels;
    for (int y = top - stamp.at.y; y < bottom - stamp.at.y; ++y) {
      for (int x = rect.x_begin - stamp.at.x; x < rect.x_end - stamp.at.x; ++x) {
        const EditedCell cell = stamped_cell(
            stamp, static_cast<std::size_t>(y) * static_cast<std::size_t>(stamp.width) + static_cast<std::size_t>(x));
        texels.push_back(cell.element == stamp.transparent ? kTransparentTexel : stamped_texel(cell));
      }
    }
    glActiveTexture(GL_TEXTURE0 + kStampUnit);
    const Texture texture(kTexelRgba8, width, bottom - top, "stamp");
    texture.write(0, 0, width, bottom - top, texels.data(), width);
    planes_.back().texture.bind(0);
    glUniform4i(stamp_program_.uniform("u_stamp_cells"), rect.x_begin, top, rect.x_end, bottom);
    draw(stamp_program_, planes_.front(), {{rect.x_begin, top, with_copies(rect.x_end), bottom}});
  }
  return rect;
}

std::optional<CellRect> CellPlanes::paint(const PushEdit& edit) {
  const std::vector<Span> spans = rasterise(edit, width_, height_);  // rows ascend, one span in each
  if (spans.empty()) return std::nullopt;
  // One cell more on every side: a push moves cells by one.
  const int x_begin = std::ranges::min(spans, {}, &Span::x_begin).x_begin;
  const int x_end = std::ranges::max(spans, {}, &Span::x_end).x_end;
  const CellRect box{std::max(0, x_begin - 1), std::max(0, spans.front().y - 1), std::min(width_, x_end + 1),
                     std::min(height_, spans.back().y + 2)};
  copy_to_back(box);
  struct SpanTexel {
    GLint x_begin, x_end;
  };
  std::vector<SpanTexel> texels;
  for (const Span& span : spans) texels.push_back({span.x_begin, span.x_end});
  glActiveTexture(GL_TEXTURE0 + kSpansUnit);
  const Texture spans_texture(kTexelSpan, 1, static_cast<int>(texels.size()), "push spans");
  spans_texture.write(0, 0, 1, static_cast<int>(texels.size()), texels.data(), 1);
  begin(push_program_);
  const Push push(edit);
  glUniform2i(push_program_.uniform("u_direction"), push.dx, push.dy);
  glUniform1i(push_program_.uniform("u_shakes"), push.shakes ? 1 : 0);
  glUniform1i(push_program_.uniform("u_odd"), push.odd ? 1 : 0);
  glUniform1ui(push_program_.uniform("u_push_draws"), push.draws);
  glUniform4i(push_program_.uniform("u_box"), border_, border_, width_ - border_, height_ - border_);
  glUniform1i(push_program_.uniform("u_first_row"), spans.front().y);
  glUniform1i(push_program_.uniform("u_width"), width_);
  glUniform4uiv(push_program_.uniform("u_looseness"), static_cast<GLsizei>(looseness_.size() / 4), looseness_.data());
  draw(push_program_, planes_.front(), {{box.x_begin, box.y_begin, with_copies(box.x_end), box.y_end}});
  return box;
}

void CellPlanes::begin(const Program& program) const {
  bind_tables();
  planes_.back().texture.bind(0);
  program.use();
}

void CellPlanes::copy_to_back(const CellRect& box) const {
  const int x = box.x_begin / cells_a_texel_, x_end = (box.x_end + cells_a_texel_ - 1) / cells_a_texel_;
  copy_texels(planes_.front().framebuffer, planes_.back().framebuffer, x, box.y_begin, x_end - x,
              box.y_end - box.y_begin);
}

void CellPlanes::draw(const Program& program, const Canvas& canvas, const std::vector<CellRect>& rects) const {
  glUniform2i(program.uniform("u_size"), columns(), height_);
  glUniform1i(program.uniform("u_cell_bits"), 128 / cells_a_texel_);
  canvas.framebuffer.bind();
  glBindVertexArray(rects_vertices_.get());
  glBindBuffer(GL_ARRAY_BUFFER, rects_buffer_.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(rects.size() * sizeof(CellRect)), rects.data(), GL_STREAM_DRAW);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(rects.size()));
}

GpuCells::GpuCells(std::string& error)
    : CellPlanes("common/paint.frag", "common/stamp.frag", "common/push.frag", error) {}

void GpuCells::set_painted(const Program& program, std::uint8_t element) const {
  glUniform2i(program.uniform("u_cell"), texels_[element].index, texels_[element].density);
}

Status GpuCells::upload(const World& world) {
  return upload(world.width(), world.height(), [&](std::size_t i) { return texels_[world.cells()[i]]; });
}

Status GpuCells::upload(int width, int height, const std::function<CellTexel(std::size_t)>& texel_at) {
  if (Status fits = check_texture_size(width, height); !fits) return fits;
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

void GpuCells::draw_pass() {
  front().bind(0);
  planes_.back().framebuffer.draw(no_vertices_);
  planes_.swap();
}

}  // namespace repose
