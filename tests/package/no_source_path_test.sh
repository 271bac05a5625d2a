#!/usr/bin/env bash
# An installed program must not look for files in the source tree from which it was built.
#
#   no_source_path_test.sh SOURCE_FOLDER PROGRAM...
set -euo pipefail
readonly source=$1
shift
status=0
for program in "$@"; do
  found=$(grep -aoF -e "$source" "$program" | sort -u) || continue
  echo "$program holds the path $found"
  status=1
done
exit "$status"
