# Generates the GL loader at build time from the specification in Debian's python3-glad
# (--reproducible; without it glad would download the specification). Elsewhere: -DGLAD_EXECUTABLE=/path/to/glad.
include_guard()
find_program(GLAD_EXECUTABLE NAMES glad PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
set(GLAD_DIR ${CMAKE_CURRENT_BINARY_DIR}/glad)
add_custom_command(
  OUTPUT ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h ${GLAD_DIR}/include/KHR/khrplatform.h
  COMMAND ${GLAD_EXECUTABLE} --quiet --reproducible --merge --api gl:core=4.3,gles2=3.0
          --extensions GL_KHR_debug --out-path ${GLAD_DIR} c
  COMMENT "Generating the GL loader"
  VERBATIM)
add_library(glad STATIC ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h)
set_target_properties(glad PROPERTIES POSITION_INDEPENDENT_CODE ON OUTPUT_NAME repose_glad)
target_include_directories(glad SYSTEM PUBLIC $<BUILD_INTERFACE:${GLAD_DIR}/include>)
