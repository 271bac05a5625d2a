# Picks a compiler launcher and a linker that make builds quick, unless the user has chosen them.
include_guard()

# Launcher: -DCMAKE_CXX_COMPILER_LAUNCHER=... or the environment variable of that name wins, even when empty.
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_EXECUTABLE ccache)
  if(CCACHE_EXECUTABLE)
    set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_EXECUTABLE})
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_EXECUTABLE})
  endif()
endif()

# Linker: -fuse-ld in any flags, LDFLAGS or CMAKE_LINKER_TYPE wins. Otherwise the fastest that the compiler supports;
# for Windows there is only one.
set(chosen_flags "${CMAKE_CXX_FLAGS} ${CMAKE_EXE_LINKER_FLAGS}")
if(CMAKE_BUILD_TYPE)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
  string(APPEND chosen_flags " ${CMAKE_CXX_FLAGS_${build_type}} ${CMAKE_EXE_LINKER_FLAGS_${build_type}}")
endif()
if(NOT WIN32 AND NOT CMAKE_LINKER_TYPE AND NOT chosen_flags MATCHES "-fuse-ld=|--ld-path=")
  include(CheckLinkerFlag)
  foreach(linker IN ITEMS mold gold)
    check_linker_flag(CXX -fuse-ld=${linker} REPOSE_LINKS_WITH_${linker})
    if(REPOSE_LINKS_WITH_${linker})
      add_link_options(-fuse-ld=${linker})
      break()
    endif()
  endforeach()
endif()
