#!/usr/bin/env bash
# No line of shell, CMake or GLSL is longer than 120 columns. (clang-format checks C++.)
set -euo pipefail
cd "$1"

files() {
  find .ci bench cmake examples scripts shaders src tests CMakeLists.txt -type f \( -name '*.sh' \
    -o -name '*.cmake' -o -name CMakeLists.txt -o -name '*.glsl' -o -name '*.frag' \
    -o -name '*.vert' -o -name '*.comp' \) 2>/dev/null || true
  grep -lE '^#!.*sh$' scripts/* .ci/* 2>/dev/null || true
}

long=$(files | sort -u | xargs awk 'length($0) > 120 { print FILENAME ":" FNR ": " length($0) " columns" }')
if [[ -z $long ]]; then exit 0; fi
printf '%s\n' "$long"
exit 1
