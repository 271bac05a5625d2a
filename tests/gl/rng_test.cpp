// The random numbers of GLSL equal those of C++.
#include "repose/rng.hpp"
#include "gl_support.hpp"

namespace repose::test::rng_test {
namespace {

// The last of the vertical passes over one table: what the test shader computes, in C++.
std::uint32_t expected(int x, int y, std::uint64_t seed, std::uint32_t step, bool bounded) {
  const auto ux = static_cast<std::uint32_t>(x), uy = static_cast<std::uint32_t>(y);
  const std::uint32_t random = random_u32(seed, step, ux * 0x01000193u, uy, ux ^ uy);
  return bounded ? below(random, 1u + (random_u32(seed, step, uy, ux, 9) >> (ux % 32))) : random;
}

}  // namespace

TEST_CASE("random numbers in GLSL equal those in C++, bit for bit") {
  REPOSE_NEEDS_GL();
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "shaders/common");
  const std::filesystem::path source = std::filesystem::path(REPOSE_SOURCE_DIR) / "shaders/common";
  for (const char* file : {"rng.glsl", "wide_product.glsl", "fullscreen.vert"}) {
    std::filesystem::copy_file(source / file, folder / (std::string("shaders/common/") + file));
  }
  std::ofstream(folder / "shaders/table.frag") << R"(#include "common/wide_product.glsl"
uniform uvec2 u_seed;
uniform uint u_step;
uniform bool u_bounded;
uniform bool u_by_high_word;
out vec4 o_bytes;
void main() {
  uvec2 p = uvec2(gl_FragCoord.xy);
  uint value = random_u32(u_seed, u_step, p.x * 0x01000193u, p.y, p.x ^ p.y);
  uint bound = 1u + (random_u32(u_seed, u_step, p.y, p.x, 9u) >> (p.x % 32u));
  if (u_bounded) value = u_by_high_word ? high_word(value, bound) : below(value, bound);
  o_bytes = vec4((uvec4(value) >> uvec4(0u, 8u, 16u, 24u)) & 0xffu) / 255.0;
}
)";
  const EnvironmentVariable data("REPOSE_DATA_DIR", folder.path().string());
  std::string error;
  const auto program = Program::load({"common/fullscreen.vert", "table.frag"}, {}, error);
  INFO(error);
  REQUIRE(program);

  constexpr int kSide = 64;
  const Canvas canvas(kTexelRgba8, kSide, kSide, "random numbers");
  const GlVertexArray no_vertices = make_gl_vertex_array();
  const std::uint64_t seed = GENERATE(std::uint64_t{1}, std::uint64_t{0}, std::uint64_t{0xfedcba9876543210u});
  const bool bounded = GENERATE(false, true), by_high_word = GENERATE(false, true);
  const std::uint32_t step = 12345;
  canvas.framebuffer.bind();
  program.use();
  glUniform2ui(program.uniform("u_seed"), static_cast<GLuint>(seed), static_cast<GLuint>(seed >> 32));
  glUniform1ui(program.uniform("u_step"), step);
  glUniform1i(program.uniform("u_bounded"), bounded);
  glUniform1i(program.uniform("u_by_high_word"), by_high_word);
  glBindVertexArray(no_vertices.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);

  const auto bytes = read_rgba(canvas);
  int different = 0;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const std::uint8_t* b = &bytes[static_cast<std::size_t>(y * kSide + x) * 4];
      const std::uint32_t value = b[0] | b[1] << 8 | b[2] << 16 | static_cast<std::uint32_t>(b[3]) << 24;
      if (value != expected(x, y, seed, step, bounded)) ++different;
    }
  }
  CHECK(different == 0);
}

}  // namespace repose::test::rng_test
