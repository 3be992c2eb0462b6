#!/bin/sh
# audit_test.sh RATCHET TAP.SH PLANTED-FOLDER: planted faults are found on boards of at most 6 x 6, ours have none.
# shellcheck disable=SC2317
ratchet=$(realpath "$1")
. "$2"
planted=$(realpath "$3")
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" NO_COLOR=1

# run CODE ARGUMENT...: out and err hold what it printed; fails on another exit code
run() {
    want=$1
    shift
    "$ratchet" "$@" >out 2>err </dev/null
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
    ! holds "$1" "$2" >/dev/null && return 0
    echo "# '$2' in $1:"
    sed 's/^/# /' "$1"
    return 1
}
check() {
    name=$1
    shift
    "$@"
    report $? "$name"
}

# small: every board in `out` has at most 6 cells a side, and there is one
small() {
    sed -nE 's/^ *(nonogram|masyu) ([0-9]+) ([0-9]+)$/\2 \3/p' out >sides
    [ -s sides ] && ! awk '$1 > 6 || $2 > 6 { exit 1 } ' sides && return 1
    [ -s sides ]
}
# finds TYPE RULE BOARDS: the rule is named, and no other; every board is small
finds() {
    run 1 audit --type "$1" --random "$3" --set plugins.path="$planted" --set "rule planted.$2.enabled=yes" \
        --only-rules "planted.$2,loop.degree,loop.premature,masyu.white,nonogram.line,nonogram.complete" &&
        holds out "planted.$2 is wrong at " && holds out 'it did not come with Ratchet' &&
        holds out 'which loses this solution:' && small && [ "$(grep -c ' is wrong at ' out)" -eq 1 ]
}
check 'a white that forces both neighbours to turn' finds masyu white 30
check 'an overlap that is one cell too long' finds nonogram overlap 1..20
check 'a premature-loop rule that forgets that the last edge may close the loop' finds masyu premature 2..12
check 'a reason that lacks a premise' finds masyu degree 20
check 'a clause over auxiliaries that excludes a solution' finds nonogram full 20

t() { finds masyu premature 2..4 && holds out 'the smallest of the random boards' && holds out 'masyu 2 2'; }
check 'what is found is shrunk: a loop of four cells is the smallest there is' t
t() { finds nonogram overlap 2..5 && holds out 'nonogram 2 1' && holds out 'it says    not: r1c2 is colour b' &&
    holds out 'because    r1c1 is colour a'; }
check 'the deduction and its premises in words' t

# ---- puzzles of the user
printf '3 3\n1\n3\n1\n1\n3\n1\n' >unique.nin
printf '2 2\n1\n1\n1\n1\n' >several.nin
printf '3 3\n1 1\n0\n1 1\n2\n0\n2\n' >none.nin
t() { run 0 audit unique.nin several.nin none.nin && holds out 'unique.nin: ' && holds out 'against 1 solution: nothing wrong' &&
    holds out 'against 2 solutions: nothing wrong' && holds out 'a puzzle without solution: nothing wrong'; }
check 'our rules on files' t
t() { run 1 audit several.nin --set plugins.path="$planted" --only-rules planted.full &&
    holds out 'several.nin: planted.full is wrong at row 1 (it did not come with Ratchet)' &&
    holds out 'the clauses that it added exclude the solution'; }
check 'a wrong rule on a file' t
t() { run 1 audit several.nin --json --set plugins.path="$planted" --only-rules planted.full &&
    python3 -c '
import json
board = json.loads(open("out").read())
finding, = board["findings"]
assert board["solutions"] == 2 and board["complete"]
assert finding["rule"] == "planted.full" and finding["scope"] == "row 1" and not finding["ours"]
assert finding["smallest"]["board"].startswith("nonogram ")
' && run 0 audit --type nonogram --random 20 --json && python3 -c '
import json
total = json.loads(open("out").read())
assert total["boards"] == 20 and total["judged"] > 500 and not any(r["wrong"] for r in total["rules"])'; }
check 'JSON' t
t() { printf '12 12\n%s\n' "$(yes '1 1 1' | head -n 24)" >open.nin && run 5 audit open.nin --node-limit 1 --only-rules nonogram.complete &&
    holds out 'no solution was found' && holds out 'unknown'; }
check 'a puzzle of which no solution is found is unknown' t
t() { run 0 audit unique.nin --max-solutions 1 --time-limit 5s --mem-limit 64M --seed 3 && run 2 audit && run 2 audit unique.nin --random 3 --type masyu &&
    run 2 audit --random 3 && holds err '--type' && run 2 audit --random 3..2 --type masyu && holds err '--random' &&
    run 2 audit --random 3 --type chess && holds err 'chess' && run 2 audit unique.nin --max-solutions 0; }
check 'limits and wrong usage' t

# ---- our own rules on random boards; the long form is the same command with more of them:
#      ratchet audit --type masyu --random 1..10000
t() { run 0 audit --type "$1" --random "$2" && holds out 'nothing wrong' && lacks out ' is wrong'; }
check 'nothing wrong in our own rules: nonograms' t nonogram 400
check 'nothing wrong in our own rules: Masyu' t masyu 60
t() { run 0 audit --type masyu --random 25 --set "puzzle masyu.white=$1" --set puzzle\ masyu.all_cells="$2"; }
check 'nothing wrong in our own rules: Masyu that turns on both sides' t both no
check 'nothing wrong in our own rules: Masyu that need not turn, all cells' t straight yes
# Drops that wait for the end of a round were once explained from what came in between.
t() { run 0 audit --type masyu --random 25..34 --set scheduler.policy=batch && holds out 'nothing wrong'; }
check 'nothing wrong in our own rules: drops that wait' t
t() { run 0 audit --type nonogram --random 11..20 && mv out first && run 0 audit --type nonogram --random 11..20 && cmp first out &&
    run 0 audit --type nonogram --random 11..20 --seed 5 && ! cmp -s first out; }
check 'a number and a seed mean a board' t
plan
