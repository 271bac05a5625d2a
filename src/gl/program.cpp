#include "gl/program.hpp"

#include <fmt/format.h>

#include <cctype>
#include <fstream>
#include <set>

#include "core/language.hpp"
#include "repose/paths.hpp"
#include "repose/rng.hpp"

namespace repose {

namespace {

// GLSL ES has no usual precision for these, or a low one.
constexpr std::string_view kEsTypes[] = {
    "float", "int", "sampler2D", "isampler2D", "usampler2D", "isampler2DArray", "usampler2DArray"};

// The file and line of a line of an assembled shader.
struct LineOrigin {
  std::string file;
  int line;
};

// The text of a shader with its includes. Drivers report lines of the whole text; `lines` maps them back to files.
// (#line with source numbers does not work, because Mesa drops these numbers in most messages.)
struct ShaderText {
  std::string text;
  std::vector<LineOrigin> lines;  // of line 1, 2, ... of the text
  std::set<std::string> included;

  void append(const std::string& line, LineOrigin origin) {
    text += line + '\n';
    lines.push_back(std::move(origin));
  }
};

bool append_file(ShaderText& shader, const std::string& file, std::string& error) {
  const auto path = find_data("shaders/" + file);
  std::ifstream stream;
  if (path) stream.open(*path);
  if (!stream.is_open()) {
    error = trf("The shader file shaders/{} cannot be read.", file);
    return false;
  }
  shader.included.insert(file);
  int line_number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++line_number;
    constexpr std::string_view kInclude = "#include \"";
    if (line.starts_with("#extension ")) {  // has to be before all declarations: right after the version
      shader.text.insert(shader.text.find('\n') + 1, line + '\n');
      shader.lines.insert(shader.lines.begin() + 1, {file, line_number});
    } else if (!line.starts_with(kInclude)) {
      shader.append(line, {file, line_number});
    } else if (const std::string wanted =
                   line.substr(kInclude.size(), line.find('"', kInclude.size()) - kInclude.size());
               !shader.included.contains(wanted) && !append_file(shader, wanted, error)) {
      error = fmt::format("shaders/{}:{}: {}", file, line_number, error);
      return false;
    }
  }
  return true;
}

// Replaces the line numbers of driver messages by file and line. Drivers write "0:17(5): error" (Mesa), "0(17) : error"
// (NVIDIA), "ERROR: 0:17: ..." (others).
std::string name_origin(std::string_view message, const std::vector<LineOrigin>& lines) {
  const std::size_t zero = std::min(message.find("0:"), message.find("0("));
  if (zero == std::string_view::npos || (zero > 0 && message[zero - 1] != ' ')) return std::string(message);
  std::size_t end = zero + 2, line = 0;
  while (end < message.size() && end < zero + 8 && std::isdigit(static_cast<unsigned char>(message[end]))) {
    line = line * 10 + static_cast<std::size_t>(message[end++] - '0');
  }
  if (line < 1 || line > lines.size()) return std::string(message);
  if (message[zero + 1] == '(' && end < message.size()) ++end;  // its closing parenthesis
  const LineOrigin& origin = lines[line - 1];
  return fmt::format("{}shaders/{}:{}{}", message.substr(0, zero), origin.file, origin.line, message.substr(end));
}

std::string name_origins(std::string_view log, const std::vector<LineOrigin>& lines) {
  std::string named;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    if (!named.empty()) named += '\n';
    named += name_origin(log.substr(0, end), lines);
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  return named;
}

template <class GetParameter, class GetLog>
std::string info_log(GLuint name, GetParameter get_parameter, GetLog get_log) {
  GLint length = 0;
  get_parameter(name, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  get_log(name, length, &length, log.data());
  log.resize(static_cast<std::size_t>(std::max(length, 0)));
  while (!log.empty() && (log.back() == '\n' || log.back() == '\0')) log.pop_back();
  return log;
}

// The constants of shaders/common/rng.glsl.
constexpr ShaderConstant kRandomConstants[] = {
    {"kMixFactor1", kMixFactor1}, {"kMixFactor2", kMixFactor2}, {"kGoldenRatio", kGoldenRatio}};

std::string declaration(const ShaderConstant& constant) {
  if (const auto* number = std::get_if<std::int32_t>(&constant.value)) {
    return fmt::format("const int {} = {};", constant.name, *number);
  }
  if (const auto* whole = std::get_if<std::uint32_t>(&constant.value)) {
    return fmt::format("const uint {} = {}u;", constant.name, *whole);
  }
  if (const auto* three = std::get_if<std::array<float, 3>>(&constant.value)) {
    const auto& [x, y, z] = *three;
    return fmt::format("const vec3 {} = vec3({:.9e}, {:.9e}, {:.9e});", constant.name, x, y, z);
  }
  if (const auto* array = std::get_if<std::span<const std::uint32_t>>(&constant.value)) {
    return fmt::format("const uint {}[{}] = uint[]({}u);", constant.name, array->size(), fmt::join(*array, "u, "));
  }
  return fmt::format("const float {} = {:.9e};", constant.name, std::get<float>(constant.value));
}

// The GL name of a compiled shader, or 0 with a sentence in `error`.
GLuint compile(GLenum stage, std::string_view file, std::span<const ShaderConstant> constants, std::string& error) {
  ShaderText shader;
  const bool computes = stage == GL_COMPUTE_SHADER;
  shader.append(computes     ? "#version 430 core"
                : is_gl_es() ? "#version 300 es"
                             : "#version 330 core",
                {"(version)", 1});
  for (const std::string_view type : is_gl_es() ? kEsTypes : std::span<const std::string_view>())
    shader.append(fmt::format("precision highp {};", type), {"(precision)", 1});
  for (const std::span<const ShaderConstant> part : {std::span<const ShaderConstant>(kRandomConstants), constants}) {
    for (const ShaderConstant& constant : part) shader.append(declaration(constant), {"(constants)", 1});
  }
  if (!append_file(shader, std::string(file), error)) return 0;

  const GLuint name = glCreateShader(stage);
  const char* text = shader.text.c_str();
  glShaderSource(name, 1, &text, nullptr);
  glCompileShader(name);
  GLint compiled = GL_FALSE;
  glGetShaderiv(name, GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return name;
  const std::string log = name_origins(info_log(name, glGetShaderiv, glGetShaderInfoLog), shader.lines);
  error = trf("The shader shaders/{} does not compile: {}", file, log.empty() ? tr("no reason given") : log);
  glDeleteShader(name);
  return 0;
}

}  // namespace

// Takes the shaders over. None if one of them is 0.
Program Program::linked(std::span<const GLuint> shaders, std::string_view files, std::string& error,
                        std::span<const SamplerUnit> units) {
  Program program;
  if (std::ranges::find(shaders, 0u) == shaders.end()) {
    program.name_ = GlName<glad_glDeleteProgram>(glCreateProgram());
    for (const GLuint shader : shaders) glAttachShader(program.name(), shader);
    glLinkProgram(program.name());
    label_gl_object(GL_PROGRAM, program.name(), files);
    GLint linked = GL_FALSE;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
    if (linked == GL_TRUE) {
      for (const auto& [name, unit] : units) program.set_unit(name, unit);
    } else {
      const std::string log = info_log(program.name(), glGetProgramiv, glGetProgramInfoLog);
      error = trf("The shaders {} do not link: {}", files, log);
      program = {};
    }
  }
  for (const GLuint shader : shaders) glDeleteShader(shader);
  return program;
}

Program Program::load(ProgramFiles files, std::span<const ShaderConstant> constants, std::string& error,
                      std::span<const SamplerUnit> units) {
  if (!error.empty()) return {};
  const GLuint vertex = compile(GL_VERTEX_SHADER, files.vertex, constants, error);
  const GLuint fragment = vertex == 0 ? 0 : compile(GL_FRAGMENT_SHADER, files.fragment, constants, error);
  return linked(std::array{vertex, fragment}, fmt::format("shaders/{} and {}", files.vertex, files.fragment), error,
                units);
}

Program Program::load_compute(std::string_view file, std::span<const ShaderConstant> constants, std::string& error,
                              std::span<const SamplerUnit> units) {
  if (!error.empty()) return {};
  if (GLAD_GL_VERSION_4_3 == 0) {
    error = tr("Compute shaders take OpenGL 4.3, which this driver does not offer.");
    return {};
  }
  return linked(std::array{compile(GL_COMPUTE_SHADER, file, constants, error)}, fmt::format("shaders/{}", file), error,
                units);
}

void Program::set_unit(const char* name, int unit) const {
  use();
  glUniform1i(uniform(name), unit);
}

void dispatch_compute(int groups_across, int groups_down) {
  glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);  // after everything that still reads these images
  glDispatchCompute(static_cast<GLuint>(groups_across), static_cast<GLuint>(groups_down), 1);
  glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT |
                  GL_TEXTURE_UPDATE_BARRIER_BIT);
}

}  // namespace repose
