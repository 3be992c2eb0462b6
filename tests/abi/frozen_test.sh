#!/bin/sh
# frozen_test.sh RATCHET FROZEN.SO TAP.SH: a plugin that is built against the headers of 1.0 as they were loads, solves, and
# finds every service as it knew it; and nobody changed these headers, or it.
ratchet=$1 plugin=$2
. "$3"
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export HOME="$work" NO_COLOR=1
unset XDG_DATA_HOME XDG_CONFIG_HOME
own="plugins.path=$(dirname "$plugin")"
printf 'frozen\nsum 5\n1 ? ? 3\nfrozen\nsum 9\n? 3 ?\n' >"$work/two.frozen"
printf 'frozen\nsum 9\n? 3 ?\n' >"$work/one.frozen"

# prints TEXT COMMAND [ARGUMENT...]: in its output or messages
prints() {
    text=$1 command=$2
    shift 2
    "$ratchet" "$command" --set "$own" "$@" >"$work/out" 2>&1 </dev/null
    grep -qF -- "$text" "$work/out" || { sed 's/^/# /' "$work/out"; return 1; }
}

t() { [ "$(cd "$here/1.0" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum)" = "b684a3e1865f4634e0dd8427bb377ae13ad65ca82c2bf5b7436ddc7cde43206a  -" ]; }
t; report $? 'what is frozen did not change'
if LC_ALL=C grep -q __asan_init "$ratchet"; then
    skip 'plugins check' 'sanitizers add constructors to every plugin'
else
    t() { prints '1..34' plugins check "$plugin" && ! grep '^not ok' "$work/out"; }
    t; report $? 'plugins check'
fi
t() { prints 'two.frozen#1: 2 solutions' count "$work/two.frozen" && prints 'two.frozen#2: 1 solution' count "$work/two.frozen"; }
t; report $? 'count: format, parse, model, kind, rules'
t() { prints 'one.frozen: unique' solve --stats=full --enable frozen.try "$work/one.frozen" && grep -q '^word  *frost' "$work/out" &&
    grep -Eq '^frozen.try +1 +[1-9]' "$work/out" && grep -Eq '^frozen.last +1 +[1-9]' "$work/out"; }
t; report $? 'statistics, facts, options, the rule of the board'
for strategy in frozen_low frozen_high; do
    t() { prints 'two.frozen#1: several' solve --only-rules frozen.parity --set search.branch=$strategy \
        --set search.extend_after=0 "$work/two.frozen" && ! grep 'no rule in use serves' "$work/out"; }
    t; report $? "branch, extend: $strategy"
done
t() { prints '  1. The row' hint --level 3 "$work/one.frozen" && grep -q 'no none: r1c1 is not 0\.$' "$work/out" &&
    grep -q 'no two: r1c1 is 3\.$' "$work/out" && grep -qF '[frozen.bounds] from the clue alone' "$work/out"; }
t; report $? 'describe and its names'
t() { prints 'the row (3 digits, sum 10)' explain --set 'puzzle frozen.more=1' "$work/one.frozen"; }
t; report $? 'the kind in words; an option of the puzzle'
t() { printf 'frozen\nsum 2\n2 ? 3\n' >"$work/clash" && prints 'and the given r1c3' explain "$work/clash"; }
t; report $? 'give'
t() { prints '3 3 3' solve --to ascii "$work/one.frozen" && grep '^3' "$work/out" >"$work/grid" &&
    prints 'one.frozen: solution' verify "$work/one.frozen" "$work/grid" && echo '1 3 ?' >"$work/marks" &&
    prints 'Not so: r1c1 is 1' hint --marks "$work/marks" "$work/one.frozen"; }
t; report $? 'render, verify, marks, place'
t() { printf 'frozen\nsum 9\n? 3 3\nfrozen\nsun\n' >"$work/bad" && prints 'bad#2:5:1: here stands the sum' solve "$work/bad"; }
t; report $? 'fail, with the line and the column of the file'
t() { prints 'p cnf' convert --to cnf "$work/one.frozen" && prints 'sum 9' convert --to frozen.text "$work/one.frozen"; }
t; report $? 'encode; write'
t() { prints '3 clues were left out' generate --minimal frozen --size 5x1; }
t; report $? 'generate'
t() { prints 'nothing wrong' audit --type frozen --random 1..10; }
t; report $? 'audit'
plan
