#!/bin/sh
# text.sh ROOT: no trailing blanks, tabs, carriage returns, overlong lines or unfinished work in what we write by hand.
cd "$1" || exit 99
status=0

# forbid WHAT PATTERN FILE...
forbid() {
    what=$1 pattern=$2
    shift 2
    grep -HnE "$pattern" "$@" /dev/null | sed "s/\$/    <- $what/" | grep . && status=1
}

set -f
IFS='
'
# shellcheck disable=SC2046 # one name a line
set -- $(find . \( -path './build*' -o -path './.git' -o -path './tests/puzzles' -o -path './tests/*/golden' \) -prune -o \
    -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.md' -o -name '*.ini' -o -name meson.build -o -name '*.scd' \) -print |
    LC_ALL=C sort)
forbid 'trailing blank' '[[:blank:]]$' "$@"
forbid 'carriage return' "$(printf '\r')" "$@"
forbid 'unfinished work' 'TO[D]O|FIX[M]E' "$@"

code=$(printf '%s\n' "$@" | grep -E '\.[ch]$')
# shellcheck disable=SC2086
{
    forbid 'tab' "$(printf '\t')" $code
    forbid 'more than 120 columns' '^.{121,}' $code
}
for file; do
    [ -z "$(tail -c 1 "$file")" ] || { echo "$file: the last line does not end"; status=1; }
done
exit $status
