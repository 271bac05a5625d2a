# shellcheck shell=bash disable=SC2154  # root: of common.sh
# A browser for scripts/check-web and scripts/bench-web. Sourced after common.sh.

readonly puppeteer=puppeteer-core@24.10.0  # the last ones that run on Debian's node 18 are 24.*

# Ends the script with exit code 77 if a program is missing.
need_browser() {
  local tool
  for tool in chromium node npm em++; do
    command -v "$tool" >/dev/null && continue
    say "$tool is not installed (apt-get install chromium nodejs npm; scripts/deps web)"
    exit 77
  done
}

# The library that drives the browser: only for these scripts, never part of what is built.
install_puppeteer() {
  local folder="$root/build/check/web"
  if [[ -f $folder/installed ]] && grep -qxF "$puppeteer" "$folder/installed"; then return 0; fi
  mkdir -p "$folder"
  if ! npm install --prefix "$folder" --no-save --no-audit --no-fund --ignore-scripts "$puppeteer" \
    >"$folder/npm.log" 2>&1; then
    cat "$folder/npm.log" >&2
    say "npm could not install $puppeteer, which drives the browser"
    exit 77
  fi
  printf '%s\n' "$puppeteer" >"$folder/installed"
}
