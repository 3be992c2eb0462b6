#!/bin/sh
# client_test.sh RATCHET RATCHETD PUZZLES TAP.SH: the client's verbs against a daemon of their own.
# shellcheck disable=SC2086
ratchet=$(realpath "$1") daemon=$(realpath "$2") puzzles=$3
. "$4"
work=$(mktemp -d) || exit 99
export XDG_RUNTIME_DIR="$work" XDG_STATE_HOME="$work" XDG_CONFIG_HOME="$work" NO_COLOR=1
unset CLICOLOR_FORCE STATE_DIRECTORY
"$daemon" >"$work/log" 2>&1 &
pid=$!
trap 'kill $pid 2>/dev/null; wait $pid; rm -rf "$work"' EXIT
cd "$puzzles" || exit 99
[ "$("$ratchet" health --wait)" = ok ] || { cat "$work/log"; exit 99; }

# The last column of the rules' statistics is time, and as wide as it comes; in JSON times have an object of their own.
timeless() {
    sed -E '/^rule |^[a-z_.]+ .* [0-9]+$/ { s/ +[0-9]+$//; s/ +/ /g }; s/,"timing":\{[^}]*\}//' "$1" >"$1.timeless"
}

# Both streams and the exit code are those of the command for that operation (solve).
op=solve
same() {
    "$ratchet" $op "$@" >"$work/a" 2>"$work/ae" </dev/null
    a=$?
    "$ratchet" submit --wait --op $op "$@" >"$work/b" 2>"$work/be" </dev/null
    b=$?
    timeless "$work/a" && timeless "$work/b"
    [ $a -eq $b ] && cmp -s "$work/a.timeless" "$work/b.timeless" && cmp -s "$work/ae" "$work/be" && return 0
    echo "# exit codes $a and $b"
    diff "$work/a" "$work/b" | sed 's/^/# /'
    diff "$work/ae" "$work/be" | sed 's/^/# /'
    return 1
}
# The same with the file on standard input.
piped() {
    "$ratchet" solve - <"$1" >"$work/a" 2>"$work/ae"
    a=$?
    "$ratchet" submit --wait - <"$1" >"$work/b" 2>"$work/be"
    [ $a -eq $? ] && cmp -s "$work/a" "$work/b" && cmp -s "$work/ae" "$work/be"
}
for arguments in heart.nin 'heart.nin owl.nin' malformed/letters.nin tricky/two-solutions-2x2.nin \
    tricky/no-solution-3x3.nin 'tricky heart.nin' 'heart.nin malformed/letters.nin owl.nin' \
    '--keep-going heart.nin malformed/letters.nin owl.nin' '--no-search tricky/two-solutions-2x2.nin' \
    '--disable nonogram.overlap --stats heart.nin' '--only-rules nonogram.complete --no-search heart.nin' \
    '--only-rules none --no-search heart.nin' '--only-rules nonogram.* heart.nin' \
    '--only-rules all --disable nonogram.line --enable nonogram.line --enable nonogram.blocks --stats owl.nin' \
    '--only-rules none --enable nonogram.line --no-search heart.nin' \
    malformed '--keep-going malformed' tricky/two-puzzles.xml 'tricky/two-puzzles.xml#2' 'tricky/two-puzzles.xml#9' \
    malformed/binary.nin 'owl.nin missing.nin heart.nin' '--keep-going owl.nin missing.nin heart.nin' \
    ../masyu/ten.masyu ../masyu/pearls.ids '--type masyu heart.nin' '--color always ../masyu/ten.masyu' '-qq heart.nin' \
    '--first tricky/two-solutions-2x2.nin' '--max-solutions 5 tricky/six-solutions-3x3.nin'; do
    same $arguments
    report $? "submit --wait $arguments prints what solve prints"
done

