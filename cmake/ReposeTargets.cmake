# Compiler settings shared by every target of the project.
include_guard()

# Precompiled headers make clean builds faster; a compiler launcher such as ccache saves more, but does not support
# them.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(precompile_by_default OFF)
else()
  set(precompile_by_default ON)
endif()
option(REPOSE_PRECOMPILE "Precompile headers" ${precompile_by_default})

# repose_precompile(TARGET HEADER...): precompiles the usual parts of the standard library and these: <NAME>, or a path
# from the root of the source tree. Takes some seconds, so share the result (repose_reuse_precompiled) where a target
# has the same options.
function(repose_precompile target)
  if(NOT REPOSE_PRECOMPILE)
    return()
  endif()
  foreach(header <algorithm> <array> <chrono> <cmath> <deque> <filesystem> <functional> <map> <memory> <mutex>
      <optional> <set> <string> <variant> <vector> ${ARGN})
    if(NOT header MATCHES "^<")
      set(header "${PROJECT_SOURCE_DIR}/${header}")
    endif()
    string(REPLACE ">" "$<ANGLE-R>" header "${header}")
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${header}>")
  endforeach()
endfunction()

# Uses what was precompiled for another target. GCC needs the same optimisation level in both.
function(repose_reuse_precompiled target from)
  if(REPOSE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

# Unity builds compile some files of a target together: clean builds take half as long, but a change of one file
# compiles its neighbours too.
option(REPOSE_UNITY "Compile the files of a target in groups" OFF)

function(repose_defaults target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  if(NOT EMSCRIPTEN)  # there are no shared libraries, and such code is slower
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  endif()
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF
    UNITY_BUILD ${REPOSE_UNITY} UNITY_BUILD_BATCH_SIZE 8)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion>)
  if(NOT REPOSE_UNITY)  # in a group, clang warns of names that helpers of other files have
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wshadow>)
  endif()
  if(REPOSE_WERROR)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
  endif()
  if(REPOSE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${REPOSE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${REPOSE_SANITIZE})
  endif()
endfunction()

# repose_layer(NAME [PUBLIC|PRIVATE LIBRARY...]...): the static library repose_NAME, which links these.
function(repose_layer name)
  set(target repose_${name})
  add_library(${target} STATIC)
  repose_defaults(${target})
  if(name STREQUAL "core")
    repose_precompile(${target} <condition_variable> <fmt/format.h> <iomanip> <sstream> include/repose/registry.hpp)
  else()
    repose_reuse_precompiled(${target} repose_core)
  endif()
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target} ${ARGN})
endfunction()

# GL drivers have leaks and races; this file makes the sanitizers ignore them.
function(repose_program target)
  repose_defaults(${target})
  if(REPOSE_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/sanitizer_suppressions.c)
  endif()
  if(EMSCRIPTEN AND REPOSE_GL)
    repose_browser_program(${target})
  elseif(EMSCRIPTEN)
    repose_node_program(${target})
  endif()
endfunction()

# repose_web_source(TARGET FILE): adds a file that calls JavaScript by EM_ASM or EM_JS.
function(repose_web_source target file)
  target_sources(${target} PRIVATE ${file})
  set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON
    COMPILE_OPTIONS "-Wno-dollar-in-identifier-extension;-Wno-gnu-zero-variadic-macro-arguments")
endfunction()

# repose_system_sources(TARGET NAME... [FOLDER FOLDER]): adds the file of FOLDER (src/platform) that implements NAME.hpp
# for this system: NAME_web.cpp on the web, NAME_windows.cpp on Windows, NAME_posix.cpp elsewhere; NAME_desktop.cpp if
# all desktops are one. On the web NAME_posix.cpp too, if there is no NAME_web.cpp. windows.h defines macros such as
# near and small, so the files for Windows are in no group.
function(repose_system_sources target)
  cmake_parse_arguments(ARG "" "FOLDER" "" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER ${PROJECT_SOURCE_DIR}/src/platform)
  endif()
  foreach(name ${ARG_UNPARSED_ARGUMENTS})
    set(stem ${ARG_FOLDER}/${name})
    if(EMSCRIPTEN AND EXISTS ${stem}_web.cpp)
      repose_web_source(${target} ${stem}_web.cpp)
    elseif(EXISTS ${stem}_desktop.cpp)
      target_sources(${target} PRIVATE ${stem}_desktop.cpp)
    elseif(WIN32)
      target_sources(${target} PRIVATE ${stem}_windows.cpp)
      set_source_files_properties(${stem}_windows.cpp TARGET_DIRECTORY ${target}
        PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    else()
      target_sources(${target} PRIVATE ${stem}_posix.cpp)
    endif()
  endforeach()
endfunction()
