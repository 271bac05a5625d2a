#!/usr/bin/env bash
# No line of shell, Python, CMake or GLSL is longer than 120 columns. (check_format.sh checks C++.)
set -euo pipefail
cd "$1"

# tests/docs/data holds lines that are too long on purpose.
files() {
  find .ci bench cmake examples scripts shaders src tests CMakeLists.txt -path tests/docs/data -prune -o \
    -type f \( -name '*.sh' -o -name '*.py' -o -name '*.cmake' -o -name '*.cmake.in' -o -name CMakeLists.txt \
    -o -name '*.glsl' -o -name '*.frag' -o -name '*.vert' -o -name '*.comp' \) -print 2>/dev/null || true
  grep -lE '^#!.*(sh|python3)$' scripts/* .ci/* 2>/dev/null || true
}

long=$(files | sort -u | xargs awk 'length($0) > 120 { print FILENAME ":" FNR ": " length($0) " columns" }')
if [[ -z $long ]]; then exit 0; fi
printf '%s\n' "$long"
exit 1
