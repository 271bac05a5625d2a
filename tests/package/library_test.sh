#!/usr/bin/env bash
# Installs the library into an empty prefix, moves it elsewhere, and builds and runs examples/embed.cpp against it: with
# the CMake package, then with pkg-config. Both programs have to count the same.
#
#   library_test.sh SOURCE_FOLDER BUILD_FOLDER COMPILER
set -euo pipefail
readonly source=$1 build=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/installed" --component development >"$work/log"
mv "$work/installed" "$work/moved"

# counts PROGRAM: prints its output; fails if the picture that it writes is wrong
counts() {
  "$1" "$source/configs/density-world.cfg" "$work/picture.png"
  [[ $(head -c 4 "$work/picture.png" | tail -c 3) == PNG ]] || { echo "$1 left no picture"; return 1; }
  rm "$work/picture.png"
}

cmake -S "$source/examples" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/moved" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Debug >>"$work/log" || { cat "$work/log"; exit 1; }
cmake --build "$work/build" >>"$work/log" || { cat "$work/log"; exit 1; }
by_cmake=$(counts "$work/build/embed")

PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name repose.pc)")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs repose)"
"$compiler" -std=c++20 "$source/examples/embed.cpp" "${flags[@]}" -o "$work/embed"
by_pkg_config=$(counts "$work/embed")

printf '%s\n' "$by_cmake"
grep -qE '^sand [1-9]' <<<"$by_cmake"
[[ $by_cmake == "$by_pkg_config" ]]
