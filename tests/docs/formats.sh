#!/bin/sh
# formats.sh RATCHET DOCUMENT: the table in the document is the one that `ratchet plugins formats` prints.
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
HOME=$work XDG_DATA_HOME=$work XDG_CONFIG_HOME=$work "$1" plugins formats >"$work/is" || exit 1
grep '^|' "$2" >"$work/said"
diff -u "$work/said" "$work/is" ||
    { echo "the table is out of date; put what 'ratchet plugins formats' prints into $2"; exit 1; }
