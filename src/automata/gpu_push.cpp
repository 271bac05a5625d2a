#include "automata/gpu_push.hpp"

#include <algorithm>

namespace repose {

namespace {

constexpr TexelFormat kTexelSpan{GL_RG32I, GL_RG_INTEGER, GL_INT};

struct SpanTexel {
  GLint x_begin, x_end;
};

}  // namespace

std::optional<GpuPush> GpuPush::create(ProgramFiles files, std::string& error) {
  const ShaderConstant constants[] = {
      {"kFixed", Looseness::fixed},   {"kBackground", Looseness::background}, {"kGas", Looseness::gas},
      {"kLiquid", Looseness::liquid}, {"kPowder", Looseness::powder},         {"kBlowGas", kBlowGas},
      {"kBlowLiquid", kBlowLiquid},   {"kBlowPowder", kBlowPowder},           {"kShakeChance", kShakeChance}};
  auto program = Program::load(files, constants, error);
  if (!program) return std::nullopt;
  program->set_unit("u_cells", 0);
  program->set_unit("u_spans", kSpansUnit);
  return GpuPush(std::move(*program));
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
