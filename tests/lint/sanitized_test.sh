#!/bin/sh
# Usage: sanitized_test.sh SANITIZED LEAKY: does the checker of sanitizer runs notice what it is there for?
here=$(dirname "$0")
. "$here/tap.sh"
sanitized=$1
leaky=$2

"$sanitized" "$leaky" none; report $? 'a clean program passes'
"$sanitized" "$leaky" skip; [ $? -eq 77 ]; report $? 'a skipped program stays skipped'
says LeakSanitizer "$sanitized" "$leaky" leak; report $? 'a leak fails'
says LeakSanitizer "$sanitized" "$leaky" child; report $? 'a leak in a forked child fails'
says 'signed integer overflow' "$sanitized" "$leaky" overflow; report $? 'undefined behaviour fails'
plan
