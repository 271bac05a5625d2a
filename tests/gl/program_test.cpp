// Errors in shaders are reported with file and line.
#include "gl_support.hpp"

namespace repose::test::program_test {
namespace {

// A temporary shaders/ folder, found through REPOSE_DATA_DIR.
class ShaderFolder {
 public:
  ShaderFolder() { std::filesystem::create_directories(folder_ / "shaders/common"); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / ("shaders/" + name)) << text;
  }
  std::string error_of(std::string_view fragment) const {
    std::string error;
    const ShaderConstant constants[] = {{"kAnswer", 42u}, {"kHalf", 0.5f}};
    const auto program = Program::load({"common/fullscreen.vert", fragment}, constants, error);
    return program ? "" : error;
  }

 private:
  TemporaryFolder folder_;
  EnvironmentVariable data_{"REPOSE_DATA_DIR", folder_.path().string()};
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a shader that does not compile names its file and line") {
  REPOSE_NEEDS_GL();
  const ShaderFolder folder;
  folder.write("broken.frag", "out vec4 o;\nvoid main() {\n  o = vec3(1.0) * undefined_name;\n}\n");
  const std::string error = folder.error_of("broken.frag");
  INFO(error);
  CHECK(contains(error, "shaders/broken.frag:3"));
  CHECK(contains(error, "undefined_name"));
}

TEST_CASE("a mistake in an included file names that file, one after it the including file") {
  REPOSE_NEEDS_GL();
  const ShaderFolder folder;
  folder.write("common/deeper.glsl", "float one() {\n  return 1.0;\n}\n");
  folder.write("common/good.glsl", "#include \"common/deeper.glsl\"\nfloat two() {\n  return 2.0;\n}\n");
  folder.write("common/bad.glsl", "// fine\nfloat three() { return oops; }\n");
  folder.write("inner.frag", "#include \"common/bad.glsl\"\nout vec4 o;\nvoid main() { o = vec4(three()); }\n");
  folder.write("outer.frag",
               "#include \"common/good.glsl\"\nout vec4 o;\n\nvoid main() { o = vec4(two() * later); }\n");
  const std::string inner = folder.error_of("inner.frag"), outer = folder.error_of("outer.frag");
  INFO(inner << "\n" << outer);
  CHECK(contains(inner, "shaders/common/bad.glsl:2"));
  CHECK(contains(outer, "shaders/outer.frag:4"));
  CHECK_FALSE(contains(inner, "inner.frag:2"));
}

TEST_CASE("a shader may name an extension after declarations, and a mistake after it keeps its line") {
  REPOSE_NEEDS_GL();
  const ShaderFolder folder;
  const std::string declaration = "float one() { return 1.0; }\n",
                    extension = "#extension GL_ARB_gpu_shader5 : enable\n";
  folder.write("good.frag", declaration + extension + "out vec4 o;\nvoid main() { o = vec4(one()); }\n");
  folder.write("bad.frag", declaration + extension + "out vec4 o;\nvoid main() { o = vec4(two()); }\n");
  CHECK(folder.error_of("good.frag").empty());
  CHECK(contains(folder.error_of("bad.frag"), "shaders/bad.frag:4"));
}

TEST_CASE("a missing shader file and a missing include are named") {
  REPOSE_NEEDS_GL();
  const ShaderFolder folder;
  folder.write("lonely.frag", "out vec4 o;\n#include \"common/nowhere.glsl\"\nvoid main() { o = vec4(1.0); }\n");
  CHECK(contains(folder.error_of("absent.frag"), "shaders/absent.frag"));
  const std::string error = folder.error_of("lonely.frag");
  INFO(error);
  CHECK(contains(error, "shaders/lonely.frag:2"));
  CHECK(contains(error, "common/nowhere.glsl"));
}

TEST_CASE("constants of C++ are inserted before the shader, and files that include each other are read once") {
  REPOSE_NEEDS_GL();
  const ShaderFolder folder;
  folder.write("common/a.glsl", "#include \"common/b.glsl\"\nfloat a() { return b(); }\n");
  folder.write("common/b.glsl", "#include \"common/a.glsl\"\nfloat b() { return float(kAnswer) * kHalf; }\n");
  folder.write("whole.frag",
               "#include \"common/a.glsl\"\n#include \"common/b.glsl\"\nout vec4 o;\nvoid main() { o = vec4(a()); }\n");
  CHECK(folder.error_of("whole.frag").empty());
}

TEST_CASE("an EGL device that is not there is refused by number") {
  std::string error;
  CHECK(HeadlessContext::create(1000, error) == nullptr);
  CHECK(contains(error, "1000"));
}

}  // namespace repose::test::program_test
