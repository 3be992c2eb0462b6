#!/bin/sh
# scaffold_test.sh BUILD PREFIX LIBDIR TAP.SH MESON: what `plugins new` makes builds against the installed tree, passes
# its own tests, and serves.
. "$(dirname "$0")/stage.sh"

for sort in puzzle rule kind; do
    t() { ratchet plugins new $sort my_$sort >made && grep -q "^  my_$sort/my_$sort.c$" made &&
        ! grep -rF '@NAME@' my_$sort; }
    t; report $? "plugins new $sort"
    t() { (cd my_$sort && "$meson" setup build --warnlevel 3 -Dwerror=true && "$meson" test -C build) >log 2>&1 ||
            { sed 's/^/# /' log; return 1; }
        grep -qE '^(Fail|Skipped): +0' log && grep -qE '^Ok: +1' log; }
    t; report $? "the $sort builds and passes its own tests"
    t() { "$meson" install -C my_$sort/build --destdir "$work/theirs" >log 2>&1 &&
        cp "$work/theirs/usr/local/share/ratchet/plugins/my_$sort.so" own; }
    mkdir -p own
    t; report $? "the $sort is installed"
done
t() { ratchet plugins list --set plugins.path="$work/own" >list && [ "$(grep -c '^my_' list)" -eq 3 ]; }
t; report $? 'all three beside each other'

t() { ratchet plugins new rule my_rule 2>err; [ $? -eq 1 ] && grep -q "my_rule: this folder can't be made: File exists" err; }
t; report $? 'nothing is overwritten'
for arguments in '' rule 'rule Uppercase' 'rule a.b' 'rule ../up' 'ruler name' 'rule one two'; do
    # shellcheck disable=SC2086 # words
    t() { ratchet plugins new $arguments >made 2>err; [ $? -eq 2 ] && [ ! -s made ] && [ -s err ]; }
    t; report $? "plugins new $arguments: a sentence"
done
t() { ! ls -d ./*[uU]p* a.b one 2>/dev/null | grep .; }
t; report $? 'and no folder'

# The log in plugins/README.md is what the script prints, figures apart.
timeless() { sed -E 's/[0-9.]+ s$/N s/; /^middle +[0-9]/s/[0-9]+$/N/; s/ +/ /g'; }
t() { sh "$source/tests/sdk/ten_minutes.sh" 2>&1 | timeless >is &&
    sed -n '/^<!-- log: ten_minutes.sh -->$/,/^```$/ { /^<!--/d; /^```/d; p }' "$source/plugins/README.md" | timeless |
    diff - is >log || { sed 's/^/# /' log; return 1; }; }
t; report $? "a stranger's ten minutes are as the README shows them"

# A daemon that runs already serves the puzzle once it is in the user's folder and the configuration is read again.
export XDG_RUNTIME_DIR="$work" XDG_STATE_HOME="$work"
unset STATE_DIRECTORY
"$root/bin/ratchetd" 2>daemon.log &
daemon=$!
trap 'kill $daemon 2>/dev/null; wait $daemon; rm -rf "$work"' EXIT
t() { [ "$(ratchet health --wait)" = ok ] && { ratchet submit --wait my_puzzle/example.txt >/dev/null 2>&1; [ $? -eq 65 ]; } &&
    mkdir -p "$HOME/.local/share/ratchet/plugins" && cp own/my_puzzle.so "$HOME/.local/share/ratchet/plugins" &&
    ratchet reload >/dev/null && ratchet submit --wait my_puzzle/example.txt | grep -q '^my_puzzle/example.txt: unique$'; }
t; report $? 'a daemon serves the puzzle after a reload'
plan
