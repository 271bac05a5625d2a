#!/usr/bin/env bash
# Compares docs/architecture.md with the tree, in both directions. A heading "## `FOLDER/`" names a folder; each line
# "- `FILE`, `FILE`: what it is" under it names files in it.
set -euo pipefail
cd "$1"

sources() {
  find . -type d -path './tests/*/data' -prune -o -type f \
    \( -path './include/*' -o -path './src/*' -o -path './bench/*' -o -path './shaders/*' -o -path './cmake/*' \
    -o -path './scripts/*' -o -path './tests/*' -o -path './examples/*' \) ! -path './tests/data/*' ! -name '.*' ! -name '*.json' \
    ! -name CMakeLists.txt -printf '%P\n' | sort
}

listed() {
  awk '/^#/ { folder = ""; if (match($0, /`[^`]+\/`/)) folder = substr($0, RSTART + 1, RLENGTH - 2) }
       /^- `/ && folder != "" {
         names = $0; sub(/:.*/, "", names)
         while (match(names, /`[^`]+`/)) {
           print folder substr(names, RSTART + 1, RLENGTH - 2); names = substr(names, RSTART + RLENGTH)
         }
       }' docs/architecture.md | sort
}

wrong=$(comm -23 <(sources) <(listed) | sed 's/^/not listed: /'
  comm -13 <(sources) <(listed) | sed 's/^/no such file: /')
if [[ -z $wrong ]]; then exit 0; fi
printf '%s\n' "$wrong"
printf '%d lines of docs/architecture.md are missing or wrong\n' "$(wc -l <<<"$wrong")"
exit 1
