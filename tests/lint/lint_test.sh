#!/bin/sh
# Usage: lint_test.sh PUBLIC-HEADERS COMPILER...: every checker passes a good tree and refuses each planted fault.
include=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
. "$here/tap.sh"
tree=$(mktemp -d) || exit 99
trap 'rm -rf "$tree"' EXIT

# plant FILE TEXT: the text may hold printf's escapes
plant() {
    mkdir -p "$(dirname "$tree/$1")"
    # shellcheck disable=SC2059
    printf "$2" >"$tree/$1"
}

good_tree() {
    rm -rf "${tree:?}"/*
    for folder in engine plugins rules config tests tools; do mkdir "$tree/$folder"; done
    plant engine/util/vec.h '/* A vector. */\n#pragma once\n#include <stddef.h>\nstruct vec { size_t n; };\n'
    plant engine/core/trail.c '#include "core/trail.h"\n#include "util/vec.h"\n'
    plant engine/core/trail.h '/* The trail. */\n#pragma once\n#include "util/vec.h"\nstruct trail { struct vec v; };\n'
    plant engine/host/load.c '#include <dlfcn.h>\n#include "config/config.h"\n#include "core/trail.h"\n'
    plant engine/service/loop.c '#include <uv.h>\n#include "job/frame.h"\n'
    plant rules/line/line.c '#include <ratchet/rule.h>\n#include <string.h>\n#include "nfa.h"\n'
    plant rules/line/nfa.h '#include <stdint.h>\n'
    plant plugins/nonogram/nonogram.webpbn.c '#include <libxml/parser.h>\n#include <ratchet/format.h>\n'
    plant tools/cli/main.c '#include "cli.h"\n#include "job/job.h"\n'
    plant tools/cli/cli.h '/* The command line. */\n'
    plant README.md 'Hello\n'
}

# passes CHECKER: the good tree has nothing to complain about
passes() {
    good_tree
    "$here/$1.sh" "$tree"
    report $? "$1: a good tree passes"
}

# refuses CHECKER FILE TEXT EXPECTED: the good tree with one file spoiled
refuses() {
    good_tree
    plant "$2" "$3"
    says "$4" "$here/$1.sh" "$tree"
    report $? "$1: $2 is refused: $4"
}

passes text
refuses text engine/util/vec.c 'int a; \n' 'trailing blank'
refuses text engine/util/vec.c 'int a;\r\n' 'carriage return'
refuses text engine/util/vec.c '\tint a;\n' 'tab'
refuses text README.md 'TO''DO: write\n' 'unfinished work'
refuses text engine/util/vec.h 'int a;' 'the last line does not end'
refuses text engine/util/vec.c "/* $(printf '%0120d' 0) */\\n" 'more than 120 columns'

passes top_level
refuses top_level notes.txt 'x\n' 'notes.txt: does not belong'
refuses top_level src/main.c 'x\n' 'src: does not belong'

passes includes
refuses includes engine/util/vec.c '#include "core/trail.h"\n' 'util may not look there'
refuses includes engine/core/trail.c '#include "host/load.h"\n' 'core may not look there'
refuses includes engine/core/trail.c '#include "config/config.h"\n' 'core may not look there'
refuses includes engine/report/json.c '#  include "job/job.h"\n' 'report may not look there'
refuses includes engine/service/loop.c '#include "job/job.h"\n' 'service may not look there'
refuses includes tools/cli/main.c '#include "service/loop.h"\n' 'cli may not look there'
refuses includes tools/ratchetd/main.c '#include "host/host.h"\n' 'ratchetd may not look there'
refuses includes engine/core/trail.c '#include <ini.h>\n' 'its home is engine/config'
refuses includes tools/cli/main.c '#include <dlfcn.h>\n' 'its home is engine/host'
refuses includes engine/job/job.c '#include <sqlite3.h>\n' 'its home is engine/service'
refuses includes engine/core/stats.c '#include <jansson.h>\n' 'its home is engine/report'
refuses includes engine/include/ratchet/rule.h '#include "core/trail.h"\n' 'a public header'
refuses includes rules/line/line.c '#include "core/trail.h"\n' 'from its own folder'
refuses includes rules/line/line.c '#include "other.h"\n' 'from its own folder'
refuses includes rules/line/line.c '#include <unistd.h>\n' 'a plugin includes'
refuses includes rules/line/line.c '#include <ratchet-engine.h>\n' 'a plugin includes'

passes headers
refuses headers engine/util/vec.h '#include <stddef.h>\n' 'does not begin with a comment'
refuses headers engine/util/vec.h '/* A vector. */\n#pragma once\nstruct vec { size_t n; };\n' 'does not compile alone'
refuses headers engine/util/vec.h '/* A vector. */\nstruct vec { int n; };\n' 'does not compile alone'

# build_plugin TEXT COMPILER...: $tree/plugin.so, its object where meson would leave it
build_plugin() {
    good_tree
    plant plugin.c "#include <ratchet/abi.h>\nRT_EXPORT const struct rt_bundle rt_bundle = {.magic = RT_MAGIC};\n$1"
    shift
    mkdir "$tree/plugin.so.p"
    "$@" -I"$include" -fPIC -fvisibility=hidden -c "$tree/plugin.c" -o "$tree/plugin.so.p/plugin.o" &&
        "$@" -shared "$tree/plugin.so.p/plugin.o" -o "$tree/plugin.so"
}

build_plugin 'extern const int unused;\nstatic const char *const names[] = {"a", "b"};\n__attribute__((used)) static const char *const *all(void) { return names; }\n' "$@" &&
    "$here/plugins.sh" "$tree/plugin.so"
report $? 'plugins: a good plugin passes'

# refuses_plugin TEXT EXPECTED COMPILER...
refuses_plugin() {
    text=$1 expected=$2
    shift 2
    build_plugin "$text" "$@" && says "$expected" "$here/plugins.sh" "$tree/plugin.so"
    report $? "plugins: refused: $expected"
}
refuses_plugin 'RT_EXPORT int extra(void) { return 1; }\n' 'exports more or less' "$@"
refuses_plugin 'static int calls;\n__attribute__((used)) static int count(void) { return ++calls; }\n' 'writable static: calls' "$@"
refuses_plugin 'static int calls = 7;\n__attribute__((used)) static int count(void) { return ++calls; }\n' 'writable static: calls' "$@"
refuses_plugin 'static _Thread_local int calls;\n__attribute__((used)) static int count(void) { return ++calls; }\n' 'writable static: calls' "$@"
refuses_plugin 'int helper(void) { return 1; }\n' 'should be static: helper' "$@"
plan
