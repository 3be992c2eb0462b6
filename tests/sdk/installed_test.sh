#!/bin/sh
# installed_test.sh BUILD PREFIX LIBDIR TAP.SH LISTING.SH MESON: what `meson install` puts down works from there, also
# under a name with spaces in it, and is all that a plugin of somebody else needs.
listing=$5
. "$(dirname "$0")/stage.sh"

# No file of the stage names the stage, or the source or build tree.
t() { ! grep -rlF "$work" "$stage" && ! grep -rlF "$source/config" "$root/share" "$root/include" "$root/$libdir/pkgconfig"; }
t; report $? 'what is installed knows nothing of where it was staged'
t() { ratchet solve "$source/tests/puzzles/nonogram/heart.nin" >grid && tail -n 1 grid | grep -q ': unique$'; }
t; report $? 'a puzzle is solved with the plugins that were installed'
t() { ratchet plugins list --json >plugins.json && grep -qF "\"path\":\"$root/$libdir/ratchet/line.line.so\"" plugins.json &&
    ! grep -F '"shipped":false' plugins.json && ! grep -F "$build" plugins.json; }
t; report $? 'every plugin is listed in the index, fresh, and so taken for one of ours'
t() { head -n 1 "$root/$libdir/ratchet/ratchet-plugins.index" | grep -q 'installed$' &&
    [ "$(grep -c '^plugin' "$root/$libdir/ratchet/ratchet-plugins.index")" -eq \
        "$(find "$root/$libdir/ratchet" -maxdepth 1 -name '*.so' | wc -l)" ]; }
t; report $? 'the index lists every plugin'
t() { ratchet config effective -c human.ini >effective && grep -q '^enabled = no' effective; }
t; report $? 'profiles are found by name'
t() { ratchet --completions bash | cmp -s - "$root/share/bash-completion/completions/ratchet"; }
t; report $? 'completions'
if [ -n "$(find "$build/tools/man" -name ratchet.1 2>/dev/null)" ]; then
    t() { [ -s "$root/share/man/man1/ratchet.1" ] && [ -s "$root/share/man/man5/ratchet.ini.5" ] &&
        [ -s "$root/share/man/man8/ratchetd.8" ]; }
    t; report $? 'man pages'
else
    skip 'man pages' 'no scdoc'
fi
t() { diff -r "$source/engine/include/ratchet" "$root/include/ratchet"; }
t; report $? 'the public headers'

if ! command -v pkg-config >/dev/null; then
    skip 'a plugin of somebody else' 'no pkg-config'
    plan
    exit
fi
t() { [ "$(pkg-config --variable=abi ratchet-plugin)" = \
        "$(sed -n 's/.*define RT_ABI_M[AI][JN]OR //p' "$source/engine/include/ratchet/abi.h" | paste -sd .)" ]; }
t; report $? 'pkg-config tells the version of the interface'
t() { folder=$(eval "printf '%s' $(pkg-config --variable=plugindir ratchet-plugin)") && [ -f "$folder/line.line.so" ]; }
t; report $? 'pkg-config tells the folder of the plugins'

# The queens of plugins/README.md, away from the tree.
t() { mkdir -p "$HOME/.local/share/ratchet/plugins" && "$listing" "$source/plugins/README.md" queens.c >queens.c &&
    eval "cc -std=c11 -fPIC -fvisibility=hidden -shared $(pkg-config --cflags ratchet-plugin)" \
        -o "'$HOME/.local/share/ratchet/plugins/queens.so'" queens.c; }
t; report $? 'a plugin is compiled against the installed headers alone'
t() { ratchet plugins list | grep -q '^queens .*1 puzzle 1 format'; }
t; report $? 'it is listed'
t() { ratchet plugins info queens | grep -q 'shipped *no'; }
t; report $? 'nobody takes it for one of ours'
t() { printf 'queens\n......\n...Q..\n......\n......\nx.....\n......\n' | ratchet solve - >grid && grep -q '^-: unique$' grid; }
t; report $? 'it solves'
plan
