#!/bin/sh
# Usage: summary_test.sh TEST-SUMMARY: counts what a small project's test run has to be counted as.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/tap.sh"
summary=$1
demo="$(mktemp -d)" || exit 99
trap 'rm -rf "$demo"' EXIT
mkdir "$demo/a project"
cd "$demo/a project" || exit 99

# counts NAME EXPECTED STATUS: runs the project whose tests are on stdin, one `NAME PROTOCOL SHELL-COMMAND` a line
counts() {
    echo "project('demo')" >meson.build
    while read -r test protocol command; do
        echo "test('$test', find_program('sh'), args: ['-c', '$command'], protocol: '$protocol', timeout: 1)"
    done >>meson.build
    rm -rf build
    { meson setup build && meson test -C build; } >log 2>&1
    line=$("$summary" build)
    status=$?
    [ "$line" = "$2" ] && [ $status -eq "$3" ]
    fate=$?
    [ $fate -eq 0 ] || { echo "# $line"; sed 's/^/# /' log; }
    report $fate "$1"
}

counts 'programs and the tests inside of them' '4 passed, 0 failed, 2 skipped' 0 <<'END'
lone exitcode true
left_out exitcode exit 77
tap tap printf "1..4\nok 1 a\nok 2 b # SKIP\nok 3 c\nok 4 - not ok <testcase\n"
END
counts 'failures' '2 passed, 3 failed, 0 skipped' 1 <<'END'
lone exitcode false
tap tap printf "1..3\nok 1 a\nok 2 c\nnot ok 3 b\n"
crash exitcode kill -SEGV $$
END
counts 'a time-out' '0 passed, 1 failed, 0 skipped' 1 <<'END'
slow exitcode sleep 9
END
counts 'a program that dies after its last test' '2 passed, 1 failed, 0 skipped' 1 <<'END'
late tap printf "1..2\nok 1 a\nok 2 b\n"; exit 3
END
counts 'a program that dies before its last test' '1 passed, 1 failed, 0 skipped' 1 <<'END'
early tap printf "1..2\nok 1 a\n"
END
counts 'nothing but skips' '0 passed, 0 failed, 1 skipped' 1 <<'END'
left_out exitcode exit 77
END
[ "$("$summary" build nowhere)" = '0 passed, 1 failed, 1 skipped' ]; report $? 'a folder that did not build'
plan