# One puzzle with rubbish behind it, rubbish that is no UTF-8, and a puzzle with a warning.
printf 'pzprv3/\nmashu/\n3/\n3/\n' >"$work/warned"
printf '3:bg\n\352\n' >"$work/rubbish.sgt"
printf 'https://puzz.link/p?masyu/3/3/300300300\nhttps://puzz.link/p?\353h/1/1/\n' >"$work/rubbish.link"
for arguments in heart.nin 'heart.nin owl.nin' malformed/letters.nin 'tricky heart.nin' '--keep-going malformed' \
    "$work/rubbish.sgt" "$work/rubbish.link" "$work/warned" "-q $work/warned" '--keep-going owl.nin missing.nin heart.nin' '--no-search owl.nin' \
    tricky/two-puzzles.xml 'tricky/two-puzzles.xml#9' '--stats tricky/six-solutions-3x3.nin' '-q heart.nin owl.nin' \
    '--mem-limit 20k tricky/two-puzzles.xml' '--keep-going --mem-limit 20k tricky/two-puzzles.xml'; do
    same $arguments && same --json $arguments
    report $? "submit --wait $(echo "$arguments" | sed "s,$work/,,") prints what solve prints, in words and in JSON"
done
for file in heart.nin tricky/two-puzzles.xml malformed/binary.nin malformed/short.pbm; do
    piped $file
    report $? "submit --wait - prints what solve - prints of $file"
done

"$ratchet" solve heart.nin 2>/dev/null | sed -n 1,10p >"$work/heart.grid"
sed '2,$ s/[#.]/?/g' "$work/heart.grid" >"$work/heart.marks"
tr '#.' '.#' <"$work/heart.grid" >"$work/heart.wrong"
for arguments in 'solve' 'unique' 'hint' 'explain' 'grade'; do
    op=$arguments
    same --marks "$work/heart.marks" heart.nin
    report $? "submit --wait --op $op --marks prints what $op --marks prints"
done
same --marks "$work/heart.marks" tricky/two-puzzles.xml
report $? 'and so it does where the file holds two puzzles'
op=verify
for grid in grid wrong marks missing; do
    "$ratchet" verify heart.nin "$work/heart.$grid" >"$work/a" 2>"$work/ae"
    a=$?
    "$ratchet" submit --wait --op verify --solution "$work/heart.$grid" heart.nin >"$work/b" 2>"$work/be"
    [ $a -eq $? ] && cmp -s "$work/a" "$work/b" && cmp -s "$work/ae" "$work/be"
    report $? "submit --wait --op verify --solution heart.$grid prints what verify prints"
done
for arguments in heart.nin tricky/goal-only.xml tricky/saved-state.xml; do
    same $arguments
    report $? "submit --wait --op verify $arguments prints what verify prints"
done

for op in hint explain; do
    same --json malformed/empty.nin && same malformed/empty.nin
    report $? "submit --wait --op $op of an empty file prints what $op prints"
