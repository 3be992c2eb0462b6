#!/bin/sh
# cli_test.sh RATCHET TAP.SH FOREIGN-FOLDER: the real program over small files; what it prints, where, and how it exits.
# shellcheck disable=SC2317
ratchet=$(realpath "$1")
. "$2"
foreign=$(realpath "$3")
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
export XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" NO_COLOR=1
unset CLICOLOR_FORCE

printf '3 3\n1\n3\n1\n1\n3\n1\n' >unique.nin
printf '2 2\n1\n1\n1\n1\n' >several.nin
printf '3 3\n1 1\n1\n1 1\n1 1\n1\n3\n' >bad.nin
printf '3 3\n1 1\n0\n1 1\n2\n0\n2\n' >none.nin
# One cell a row and column: n! solutions.
ones() {
    printf '%s %s\n' "$1" "$1"
    yes 1 | head -n $((2 * $1))
}
ones 3 >six.nin
ones 16 >many.nin

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
out_is() {
    printf '%s\n' "$@" | cmp -s - out && return 0
    sed 's/^/# out: /' out
    return 1
}
holds() {
    grep -qF -- "$2" "$1" && return 0
    echo "# no '$2' in $1:"
    sed 's/^/# /' "$1"
    return 1
}
silent() {
    [ ! -s "$1" ] && return 0
    sed "s/^/# $1: /" "$1"
    return 1
}
lines() {
    [ "$(wc -l <"$1")" -eq "$2" ]
}
check() {
    name=$1
    shift
    "$@"
    report $? "$name"
}

# Under AddressSanitizer there is no limit of address space, no catching of crashes, and plugins have constructors.
sanitized() {
    grep -q __asan_init "$ratchet"
}

