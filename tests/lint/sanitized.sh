#!/bin/sh
# sanitized.sh COMMAND...: runs a test of a sanitizer build, and fails it if a sanitizer reported anything in any
# of its processes, forked ones too. (Leaks alone would pass: a test runner swallows its child's exit status.)
reports=$(mktemp -d) || exit 99
trap 'rm -rf "$reports"' EXIT
# shellcheck disable=SC2089,SC2090 # the sanitizers read the quotes
ASAN_OPTIONS="detect_leaks=1${ASAN_OPTIONS:+:$ASAN_OPTIONS}:log_path='$reports/report'"
# shellcheck disable=SC2089,SC2090
UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}halt_on_error=1:print_stacktrace=1:log_path='$reports/report'"
# shellcheck disable=SC2090
export ASAN_OPTIONS UBSAN_OPTIONS

"$@"
status=$?
for report in "$reports"/*; do
    [ -f "$report" ] || continue
    # A thread that ends while leaks are looked for: a remark, no leak.
    grep -qv 'Unable to get registers from thread' "$report" || continue
    cat "$report" >&2
    status=1
done
exit $status
