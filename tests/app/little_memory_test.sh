#!/usr/bin/env bash
# Opens a world in a real window that may use too little memory for it: the app refuses the world and goes on.
#   little_memory_test.sh REPOSE REPOSE_CLI
# Exit code 77 (skipped) if Xvfb or xdotool is missing, or the program has a sanitizer, which reserves all addresses.
set -euo pipefail

repose=$1
cli=$2
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: $tool is not installed"; exit 77; }
done
if grep -qE '__(asan|tsan)_init' "$repose"; then echo "SKIPPED: a sanitizer reserves all addresses"; exit 77; fi

work=$(mktemp -d)
cleanup() {
  [ -z "${app:-}" ] || kill "$app" 2>/dev/null || true
  [ -z "${xvfb:-}" ] || kill "$xvfb" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

fail() { echo "FAILED: $*: $(tail -n 3 "$work/app.log")" >&2; exit 1; }

exec 3<>"$work/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 -noreset >"$work/xvfb.log" 2>&1 &
xvfb=$!
"$cli" run --automaton conserving --size 8192x8192 --steps 0 --world-out "$work/large.repose"
until [ -s "$work/display" ]; do kill -0 "$xvfb" || exit 1; sleep 0.05; done
export DISPLAY=:$(tr -d '[:space:]' <"$work/display")
export SDL_AUDIODRIVER=dummy
export SDL_VIDEODRIVER=x11 XDG_RUNTIME_DIR=$work XDG_CONFIG_HOME=$work XDG_STATE_HOME=$work LC_ALL=C REPOSE_LANGUAGE=en
mkdir "$work/repose"
echo '{"tour_seen": true}' >"$work/repose/settings.json"
printf 'XDG_PICTURES_DIR="%s"\n' "$work" >"$work/user-dirs.dirs"

# The app alone needs 200 MB of addresses.
(ulimit -v 300000 && exec "$repose" --software --threads 1 "$work/large.repose") >"$work/app.log" 2>&1 &
app=$!
until window=$(xdotool search --onlyvisible --name '^Repose$' 2>/dev/null | head -n 1) && [ -n "$window" ]; do
  kill -0 "$app" 2>/dev/null || fail "the app ended"
  sleep 0.05
done
sleep 0.3
xdotool windowfocus "$window" 2>/dev/null || true
xdotool key F2
picture=
until [ -n "$picture" ]; do
  picture=$(find "$work" -name 'repose-*.png' -size +0 | head -n 1)
  kill -0 "$app" 2>/dev/null || fail "the app ended"
  sleep 0.05
done
kill -TERM "$app"
wait "$app" || fail "the app failed"
app=
echo "a world that is too large was refused, and the window stayed open"
