#!/bin/sh
# plugins.sh PLUGIN.so...: a plugin shows the world rt_bundle and keeps no state of its own.
# The objects are looked for where meson leaves them, in PLUGIN.so.p/.
status=0

complain() {
    # shellcheck disable=SC2086 # names, one a word
    echo "$(basename "$plugin"): $1:" $2
    status=1
}

for plugin; do
    exported=$(nm -D --defined-only "$plugin" | awk '{ print $NF }')
    [ "$exported" = rt_bundle ] || complain 'exports more or less than rt_bundle' "$exported"

    # The names that are left out belong to the compiler's start-up code.
    writable=$(nm -f sysv "$plugin" | tr -d ' ' | awk -F '|' '
        $7 ~ /^(\.data|\.bss|\.tdata|\.tbss|COMMON)/ && $7 !~ /^\.data\.rel\.ro/ && $4 ~ /OBJECT|TLS/ &&
        $1 !~ /^(completed\.0|__dso_handle|__TMC_END__)$/ { print $1 }')
    [ -z "$writable" ] || complain 'writable static' "$writable"

    for object in "$plugin.p"/*.o; do
        [ -f "$object" ] || continue
        global=$(nm -g --defined-only "$object" | awk '{ print $NF }' | grep -vx rt_bundle)
        [ -z "$global" ] || complain 'should be static' "$global"
    done
done
exit $status
