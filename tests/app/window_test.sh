#!/usr/bin/env bash
# Runs the app in a real window and uses it with real mouse and key events, like a person.
#   window_test.sh REPOSE REPOSE_CLI play|look|keep|first|custom|solve [FOLDER]     FOLDER: where pictures are kept
# Exit code 77 (skipped) if Xvfb, xdotool or ImageMagick is missing.
set -euo pipefail

repose=$1
cli=$2
part=$3
for tool in Xvfb xdotool convert; do
  command -v "$tool" >/dev/null || { echo "SKIPPED: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
pictures=$(realpath -m "${4:-$work/pictures}")
mkdir -p "$pictures" "$work/config/repose" "$work/configs" "$work/state"
echo '{"tour_seen": true, "reduced_motion": "on"}' >"$work/config/repose/settings.json"
cleanup() {
  [ -z "${app:-}" ] || kill "$app" 2>/dev/null || true
  [ -z "${xvfb:-}" ] || kill "$xvfb" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

fail() { echo "FAILED: $*" >&2; exit 1; }

# A display number that the server chooses itself; -noreset, because a server that resets between clients drops
# connections.
exec 3<>"$work/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 +extension GLX -noreset >"$work/xvfb.log" 2>&1 &
xvfb=$!
until [ -s "$work/display" ]; do kill -0 "$xvfb" || fail "no X server"; sleep 0.1; done
export DISPLAY=:$(tr -d '[:space:]' <"$work/display")
export SDL_AUDIODRIVER=dummy
export SDL_VIDEODRIVER=x11 XDG_CONFIG_HOME=$work/config XDG_STATE_HOME=$work/state XDG_RUNTIME_DIR=$work
export LC_ALL=C REPOSE_LANGUAGE=en

printf 'XDG_PICTURES_DIR="%s"\n' "$pictures" >"$XDG_CONFIG_HOME/user-dirs.dirs"

cat >"$work/configs/two.cfg" <<'CFG'
automaton conserving
cell night 10 12 30 0.3
cell gold 250 200 40 0.9
rule night gold gold night
CFG

# Nothing here depends on how fast the machine is: ctest ends a test that waits for ever.
wait_for_window() {
  until window=$(xdotool search --onlyvisible --name '^Repose$' 2>/dev/null | head -n 1) && [ -n "$window" ]; do
    kill -0 "$app" 2>/dev/null || { cat "$work/app.log"; fail "the app ended early"; }
    sleep 0.1
  done
}
wait_for_file() {  # with at least one byte
  until [ -s "$1" ]; do kill -0 "$app" 2>/dev/null || fail "the app ended before it wrote $1"; sleep 0.1; done
}
wait_for_end() { while kill -0 "$app" 2>/dev/null; do sleep 0.1; done; }

start_app() {  # start_app COMMAND...
  "$@" >"$work/app.log" 2>&1 &
  app=$!
  wait_for_window
  # Keys go to the window that has the focus.
  until [ "$(xdotool getwindowfocus 2>/dev/null)" = "$window" ]; do
    xdotool windowfocus "$window" 2>/dev/null || true
    sleep 0.05
  done
  shot >/dev/null  # what comes before the first frame would come all at once
}

shot() {  # takes a screenshot with F2 and prints its path
  local before after
  before=$(find "$pictures" -name 'repose-*.png' | sort)
  xdotool key F2
  while :; do
    after=$(find "$pictures" -name 'repose-*.png' | sort)
    [ "$after" != "$before" ] && break
    kill -0 "$app" 2>/dev/null || fail "the app ended"
    sleep 0.1
  done
  comm -13 <(echo "$before") <(echo "$after") | tail -n 1
}
colour_at() { convert "$1" -format "%[pixel:p{$2,$3}]" info:; }
# The part of the window that shows only the world, without bars and panels, is the same in both.
same_world() {
  [ "$(convert "$1" "$2" -crop 800x560+420+60 +repage -metric AE -compare -format '%[distortion]' info: \
    2>/dev/null)" = 0 ]
}
other_world() { ! same_world "$@"; }
# shows TEST PICTURE: takes screenshots until `TEST PICTURE SCREENSHOT` is true, at most 20. Each comes after all keys
# and clicks before it; what moves on by itself, such as the view when it glides, needs some more frames.
shows() {
  for _ in $(seq 20); do
    now=$(shot)
    "$@" "$now" && return
  done
  return 1
}
differs() { ! cmp -s "$1" "$2"; }  # every screenshot is written in the same way

stroke() {
  xdotool mousemove 700 300 mousedown 1 mousemove 760 300 mousemove 860 300 sleep 0.2 mouseup 1 mousemove 1200 700
}

finish() {  # finish TEXT: quits and says what went well
  xdotool key ctrl+q
  wait_for_end
  wait "$app" || fail "the app ended with an error: $(cat "$work/app.log")"
  app=
  echo "$1 in a real window"
}

play() {
  # Pause, paint a thick bar of gold in the middle of the canvas, and look for its colour.
  xdotool mousemove 1200 700 key space
  empty=$(shot)
  stroke
  shows differs "$empty" || fail "painting changed nothing on screen"
  painted=$now
  red=$(colour_at "$painted" 800 300 | sed 's/[^0-9,.]//g' | cut -d, -f1)
  [ "${red%.*}" -gt 180 ] || fail "the stroke is not gold: $(colour_at "$painted" 800 300)"

  # Take single steps: the bar falls.
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do xdotool key period; sleep 0.03; done
  stepped=$(shot)
  differs "$painted" "$stepped" || fail "single steps changed nothing"

  # The comma steps back; the time bar under the canvas goes to any step, and undo returns from there.
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do xdotool key comma; sleep 0.05; done
  shows same_world "$painted" || fail "the comma does not lead back to what was painted"
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do xdotool key period; sleep 0.03; done
  xdotool mousemove 900 766
  sleep 0.6
  xdotool mousemove 1100 760 sleep 0.2 mousedown 1 mousemove 1000 760 sleep 0.2 mousemove 760 760 sleep 0.3 mouseup 1 \
    mousemove 1200 700
  shows other_world "$stepped" || fail "the time bar does not rewind"
  xdotool key ctrl+z
  shows same_world "$stepped" || fail "undo does not lead back to the present"

  # Ctrl+Z undoes the whole stroke, Ctrl+Y repeats it.
  xdotool key ctrl+z
  shows same_world "$empty" || fail "Ctrl+Z does not take the stroke back"
  xdotool key ctrl+y
  shows same_world "$stepped" || fail "Ctrl+Y does not bring back what was undone"
  finish "painted, stepped, rewound and undone"
}

look() {
  xdotool mousemove 1200 700 key space
  stroke
  stepped=$(shot)

  # Zoomed in, a click into the mini-map moves the view; 0 shows everything again.
  xdotool mousemove 800 400
  for _ in 1 2 3 4 5 6; do xdotool keydown ctrl click 4 keyup ctrl; sleep 0.05; done
  xdotool mousemove 700 120
  shows differs "$stepped" || fail "Ctrl+wheel does not zoom"
  zoomed=$now
  xdotool mousemove 1250 700 click 1 mousemove 700 120
  shows other_world "$zoomed" || fail "a click into the mini-map does not move the view"
  xdotool mousemove 1200 700 key 0
  shows same_world "$stepped" || fail "0 does not show everything again"

  # Play, then Ctrl+G switches the backend while it runs (if this machine has GL).
  xdotool key space
  sleep 0.5
  xdotool key ctrl+g
  shows differs "$stepped" || fail "playing changed nothing"
  playing=$now

  # F1 shows the keys, Escape hides them.
  xdotool key F1
  shows differs "$playing" || fail "F1 shows nothing"
  xdotool key Escape
  sleep 0.3

  # Pause, select most of the world with M and a drag, copy it, and paste it with a click somewhat higher.
  xdotool key space
  still=$(shot)
  xdotool key m mousemove 500 200 mousedown 1 mousemove 700 500 mousemove 1150 720 sleep 0.2 mouseup 1
  xdotool key ctrl+c sleep 0.3 key ctrl+v sleep 0.3 mousemove 800 250 sleep 0.2 click 1 sleep 0.2 key Escape \
    mousemove 1200 700
  shows differs "$still" || fail "pasting changed nothing"
  pasted=$now
  if command -v xclip >/dev/null; then
    timeout 60 xclip -selection clipboard -t image/png -o >"$work/copied.png" ||
      fail "other programs find no picture on the clipboard"
    convert "$work/copied.png" info: >/dev/null || fail "what other programs find on the clipboard is no picture"
    convert -size 80x40 'xc:rgb(250,200,40)' "PNG24:$work/gold.png"
    xclip -selection clipboard -t image/png -i "$work/gold.png"
    xdotool key ctrl+v sleep 1 mousemove 700 150 sleep 0.2 click 1 sleep 0.3 mousemove 1200 700
    sleep 0.3
    shows differs "$pasted" || fail "a picture from another program was not pasted"
  fi
  finish "zoomed, switched and pasted"
}

give_name() {  # give_name KEYS FILE: names a file in a dialog: a key, a name, Enter
  xdotool key "$1"
  sleep 0.5
  xdotool type --delay 25 "$2"
  sleep 0.3
  xdotool keydown Return sleep 0.3 keyup Return
}
save_by() { give_name "$@"; wait_for_file "$2"; }

# These two: what the client asked for, in the installed program with a fresh home folder: "double-click the app and
# paint sand/water/acid, load a custom .cfg of cells and rules, switch GPU/CPU solver from the menu".
first() {
  census() {  # census FILE: saves the world, and counts its elements
    save_by ctrl+shift+s "$1"
    "$cli" run --world-in "$1" --steps 0 --census >"$1.census" || fail "repose-cli cannot read the saved world"
  }
  count() { awk -v name="$2" '$1 == name { n = $2 } END { print n + 0 }' "$1.census"; }
  paint() {  # paint NAME Y: searches the element, draws a line
    xdotool key e
    sleep 0.3
    xdotool type --delay 25 "$1"
    sleep 0.3
    xdotool key Return sleep 0.3 mousemove 500 "$2" mousedown 1 mousemove 560 "$2" mousemove 700 "$2" sleep 0.2 \
      mouseup 1
  }
  xdotool mousemove 1200 700 key space
  census "$work/before.repose"
  paint sand 80
  paint water 110
  paint acid 140
  census "$work/painted.repose"
  for name in sand water acid; do
    [ "$(count "$work/painted.repose" "$name")" -gt $(($(count "$work/before.repose" "$name") + 100)) ] ||
      fail "no $name was painted"
  done
  finish "painted sand, water and acid at the first start"
}

custom() {
  xdotool mousemove 1200 700 key space
  # A file of cells and rules opens in density, as its author meant it.
  grep -v automaton "$work/configs/two.cfg" >"$work/custom.cfg"
  before=$(shot)
  give_name ctrl+o "$work/custom.cfg"
  sleep 0.5
  xdotool mousemove 640 483 sleep 0.3 click 1 sleep 0.5 mousemove 1200 700  # "Start with an empty world"
  shows differs "$before" || fail "opening a config changed nothing on screen"
  save_by ctrl+shift+s "$work/custom.repose"
  "$cli" run --world-in "$work/custom.repose" --steps 0 --json >"$work/custom.json"
  grep -q '"density"' "$work/custom.json" || fail "the config does not run in density: $(cat "$work/custom.json")"

  # The Solver menu switches between GPU and CPU. The end of the status bar names the one that runs.
  status() { convert "$1" -crop 32x24+1213+772 +repage -define png:exclude-chunks=date,time "$2"; }
  same_status() { status "$2" "$work/now.png"; cmp -s "$1" "$work/now.png"; }
  other_status() { ! same_status "$@"; }
  solver_item() {
    xdotool mousemove 108 15 click 1 sleep 0.7 mousemove 104 "$1" sleep 0.3 click 1 sleep 0.7 mousemove 1200 700
  }
  choose_gpu() { solver_item 249; }
  choose_cpu() { solver_item 272; }
  choose_cpu
  status "$(shot)" "$work/cpu.png"
  if ! "$cli" solvers | grep -q '^density *gpu *available'; then
    finish "without a GPU, opened a config at the first start"
    return
  fi
  choose_gpu
  shows other_status "$work/cpu.png" || fail "the menu does not switch to the GPU"
  choose_cpu
  shows same_status "$work/cpu.png" || fail "the menu does not switch back to the CPU"
  finish "opened a config and switched the solver at the first start"
}

keep() {
  # Save the world, and a picture of it, through the dialog.
  xdotool key space
  stroke
  save_by ctrl+shift+e "$work/saved.png"
  "$cli" run --config "$work/configs/two.cfg" --image "$work/saved.png" --steps 0 --census >"$work/census" ||
    fail "repose-cli cannot read the saved picture"
  grep -q gold "$work/census" || fail "the saved picture holds no gold: $(cat "$work/census")"
  save_by ctrl+s "$work/saved.repose"
  "$cli" run --world-in "$work/saved.repose" --steps 0 --census >"$work/census" ||
    fail "repose-cli cannot read the saved world"
  grep -q gold "$work/census" || fail "the saved world holds no gold: $(cat "$work/census")"

  finish "saved and quit"
  grep -q '"brush"' "$work/config/repose/settings.json" || fail "no settings were written"
  [ -s "$work/state/repose/last.repose" ] || fail "the closed window's world was not kept"

  # After it was killed, the app offers the world at the next start; after SIGTERM it stores the world without an offer.
  start_app "$repose" --backend cpu "$work/configs/two.cfg"
  xdotool key space key b
  sleep 0.2
  stroke
  wait_for_file "$work/state/repose/autosave-1.repose"
  before=$(shot)
  kill -KILL "$app"
  wait "$app" 2>/dev/null || true
  start_app "$repose" --backend cpu "$work/configs/two.cfg"
  xdotool key space
  offered=$(shot)
  # The offer is at the top of the canvas; only its first button has the accent colour.
  button=$(convert "$offered" -crop 980x60+300+40 -fuzz 4% -fill black +opaque '#e0aa55' -fill white -opaque '#e0aa55' \
    -format '%@' info:)
  [[ $button =~ ^([0-9]+)x([0-9]+)\+([0-9]+)\+([0-9]+)$ ]] || fail "nothing is offered after a kill"
  xdotool mousemove $((300 + BASH_REMATCH[3] + BASH_REMATCH[1] / 2)) $((40 + BASH_REMATCH[4] + BASH_REMATCH[2] / 2)) \
    sleep 0.2 click 1
  sleep 0.7
  xdotool mousemove 1200 700
  restored=$(shot)
  [ "$(colour_at "$restored" 800 300)" = "$(colour_at "$before" 800 300)" ] || fail "the stroke was not restored"
  kill -TERM "$app"
  wait "$app" || fail "ended by a signal, the app failed: $(cat "$work/app.log")"
  app=
  [ -s "$work/state/repose/last.repose" ] || fail "the world was not kept when a signal ended the app"
  [ ! -e "$work/state/repose/autosave-1.repose" ] || fail "a window that was closed left its world behind"
  echo "killed and restored"
}

# With the keyboard alone: F6, the third challenge, a place for the ring, and water until the basin is full.
solve() {
  hold() { xdotool keydown "$1" sleep "$2" keyup "$1" sleep 0.3; }
  hold F6 0.3
  sleep 1
  hold Down 0.3
  hold Return 0.3
  sleep 1
  hold Left 0.1
  hold Return 3
  until grep -q '"first-rain": "[a-z]*"' "$work/config/repose/settings.json"; do
    kill -0 "$app" 2>/dev/null || fail "the app ended"
    hold Return 1
  done
  hold F8 0.3
  finish "solved a challenge with the keyboard"
}

if [ "$part" = first ] || [ "$part" = custom ]; then
  cmake --install "$(dirname "$repose")" --prefix "$work/installed" --component programs >/dev/null
  cmake --install "$(dirname "$repose")" --prefix "$work/installed" --component data >/dev/null
  export HOME=$work/home
  unset XDG_CONFIG_HOME XDG_STATE_HOME
  mkdir -p "$HOME/.config"
  printf 'XDG_PICTURES_DIR="%s"\n' "$pictures" >"$HOME/.config/user-dirs.dirs"
  start_app "$work/installed/bin/repose"
else
  start_app "$repose" --backend cpu "$work/configs/two.cfg"
fi
"$part"
