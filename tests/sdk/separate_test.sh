#!/bin/sh
# separate_test.sh BUILD PREFIX LIBDIR TAP.SH MESON: the puzzles that separate/puzzles names, taken out of an installed
# Ratchet and built again as a project of their own, against the installed headers alone.
. "$(dirname "$0")/stage.sh"

list=$source/tests/sdk/separate/puzzles
ours=$root/$libdir/ratchet
theirs="$work/their project"
folder="$work/their plugins"
mkdir -p "$theirs/plugins" "$theirs/rules" "$folder"

# each COMMAND: with $puzzle, $rules and $example of every puzzle
each() {
    failed=0
    while read -r puzzle rules example; do
        case $puzzle in '#'*) continue ;; esac
        "$@" || { failed=1; echo "# $puzzle"; }
    done <"$list"
    return $failed
}

move_out() {
    cp -R "$source/plugins/$puzzle" "$theirs/plugins" && rm -f "$ours/$puzzle.so" "$ours/$puzzle".*.so &&
        for folder_of_rules in $(echo "$rules" | tr ',' ' '); do
            cp -R "$source/rules/$folder_of_rules" "$theirs/rules" && rm -f "$ours/$folder_of_rules".*.so
        done
}
t() { each move_out && cp "$source/tests/sdk/separate/meson.build" "$theirs" && ratchet plugins index --installed "$ours" >log; }
t; report $? 'Ratchet is installed without the puzzles'

is_unknown() { ratchet solve "$source/tests/puzzles/$example" >/dev/null 2>&1; [ $? -eq 65 ]; }
t() { each is_unknown; }
t; report $? 'and does not know them'

t() { (cd "$theirs" && "$meson" setup build && ninja -C build -j2) >log 2>&1 || { sed 's/^/# /' log; return 1; }; }
t; report $? 'they build'
t() { ninja -C "$theirs/build" -t deps >deps && grep -q 'ratchet/host.h' deps && ! grep -F "$source" deps; }
t; report $? 'against the installed headers alone'
t() { cp "$theirs"/build/*.so "$folder"; }
t; report $? 'and go into a folder of their own'

for ratchet_command in solve hint explain; do
    answer() { ratchet "$ratchet_command" --set plugins.path="$folder" "$source/tests/puzzles/$example" >log 2>&1 ||
        { sed 's/^/# /' log; return 1; }; }
    t() { each answer; }
    t; report $? "ratchet "$ratchet_command""
done
verified() {
    ratchet solve --set plugins.path="$folder" --to ascii "$source/tests/puzzles/$example" >solution 2>/dev/null &&
        ratchet verify --set plugins.path="$folder" "$source/tests/puzzles/$example" solution >/dev/null
}
t() { each verified; }
t; report $? 'ratchet verify'
for plugin in "$folder"/*.so; do
    t() { ratchet plugins check --set plugins.path="$folder" "$plugin" >log 2>&1 || { sed 's/^/# /' log; return 1; }; }
    t; report $? "plugins check $(basename "$plugin")"
done

# A daemon that runs already serves them once they are in the user's folder and the configuration is read again.
export XDG_RUNTIME_DIR="$work" XDG_STATE_HOME="$work"
unset STATE_DIRECTORY
"$root/bin/ratchetd" 2>daemon.log &
daemon=$!
trap 'kill $daemon 2>/dev/null; wait $daemon; rm -rf "$work"' EXIT
is_refused() { ratchet submit --wait "$source/tests/puzzles/$example" >/dev/null 2>&1; [ $? -eq 65 ]; }
is_served() { ratchet submit --wait "$source/tests/puzzles/$example" | grep -q ': unique'; }
t() { [ "$(ratchet health --wait)" = ok ] && each is_refused; }
t; report $? 'a daemon refuses them'
t() { mkdir -p "$HOME/.local/share/ratchet/plugins" && cp "$folder"/*.so "$HOME/.local/share/ratchet/plugins" &&
    ratchet reload >/dev/null && each is_served 2>/dev/null; }
t; report $? 'and serves them after a reload'
plan
