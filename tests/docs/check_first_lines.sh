#!/usr/bin/env bash
# Prints the source files of a tree that do not begin with a comment that says what they are.
exec "$(dirname "${BASH_SOURCE[0]}")/../../scripts/map" --check "$1"
