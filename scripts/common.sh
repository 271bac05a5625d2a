# shellcheck shell=bash
# Functions that the scripts share. Sourced, never run; expects `set -euo pipefail`.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# configure PRESET [CMAKE OPTION...]: runs CMake if there is no build folder, if the build folder belongs to another source
# folder (a moved or copied checkout), or if the presets have changed. Ninja notices every other change.
configure() {
  local preset=$1 folder="$root/build/$1" fresh=()
  shift
  if [[ -f $folder/build.ninja && $folder/build.ninja -nt $root/CMakePresets.json ]] &&
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
    return 0
  fi
  if [[ -f $folder/CMakeCache.txt ]]; then fresh=(--fresh); fi
  say "configuring build/$preset"
  local log
  log=$(mktemp "${TMPDIR:-/tmp}/repose-configure-XXXXXX.log")
  if ! (cd "$root" && cmake --preset "$preset" "${fresh[@]}" "$@") >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    say "configuring build/$preset failed (the whole log: $log)"
    return 1
  fi
  rm -f "$log"
}

# build PRESET [TARGET...]: prints nothing if everything is up to date.
build() {
  local preset=$1 folder="$root/build/$1"
  shift
  if ninja -C "$folder" -n "$@" 2>/dev/null </dev/null | grep -q 'no work to do'; then return 0; fi
  say "building build/$preset"
  NINJA_STATUS='[%f/%t %es] ' ninja -C "$folder" "$@" </dev/null
}
