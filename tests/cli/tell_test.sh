#!/bin/sh
# tell_test.sh RATCHET TAP.SH PUZZLES: hint, explain and grade: what they print, where, and how they exit.
# shellcheck disable=SC2317
ratchet=$(realpath "$1")
. "$2"
puzzles=$(realpath "$3")
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" NO_COLOR=1
heart=$puzzles/nonogram/heart.nin
ten=$puzzles/masyu/ten.masyu
article=$puzzles/masyu/article-b-5x5.txt
printf '3 3\n1\n3\n1\n1\n3\n1\n' >cross.nin
printf '2 2\n1\n1\n1\n1\n' >several.nin
# Every line alone is possible.
printf '3 3\n1 1\n0\n1 1\n2\n0\n2\n' >none.nin

run() {
    want=$1
    shift
    timeout 60 "$ratchet" "$@" >out 2>err </dev/null
    got=$?
    [ $got -eq "$want" ] && return 0
    echo "# exit code $got instead of $want: ratchet $*"
    sed 's/^/# out: /' out
    sed 's/^/# err: /' err
    return 1
}
holds() {
    grep -qF -- "$2" "$1" && return 0
    echo "# no '$2' in $1:"
    sed 's/^/# /' "$1"
    return 1
}
lacks() {
    ! grep -qF -- "$2" "$1" && return 0
    echo "# '$2' in $1"
    return 1
}
lines() {
    [ "$(wc -l <"$1")" -eq "$2" ] && return 0
    sed 's/^/# /' "$1"
    return 1
}
check() {
    name=$1
    shift
    "$@"
    report $? "$name"
}

# ---- hint
t() { run 0 hint cross.nin && lines out 1 && grep -q '^Look in \(row\|column\) 2\.$' out && [ ! -s err ]; }
check 'hint: level 1 says where, and no more' t
t() { run 0 hint --level 2 cross.nin && lines out 1 && holds out ' with nonogram.' && lacks out 'are black'; }
check 'hint --level 2 names the rule' t
t() { run 0 hint --level 3 cross.nin && holds out 'are black.' && holds out '[nonogram.'; }
check 'hint --level 3 tells the deduction' t
t() { run 0 hint --all cross.nin && holds out 'row 2' && holds out 'column 2'; }
check 'hint --all tells all that there is' t
t() { run 2 hint --level 4 cross.nin && holds err '--level is `4`'; }
check 'hint: a level that there is not' t
t() { run 4 hint several.nin && holds out 'the rules find no more' && holds out 'says: several'; }
check 'hint: nothing follows where several solutions are left' t
t() { printf '.#.\n###\n.#.\n' >grid && run 0 hint cross.nin --marks grid && holds out 'cross.nin: solved'; }
check 'hint: nothing is left to find' t
t() { printf '???\n###\n???\n' >grid && run 0 hint --all --level 3 cross.nin --marks grid && holds out 'since r2c1 is black'; }
check 'hint --marks goes on from them' t
t() { printf '#??\n???\n???\n' >grid && run 3 hint cross.nin --marks grid && holds out 'Not so: r1c1 is black' &&
    lacks out 'nonogram.' && run 3 hint --level 3 cross.nin --marks grid && holds out '1c1' && holds out '[nonogram.'; }
check 'hint: a mistake comes first, with what refutes it' t
t() { printf '##\n??\n' >grid && run 3 hint several.nin --marks grid && holds out "can't all be right" &&
    holds out 'r1c1 is black' && holds out 'r1c2 is black'; }
check 'hint: marks of which each could be right' t

# ---- solve
t() { printf '#??\n???\n???\n' >grid && run 3 solve cross.nin --marks grid && holds out 'Not so: r1c1 is black' &&
    holds out ': none' && run 3 solve --json cross.nin --marks grid && holds out '"wrong":["r1c1 is black"]'; }
check 'solve --marks says which marks are wrong' t
t() { printf '##\n??\n' >grid && run 3 unique several.nin --marks grid && holds out "can't all be right"; }
check 'unique --marks, too' t

# ---- explain
t() { run 0 explain "$heart" && holds out '  1. ' && holds out "$heart: unique" && holds out '##########'; }
check 'explain: steps, grid, verdict' t
t() { run 0 explain --steps 3..4 "$heart" && holds out '  3. ' && holds out '  4. ' && lacks out '  5. ' &&
    lacks out '  2. ' && run 2 explain --steps 4..3 "$heart" && run 2 explain --steps x "$heart"; }
check 'explain --steps' t
t() { run 5 explain --only-rules nonogram.complete "$heart" && holds out '76 of 100 variables are known' &&
    holds out 'says: unique' && run 0 explain --disable nonogram.complete "$heart"; }
check 'explain: where the rules stop' t
t() { run 5 explain --set explain.level=1 --only-rules loop.degree,loop.dead_end,masyu.white,masyu.black "$ten" &&
    holds out 'Here the rules find no more'; }
check '[explain] rules and level' t
t() { run 5 explain --only-rules 'loop.*,masyu.black,masyu.white,generic.probe' --set explain.level=6 "$ten" &&
    holds out 'Suppose that there is ' && holds out 'to a contradiction, so there is ' && holds out '[generic.probe]'; }
check 'explain: assumptions are steps from level 6 on' t
t() { run 3 explain "$article" && holds out 'a contradiction.' && holds out 'These contradict each other' &&
    holds out 'the black pearl r3c5 and the black pearl r5c4.'; }
check 'explain: which pearls contradict each other' t
t() { run 3 explain none.nin && holds out 'contradict'; }
check 'explain: which lines contradict each other' t
t() { run 0 explain --to svg "$heart" && holds err ': unique' && holds out '<svg ' && lacks out 'unique' &&
    [ "$(grep -c '<title>' out)" -gt 20 ]; }
check 'explain --to svg: a page a step' t
t() { run 0 explain --to svg "$ten" && [ "$(grep -c 'href="#x"' out)" -gt 99 ] &&
    [ "$(grep -A1 'stroke="#d1242f" stroke-width="2.5"' out | grep -c '<path')" -gt 9 ]; }
check 'explain --to svg: edges that are ruled out are crossed, new ones in red' t
t() { run 0 explain --json "$heart" && holds out '"steps":[{"step":1,' && holds out '"premises":' && lines out 1; }
check 'explain --json' t

# ---- grade
t() { run 0 grade "$heart" && lines out 1 && grep -q 'heart.nin: level 1, score [0-9]* (.*nonogram.overlap [0-9]' out; }
check 'grade' t
t() { run 0 grade --json "$heart" && holds out '"grade":{"level":1,' && holds out '"search":false,"depth":0'; }
check 'grade --json' t
t() { run 0 grade --only-rules nonogram.overlap,nonogram.complete --set 'rule nonogram.overlap.level=3' \
    --set 'rule nonogram.overlap.weight=2.5' "$heart" && holds out 'level 3, score '; }
check 'grade: level and weight are those of the configuration' t
t() { run 0 grade --min 2 "$heart" "$ten" && lacks out 'heart' && holds out 'ten.masyu' && run 0 grade --max 1 "$heart" "$ten" &&
    holds out 'heart' && lacks out 'ten.masyu' && run 2 grade --min 0 "$heart"; }
check 'grade --min, --max' t
t() { run 4 grade several.nin && holds out 'several.nin: several' && run 3 grade "$article" && holds out ': none'; }
check 'grade: only where there is one solution' t
t() { run 0 grade --only-rules nonogram.complete "$heart" && holds out ', search beyond 2 assumptions'; }
check 'grade: how deep a search' t
plan
