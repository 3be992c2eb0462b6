#!/bin/sh
# console.sh README RATCHET FOLDER [FILE...]: every command of the README's console blocks prints what is shown there,
# figures of statistics apart. They run in FOLDER, or with FILEs in an empty folder into which these and the README's own files
# (`<!-- file: NAME -->` above an indented or fenced block) are copied.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lint/tap.sh"
readme=$1 ratchet=$2 folder=$3
shift 3
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/home" "$work/here" "$work/run"
ln -s "$ratchet" "$work/bin/ratchet"
[ -x "$(dirname "$ratchet")/ratchetd/ratchetd" ] && ln -s "$(dirname "$ratchet")/ratchetd/ratchetd" "$work/bin/ratchetd"
PATH="$work/bin:$PATH"
HOME="$work/home" XDG_RUNTIME_DIR="$work/run"
export PATH HOME XDG_RUNTIME_DIR
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME STATE_DIRECTORY NO_COLOR CLICOLOR_FORCE

if [ $# -gt 0 ]; then
    cp "$@" "$work/here"
    awk -v folder="$work/here" '
        /^<!-- file: / { file = folder "/" $3; next }
        file && /^    / { print substr($0, 5) >file; wrote = 1; next }
        wrote { file = ""; wrote = 0 }' "$readme"
    folder=$work/here
fi
cd "$folder" || exit 99

# N commands: command.1 with shown.1, ...
n=$(awk -v work="$work" '
    /^```console$/ { on = 1; next }
    /^```$/ { on = 0 }
    on && /^\$ / { n++; print substr($0, 3) >(work "/command." n); printf "" >(work "/shown." n); next }
    on { print >(work "/shown." n) }
    END { print n + 0 }' "$readme")

# Times and counts are not promised.
timeless() {
    sed -E '/^[a-z_.]+ {2,}/ { s/[0-9]+/N/g; s/ +/ /g }' "$1"
}

# Sanitizers give every plugin constructors and writable data, which `plugins check` rightly tells.
differs_when_sanitized() {
    grep -q 'plugins check' "$work/command.$1" && grep -q __asan_init "$ratchet"
}

for i in $(seq "$n"); do
    if differs_when_sanitized "$i"; then
        skip "$(cat "$work/command.$i")" 'built with sanitizers'
        continue
    fi
    sh "$work/command.$i" >"$work/printed" 2>&1 </dev/null
    timeless "$work/printed" >"$work/is"
    timeless "$work/shown.$i" >"$work/should"
    diff -u "$work/should" "$work/is" >"$work/diff"
    status=$?
    sed 's/^/# /' "$work/diff"
    report $status "$(cat "$work/command.$i")"
done
plan
