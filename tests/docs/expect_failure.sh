#!/usr/bin/env bash
# Runs a check on a tree with planted errors. Prints what the check prints if it fails, and nothing of it if it passes:
# ctest looks only at the output when it has to match an expression.
#
#   expect_failure.sh CHECK TREE
set -euo pipefail

status=0
output=$(bash "$1" "$2" 2>&1) || status=$?
if ((status == 0)); then
  echo "the check passes"
  exit 1
fi
printf '%s\n' "$output"
exit "$status"
