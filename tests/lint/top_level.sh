#!/bin/sh
# top_level.sh ROOT: the first view of the project stays small.
cd "$1" || exit 99
status=0
for name in *; do
    case $name in
    engine | plugins | rules | config | tests | tools) [ -d "$name" ] && continue ;;
    meson.build | meson_options.txt | README.md | LICENSE) [ -f "$name" ] && continue ;;
    build*) continue ;;
    esac
    echo "$name: does not belong in the top folder"
    status=1
done
exit $status
