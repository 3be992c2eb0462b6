#!/bin/sh
# Every public header must compile alone, as C11 and C17 and as C++17, with the compilers that are there.
# Usage: headers_alone.sh INCLUDE-FOLDER
include=$1
failed=0
compiled=0

# compile COMPILER LANGUAGE STANDARD HEADER: twice in one file, so that its guard is tried too
compile() {
    printf '#include <%s>\n#include <%s>\n' "$4" "$4" |
        "$1" -x "$2" -std="$3" -I"$include" -Wall -Wextra -Werror $5 -fsyntax-only - ||
        { echo "$4 does not compile alone with $1 -std=$3"; failed=1; }
    compiled=$((compiled + 1))
}

for header in $(cd "$include" && find ratchet -name '*.h' | LC_ALL=C sort); do
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || continue
        compile $compiler c c11 "$header" -Wpedantic
        compile $compiler c c17 "$header" -Wpedantic
    done
    for compiler in g++ clang++; do
        command -v $compiler >/dev/null || continue
        compile $compiler c++ c++17 "$header" ''
    done
done
[ $compiled -gt 0 ] || exit 77     # neither compiler nor header
echo "$compiled compilations"
exit $failed
