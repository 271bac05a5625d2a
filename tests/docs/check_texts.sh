#!/usr/bin/env bash
# Runs scripts/texts check. Exit code 77 if gettext is not installed.
set -euo pipefail
cd "$1"
if ! command -v xgettext >/dev/null; then
  echo "SKIPPED: gettext is not installed"
  exit 77
fi
exec scripts/texts check
