#!/usr/bin/env bash
# Starts the app in a real window on an X server whose OpenGL cannot be used: it must draw in software and say so, and
# with --software it must not touch OpenGL at all.
#   no_gl_test.sh REPOSE REPOSE_CLI
# Exit code 77 (skipped) if Xvfb or xdotool is missing.
set -euo pipefail

repose=$1
cli=$2
for tool in Xvfb xdotool; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
apps=()
cleanup() {
  for app in "${apps[@]}"; do kill "$app" 2>/dev/null || true; done
  [ -z "${xvfb:-}" ] || kill "$xvfb" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }

exec 3<>"$work/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 +extension GLX -noreset >"$work/xvfb.log" 2>&1 &
xvfb=$!
until [ -s "$work/display" ]; do sleep 0.05; done
export DISPLAY=:$(tr -d '[:space:]' <"$work/display")
export SDL_AUDIODRIVER=dummy
export SDL_VIDEODRIVER=x11 XDG_RUNTIME_DIR=$work LC_ALL=C REPOSE_LANGUAGE=en LIBGL_DRIVERS_PATH=/nonexistent

start_app() {  # start_app NAME OPTIONS...: each window has its own settings and worlds
  local name=$1
  shift
  mkdir -p "$work/$name/repose"
  echo '{"tour_seen": true}' >"$work/$name/repose/settings.json"
  XDG_CONFIG_HOME=$work/$name XDG_STATE_HOME=$work/$name "$repose" "$@" >"$work/$name.log" 2>&1 &
  apps+=($!)
}
start_app plain
start_app software --software
start_app gpu --backend gpu

# xdotool lists windows in no certain order, but each has its own process.
windows() { xdotool search --onlyvisible --name '^Repose$' 2>/dev/null | wc -l; }
until [ "$(windows)" = 3 ]; do
  for app in "${apps[@]}"; do
    kill -0 "$app" 2>/dev/null || fail "an app ended early: $(tail -n 3 "$work"/*.log)"
  done
  sleep 0.05
done
sleep 0.3

# The dispatchers libEGL and libOpenGL may be linked; no driver may be loaded.
if grep -qE 'lib(GL|GLX|EGL_mesa|GLX_mesa)\.so|_dri\.so' "/proc/${apps[1]}/maps"; then
  fail "with --software the app has loaded OpenGL"
fi
grep -qi 'gl' "$work/software.log" && fail "with --software the app speaks of OpenGL: $(cat "$work/software.log")"
says_why() { grep -q '^repose: OpenGL is not available, so everything runs on the CPU: ' "$work/$1.log"; }
for name in plain gpu; do
  until says_why "$name"; do sleep 0.05; done  # the window appears before the sentence
done

kill -TERM "${apps[@]}"
for app in "${apps[@]}"; do wait "$app" || fail "an app failed: $(tail -n 3 "$work"/*.log)"; done
apps=()

code=0
"$cli" run --size 64x64 --steps 1 --backend gpu >/dev/null 2>"$work/cli.log" || code=$?
[ "$code" = 2 ] || fail "repose-cli --backend gpu ends with $code: $(cat "$work/cli.log")"
grep -q '^repose-cli: --backend: .*gpu cannot run here: .*[^.]\.$' "$work/cli.log" || fail "$(cat "$work/cli.log")"
echo "drawn in software three times: by default, with --software, and with --backend gpu"
