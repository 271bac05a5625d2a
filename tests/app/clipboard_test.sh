#!/usr/bin/env bash
# Runs the tests of the picture clipboard with their own X server, and with xclip if it is installed.
#   clipboard_test.sh REPOSE_APP_TESTS
# Exit code 77 (skipped) if Xvfb is missing.
set -euo pipefail

tests=$1
command -v Xvfb >/dev/null || { echo "SKIPPED: Xvfb is not installed"; exit 77; }
work=$(mktemp -d)
cleanup() {
  [ -z "${xvfb:-}" ] || kill "$xvfb" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

exec 3<>"$work/display"
Xvfb -displayfd 3 -screen 0 640x480x24 -noreset >"$work/xvfb.log" 2>&1 &
xvfb=$!
until [ -s "$work/display" ]; do sleep 0.1; done
export DISPLAY=:$(tr -d '[:space:]' <"$work/display")

"$tests" '[x11]'
if command -v xclip >/dev/null; then
  head -c 5000000 /dev/urandom >"$work/long"  # more than fits into a request
  printf 'short' >"$work/short"
  for file in short long; do
    xclip -selection clipboard -t image/png -i "$work/$file"
    REPOSE_TEST_PICTURE=$work/$file "$tests" '[x11-picture]'
  done
fi
echo "pictures went over the clipboard"
