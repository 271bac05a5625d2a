#!/usr/bin/env bash
# Configures a program of one file with cmake/BuildTools.cmake. A compiler launcher and a linker that the user has
# chosen stay as they are; ccache is used only if the user has chosen no launcher.
#
#   build_tools_test.sh SOURCE_FOLDER COMPILER
set -euo pipefail
readonly source=$1 compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The user of this machine may have chosen some, too.
unset CMAKE_CXX_COMPILER_LAUNCHER CMAKE_C_COMPILER_LAUNCHER CXXFLAGS LDFLAGS CMAKE_BUILD_TYPE

printf 'int main() {}\n' >"$work/main.cpp"
cat >"$work/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(one_file LANGUAGES CXX)
include($source/cmake/BuildTools.cmake)
add_executable(one_file main.cpp)
END
mkdir "$work/bin"
printf '#!/bin/sh\nexec "$@"\n' >"$work/bin/ccache"
chmod +x "$work/bin/ccache"

# configure [CMAKE OPTION...]: sets `launcher` and `linkers` to what the build would use.
configure() {
  rm -rf "$work/build"
  # The compiler works, so CMake need not try it.
  PATH="$work/bin:$PATH" cmake -S "$work" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_CXX_COMPILER_FORCED=ON "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  launcher=$(sed -nE 's/^ *command = (.*) -MD .*/\1/p' "$work/build/CMakeFiles/rules.ninja")
  launcher=${launcher%%"$compiler"*}
  launcher=${launcher% }
  linkers=$(grep -oE -e '-fuse-ld=[a-z]+' "$work/build/build.ninja" | sort -u || true)
}

# expect WHAT FOUND WANTED
expect() {
  if [[ $2 == "$3" ]]; then return 0; fi
  printf '%s: found "%s" instead of "%s"\n' "$1" "$2" "$3"
  exit 1
}

configure
expect "the launcher if none was chosen" "$launcher" "$work/bin/ccache"

CMAKE_CXX_COMPILER_LAUNCHER=env LDFLAGS=-fuse-ld=bfd configure
expect "the launcher of the environment" "$launcher" env
expect "the linker of LDFLAGS" "$linkers" -fuse-ld=bfd

configure -DCMAKE_CXX_COMPILER_LAUNCHER= -DCMAKE_BUILD_TYPE=Release -DCMAKE_EXE_LINKER_FLAGS_RELEASE=-fuse-ld=bfd
expect "an empty launcher" "$launcher" ""
expect "the linker of a build type" "$linkers" -fuse-ld=bfd

configure -DCMAKE_LINKER_TYPE=BFD
expect "no linker beside CMAKE_LINKER_TYPE" "$(grep -E 'mold|gold' <<<"$linkers" || true)" ""
