#!/usr/bin/env bash
# Every test runs somewhere: a script or a page names the tag of each hidden test ("[.long]", "[.][soak]"), or another
# test runs it; and programs with cases tagged [slow] have entries for them.
set -euo pipefail
cd "$1"

lost=0
while IFS=: read -r file line tag; do
  if [[ $tag == slow ]]; then
    if grep -q 'repose_discover(.* SLOW' "$(dirname "$file")/CMakeLists.txt"; then continue; fi
    echo "$file:$line: [slow], but repose_discover in $(dirname "$file")/CMakeLists.txt does not say SLOW"
  else
    if grep -rqF "[$tag]" scripts docs || grep -rqE "['\" ]\[$tag\]" tests; then continue; fi
    echo "$file:$line: nothing runs the tests tagged [$tag]"
  fi
  lost=1
done < <(grep -rnoE '\[slow\]|\[\.\](\[[a-z-]+\])|\[\.[a-z-]+\]' tests --include='*_test.cpp' --exclude-dir=data |
  sed -E 's/\[\.?\]?\[?\.?([a-z-]+)\]$/\1/' | sort -u)
exit "$lost"
