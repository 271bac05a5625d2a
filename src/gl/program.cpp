#include "gl/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <vector>

#include "repose/paths.hpp"

namespace repose {

void delete_gl_program(GLuint name) { glDeleteProgram(name); }

namespace {

constexpr std::string_view kGlslVersion = "#version 330 core\n";

// One shader's text with its includes put in. GLSL names sources by number; `files` turns numbers back into names.
struct ShaderText {
  std::string text;
  std::vector<std::string> files;
};

// The file name between the quotes of an #include line; nothing on other lines.
std::optional<std::string_view> included_file(std::string_view line) {
  constexpr std::string_view kInclude = "#include \"";
  if (!line.starts_with(kInclude)) return std::nullopt;
  line.remove_prefix(kInclude.size());
  return line.substr(0, std::min(line.find('"'), line.size()));
}

bool append_file(ShaderText& shader, const std::string& file, std::string& error) {
  const auto path = find_data("shaders/" + file);
  std::ifstream stream;
  if (path) stream.open(*path);
  if (!stream.is_open()) {
    error = fmt::format("The shader file shaders/{} cannot be read.", file);
    return false;
  }
  const std::size_t number = shader.files.size();
  shader.files.push_back(file);
  shader.text += fmt::format("#line 1 {}\n", number);
  int line_number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++line_number;
    const auto include = included_file(line);
    if (!include) {
      shader.text += line + '\n';
      continue;
    }
    const std::string wanted(*include);
    if (std::find(shader.files.begin(), shader.files.end(), wanted) == shader.files.end() &&
        !append_file(shader, wanted, error)) {
      error = fmt::format("shaders/{}:{}: {}", file, line_number, error);
      return false;
    }
    shader.text += fmt::format("#line {} {}\n", line_number + 1, number);
  }
  return true;
}

// Drivers write "2:17(5): error" (Mesa) or "2(17) : error" (NVIDIA): the number before the line is the source's.
std::string name_files(std::string_view log, const std::vector<std::string>& files) {
  std::string named;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    const std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    std::size_t digits = 0, number = 0;
    while (digits < line.size() && digits < 4 && std::isdigit(static_cast<unsigned char>(line[digits]))) {
      number = number * 10 + static_cast<std::size_t>(line[digits++] - '0');
    }
    if (!named.empty()) named += '\n';
    const bool names_source = digits > 0 && digits < line.size() && (line[digits] == ':' || line[digits] == '(');
    if (names_source && number < files.size()) {
      named += fmt::format("shaders/{}{}", files[number], line.substr(digits));
    } else {
      named += line;
    }
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

std::string declaration(const ShaderConstant& constant) {
  if (const auto* whole = std::get_if<std::uint32_t>(&constant.value)) {
    return fmt::format("const uint {} = {}u;\n", constant.name, *whole);
  }
  return fmt::format("const float {} = {:.9e};\n", constant.name, std::get<float>(constant.value));
}

// A compiled shader's name, or 0 and a sentence.
GLuint compile(GLenum stage, std::string_view file, std::span<const ShaderConstant> constants, std::string& error) {
  ShaderText shader;
  shader.text = kGlslVersion;
  for (const ShaderConstant& constant : constants) shader.text += declaration(constant);
  if (!append_file(shader, std::string(file), error)) return 0;

  const GLuint name = glCreateShader(stage);
  const char* text = shader.text.c_str();
  glShaderSource(name, 1, &text, nullptr);
  glCompileShader(name);
  GLint compiled = GL_FALSE;
  glGetShaderiv(name, GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return name;
  const std::string log = name_files(info_log(name, glGetShaderiv, glGetShaderInfoLog), shader.files);
  error = fmt::format("The shader shaders/{} does not compile: {}", file, log.empty() ? "no reason given" : log);
  glDeleteShader(name);
  return 0;
}

bool link(GLuint program, std::string& error) {
  glLinkProgram(program);
  GLint linked = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) error = info_log(program, glGetProgramiv, glGetProgramInfoLog);
  return linked == GL_TRUE;
}

}  // namespace

std::optional<Program> Program::load(ProgramFiles files, std::span<const ShaderConstant> constants,
                                     std::string& error) {
  const GLuint vertex = compile(GL_VERTEX_SHADER, files.vertex, constants, error);
  if (vertex == 0) return std::nullopt;
  const GLuint fragment = compile(GL_FRAGMENT_SHADER, files.fragment, constants, error);
  if (fragment == 0) {
    glDeleteShader(vertex);
    return std::nullopt;
  }
  Program program(glCreateProgram());
  glAttachShader(program.name(), vertex);
  glAttachShader(program.name(), fragment);
  const bool linked = link(program.name(), error);
  glDeleteShader(vertex);
  glDeleteShader(fragment);
  if (!linked) {
    error = fmt::format("The shaders shaders/{} and shaders/{} do not link: {}", files.vertex, files.fragment, error);
    return std::nullopt;
  }
  label_gl_object(GL_PROGRAM, program.name(), files.fragment);
  return program;
}

void Program::set_unit(const char* name, int unit) const {
  use();
  glUniform1i(uniform(name), unit);
}

}  // namespace repose