# ---- verdicts and exit codes
t() { run 0 solve unique.nin && out_is .#. '###' .#. 'unique.nin: unique' && silent err; }
check 'solve prints grid and verdict' t
t() { run 4 solve several.nin && holds out 'several.nin: several' && lines out 3; }
check 'solve: several is 4, one grid' t
t() { run 3 solve none.nin && out_is 'none.nin: none'; }
check 'solve: none is 3' t
t() { run 4 unique several.nin && holds out 'Solution 2:' && holds out 'They differ in 4 places: r1c1 r1c2 r2c1 r2c2'; }
check 'unique shows two solutions and where they differ' t
t() { run 0 unique unique.nin && out_is 'unique.nin: unique'; }
check 'unique prints the verdict only' t
t() { run 0 count six.nin && out_is 'six.nin: 6 solutions' && run 3 count none.nin && out_is 'none.nin: 0 solutions'; }
check 'count' t
t() { run 0 count six.nin --max-solutions 6 && out_is 'six.nin: 6 solutions' &&
    run 5 count six.nin --max-solutions 5 && out_is 'six.nin: at least 5 solutions'; }
check 'count --max-solutions: exact to the limit, then "at least"' t
t() { run 4 solve six.nin --max-solutions 3 && holds out 'Solution 3:' && holds out 'six.nin: several'; }
check 'solve --max-solutions prints so many' t
t() { run 0 solve --first six.nin && holds out 'six.nin: solved'; }
check '--first' t
t() { run 5 solve --no-search six.nin && holds out 'six.nin: unknown (the rules found no more' && lines out 4; }
check '--no-search: stuck is 5, with the partial grid' t
t() {
    run 30 solve --exit-codes=sat unique.nin && run 10 solve --exit-codes=sat several.nin &&
        run 20 solve --exit-codes sat none.nin && run 0 solve --exit-codes=sat --no-search six.nin &&
        run 10 solve --exit-codes=sat --first six.nin
}
check '--exit-codes=sat' t

# ---- verify, render, marks
t() { run 0 solve unique.nin && cp out grid && run 0 verify unique.nin grid && out_is 'unique.nin: solution'; }
check 'verify takes what solve prints' t
t() { printf '#..\n###\n.#.\n' >grid && run 3 verify unique.nin grid && holds out 'unique.nin: not a solution: ' &&
    holds out 'column 1'; }
check 'verify: what is broken, and where' t
t() { printf '.#.\n###\n???\n' >grid && run 3 verify unique.nin grid && holds out 'the grid is not complete (r3c1)'; }
check 'verify: an open cell' t
t() { printf '.#.\n' >grid && run 65 verify unique.nin grid && holds err 'grid'; }
check 'verify: a grid of another size is bad input' t
t() { run 2 verify unique.nin && holds err 'name the file of the solution'; }
check 'verify without a solution' t
t() { run 0 render unique.nin && lines out 3; }
check 'render draws the puzzle' t
t() { run 0 solve unique.nin --to ascii && cp out grid && out_is .#. '###' .#. && holds err 'unique.nin: unique'; }
check 'solve --to: nothing but the picture' t
t() { run 0 render unique.nin --solution grid && out_is .#. '###' .#.; }
check 'render --solution' t
t() { run 0 render unique.nin --to svg && holds out '<svg' && run 0 render unique.nin --to ansi; }
check 'render --to svg, ansi' t
t() { run 2 render unique.nin --to gif && holds err 'ascii, ansi, svg, png'; }
check 'render --to what is not there' t
# PNG takes a module of its own; a program away from its build tree has none.
png_module=$(dirname "$ratchet")/png/png.so
t() { sanitized && return 0
    cp "$ratchet" alone && folders=$(dirname "$ratchet")/../plugins:$(dirname "$ratchet")/../rules
    ./alone solve unique.nin --set plugins.path="$folders" --to png >out 2>err; [ $? -eq 1 ] && silent out &&
        holds err 'drawing PNG needs librsvg: install librsvg2-2'; }
check '--to png without its module says what to install' t
t() { sanitized && return 0     # what librsvg keeps for good is no leak of ours
    [ -f "$png_module" ] || { run 1 render unique.nin --to png && holds err 'drawing PNG needs librsvg'; return; }
    run 0 render unique.nin --to png && head -c 4 out | tail -c 3 | cmp -s - "$work/PNG" &&
        run 4 unique several.nin --to png && head -c 4 out | tail -c 3 | cmp -s - "$work/PNG"; }
printf PNG >PNG
check 'render and unique --to png' t
t() { run 4 solve six.nin --max-solutions 3 --to svg && [ "$(grep -c '</svg>' out)" -eq 1 ] && holds out differs &&
    holds err 'these are the first of 3'; }
check 'more solutions than an SVG shows' t
t() { run 2 render unique.nin several.nin --to png && holds err 'a PNG holds one puzzle'; }
check 'one PNG for two puzzles' t
t() { run 0 render --animate unique.nin && holds out '@keyframes' && holds err 'unique.nin: solved' &&
    run 0 render --animate --to svg unique.nin && cp out again.svg && run 0 render --animate unique.nin && cmp out again.svg; }
check 'render --animate: an SVG that moves, the same each time' t
t() { run 3 render --animate none.nin && holds out '<svg'; }
check 'render --animate without solution shows how far it gets' t
t() { run 2 render --animate --to ansi unique.nin && holds err 'leave out --to ansi' &&
    run 2 render --animate --solution grid unique.nin && holds err 'leave out --solution'; }
check 'render --animate with what does not go with it' t
t() { printf '#?\n??\n' >marks && run 0 solve several.nin --marks marks && out_is '#.' '.#' 'several.nin: unique'; }
check 'solve --marks starts from them' t
t() { printf '##\n??\n' >marks && run 3 solve several.nin --marks marks && holds out none; }
check 'solve --marks that contradict' t
t() { run 2 solve several.nin unique.nin --marks marks --keep-going && holds err 'a grid goes with one puzzle'; }
check '--marks with several puzzles' t

# A file of pzpr holds an answer and work under way in one: its lines, and its crosses.
pzprv3() { printf 'pzprv3\nmashu\n3\n3\n. 1 .\n. . .\n. . .\n'; printf '%s\n' "$@"; }
pzprv3 '1 1' '0 0' '1 1' '1 0 1' '1 0 1' >ring.pzprv3
pzprv3 '1 0' '0 0' '0 0' '1 -1 0' '0 0 0' >begun.pzprv3
t() { run 0 verify ring.pzprv3 && out_is 'ring.pzprv3: solution' &&
    run 3 verify begun.pzprv3 && holds out 'has a dead end'; }
check 'verify takes the lines of a pzprv3 file for its answer' t
t() { run 4 solve begun.pzprv3 --marks begun.pzprv3 && holds out '┌─○─┐' &&
    run 0 render begun.pzprv3 --solution ring.pzprv3 && holds out '┌─○─┐'; }
check 'marks and solutions out of files of other formats' t
t() { run 0 convert --to task ring.pzprv3 && out_is '3x3:aWg:yynnyyynyyny' && cp out ring.task &&
    run 0 convert --to pzprv3 ring.task && sed -i 's/ *$//' out && cmp out ring.pzprv3; }
check 'convert takes the solution along' t

# ---- inputs
t() { "$ratchet" solve - <unique.nin >out 2>err && out_is .#. '###' .#. '-: unique'; }
check 'standard input' t
t() { run 66 solve missing.nin && silent out && holds err 'missing.nin: '; }
check 'a missing file is 66' t
t() { run 0 render 'https://puzz.link/p?mashu/v:/2/2/1i' && holds err 'masyu.puzzlink: line 1: the address says' &&
    run 0 convert --to sgt 'https://puzz.link/p?mashu/v:/2/2/1i' && holds err 'masyu.puzzlink: line 1' &&
    run 0 render -q 'https://puzz.link/p?mashu/v:/2/2/1i' && silent err; }
check 'what a format finds doubtful is said, once' t
t() { ln -sf loop.nin loop.nin && run 66 solve loop.nin && holds err 'loop.nin: '; }
check 'a file that can not be opened is 66' t
rm -f loop.nin
t() { run 65 solve bad.nin && silent out && holds err 'bad.nin:' && lines err 1; }
check 'a bad puzzle is 65, with file and sentence' t
t() { : >empty.nin && run 65 solve empty.nin && holds err 'empty.nin: it is empty' && rm empty.nin; }
check 'an empty file' t
t() { sanitized && return 0
    truncate -s 1G zeros.nin && (ulimit -v 500000 && run 65 solve zeros.nin) && holds err '64 MiB' && rm zeros.nin; }
check '1 GiB of zeros is refused at once' t
t() { head -c 100000 /dev/zero >zeros.nin && run 65 solve zeros.nin && holds err 'NUL' && rm zeros.nin; }
check 'a file of zeros' t
t() { "$ratchet" solve - </dev/zero >out 2>err; [ $? -eq 65 ] && holds err 'NUL'; }
check 'endless zeros' t
t() { head -c 3000 "$ratchet" >binary.nin && run 65 solve binary.nin && lines err 1 && rm binary.nin; }
check 'a binary file' t
t() { run 66 verify unique.nin . && holds err 'it is a directory'; }
check 'a directory where a file is needed' t
t() { run 65 solve unique.nin --format nonogram.non && holds err 'unique.nin:' &&
    run 2 solve unique.nin --format nonogram.nim && holds err 'did you mean nonogram.nin?' &&
    run 0 solve unique.nin --format nonogram.nin --type nonogram; }
check '--format, --type' t
t() { run 65 solve unique.nin --type masyu && holds err 'masyu'; }
check '--type of another puzzle' t

# ---- several inputs
t() { run 3 solve unique.nin several.nin none.nin && out_is 'unique.nin: unique' 'several.nin: several' \
    'none.nin: none' '3 puzzles: 1 unique, 1 several, 1 none' && silent err; }
check 'several files: a verdict each, a summary, the worst code' t
t() { run 65 unique unique.nin bad.nin several.nin && out_is 'unique.nin: unique' 'bad.nin: error' \
    '2 puzzles: 1 unique, 1 error; 1 input left out (--keep-going goes on behind a bad one)'; }
check 'a bad input ends the run' t
t() { run 65 unique --keep-going bad.nin missing.nin several.nin && holds out 'several.nin: several' &&
    holds out '3 puzzles: 1 several, 2 error'; }
check '--keep-going' t
t() { run 0 unique -q unique.nin unique.nin && lines out 2 && run 0 unique -qq unique.nin && silent out; }
check '-q: no summary; -qq: nothing' t
t() {
    mkdir -p folder/deep && cp unique.nin folder/b.nin && cp several.nin folder/deep/a.nin && cp none.nin folder/a.nin &&
        echo 'a letter to nobody' >folder/README && cp unique.nin folder/.hidden.nin &&
        run 3 unique folder && out_is 'folder/a.nin: none' 'folder/b.nin: unique' 'folder/deep/a.nin: several' \
        '3 puzzles: 1 unique, 1 several, 1 none; 1 file passed over' && silent err &&
        run 3 unique -v folder/ && holds err 'passed over: folder/README'
}
check 'a folder is walked in order; what is no puzzle is passed over' t
t() { for i in 1 2 3 4 5 6; do set -- "$@" unique.nin several.nin six.nin none.nin bad.nin; done
    run 65 solve --keep-going "$@" && cp out one && cp err one.err &&
        run 65 solve --keep-going -j 2 "$@" && cmp out one && cmp err one.err && run 65 solve --keep-going -j0 "$@" &&
        cmp out one && run 65 solve "$@" && cp out one && run 65 solve -j4 "$@" && cmp out one; }
check '-j: the output does not depend on it' t
t() {
    cat >batch.taai <<'F'
$1
1
1
1
1
$2
1
2
2
1
F
    run 4 unique batch.taai && out_is 'batch.taai#1: several' 'batch.taai#2: unique' '2 puzzles: 1 unique, 1 several' &&
        run 0 solve 'batch.taai#2' && holds out 'batch.taai#2: unique' && lines out 3 &&
        run 66 solve 'batch.taai#3' && holds err 'there is no puzzle 3, it holds 2'
}
check 'several puzzles in a file: FILE#1, FILE#2' t
t() { run 0 solve unique.nin unique.nin --to ascii && lines out 8 && run 2 solve unique.nin unique.nin --to svg &&
    holds err 'an SVG holds one puzzle'; }
check 'pictures of several' t

# ---- JSON, statistics, trace
without_times() { sed 's/"timing":{[^}]*}*//' out; }
t() { run 4 unique several.nin --json --stats && without_times >one && run 4 unique several.nin --json --stats &&
    without_times | cmp - one && lines out 1 && holds out '"outcome":"several"' &&
    holds out '"differ":["r1c1","r1c2","r2c1","r2c2"]' && holds out '"nonogram.line":{'; }
check '--json: one line, the same bytes but for times' t
t() { run 65 solve --json bad.nin && holds out '"error":{"code":65' && lines out 1; }
check '--json: errors too' t
t() { printf '###\n###\n.#.\n' >grid2 && run 3 verify unique.nin grid2 --json &&
    holds out '"broken":"'; }
check '--json: verify' t
t() { run 4 unique --json unique.nin several.nin && lines out 3 && holds out '{"summary":{"unique":1,"several":1'; }
check '--json: a summary of several' t
t() { command -v jq >/dev/null || return 0
    run 4 unique --json several.nin && jq -e '.timing.total >= 0 and .solutions == 2 and (.grids | length) == 2' out >/dev/null; }
check '--json is JSON' t
t() { run 0 solve unique.nin --stats && holds out 'variables of the puzzle' && holds out 'nonogram.line' &&
    run 0 solve unique.nin --stats=full && holds out 'conflicts' && run 2 solve unique.nin --stats=most; }
check '--stats, --stats=full' t
t() {
    run 0 solve unique.nin --trace=steps && lines steps 9 && run 0 solve unique.nin --trace && holds err '"step":9' &&
        run 0 solve unique.nin --trace=- && holds out '"place":"r2c2"' || return 1
    command -v jq >/dev/null || return 0
    [ "$(jq -r '[.step, .place] | join(" ")' steps | wc -l)" -eq 9 ] &&
        jq -e -s 'all(.[]; .rule and .scope and .place and .left) and any(.[]; .reason)' steps >/dev/null
}
check '--trace: a line of JSON for every narrowing' t
t() { run 1 solve unique.nin --trace=no/such/folder && holds err 'the trace can'; }
check '--trace: a file that can not be written' t

# ---- limits and interruption
t() { run 5 count many.nin --max-solutions 1000000000 --time-limit 50ms && holds out 'the time limit was hit'; }
check '--time-limit' t
t() { run 5 solve many.nin --node-limit 3 && holds out 'unknown (the node limit was hit'; }
check '--node-limit' t
t() { run 5 count many.nin --max-solutions 1000000000 --mem-limit 300k --node-limit 100000 && holds out 'limit was hit'; }
check '--mem-limit' t
t() { run 2 solve unique.nin --time-limit soon && holds err 'time' && run 2 solve unique.nin --node-limit many &&
    run 2 solve unique.nin --mem-limit lots && run 1 solve unique.nin --mem-limit 3 && holds err 'raise the memory limit'; }
check 'a limit that is none' t
interrupt() {
    "$ratchet" "$@" >out 2>err </dev/null &
    child=$!
    sleep 0.5
    kill -TERM $child
    wait $child
}
t() { interrupt count many.nin --max-solutions 1000000000 --stats; [ $? -eq 130 ] && holds out 'interrupted' &&
    holds out 'decisions of the search'; }
check 'interrupted: 130, with what was found and the statistics' t
t() { mkfifo pipe && { sleep 5 >pipe & sleeper=$!; interrupt solve pipe; code=$?; kill $sleeper; rm pipe
    [ $code -eq 130 ]; }; }
check 'interrupted while reading' t
t() { run 0 solve unique.nin --seed 7 && holds out unique; }
check '--seed' t

# ---- output
t() { [ -e /dev/full ] || return 0
    "$ratchet" solve unique.nin >/dev/full 2>err; [ $? -eq 1 ] && holds err "can't be written" &&
    { "$ratchet" --help >/dev/full 2>err; [ $? -eq 1 ]; }; }
check 'a full disk is a failure' t
t() { { "$ratchet" unique folder 2>err; echo $? >code; } | true; sleep 0.1; [ "$(cat code)" -eq 1 ] || [ "$(cat code)" -eq 3 ]; }
check 'a closed pipe does not kill' t
escape=$(printf '\033')
t() { run 0 solve unique.nin --color always && holds out "$escape" && run 0 solve unique.nin --color=never &&
    ! grep -q "$escape" out && CLICOLOR_FORCE=1 run 0 solve unique.nin && ! grep -q "$escape" out; }
check '--color over NO_COLOR over CLICOLOR_FORCE' t
t() { (unset NO_COLOR; CLICOLOR_FORCE=1 run 0 solve unique.nin) && holds out "$escape"; }
check 'CLICOLOR_FORCE over no terminal' t
t() { run 0 solve unique.nin --progress always && silent err && run 2 solve unique.nin --progress perhaps; }
check '--progress: nothing for what is over at once' t
t() { command -v script >/dev/null || return 0
    script -qec "'$ratchet' count many.nin --max-solutions 1000000000 --time-limit 1s" typescript >/dev/null </dev/null
    holds typescript 'known, ' && holds typescript "$escape[K"; }
check 'progress on a terminal, erased at the end' t

# ---- configuration
t() { run 0 solve unique.nin --set search.learn=no && run 2 solve unique.nin --set search.lern=no && holds err 'learn'; }
check '--set; a mistyped key' t
# Seven dominoes on a diagonal: small, and hard to prove unique. In a mode the search takes another way to the same end.
dominoes() {
    printf '17 17\n3\n'
    for k in 1 2 3 4 5 6 7; do printf '1\n3 1\n'; done
    printf '1\n1\n1\n1\n'
    for k in 1 2 3 4 5 6 7; do printf '1 3\n1\n'; done
    printf '3\n'
}
dominoes >dominoes.nin
in_mode() {
    run 0 unique dominoes.nin --stats --set search.extend_after=0 --set "search.modes=$1" && holds out ': unique' || return 1
    awk '$1 == "nonogram.line" { runs = $4 } $1 == "nodes" { nodes = $2 } END { print nodes, runs }' out >"mode.$1"
}
t() { in_mode none && in_mode rules && in_mode auxiliaries && in_mode both && ! cmp -s mode.none mode.auxiliaries &&
    [ $(($(cut -d' ' -f2 mode.rules) * 3 / 2)) -lt "$(cut -d' ' -f2 mode.none)" ] &&
    run 2 unique dominoes.nin --set search.modes=some && holds err 'none, rules, auxiliaries, both'; }
check '[search] modes: more or less work, the same verdict' t
t() { run 0 solve unique.nin --disable nonogram.line --json --stats && ! grep -q '"nonogram.line"' out &&
    run 0 solve unique.nin --disable nonogram.line --enable nonogram.line --json --stats && holds out '"nonogram.line"'; }
check '--disable, --enable: the last one counts' t
t() { run 2 solve unique.nin --disable nonogram.lime && holds err 'nonogram.line'; }
check '--disable what is not there' t
t() { run 0 solve unique.nin --only-rules nonogram.complete,nonogram.overlap --json --stats &&
    ! grep -q '"nonogram.line"' out && holds out '"nonogram.overlap"'; }
check '--only-rules' t
t() { run 5 solve -c human.ini six.nin && printf '[search]\nenabled = no\n' >own.ini && run 5 solve --config own.ini six.nin &&
    run 66 solve -c nobody.ini six.nin && holds err 'nobody.ini'; }
check '-c: a file, a shipped profile, nothing' t
# The article's worked example: its figures a row and a column, and the cells unknown after each sweep.
printf '10 10\n2 2\n7\n10\n8\n6\n4\n2\n2\n0\n0\n1\n3\n5\n6\n7\n7\n6\n5\n2\n1\n' >heart.nin
sweeps() { run 0 solve -c article-dfa-nonogram.ini --set scheduler.policy="$1" --stats=full heart.nin &&
    grep -Eq "^arrangements a row +21 4 1 3 5 7 9 9 1 1$" out && grep -Eq "^unknown after each sweep +$2$" out; }
t() { sweeps sweep '22 0 0' && grep -Eq '^product of the columns +103680000$' out && sweeps batch '50 16 5 0 0'; }
check "policy sweep and batch: the article's example" t
t() { run 0 solve -c human.ini heart.nin && holds out 'heart.nin: unique' &&
    run 5 solve --no-search --only-rules nonogram.edges heart.nin; }
check 'human.ini: what the rules for people find' t
t() {
    run 0 config effective && holds out 'no file: built-in defaults' && mkdir -p config/ratchet &&
        printf '[limits]\nnodes = 77\n' >config/ratchet/ratchet.ini && run 0 config effective &&
        holds out "the user's own file" && holds out 'ratchet.ini:2' && run 0 config effective -c human.ini --time-limit 3s &&
        holds out -- '--time-limit' && ! grep -q 'nodes = 77' out && rm -r config
}
check 'config effective: what holds and why' t
t() { printf '[serch]\nlearn = no\n' >wrong.ini && run 65 config check wrong.ini && holds err 'wrong.ini:' &&
    run 0 config check own.ini && holds out 'good' && run 65 solve -c wrong.ini unique.nin; }
check 'config check' t

# ---- generate
t() { run 0 generate nonogram --size 12x9 --seed 3 && cp out one.nonogram && holds err 'of level' && run 0 solve one.nonogram &&
    holds out 'unique' && lines out 10 && run 0 generate nonogram --size 12x9 --seed 3 && cmp -s out one.nonogram &&
    run 0 generate nonogram --size 12x9 --seed 4 && ! cmp -s out one.nonogram; }
check 'generate: unique, the same from the same seed' t
t() { run 0 generate nonogram --size 12x9 --seed 3 --json -q && silent err && lines out 1 && holds out '"outcome":"generated"' &&
    python3 -c 'import json, sys; print(json.load(sys.stdin)["puzzle"], end="")' <out | cmp -s - one.nonogram &&
    run 0 generate nonogram --size 4x4 --count 2 --to nin --json && lines out 2 && holds out '"puzzle":"4 4' &&
    run 5 generate nonogram --size 2x2 --grade 9 --tries 4 --json && holds out '"outcome":"unknown","error":{"code":5' &&
    run 2 generate nonogram --size 2 --json && silent out; }
check 'generate --json: an object a puzzle' t
t() { for how in mirror turn; do
    run 0 generate nonogram --symmetry $how -q && silent err && cp out even.nonogram && run 0 solve even.nonogram --to ascii &&
        { [ $how = mirror ] && rev out >turned || tac out | rev >turned; } && cmp -s out turned || return 1
    done; }
check 'generate --symmetry' t
t() { run 0 generate nonogram --size 8x8 --grade 2..6 --tries 500 && cp out hard.nonogram &&
    run 0 grade hard.nonogram --min 2 --max 6 && holds out 'level' && run 5 generate nonogram --size 2x2 --grade 9 --tries 4 &&
    silent out && holds err '4 random puzzles were tried'; }
check 'generate --grade, --tries: found, or said that it was not' t
t() { run 0 generate nonogram --count 2 --size 5x5 --progress always && [ "$(grep -c '^nonogram 5 5$' out)" -eq 2 ] &&
    run 0 generate nonogram --size 5x5 --to nin && holds out '5 5' && run 2 generate nonogram --to nothing &&
    holds err 'no format'; }
check 'generate --count, --to, --progress' t
t() { printf '.#.\n###\n.#.\n' >cross && run 0 generate nonogram --picture cross && holds err ' 0 changed' &&
    cp out cross.nonogram && run 0 solve cross.nonogram --to ascii && cmp -s out cross; }
check 'generate --picture: what is unique stays as it is' t
t() { printf '#.#.\n.#.#\n#.#.\n.#.#\n' >board && run 0 generate nonogram --picture board && holds err ' 1 changed' &&
    cp out board.nonogram && run 0 solve board.nonogram --to ascii && [ "$(cmp -l out board | wc -l)" -eq 1 ]; }
check 'generate --picture: one cell changed makes it unique' t
t() { printf 'aab\nbba\n.ab\n' >flag && run 0 generate nonogram --picture flag && cp out flag.nonogram &&
    run 0 solve flag.nonogram --to ascii && cmp -s out flag; }
check 'generate --picture: colours' t
# Two blocks in shades of red and blue, on a white that is not always the same.
shades() {
    awk 'BEGIN { print "P3 12 8 255"; for (y = 0; y < 8; y++) for (x = 0; x < 12; x++)
        if (x >= 1 && x < 5 && y && y < 7) print 200 + 3 * x, 20 + 4 * y, 10
        else if (x >= 7 && x < 11 && y > 1 && y < 6) print 10, 20 + x, 180 + 5 * y
        else print 255, 255, 250 + (x + y) % 2 * 5 }'
}
t() { shades >shades.ppm && run 0 generate nonogram --picture shades.ppm --colours 2 &&
    holds err 'the 41 colours of the picture became 2' && mv out two.nonogram && [ "$(grep -c '^colour' two.nonogram)" -eq 2 ] &&
    run 0 solve two.nonogram --to ascii && [ "$(sed -n 3p out | tr -d .)" = bbbbjjjj ] &&
    run 0 generate nonogram --picture shades.ppm && [ "$(grep -c '^colour' out)" -eq 41 ] &&
    run 1 convert two.nonogram --to ppm && holds err 'comes without' &&
    awk 'BEGIN { print "P3 8 8 255"; for (i = 0; i < 64; i++) print i, 2 * i, 0 }' >all.ppm &&
    run 65 generate nonogram --picture all.ppm && holds err 'more than 63 colours'; }
check 'generate --picture: a coloured picture; --colours says what it reduced' t
t() { run 0 generate nonogram --colours 3 --size 12x9 --symmetry turn -q && mv out three.nonogram && run 0 unique three.nonogram &&
    [ "$(grep -c '^colour' three.nonogram)" -eq 3 ] && run 0 solve three.nonogram --to ascii && tr -d '\n' <out >cells &&
    [ "$(rev cells)" = "$(cat cells)" ] && run 0 grade three.nonogram && holds out 'level' &&
    run 0 generate nonogram --colours 63 --size 20x20 -q && [ "$(grep -c '^colour' out)" -eq 63 ] &&
    run 2 generate nonogram --colours 64 && holds err '0 to 63' &&
    run 2 generate masyu --colours 3 && holds err 'no key `colours`'; }
check 'generate --colours' t
# Six loose cells, each of which can be one of two: a change settles one pair.
t() { printf '#.....\n.#....\n..#...\n...#..\n....#.\n.....#\n' >loose && run 5 generate nonogram --picture loose --changes 1 &&
    silent out && holds err 'after 1 changes' && run 0 generate nonogram --picture loose; }
check 'generate --changes: says when it cannot' t
t() { printf '#.\n..\n' >odd && run 65 generate nonogram --picture odd --symmetry turn && holds err 'symmetry' &&
    printf '#.\n.\n' >odd && run 65 generate nonogram --picture odd && holds err 'odd:2' &&
    printf '#x\n' >odd && run 65 generate nonogram --picture odd && run 66 generate nonogram --picture nobody &&
    run 65 generate nonogram --size 70000x1 && run 2 generate nonogram --size 7 && run 2 generate nonogram --grade 3..2 &&
    run 2 generate nonogram --picture board --count 2 && run 2 generate masyus && run 2 generate nonogram --changes 0; }
check 'generate: what is wrong' t
t() { run 0 generate masyu --size 12x9 --seed 3 && cp out one.masyu && run 0 solve one.masyu && holds out 'unique' &&
    run 0 solve one.masyu --to ascii && cp out loop && run 0 verify one.masyu loop && run 0 generate masyu --size 12x9 --seed 3 &&
    cmp -s out one.masyu && run 0 generate masyu --size 12x9 --seed 4 && ! cmp -s out one.masyu &&
    run 0 generate masyu --size 2x2 -q && [ "$(tr -d '\n' <out)" = 'masyu 2 2....' ]; }
check 'generate masyu: unique, the same from the same seed' t
t() { run 0 generate masyu --count 3 --size 5x7 --grade 1..6 --progress always && [ "$(grep -c '^masyu 5 7$' out)" -eq 3 ] &&
    run 0 generate masyu --size 6x6 --to puzzlink -q && holds out '?mashu/6/6/' && mv out one.url && run 0 unique one.url &&
    run 0 generate masyu --set 'puzzle masyu.white=both' -q && holds out 'white both' && cp out both.masyu &&
    run 0 unique both.masyu; }
check 'generate masyu: --count, --grade, --to, the variant' t
t() { for how in 'standard 3 solutions' 'both 1 solution' 'straight 4 solutions'; do
    printf 'masyu 5 2\nwhite %s\n..W..\n.....\n' "${how%% *}" >variant.masyu &&
        run 0 count variant.masyu && holds out ": ${how#* }" || return 1
    done; }
check 'a masyu says what its white pearls mean' t
t() { for how in mirror turn; do
    run 0 generate masyu --symmetry $how --minimal -q && tail -n +2 out >board &&
        { [ $how = mirror ] && rev board >turned || tac board | rev >turned; } && cmp -s board turned || return 1
    done; }
check 'generate masyu --symmetry' t
# Every pearl that is left out lets a second loop in.
t() { for seed in 1 2 3 4; do
    run 0 generate masyu --size 6x6 --minimal --seed $seed && holds err 'clues were left out' && cp out least.masyu &&
        run 0 unique least.masyu && rm -rf less && mkdir less &&
        awk '{ row[NR] = $0 } END { for (r = 2; r <= NR; r++) for (c = 1; c <= length(row[r]); c++)
            if (substr(row[r], c, 1) != ".") { file = "less/" r "-" c ".masyu"
                for (i = 1; i <= NR; i++)
                    print i == r ? substr(row[i], 1, c - 1) "." substr(row[i], c + 1) : row[i] >file } }' least.masyu &&
        run 4 unique less && [ "$(grep -c ': several' out)" -eq "$(tail -n +2 least.masyu | tr -cd WB | wc -c)" ] || return 1
    done; }
check 'generate masyu --minimal: no pearl can go' t
t() { run 65 generate masyu --size 1x5 && holds err 'no loop' && run 65 generate masyu --picture loop && holds err 'leave out --picture' &&
    run 65 generate masyu --set 'puzzle masyu.all_cells=yes' && holds err 'all_cells' &&
    run 65 generate nonogram --minimal && holds err 'leave out --minimal' && run 65 generate masyu --size 70000x3; }
check 'generate masyu: what is wrong' t

# ---- lists
t() { run 0 rules list && holds out 'nonogram.line' && run 0 rules list --json && holds out '"id":"nonogram.line"' &&
    run 0 rules info nonogram.line && holds out 'line.blocks/1' && run 2 rules info nonogram.lin &&
    holds err 'did you mean nonogram.line?' && run 2 rules info; }
check 'rules list, info' t

# A picture for masyu.patterns and what is wrong with others.
cat >good.patterns <<'END'
; a comment
pattern two whites beside a black one's way
W . W
  X
  B
END
t() {
    run 0 rules check-patterns good.patterns && holds out '3 boards' && holds out 'all are proved' &&
    run 0 rules check-patterns good.patterns --json && out_is '{"boards":3,"refused":0,"unproved":0}'
}
check 'rules check-patterns: proved' t
t() {
    printf 'pattern both sides turn\nvariants standard both\n.-W-.X.\n' >wrong.patterns
    run 1 rules check-patterns wrong.patterns && holds out 'refused: both sides turn (line 1, white = standard)' &&
    holds out '○' && ! grep -q 'white = both' out && run 1 rules check-patterns wrong.patterns --json &&
    holds out '"verdict":"refused"'
}
check 'rules check-patterns: one that does not follow is refused with a board' t
t() {
    printf 'pattern a\nW   .\n. - B\n' >slip.patterns
    run 65 rules check-patterns slip.patterns && holds err 'slip.patterns:3:1: unexpected character' &&
    printf 'W X .\n' >slip.patterns && run 65 rules check-patterns slip.patterns &&
    holds err "begins with the line 'pattern NAME'" && printf 'pattern a\nW .\n' >slip.patterns &&
    run 65 rules check-patterns slip.patterns && holds err 'says of no line what follows' &&
    printf 'pattern a\nW#.=.\n' >slip.patterns && run 65 rules check-patterns slip.patterns &&
    printf 'pattern a\nW # .=.\n' >slip.patterns && run 65 rules check-patterns slip.patterns && holds err "'#'" &&
    run 2 rules check-patterns && run 65 rules check-patterns unique.nin && holds err 'unique.nin:1:1'
}
check 'rules check-patterns: slips are told with their line' t
# The picture above, in each orientation: the black leaves the other way.
t() {
    for rows in '.....\n.W.W.\n..B..\n.....\n.....' '.....\n.....\n..B..\n.W.W.\n.....' \
        '.....\n.W...\n..B..\n.W...\n.....' '.....\n...W.\n..B..\n...W.\n.....'; do
        printf "$rows\n" >oriented.masyu
        run 5 solve --no-search --only-rules masyu.patterns --set 'rule masyu.patterns.file=good.patterns' oriented.masyu &&
            holds out x && holds out '1 of 40 variables are known' || return 1
    done
}
check 'masyu.patterns finds its picture in all orientations' t
t() {
    printf '.....\n.W.W.\n..B..\n.....\n.....\n' >two.masyu
    mkdir -p ini && cp good.patterns ini && printf '[rule masyu.patterns]\nenabled = yes\nfile = good.patterns\n' >ini/p.ini &&
    run 5 solve --no-search -c ini/p.ini --only-rules masyu.patterns two.masyu && holds out '1 of 40' &&
    printf '[rule masyu.patterns]\nenabled = yes\nfile = gone.patterns\n' >ini/p.ini &&
    run 66 solve -c ini/p.ini two.masyu && holds err 'p.ini:3' && holds err 'gone.patterns: No such file' &&
    run 5 solve --no-search --only-rules masyu.patterns two.masyu && holds out '1 of 40' &&
    run 5 solve --no-search --only-rules masyu.patterns --set 'rule masyu.patterns.file=' two.masyu && holds out '0 of 40' &&
    run 0 rules info masyu.patterns && holds out '(file; default masyu.patterns)'
}
check 'masyu.patterns: file beside the configuration, beside the plugin, none' t
t() { run 0 plugins list && holds out nonogram.nin && run 0 plugins info nonogram --json && holds out '"puzzles":["nonogram"]' &&
    run 0 plugins info nonogram && holds out 'puzzle   nonogram' && run 2 plugins info nonogran; }
check 'plugins list, info' t
t() { run 0 plugins formats nonogram && holds out '| `nonogram.nin` | width and height' && ! holds out masyu &&
    run 0 plugins formats && holds out '| `masyu.rows` |'; }
check 'plugins formats' t
t() { sanitized && return 0
    run 1 plugins check unique.nin && holds out 'is no shared object' && run 2 plugins check &&
    "$ratchet" plugins info line.line --json >out && path=$(sed 's/.*"path":"//; s/".*//' out) &&
    run 0 plugins check "$path" --seed 3 && holds out '# seed 3' && ! holds out 'not ok' &&
    holds out 'ok 10 - nonogram.line: allocations' && holds out '1..10' && mkdir own && cp "$path" own &&
    run 0 plugins index own --installed && ls own/* | grep -qv '\.so$'; }
check 'plugins check, index' t
t() {
    sanitized && return 0
    for way in null stack trap; do
        run 70 solve unique.nin several.nin --set plugins.path="$foreign" --disable test.liar --set "rule test.crash.way=$way" --keep-going &&
            holds err "unique.nin: the plugin class 'test.crash' crashed" && holds out '2 puzzles: 2 error' || return 1
    done
    run 70 solve unique.nin -j2 --set plugins.path="$foreign" --disable test.liar --stats && holds out 'variables of the puzzle' &&
        holds out test.crash && run 0 solve unique.nin --set plugins.path="$foreign" --disable test.crash --disable test.liar
}
check 'a rule that crashes is 70, names itself and leaves the statistics' t
t() {
    sanitized && return 0
    run 1 plugins check "$foreign/foreign.so" && holds out 'not ok 4 - test.crash: sound' && holds out '# it crashed: ' &&
        holds out 'not ok 11 - test.liar: sound' && holds out 'left position 0, and a solution has it' && holds out '1..17'
}
check 'plugins check: a rule that crashes, one that lies' t

t() { printf '2 1\n1\n1\n0\n' >first.nin && run 0 unique first.nin --set plugins.path="$foreign" --disable test.crash &&
    holds out 'first.nin: unique' && holds err 'the rule test.liar was left out: ' &&
    run 4 unique several.nin --set plugins.path="$foreign" --disable test.crash && holds out 'They differ in 4 places'; }
check 'a foreign rule that lies does not get its way' t

# ---- usage
t() { run 2 && run 2 slove x && holds err 'did you mean `solve`?' && run 2 solve --frist x && holds err 'did you mean --first?' &&
    run 2 solve && run 2 verify unique.nin --first && holds err 'does not go with' && run 2 solve -Z x && run 2 solve x -j &&
    run 2 solve x -j many && run 2 solve x --max-solutions 0 && run 2 solve x --json=1 && run 2 rules lst && run 2 config; }
check 'wrong usage is 2, with a hint' t
t() { run 0 --version && holds out 'ratchet 0' && run 0 -h && holds out 'Exit codes' && run 0 solve --help && holds out '--first' &&
    run 0 count -h && ! grep -q -- '--first' out; }
check '--version, --help' t
t() { run 0 -v solve -qv -- unique.nin && holds out unique; }
check 'options before the command, letters together, --' t
t() {
    for word in $(run 0 --help && sed -n 's/^  \([a-z]*\)   .*/\1/p' out); do
        "$ratchet" --man-options | grep -qF "*$word*" || { echo "# $word is not in the man page"; return 1; }
        for option in $("$ratchet" "$word" --help | sed -n 's/^ .*\(--[a-z-]*\).*/\1/p'); do
            "$ratchet" --man-options | grep -qF "*$option*" || { echo "# $option is not in the man page"; return 1; }
        done
    done
}
check 'the man page has every command and option' t
t() { "$ratchet" --completions bash >complete.bash && bash -c '
    ratchet=$1; ratchet() { "$ratchet" "$@"; }; . ./complete.bash
    try() { COMP_WORDS=(ratchet "$@"); COMP_CWORD=$#; COMPREPLY=(); _ratchet; echo "${COMPREPLY[*]}"; }
    [[ $(try ren) == render && $(try solve --firs) == --first && $(try rules in) == info &&
       $(try solve --color al) == always && $(try solve uniq) == unique.nin &&
       " $(try solve --disable nonogram.li) " == *" nonogram.line "* && $(try verify --firs) == "" ]]' - "$ratchet"; }
check 'bash completion' t
t() { "$ratchet" --completions zsh | grep -q '^#compdef ratchet' && "$ratchet" --completions fish | grep -q -- '-l first' &&
    { ! command -v zsh >/dev/null || "$ratchet" --completions zsh | zsh -n; }; }
check 'zsh and fish completion' t
# ---- convert, ablate, bench
printf '.B.W.\n.....\nW...B\n.....\n.W.B.\n' >loop.txt
t() { run 0 convert unique.nin --to nonogram.non && holds out 'width 3' && mv out round.non &&
    run 0 convert round.non --to nin && out_is '3 3' 1 3 1 1 3 1; }
check 'convert: there and back again' t
t() { printf 'nonogram 1 1\ncolour r #ff0000 red\nrows\n1r\ncolumns\n1r\nsolution\nr\n' >red.nonogram &&
    run 1 convert red.nonogram --to nin && holds err 'a .nin file has no colours' &&
    run 0 convert red.nonogram --to xml && holds out '<color name="red" char="r">FF0000</color>' && mv out red.xml &&
    run 0 convert red.xml --to png && mv out red.png && run 0 unique red.png && run 0 convert red.png --to json &&
    holds out '"#ff0000"' && printf '3 2\n1 1\n0\n#\n1\n0\n1\n' >wide.mk && run 0 convert wide.mk --to cwd &&
    out_is 2 3 '1 1' 0 '' 1 0 1 && holds err 'line 1: the width stands before the height here'; }
check 'convert: colours, pictures, refusals, doubts' t
t() { run 0 convert unique.nin --to cnf && holds out 'p cnf ' && holds out 'c 1 = r1c1 is black' && holds out 'c p show 1 2 3' &&
    run 2 convert unique.nin several.nin --to cnf && holds err 'a CNF holds one puzzle' &&
    run 2 convert unique.nin --to nonsense && holds err 'there is no format `nonsense`' &&
    run 2 convert unique.nin && holds err '--to' && run 2 convert loop.txt --to nonogram.nin && holds err 'holds only nonogram'; }
check 'convert --to cnf, and what it refuses' t
t() { printf 'W\n.\n' >narrow.txt && run 3 unique narrow.txt; }
check 'a narrow board of rows is no task' t
t() { run 0 convert loop.txt --to masyu.puzzlink && mv out loop.url && run 3 unique loop.url && holds out 'loop.url: none'; }
check 'convert: a loop becomes an address and comes back' t
t() { run 0 ablate unique.nin several.nin six.nin && holds out '3 puzzles' && holds out 'all rules' && holds out 'without nonogram.line' &&
    holds out '  + nonogram.line' && holds out 'base set: no rules' &&
    run 0 ablate loop.txt --json && holds out '"rules":"without","rule":"masyu.black"' && holds out '"differing":0' &&
    run 0 ablate unique.nin --no-search --only-rules nonogram.line --time-limit 5s --node-limit 9 --mem-limit 64M --seed 3 &&
    lines out 9; }
check 'ablate: a row a rule, text and JSON' t
t() { run 0 ablate loop.txt --base loop.degree,loop.dead_end --to csv && holds out 'rules,rule,puzzles,solved,nodes,' && holds out 'all,,1,1,' &&
    holds out 'without,loop.degree,1,' && holds out 'base,,1,1,' && holds out 'with,masyu.black,1,' && ! grep -q '^with,loop.degree' out &&
    run 2 ablate loop.txt --base loop.nothing && holds err 'loop.nothing' && run 2 ablate loop.txt --to png; }
check 'ablate: a base set, CSV' t
t() { run 0 ablate loop.txt unique.nin --no-search --to svg && holds out '<svg xmlns' && holds out 'What each rule is worth on 2 puzzles' &&
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse("out")'; }
check 'ablate: a plot' t
t() { run 0 bench unique.nin several.nin --repeat 2 && holds out 'median of 2' && holds out '1 unique' && holds out '1 several' &&
    run 0 bench unique.nin --baseline minimal.ini && holds out 'ratio to the baseline' &&
    run 0 bench unique.nin --json && holds out '"geometric_mean"' && run 2 bench unique.nin --repeat 0 && holds err '--repeat'; }
check 'bench: medians, a baseline, JSON' t
plan
