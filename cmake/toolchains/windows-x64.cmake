# Builds for 64-bit Windows 10 and later on Debian 12, with MinGW. The libraries come from `scripts/deps windows`, which
# uses this file too. Nothing of the host is found by accident: only programs.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_VERSION 10.0)
set(CMAKE_SYSTEM_PROCESSOR x86_64)

# The variant whose standard library has threads.
set(windows_triple x86_64-w64-mingw32)
set(CMAKE_C_COMPILER ${windows_triple}-gcc-posix)
set(CMAKE_CXX_COMPILER ${windows_triple}-g++-posix)
set(CMAKE_RC_COMPILER ${windows_triple}-windres)

include("${CMAKE_CURRENT_LIST_DIR}/deps_folder.cmake")
set(REPOSE_DEPS_PREFIX "${REPOSE_DEPS}/windows-x64")

set(CMAKE_FIND_ROOT_PATH "${REPOSE_DEPS_PREFIX}" /usr/${windows_triple})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_INSTALL_LIBDIR lib)
set(ENV{PKG_CONFIG_LIBDIR} "${REPOSE_DEPS_PREFIX}/lib/pkgconfig:${REPOSE_DEPS_PREFIX}/share/pkgconfig")
set(ENV{PKG_CONFIG_PATH} "")

# Static, so that a program is one file: libgcc, libstdc++, winpthread and all libraries.
set(ZLIB_USE_STATIC_LIBS ON)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")

# GCC aligns the stack to 16 bytes on Windows, but moves 32 and 64 bytes there by instructions that fault unless their
# address is a multiple of 32 or 64 (GCC bug 54412). The assembler replaces these by unaligned moves.
# -mbig-obj: a unity file has more sections than an object file may have otherwise.
set(CMAKE_C_FLAGS_INIT "-Wa,-muse-unaligned-vector-move")
set(CMAKE_CXX_FLAGS_INIT "-Wa,-muse-unaligned-vector-move -Wa,-mbig-obj")

# wine runs the tests where it is installed.
find_program(REPOSE_WINE NAMES wine64 wine PATHS /usr/lib/wine)
if(REPOSE_WINE)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${REPOSE_WINE}")
endif()
