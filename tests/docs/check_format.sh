#!/usr/bin/env bash
# C++ is formatted as .clang-format says, by clang-format 14: other versions format some lines differently.
# Exit code 77 if that version is not installed.
set -euo pipefail
cd "$1"

program=
for candidate in clang-format-14 clang-format; do
  if "$candidate" --version 2>/dev/null | grep -q 'version 14\.'; then program=$candidate && break; fi
done
if [[ -z $program ]]; then
  echo "SKIPPED: clang-format 14 is not installed"
  exit 77
fi
# tests/docs/data holds files that are badly formatted on purpose.
files() { find bench examples include src tests -path tests/docs/data -prune -o -name '*.[ch]pp' -print0 2>/dev/null; }
{ files || true; } | xargs -0 "$program" --dry-run -Werror