done
for arguments in 'explain --steps 2..3 heart.nin' 'explain --steps 99 heart.nin' 'hint heart.nin' 'hint --level 3 --all heart.nin' 'hint tricky/two-solutions-2x2.nin' \
    'hint tricky/two-puzzles.xml' 'hint heart.nin owl.nin' 'explain heart.nin owl.nin' 'explain tricky/two-puzzles.xml' \
    'explain heart.nin' 'explain tricky/no-solution-3x3.nin' 'explain --only-rules nonogram.complete heart.nin' \
    'grade heart.nin owl.nin' 'grade --disable nonogram.edges heart.nin'; do
    op=${arguments%% *}
    same ${arguments#* }
    report $? "submit --wait --op $arguments prints what $op prints"
done

op=generate
for arguments in 'nonogram --size 6x5' 'nonogram --size 5x5 --symmetry turn --seed 3' 'masyu --size 6x6 --minimal' \
    'nonogram --size 3x3 --grade 9 --tries 3' 'nonogram --picture heart.nin' "nonogram --picture $work/heart.grid" \
    'nonogram --minimal' '-q nonogram --size 5x5' "nonogram --picture $work/missing" 'sudoku --grade 1..3 --tries 50'; do
    "$ratchet" generate $arguments >"$work/a" 2>"$work/ae"
    a=$?
    "$ratchet" submit --wait --op generate $arguments >"$work/b" 2>"$work/be"
    [ $a -eq $? ] && cmp -s "$work/a" "$work/b" && cmp -s "$work/ae" "$work/be" && same --json $arguments
    report $? "submit --wait --op generate ${arguments%"$work"*} prints what generate prints"
done

# is CODE WANTED COMMAND...: exit code and standard output
is() {
    code=$1 wanted=$2
    shift 2
    got=$("$ratchet" "$@" 2>"$work/err" </dev/null)
    status=$?
    [ $status -eq "$code" ] && [ "$got" = "$wanted" ] && return 0
    printf '%s\n' "exit code $status: $got" "$(cat "$work/err")" | sed 's/^/# /'
    return 1
}
is 65 '' submit --marks malformed/binary.nin heart.nin && grep -q 'no grid' "$work/err"
report $? 'marks that are no text'
{ echo 12 12; yes 1 | head -n 24; } >"$work/slow"
timeout --preserve-status -s INT 0.5 "$ratchet" submit --wait --tag slow --op count --max-solutions 1000000000 "$work/slow"
[ $? -eq 130 ] && id=$("$ratchet" ls --tag slow | cut -d ' ' -f 1) && "$ratchet" ls --tag slow | grep -q running &&
    "$ratchet" cancel "$id" | grep -q cancelled
report $? 'Ctrl-C ends the waiting with 130, and not the job'
job=$("$ratchet" submit --tag mine --key once --op count tricky/six-solutions-3x3.nin)
is 0 'tricky/six-solutions-3x3.nin: 6 solutions' wait "$job"
report $? 'wait prints the result'
is 0 "$job" submit --tag mine --key once --op count tricky/six-solutions-3x3.nin
report $? 'the same key is the same job'
is 1 '' submit --key once heart.nin
report $? 'but not for other work'
is 0 "$(printf '%-10s %-8s %-10s %s' "$job" count done several)" ls --tag mine
report $? 'ls lists by tag'
is 0 "$("$ratchet" ls | grep failed)" ls --state failed && [ -n "$got" ] && is 0 '' ls --state dead && is 2 '' ls --state broken
report $? 'ls --state lists by state'
is 0 "$(printf '%-10s %s' "$job" 'done several')" watch "$job"
report $? 'watch ends with the job'
is 0 "$(printf '%-10s %-8s %-10s %s' "$job" count done several)" cancel "$job"
report $? 'cancel leaves what is done'
is 0 '' delete "$job"
report $? 'delete'
is 1 '' wait "$job"
report $? 'a deleted job is not there'
is 0 ok health
report $? 'health'
is 0 '{"generation":2}' reload
report $? 'reload'
is 2 '' submit --op guess heart.nin
report $? 'an unknown operation is a usage error'
head -c 600000 /dev/zero | tr '\0' x >"$work/larger"
is 65 '' submit "$work/larger" && grep -q "^ratchet: $work/larger: .*see max_job" "$work/err"
report $? 'an input over max_job is named'
for arguments in '--priority x' '--priority 10' '--level 4 --op hint' '--max-solutions 0' '--steps 3..1 --op explain' '--steps 1' \
    '--op unique --max-solutions 2' '--op generate --size 5' '--marks heart.nin --solution heart.nin' '--marks heart.nin owl.nin'; do
    is 2 '' submit $arguments heart.nin
    report $? "submit $arguments is a usage error"
done
"$ratchet" stats | grep -q '"generation":2' && "$ratchet" metrics | grep -q '^ratchet_generation 2$'
report $? 'stats and metrics'
# With files that can't grow over 150 kB the store refuses soon.
(ulimit -f 300 && exec "$daemon" --set daemon.data_dir="$work/small" --set daemon.socket="$work/full") >>"$work/log" 2>&1 &
full=$!
"$ratchet" health --wait --set daemon.socket="$work/full" >/dev/null
head -c 200000 /dev/zero | tr '\0' x >"$work/large"
is 75 '' submit "$work/large" --set daemon.socket="$work/full" && grep -q "^ratchet: $work/large: .*the job store fails: disk I/O error" "$work/err"
report $? 'a store that fails makes submit exit with 75, and say why'
is 1 read_only health --set daemon.socket="$work/full" && grep -q '^ratchet: disk I/O error; mend the disk' "$work/err"
report $? 'health says why on standard error'
kill $full
"$ratchet" drain >/dev/null && wait $pid
report $? 'drain ends the daemon with 0'
is 69 '' health
report $? 'without a daemon the exit code is 69'
plan
