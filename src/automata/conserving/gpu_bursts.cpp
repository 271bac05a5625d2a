#include "automata/conserving/gpu_bursts.hpp"

#include <array>

#include "gl/conditional_draws.hpp"

namespace repose::conserving {

namespace {
constexpr int kBurstsUnit = 3, kClaimsUnit = 4;
}

std::optional<GpuBursts> GpuBursts::create(std::string& error) {
  auto tiles = load_pass("conserving/blast_tiles.frag", error);
  if (!tiles) return std::nullopt;
  auto claims = load_pass("conserving/blast_claims.frag", error);
  if (!claims) return std::nullopt;
  auto blast = load_pass("conserving/blast.frag", error);
  if (!blast) return std::nullopt;
  auto thrown = load_pass("conserving/throw.frag", error);
  if (!thrown) return std::nullopt;
  for (const Program* program : {&*claims, &*blast, &*thrown}) program->set_unit("u_bursts", kBurstsUnit);
  claims->set_unit("u_tiles", kClaimsUnit);
  blast->set_unit("u_claims", kClaimsUnit);
  thrown->set_unit("u_claims", kClaimsUnit);
  return GpuBursts({std::move(*tiles), std::move(*claims), std::move(*blast), std::move(*thrown)});
}

GpuBursts::GpuBursts(Programs programs)
    : programs_(std::move(programs)),
      traits_(kTexelRgba8, kElementsMax, 2, "bursts"),
      meetings_(kTexelRgba8, kElementsMax, kElementsMax, "conserving swaps"),
      no_vertices_(make_gl_vertex_array()),
      any_(make_gl_query()) {}

void GpuBursts::set_rules(const Rules& rules) const {
  using Texel = std::array<std::uint8_t, 4>;
  std::vector<Texel> kinds, chances;
  for (int i = 0; i < kElementsMax; ++i) {
    const auto element = static_cast<std::uint8_t>(i);
    const Bursting& burst = rules.burst(element);
    const std::uint32_t resistance = rules.resistance(element);
    const int flags = (burst.probability > 0 ? kBursts : 0) | (resistance > 0 ? kResists : 0);
    const ChanceBytes bursts(burst.probability), resists(resistance);
    kinds.push_back({static_cast<std::uint8_t>(burst.radius), burst.into, static_cast<std::uint8_t>(flags), 0});
    chances.push_back({bursts.low, bursts.high, resists.low, resists.high});
  }
  traits_.write(0, 0, kElementsMax, 1, kinds.data(), kElementsMax);
  traits_.write(0, 1, kElementsMax, 1, chances.data(), kElementsMax);
  std::vector<Texel> meetings;
  for (int i = 0; i < kElementsMax; ++i) {
    for (int j = 0; j < kElementsMax; ++j) {
      const auto a = static_cast<std::uint8_t>(i), b = static_cast<std::uint8_t>(j);
      const bool swaps = rules.meeting(a, b).kind == Meeting::Kind::swap;
      meetings.push_back({static_cast<std::uint8_t>(swaps ? 255 : 0), 0, 0, rules.density(a)});
    }
  }
  meetings_.write(0, 0, kElementsMax, kElementsMax, meetings.data(), kElementsMax);
}

void GpuBursts::resize(int width, int height) {
  if (claims_.texture.width() == width && claims_.texture.height() == height) return;
  claims_ = Canvas(kTexelRgba8, width, height, "claims of blasts");
  tiles_ = Canvas(kTexelRgba8, (width + kBlastTile - 1) / kBlastTile, (height + kBlastTile - 1) / kBlastTile,
                  "tiles with blasts");
}

void GpuBursts::run(PackedCells& packed, GpuCells& cells, const BurstDraws& draws, bool wraps) const {
  find_blasts(packed, draws);
  const ConditionalDraws if_any(any_.get());
  packed.unpack(cells);
  for (const Program* program : {&programs_.claims, &programs_.blast, &programs_.thrown}) {
    program->use();
    glUniform2i(program->uniform("u_size"), cells.width(), cells.height());
    glUniform1i(program->uniform("u_wraps"), wraps);
  }
  bind_texture(kPairsUnit, meetings_);
  bind_texture(kBurstsUnit, traits_);
  bind_texture(kCellsUnit, cells.front());
  claim_cells(draws);
  bind_texture(kClaimsUnit, claims_.texture);
  programs_.blast.use();
  glUniform1ui(programs_.blast.uniform("u_draws"), draws.bases().resists);
  cells.draw_pass();
  throw_cells(cells, draws);
  packed.pack(cells);
}

void GpuBursts::find_blasts(const PackedCells& packed, const BurstDraws& draws) const {
  packed.begin_pass(programs_.tiles, false);
  bind_texture(kCellsUnit, packed.front());
  glBindVertexArray(no_vertices_.get());
  tiles_.framebuffer.bind();
  constexpr GLfloat kNone[4] = {};
  glClearBufferfv(GL_COLOR, 0, kNone);
  glUniform1ui(programs_.tiles.uniform("u_draws"), draws.bases().bursts);
  glBeginQuery(GL_ANY_SAMPLES_PASSED, any_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glEndQuery(GL_ANY_SAMPLES_PASSED);
}

void GpuBursts::claim_cells(const BurstDraws& draws) const {
  claims_.framebuffer.bind();
  bind_texture(kClaimsUnit, tiles_.texture);
  programs_.claims.use();
  glUniform1ui(programs_.claims.uniform("u_draws"), draws.bases().bursts);
  glUniform1ui(programs_.claims.uniform("u_order"), draws.bases().order);
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

// One pass more than needed, which copies: whether the passes are left out or not, the cells end in the same texture
// only after an even number of passes, that of the blast included.
void GpuBursts::throw_cells(GpuCells& cells, const BurstDraws& draws) const {
  programs_.thrown.use();
  const GLint sideways = programs_.thrown.uniform("u_sideways"), from = programs_.thrown.uniform("u_from"),
              base = programs_.thrown.uniform("u_draws"), turns = programs_.thrown.uniform("u_turns");
  static_assert(kThrowPasses % 2 == 0);
  for (int pass = 0; pass <= kThrowPasses; ++pass) {
    glUniform1i(sideways, pass % 4 < 2);
    glUniform1i(from, pass < kThrowPasses ? pass % 2 : 2);
    glUniform1i(turns, BurstDraws::throw_turns(pass));
    glUniform1ui(base, draws.throw_base(pass));
    cells.draw_pass();
  }
}

}  // namespace repose::conserving
