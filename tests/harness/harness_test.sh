#!/usr/bin/env bash
# Tests the test system: what ctest reports of cases that pass, skip and fail.
#
#   harness_test.sh FOLDER PROGRAM      a folder with a CTestTestfile.cmake that lists the cases of cases.cpp
set -euo pipefail

report=$(ctest --test-dir "$1" 2>&1) && { echo "ctest did not fail"; exit 1; }

# expect OUTCOME NAME
expect() {
  if ! grep -qE "harness:$2 \.+ *(\*\*\*)? *$1" <<<"$report"; then
    printf '%s\n"%s" was not reported as %s\n' "$report" "$2" "$1"
    exit 1
  fi
}

expect Passed "passes"
expect Passed "passes and says SKIPPED:"
expect Skipped "skips"
expect Failed "fails and says SKIPPED:"
expect Failed "fails before it skips"
expect Failed "fails in one section and skips in another"
expect Failed "fails as often as the exit code of a skipped test"
grep -q '4 tests failed out of 7' <<<"$report"

code=0
"$2" "passes,skips" >/dev/null || code=$?
[[ $code == 77 ]] || { echo "a program that skips one of its cases ends with $code"; exit 1; }
