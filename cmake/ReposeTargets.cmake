# Compiler settings shared by every target of the project.
include_guard()

# Headers that most files of a target read anyway: <NAME>, or a path in src/ or include/.
function(repose_precompile target)
  if(NOT REPOSE_PRECOMPILE)
    return()
  endif()
  foreach(header ${ARGN})
    if(NOT header MATCHES "^<")
      set(header "${PROJECT_SOURCE_DIR}/${header}")
    endif()
    string(REPLACE ">" "$<ANGLE-R>" header "${header}")
    target_precompile_headers(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${header}>")
  endforeach()
endfunction()

function(repose_defaults target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion>)
  repose_precompile(${target} <algorithm> <functional> <memory> <optional> <string> <variant> <vector>)
  if(REPOSE_WERROR)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
  endif()
  if(REPOSE_SANITIZE)
    target_compile_options(${target} PRIVATE
      -fsanitize=${REPOSE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(${target} PUBLIC -fsanitize=${REPOSE_SANITIZE})
  endif()
endfunction()

# The drivers under a GL context leak and race on their own; this names them to the sanitizers.
function(repose_program target)
  repose_defaults(${target})
  if(REPOSE_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/sanitizer_suppressions.c)
  endif()
endfunction()
