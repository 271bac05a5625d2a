# shellcheck shell=bash
# A bare Debian in a folder, for tests as on a fresh machine. Sourced, after common.sh; needs root.
# `$clean` is the folder; it is removed when the script ends.

if ((EUID != 0)); then
  say "needs root (it makes a chroot); try: sudo scripts/check ${0##*/check-}"
  exit 77
fi

cache="${XDG_CACHE_HOME:-$HOME/.cache}/repose"
clean=$(mktemp -d "${TMPDIR:-/tmp}/repose-clean-XXXXXX")
server=""

leave_clean_system() {
  if [[ -n $server ]]; then kill "$server" 2>/dev/null || true; fi
  server=""
  if mountpoint -q "$clean/proc"; then umount -l "$clean/proc"; fi
  rm -rf --one-file-system "$clean"
}
trap leave_clean_system EXIT

in_clean() {
  chroot "$clean" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    "$@"
}

# The package mirror of this system.
debian_mirror() {
  local uri
  # shellcheck disable=SC2016  # $(REPO_URI) is a placeholder of apt
  uri=$(apt-get indextargets --format '$(REPO_URI)' 'Identifier: Packages' 'Codename: bookworm' 2>/dev/null | head -n 1)
  printf '%s\n' "${uri:-http://deb.debian.org/debian}"
}

# enter_clean_system [RELEASE]: unpacks a bare system, which is created once and kept beside other caches. Debian 12 if
# no release is named.
enter_clean_system() {
  local release=${1:-bookworm} base
  base="$cache/$release-minbase-$(dpkg --print-architecture).tar"
  mkdir -p "$cache/archives" "$clean"
  if [[ ! -f $base ]]; then
    say "making a bare Debian, $release, with debootstrap (once)"
    debootstrap --variant=minbase "$release" "$clean" "$(debian_mirror)"
    tar -C "$clean" --exclude='./var/cache/apt/archives/*.deb' -cf "$base.part" .
    mv "$base.part" "$base"
  else
    tar -C "$clean" -xf "$base"
  fi
  mount -t proc proc "$clean/proc"
  cp /etc/resolv.conf /etc/hosts "$clean/etc/"
  # Copies apt's proxy settings. Packages are kept, so that the next run downloads nothing.
  apt-config dump Acquire | grep -E '^Acquire::(https?|Check)' >"$clean/etc/apt/apt.conf.d/00host" || true
  printf 'APT::Keep-Downloaded-Packages "true";\nAPT::Sandbox::User "root";\n' >>"$clean/etc/apt/apt.conf.d/00host"
  printf 'deb %s %s main\n' "$(debian_mirror)" "$release" >"$clean/etc/apt/sources.list"
  find "$cache/archives" -name '*.deb' -exec cp -t "$clean/var/cache/apt/archives" {} +
}

keep_downloads() {
  find "$clean/var/cache/apt/archives" -maxdepth 1 -name '*.deb' -exec cp -u -t "$cache/archives" {} +
}

# The installed packages, one per line.
clean_package_count() { in_clean dpkg-query -W | wc -l; }

# Starts an X server outside, so that the clean system has only the requested packages. Sets `display`.
start_x_server() {
  local number="$clean/display"
  mkfifo "$number"
  Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3<>"$number" >/dev/null 2>&1 &
  server=$!
  read -r -t 20 display <"$number"
  rm -f "$number"
}

# wait_for_window PID SECONDS: waits for the app's window; fails if the process ends before.
wait_for_window() {
  local deadline=$((SECONDS + $2))
  until DISPLAY=":$display" xdotool search --onlyvisible --class repose >/dev/null 2>&1; do
    if ! kill -0 "$1" 2>/dev/null; then say "it ended before it showed a window"; return 1; fi
    if ((SECONDS > deadline)); then say "there is no window after $2 s"; return 1; fi
    sleep 0.2
  done
}

# take_picture PID FILE: a picture of the screen after some seconds of running; fails if it is almost empty.
take_picture() {
  local colours
  sleep 5
  kill -0 "$1"
  mkdir -p "${2%/*}"
  DISPLAY=":$display" import -window root "$2"
  colours=$(identify -format '%k' "$2")
  say "the screen shows $colours colours: ${2#"$root"/}"
  ((colours > 100))
}
