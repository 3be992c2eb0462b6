#!/bin/sh
# listing.sh README NAME: the code block below the line `<!-- listing: NAME -->`, for the compiler.
awk -v mark="<!-- listing: $2 -->" -v file="$1" '
    /^```$/ { on = 0 }
    on { print }
    $0 == mark { found = 1 }
    /^```c$/ && found { on = 1; found = 2; print "#line " NR + 1 " \"" file "\"" }
    found == 2 && !on { exit }
    END { if (found != 2) { print "no listing " mark " in " file >"/dev/stderr"; exit 1 } }' "$1"
