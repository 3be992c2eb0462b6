#!/bin/sh
# picture.sh RATCHET SVG PUZZLE: is the committed picture what the program draws?  If not, it says how to renew it.
"$1" solve -q --to svg "$3" | cmp -s - "$2" && exit 0
echo "$2 is not what the program draws now; renew it: ratchet solve --to svg $3 >$2"
exit 1
