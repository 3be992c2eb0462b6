#!/bin/sh
# ten_minutes.sh: what somebody does who has just installed Ratchet and wants a puzzle and a rule of his own, with the
# time that each step takes. Needs the installed `ratchet` in the path, where pkg-config finds it, meson and a compiler.
set -e
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
begin=$(date +%s.%N)

seconds() {
    awk -v from="$1" -v to="$(date +%s.%N)" 'BEGIN { printf "%.1f s", to - from }'
}

# step COMMAND: as it would be typed
step() {
    echo "\$ $1"
    start=$(date +%s.%N)
    eval "$1"
    echo "# $(seconds "$start")"
}

step 'ratchet plugins new puzzle marks'
step 'cd marks && meson setup build >log && meson test -C build 2>&1 | grep -o "^Ok: *[0-9]*"'
step 'ratchet plugins check build/marks.so'
step 'ratchet solve --set plugins.path=$PWD/build example.txt'
step 'cd .. && ratchet plugins new rule middle'
step 'cd middle && meson setup build >log && meson test -C build 2>&1 | grep -o "^Ok: *[0-9]*"'
step 'ratchet plugins check build/middle.so | tail -n 8'
step 'ratchet solve --set plugins.path=$PWD/build --only-rules middle --stats example.txt | grep -A 1 "^rule"'
echo "# all of it: $(seconds "$begin")"
