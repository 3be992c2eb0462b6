#!/bin/sh
# headers.sh ROOT: every header of the engine starts by saying what it is, and compiles alone, twice, with each
# compiler that is there. (The public ones are tried in more languages by tests/abi.)
cd "$1/engine" || exit 99
status=0
compiled=0

alone() {
    "$1" -x c -std=gnu17 -D_GNU_SOURCE -Iinclude -I. -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only - <<END
#include "$2"
#include "$2"
END
}

for header in $(find . -name '*.h' | LC_ALL=C sort); do
    header=${header#./}
    case $(head -c 2 "$header") in
    '/*') ;;
    *) echo "engine/$header: does not begin with a comment that says what it is"; status=1 ;;
    esac
    case $header in include/*) header=${header#include/} ;; esac
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || continue
        alone $compiler "$header" || { echo "engine/$header: does not compile alone with $compiler"; status=1; }
        compiled=$((compiled + 1))
    done
done
[ $compiled -gt 0 ] || exit 77
exit $status
