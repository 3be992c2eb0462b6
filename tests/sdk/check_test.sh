#!/bin/sh
# check_test.sh RATCHET FAULTY.SO TAP.SH: each promise that `plugins check` looks after is seen to be broken, by a rule or
# puzzle that breaks just this one.
ratchet=$1 faulty=$2
. "$3"
if LC_ALL=C grep -q __asan_init "$ratchet"; then
    echo '1..0 # SKIP sanitizers see the faults first'
    exit
fi
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
export HOME="$work" NO_COLOR=1
unset XDG_DATA_HOME XDG_CONFIG_HOME
found=$work/found
"$ratchet" plugins check --seed 7 "$faulty" >"$found"
code=$?

# wrong CLASS: the lines of the class that are wrong, without numbers
wrong() { sed -n "s/^not ok [0-9]* - $1: //p" "$found"; }
# breaks CLASS TEXT: this line is wrong, and no other
breaks() {
    wrong=$(wrong "$1")
    case $wrong in
    "$2"*) [ "$(echo "$wrong" | wc -l)" -eq 1 ] && return ;;
    esac
    grep -A2 "^not ok [0-9]* - $1: " "$found" | sed 's/^/# /'
    return 1
}
t() { [ "$code" -eq 1 ]; }
t; report $? 'the exit code'
t() { grep -qx '# seed 7' "$found" && grep -q '^1\.\.' "$found"; }
t; report $? 'the seed and the plan'
t() { [ -z "$(wrong faulty.none)$(wrong faulty_none)" ] && [ "$(grep -cF 'faulty.none: ' "$found")" -eq 7 ] &&
    [ "$(grep -c 'faulty_none: ' "$found")" -eq 2 ] && ! grep SKIP "$found"; }
t; report $? 'nothing is wrong where nothing is'
for name in sound reasons idempotent monotone state deterministic; do
    t() { breaks "faulty.$name" "$name"; }
    t; report $? "$name"
done
for name in allocations_run allocations_why allocations_extend; do
    t() { breaks "faulty.$name" allocations && grep -A1 "not ok .*faulty.$name: " "$found" | grep -q '^# it crashed'; }
    t; report $? "$name"
done
t() { wrong faulty.board | grep -q '^sound'; }
t; report $? 'a rule of the whole board that is not sound'
t() { wrong faulty_boards | grep -q '^random boards'; }
t; report $? 'a puzzle whose boards make no model'
for name in parse model; do
    t() { breaks "faulty_$name" allocations; }
    t; report $? "a puzzle that trusts its allocations to $name"
done
t() { "$ratchet" plugins check --seed 7 "$faulty" | cmp -s - "$found"; }
t; report $? 'the same seed says the same'
plan
