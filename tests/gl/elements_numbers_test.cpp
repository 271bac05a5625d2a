// The numbers of a turn in GLSL equal those in C++: draws, slots, chances, throws, heat, thresholds.
#include <cstring>

#include "automata/elements/elements.hpp"
#include "automata/elements/gpu_rules.hpp"
#include "gl_support.hpp"

using namespace repose;
using namespace repose::elements;
using namespace repose::test;

namespace repose::test::elements_numbers_test {

namespace {

constexpr int kSide = 128;
constexpr int kLowestThreshold = -250, kThresholds = 500;

// The values that the shader's function `number(x, y)` returns.
struct Numbers {
  const char* name;
  const char* glsl;
  std::uint32_t (*expected)(std::uint32_t x, std::uint32_t y);
};

Effect effect_with(int threshold) {
  Effect effect;
  effect.has_threshold = threshold != -1;
  effect.threshold = threshold;
  return effect;
}

std::uint32_t word(std::uint32_t x, std::uint32_t y) { return mix32(mix32(x) ^ y); }

constexpr Numbers kNumbers[] = {
    {"draws", "begin_turn(ivec2(p)); return draw_bits(p.x);",
     [](std::uint32_t x, std::uint32_t y) { return draw_bits(mix32(mix32(7u ^ x) ^ y), x); }},
    {"slots", "return product_slot(word(p));",
     [](std::uint32_t x, std::uint32_t y) { return static_cast<std::uint32_t>(product_slot(word(x, y))); }},
    {"all slots", "return product_slot((p.x + 128u * p.y) << 18);",
     [](std::uint32_t x, std::uint32_t y) { return static_cast<std::uint32_t>(product_slot((x + 128u * y) << 18)); }},
    {"chances", "return happens(word(p), p.x << 17) ? 1u : 0u;",
     [](std::uint32_t x, std::uint32_t y) { return happens(word(x, y), x << 17) ? 1u : 0u; }},
    {"percents", "return percent(int(p.x));", [](std::uint32_t x, std::uint32_t) { return chance(x / 100.0); }},
    {"throws", "return uint(thrown(2u * p.x + 1u, word(p))) & 0xffu;",
     [](std::uint32_t x, std::uint32_t y) {
       return static_cast<std::uint32_t>(
           static_cast<std::uint8_t>(thrown(static_cast<std::uint8_t>(2 * x + 1), word(x, y))));
     }},
    {"heat", "return uint(heat_flow(word(p) >> 16, int(p.x % 99u) + 1));",
     [](std::uint32_t x, std::uint32_t y) {
       const std::uint64_t product = std::uint64_t{word(x, y) >> 16} * (x % 99 + 1);
       return static_cast<std::uint32_t>((product + 0xffff) / 0x10000);
     }},
};

Program load(const std::string& shader, std::span<const ShaderConstant> constants) {
  const TemporaryFolder folder;
  const std::filesystem::path shaders = std::filesystem::path(REPOSE_SOURCE_DIR) / "shaders";
  std::filesystem::create_directories(folder / "shaders");
  for (const char* part : {"common", "elements"}) {
    std::filesystem::copy(shaders / part, folder / (std::string("shaders/") + part));
  }
  std::ofstream(folder / "shaders/numbers.frag") << shader;
  const EnvironmentVariable data("REPOSE_DATA_DIR", folder.path().string());
  std::string error;
  auto program = Program::load({"common/fullscreen.vert", "numbers.frag"}, constants, error);
  INFO(error);
  REQUIRE(program);
  return std::move(*program);
}

std::vector<std::uint32_t> drawn(const Program& program, int width, int height) {
  const Canvas canvas({GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT}, width, height, "numbers");
  const GlVertexArray no_vertices = make_gl_vertex_array();
  canvas.framebuffer.bind();
  program.use();
  glBindVertexArray(no_vertices.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  std::vector<std::uint32_t> words(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  glReadPixels(0, 0, width, height, GL_RED_INTEGER, GL_UNSIGNED_INT, words.data());
  return words;
}

}  // namespace

TEST_CASE("the numbers of a turn in GLSL equal those in C++") {
  REPOSE_NEEDS_GL();
  const Numbers numbers = GENERATE(from_range(std::begin(kNumbers), std::end(kNumbers)));
  INFO(numbers.name);
  const Program program = load(std::string(R"(#include "common/rng.glsl"
#include "elements/lattice.glsl"
#include "elements/draws.glsl"
out uint o_number;
uint word(uvec2 p) { return mix32(mix32(p.x) ^ p.y); }
uint number(uvec2 p) { )") + numbers.glsl +
                                   " }\nvoid main() { o_number = number(uvec2(gl_FragCoord.xy)); }\n",
                               shader_constants());
  program.use();
  glUniform1ui(program.uniform("u_turns"), 7);
  const std::vector<std::uint32_t> words = drawn(program, kSide, kSide);
  int different = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    different +=
        words[i] != numbers.expected(static_cast<std::uint32_t>(i % kSide), static_cast<std::uint32_t>(i / kSide));
  }
  CHECK(different == 0);
}

TEST_CASE("every threshold works on every energy in GLSL as in C++") {
  REPOSE_NEEDS_GL();
  const Program program = load(R"(#include "elements/rules.glsl"
out uint o_number;
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  Effect effect = unpacked(0u, texelFetch(u_rules, ivec2(p.y, 0), 0));
  o_number = uint(energy_after(effect, p.x)) | (acts_at(effect, p.x) ? 256u : 0u);
}
)",
                               shader_constants());
  std::vector<std::array<std::uint32_t, 4>> effects;
  for (int i = 0; i < kThresholds; ++i) effects.push_back(packed(effect_with(kLowestThreshold + i)));
  glActiveTexture(GL_TEXTURE1);
  const Texture texture(kTexelRgba32ui, kThresholds, 1, "thresholds");
  texture.write(0, 0, kThresholds, 1, effects.data(), kThresholds);
  glActiveTexture(GL_TEXTURE0);
  program.set_unit("u_rules", 1);
  const int energies = kEnergyMax + 1;
  const std::vector<std::uint32_t> words = drawn(program, energies, kThresholds);
  int different = 0;
  for (int i = 0; i < kThresholds * energies; ++i) {
    const Effect effect = effect_with(kLowestThreshold + i / energies);
    const int energy = i % energies;
    different +=
        words[static_cast<std::size_t>(i)] != (effect.energy_after(energy) | (effect.acts_at(energy) ? 256u : 0u));
  }
  CHECK(different == 0);
}

}  // namespace repose::test::elements_numbers_test
