#!/bin/sh
# baseline_test.sh BENCH-BASELINE: verdicts on boards small enough to see them, in every format, by every solver.
baseline=$(realpath "$1") || exit 99
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
tests=0
solvers=
command -v clingo >/dev/null && solvers=--clingo

report() {
    tests=$((tests + 1))
    [ "$1" -eq 0 ] && echo "ok $tests - $2" || echo "not ok $tests - $2"
}

# plant FILE TEXT
plant() {
    # shellcheck disable=SC2059
    printf "$2" >"$1"
}

# gives FILE VERDICT...: the puzzles of the file, in their order, all solutions checked
gives() {
    file=$1
    shift
    # shellcheck disable=SC2086
    "$baseline" --repeat 1 $solvers --verdicts verdicts "$file" >printed 2>&1 || sed 's/^/# /' printed
    is=$(awk -F'\t' 'NR > 1 { print $3 == "yes" && ($7 == "-" || $7 == $2) ? $2 : "WRONG" }' verdicts | xargs)
    [ "$is" = "$*" ]
    report $? "$file: $* (is: $is)"
}

# refuses FILE TEXT
refuses() {
    "$baseline" "$1" >figures 2>printed
    [ $? -eq 65 ] && grep -q "$2" printed
    report $? "$1 is refused: $2"
}

plant unique.nin '3 3\n1\n3\n1\n1\n3\n1\n'
gives unique.nin unique
plant several.nin '2 2\n1\n1\n1\n1\n'
gives several.nin several
plant none.nin '2 2\n2\n0\n2\n0\n'
gives none.nin none
plant blank.nin '\n1 1\n\n0\n0'
gives blank.nin unique
plant wide.nin '9 1\n4 4\n1\n1\n1\n1\n0\n1\n1\n1\n1\n'
gives wide.nin unique
# shellcheck disable=SC2016 # those are no variables
plant batch.txt '$1\n1\n1\n1\n1\n$2\n2\n2\n2\n2\n$3\n2\n\n1\n1\n'
gives batch.txt several unique unique
plant ring.txt 'B.B\n...\nB.B\n'
gives ring.txt unique
plant alone.txt 'B...\n....\n....\n....\n'
gives alone.txt several
plant bare.txt '...\n...\n'
gives bare.txt several
plant square.txt '..\n..\n'
gives square.txt unique
plant corner.txt 'W..\n...\n...\n'
gives corner.txt none
plant line.txt '....\n'
gives line.txt none
plant full.txt 'all_cells\n....\n....\n'
gives full.txt unique
plant table.tsv 'name\trows\tw\nfirst\tB.B/.../B.B\t3\nsecond\tW../.../...\t3\n'
gives table.tsv unique none
plant urls.tsv '# names\nx\tmashu/3/3/k0k\tsource\nhttps://puzz.link/p?mashu/f/3/3/000\n'
gives urls.tsv unique none
plant loops.txt 'slither/5/5/cbcbcddad\nslither/2/2/j\nslither/1/1/4\nslither/2/2/0g5\nslither/2/1/33\n'
gives loops.txt unique several unique none unique
plant boards.sdm '1.....3..4.....2\n1...............\n11..............\n'
gives boards.sdm unique several none
plant six.sdm '12345645612323156456423131264564531.\n.2..5.4..1....1..45..2....2..5.4..1.\n'
gives six.sdm unique several
gives . several several several unique unique unique unique several none none unique none unique several unique none \
    unique none unique several unique several unique unique none unique unique none unique

plant digits.sdm '1.....3..4.....2\n1.....3..4.....7\n'
refuses digits.sdm 'digits.sdm:2: a value above 4'
plant short.nin '2 2\n1\n1\n1\n'
refuses short.nin 'short.nin:4: the file ends after 3 of 4'
plant ragged.txt 'B..\n..\n'
refuses ragged.txt 'ragged.txt:2: this row'
plant huge.nin '70000 70000\n1\n'
refuses huge.nin 'huge.nin:1: a board is'
plant digits.url 'mashu/3/3/kk\n'
refuses digits.url 'digits.url:1: a 3 x 3 board takes 3 digits'
echo "1..$tests"
