#!/bin/sh
# masyu_outcomes.sh RATCHET TAP.SH SEEDS PUZZLES: files of each format are recognised among all formats; then a board
# that needs a rule which joins late; then every Masyu file of the folder through the program, with the outcome that its
# list expects. Without the folder that is skipped.
ratchet=$1
. "$2"
seeds=$3
masyu=$4/masyu
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')

for folder in "$seeds"/masyu.*; do
    format=${folder##*/}
    for file in "$folder"/*; do
        "$ratchet" render --json "$file" >"$work/out" 2>"$work/err"
        if ! grep -qF "\"format\":\"$format\"" "$work/out"; then
            echo "# $file is taken for something else:"
            sed 's/^/# /' "$work/out" "$work/err"
            false
        fi
        report $? "$format: ${file##*/}"
    done
done

# A board with few pearls is hard without loop.regions, which joins late, and not where it is left out.
sparse=${0%/*}/masyu/sparse-20x20.masyu
conflicts() {
    "$ratchet" unique --stats --node-limit 20000 "$@" "$sparse" 2>&1 | awk '$1 == "conflicts" { print $2 }'
}
[ "$(conflicts)" -lt 2000 ]
report $? 'a late rule joins after 100 conflicts'
[ "$(conflicts --set search.late_after=3000)" -gt 3000 ]
report $? 'late_after says when'
[ "$(conflicts --disable loop.regions)" -gt 5000 ]
report $? 'and not at all where it is disabled'

if [ ! -d "$masyu" ]; then
    skip 'real files' 'no folder with puzzles was given'
    plan
    exit 0
fi

# All verdicts at once: FILE<tab>verdict, FILE as in the lists.
"$ratchet" unique --keep-going --to ascii "$masyu" 2>&1 >/dev/null |
    sed -n "s|^$masyu/\(.*\): \([a-z]*\)\$|\1$tab\2|p" >"$work/verdicts"

# expect NAME: the lines FILE<tab>verdict in `expected` are all among the verdicts
expect() {
    sort "$work/expected" >"$work/list"
    sort "$work/verdicts" | comm -23 "$work/list" - >"$work/missing"
    sed 's/^/# not so: /' "$work/missing"
    [ -s "$work/expected" ] && [ ! -s "$work/missing" ]
    report $? "$1"
}

awk -F '\t' 'NR > 1 && $1 { sub(/ .*/, "", $2); sub(/multi/, "several", $2); print $1 "\t" $2 }' "$masyu/expected.tsv" \
    >"$work/expected"
expect 'files of rows'
awk 'NR > 1 { print "stay/puzzle-masyu.tsv#" NR - 1 "\tunique" }' "$masyu/stay/puzzle-masyu.tsv" >"$work/expected"
expect 'a table of rows'
# The list counts the board with flag f under the rules without it: 10 loops, of which 1 visits every cell.
awk -F '\t' '{ sub(/multi/, "several", $NF); print "stay/puzzlink/urls.tsv#" NR "\t" ($2 ~ /\/f\// ? "unique" : $NF) }' \
    "$masyu/stay/puzzlink/urls.tsv" >"$work/expected"
expect 'a table of addresses'
for file in "$masyu"/own/sgt/*.ids; do
    verdict=unique
    case $file in *n.ids) verdict=several ;; esac
    awk -v file="own/sgt/${file##*/}" -v verdict=$verdict 'NF { print file "#" ++n "\t" verdict }' "$file"
done >"$work/expected"
expect 'game ids'
for file in "$masyu"/stay/stress/*.txt; do
    printf 'stay/stress/%s\tseveral\n' "${file##*/}"
done >"$work/expected"
expect 'boards with pearls removed'

# verify says first what pzpr's checker says first.
reason() {
    case $1 in
    brNoLine) echo 'there is no line on the board' ;;
    lnBranch) echo 'the line branches' ;;
    lnCross) echo 'the line crosses itself' ;;
    mashuWCurve) echo 'the line turns on a white pearl' ;;
    mashuBStrig) echo 'the line goes straight on a black pearl' ;;
    mashuBCvNbr) echo 'the line turns right next to a black pearl' ;;
    mashuWStNbr) echo 'the line turns on neither side of a white pearl' ;;
    mashuOnLine) echo 'the line misses a white pearl' ;;
    lnDeadEnd) echo 'the line has a dead end' ;;
    lnPlLoop) echo 'there is more than one loop' ;;
    null) echo 'solution' ;;
    esac
}
while IFS=$tab read -r file code rest; do
    "$ratchet" verify "$masyu/stay/pzprjs-negative/$file" >"$work/out" 2>"$work/err"
    grep -qF ": $(reason "$code")" "$work/out" || grep -qF ": not a solution: $(reason "$code")" "$work/out"
    result=$?
    [ $result -eq 0 ] || sed "s/^/# $rest: /" "$work/out" "$work/err"
    report $result "verify: $code"
done <"$masyu/stay/pzprjs-negative/failcheck.tsv"
plan
