#!/bin/sh
# collection.sh RATCHET FOLDER TABLE [--table]: every file of the collection of puzzles is read with the answer that the
# table expects, or refused with the sentence. TABLE has a line a file or a pattern of files,
#
#      PATH <tab> EXPECTED         `unique`, `several`, `none`, `2 unique`, `reads` for those that take long to solve, or
#                                  part of the sentence that refuses the file
#
# and the first line that fits counts. A file without a line fails. With --table the result is printed as a table in Markdown
# instead of TAP.
ratchet=$1 folder=$2 table=$3 as=${4-}
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0 failed=0
cd "$folder" || exit 99
[ -z "$as" ] || printf '| file | answer | as expected |\n|---|---|---|\n'

# expected PATH
expected() {
    while IFS='	' read -r pattern wanted; do
        # shellcheck disable=SC2254 # it is a pattern
        case $1 in
        $pattern)
            printf '%s\n' "$wanted"
            return
            ;;
        esac
    done <"$table"
}

# answer PATH WANTED: what the program says of the file
answer() {
    if [ "$2" = reads ]; then
        "$ratchet" convert --to json "$1" >"$work/out" 2>&1 && echo reads && return
        code=$?
    else
        "$ratchet" unique --set limits.time=10 "$1" >"$work/out" 2>&1
        code=$?
    fi
    if [ "$code" -eq 65 ]; then
        sed -n 's/^ratchet: //p' "$work/out" | tail -n 1 | sed "s|^$1|${1##*/}|"
    else
        tail -n 1 "$work/out" | sed 's/^.*: //; s/^[0-9]* puzzles: //'
    fi
}

fits() {
    case $2 in
    unique | several | none | reads | [0-9]*unique) [ "$1" = "$2" ] ;;
    *)
        case $1 in
        *"$2"*) ;;
        *) false ;;
        esac
        ;;
    esac
}

for file in $(find . -type f ! -name 'README*' ! -name 'LICENSE*' ! -name '*.out' | LC_ALL=C sort); do
    file=${file#./}
    n=$((n + 1))
    wanted=$(expected "$file")
    is=$(answer "$file" "${wanted:-nothing}")
    good=yes
    [ -n "$wanted" ] && fits "$is" "$wanted" || { good=no failed=$((failed + 1)); }
    if [ -n "$as" ]; then
        echo "| $file | $is | $good |"
    elif [ "$good" = yes ]; then
        echo "ok $n - $file: $is" | tr '#' '='
    else
        echo "not ok $n - $file: $is; expected ${wanted:-a line in the table}" | tr '#' '='
    fi
done
[ -n "$as" ] || echo "1..$n"
[ "$failed" -eq 0 ]
