#!/usr/bin/env bash
# Checks every #include of the project: a layer may include only the layers in its line of `may_include`.
set -euo pipefail
cd "$1"

declare -rA may_include=(
  [core]="core"
  [config]="core config"
  [automata]="core config automata"
  [session]="core config automata session"
  [sound]="core sound"
  [gl]="core gl"
  [gpu]="core config automata gl gpu"
  [render]="core gl render"
  [film]="core config automata session render film"
  # The floors of the app: what differs by system, small widgets, what simulates, the user interface, the start.
  [glue]="core config automata session sound gl gpu render film glue"
  [widgets]="core config automata session sound gl gpu render film glue widgets"
  [desk]="core config automata session sound gl gpu render film glue widgets desk"
  [ui]="core config automata session sound gl gpu render film glue widgets desk ui"
  [shell]="core config automata session sound gl gpu render film glue widgets desk ui shell"
  [bench]="core config automata gl bench"
  [cli]="core config automata session gl gpu render film bench cli"
)
# Foreign libraries that only some layers may include.
declare -rA library_layers=(
  [SDL]="glue widgets desk ui shell" [imgui]="glue widgets desk ui shell" [backends/imgui]="glue widgets desk ui shell"
  [CLI/]="shell cli" [glad/]="gl gpu render glue desk" [EGL/]="gl" [xcb/]="glue"
  [png]="session" [gif_lib]="film" [hwy/]="automata"
)

# layer_of PATH: sets `layer` to the layer of a source file, or of the file that an include names. (Not printed: a
# command substitution for each include takes seconds.)
layer_of() {
  case $1 in
    *repose/config.hpp | *repose/config_words.hpp) layer=config ;;
    *repose/registry.hpp | *repose/automaton.hpp) layer=automata ;;
    *repose/gpu_solvers.hpp | *automata/gpu_* | *automata/*/gpu*) layer=gpu ;;
    *repose/session.hpp | *repose/command.hpp | *repose/clip.hpp | *repose/scene.hpp) layer=session ;;
    *repose/picture.hpp | *repose/world_file.hpp | *repose/replay.hpp) layer=session ;;
    *repose/*.hpp) layer=core ;;
    # Each file of src/platform/ belongs to the lowest layer that calls it.
    *platform/gl_loader_desktop.cpp) layer=glue ;;
    *platform/headless_context* | *platform/gl_loader*) layer=gl ;;
    *platform/desktop* | *platform/dib* | *platform/file_lock* | *platform/page*) layer=glue ;;
    *platform/*clipboard* | *platform/x_errors*) layer=glue ;;
    *platform/*) layer=core ;;
    *app/widgets/*) layer=widgets ;;
    *app/desk/*) layer=desk ;;
    *app/shell/*) layer=shell ;;
    *app/*) layer=ui ;;
    *) layer=${1#src/}; layer=${layer%%/*} ;;
  esac
}

allowed() { [[ " $2 " == *" $1 "* ]]; }

# check_own FILE LINE NAME
check_own() {
  local from layer
  layer_of "$1"
  from=$layer
  # A name without a folder is in the same folder.
  if [[ $3 != */* ]]; then return 0; fi
  layer_of "$3"
  allowed "$layer" "${may_include[$from]}" || echo "$1:$2: $from must not include \"$3\" ($layer)"
}

# check_foreign FILE LINE NAME
check_foreign() {
  local layer library
  layer_of "$1"
  for library in "${!library_layers[@]}"; do
    if [[ $3 == "$library"* ]] && ! allowed "$layer" "${library_layers[$library]}"; then
      echo "$1:$2: $layer must not include <$3>"
    fi
  done
}

climbing=$({ grep -rnE --include='*.[ch]pp' '^ *# *include' include src bench 2>/dev/null || true; } |
  sed -nE 's/^([^:]+):([0-9]+): *# *include *(["<])([^">]+).*/\1 \2 \3 \4/p' |
  while read -r file line quote name; do
    if [[ $quote == '"' ]]; then check_own "$file" "$line" "$name"; else check_foreign "$file" "$line" "$name"; fi
  done)
if [[ -z $climbing ]]; then exit 0; fi
printf '%s\n' "$climbing"
printf '%d includes climb the layers\n' "$(wc -l <<<"$climbing")"
exit 1
