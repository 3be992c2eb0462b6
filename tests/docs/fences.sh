#!/bin/sh
# fences.sh "LISTINGS" README...: every block of C in the READMEs is one of the listings that are compiled, and no C hides
# in an indented block.
listings=$1
shift
for readme; do
    awk -v file="$readme" -v listings=" $listings " '
        /^<!-- listing: / { name = $3 }
        /^```/ { inside = !inside }
        /^```c$/ {
            if (!name || !index(listings, " " name " ")) { print file ":" NR ": this block is not compiled"; bad = 1 }
            name = ""
            n++
        }
        !inside && /^    .*;$/ { print file ":" NR ": this line is not compiled"; bad = 1 }
        END { exit bad || !n }' "$readme" || exit 1
done
