#!/bin/sh
# deb_clean.sh [FOLDER]: the long test of the packages, as root, with the network: builds them in FOLDER (default:
# build-deb), makes the smallest Debian there, installs them in it with no more than what they depend on, solves, and
# takes them away without a trace. Called again it goes on with what is there. Minutes, most of it the Debian.
. "$(dirname "$0")/../lint/tap.sh"
source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "${1:-build-deb}" && folder=$(cd "${1:-build-deb}" && pwd) || exit 99
debian=$folder/debian
log=$folder/clean.log
[ "$(id -u)" -eq 0 ] || { echo '1..0 # SKIP not root'; exit; }
command -v debootstrap >/dev/null || { echo '1..0 # SKIP no debootstrap'; exit; }

inside() { chroot "$debian" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

t() { "$source/tools/deb/build" "$folder" >"$log" 2>&1 || { tail "$log" | sed 's/^/# /'; return 1; }; }
t; report $? 'tools/deb/build'
if command -v lintian >/dev/null; then
    t() { lintian --allow-root --fail-on error,warning --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog \
        "$folder"/*.deb >"$log" 2>&1 || { sed 's/^/# /' "$log"; return 1; }; }
    t; report $? 'lintian finds nothing'
else
    skip 'lintian finds nothing' 'no lintian'
fi

# The smallest Debian, with this machine's way to its packages.
make_debian() {
    eval "$(apt-config shell http_proxy Acquire::http::Proxy)"
    export http_proxy
    [ -n "$http_proxy" ] || unset http_proxy
    debootstrap --variant=minbase bookworm "$debian.new" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} &&
        cp /etc/resolv.conf "$debian.new/etc" && cp /etc/apt/apt.conf.d/* "$debian.new/etc/apt/apt.conf.d" &&
        mv "$debian.new" "$debian"
}
t() { [ -d "$debian" ] || make_debian >"$log" 2>&1 || { tail "$log" | sed 's/^/# /'; return 1; }; }
t; report $? 'the smallest Debian'
mount -t proc proc "$debian/proc" && mount --bind /dev "$debian/dev" || exit 99
trap 'umount "$debian/proc" "$debian/dev"' EXIT

# state: every file, its kind and owner; without what package management writes, and copies that userdel makes.
state() {
    (cd "$debian" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/lib/dpkg -o \
        -path ./var/lib/apt -o -path ./var/cache -o -path ./var/log -o -name '*shadow-' \) -prune -o -printf '%y %u %g %p\n' | sort)
}
ours='ratchet ratchet-plugins libratchet-dev'
# shellcheck disable=SC2086 # words
t() {
    inside dpkg --purge $ours >"$log" 2>&1
    rm -f "$debian"/tmp/*.deb
    cp "$folder"/*.deb "$debian/tmp" && inside apt-get update >>"$log" 2>&1 &&
        inside sh -c 'apt-get install -y --no-install-recommends /tmp/*.deb' >>"$log" 2>&1 || { tail "$log" | sed 's/^/# /'; return 1; }
}
t; report $? 'apt installs the packages and what they depend on'
t() { inside dpkg --audit >"$log" 2>&1 && [ ! -s "$log" ]; }
t; report $? 'dpkg has no complaint'
solves() { inside ratchet solve - <"$source/tests/puzzles/nonogram/heart.nin" >"$log" 2>&1 && tail -n 1 "$log" | grep -q '^-: unique$'; }
t() { solves; }
t; report $? 'the heart is solved'
t() { ! inside ratchet plugins list --json | grep -F '"shipped":false' && [ -s "$(echo "$debian"/usr/lib/*/ratchet/ratchet-plugins.index)" ]; }
t; report $? 'every plugin is in the index'
t() { inside ratchet convert --to masyu.puzzlink - <"$source/tests/puzzles/masyu/ten.masyu" | grep -q 'puzz.link'; }
t; report $? 'a format'
t() { inside ratchet solve --to png - <"$source/tests/puzzles/nonogram/heart.nin" 2>&1 >/dev/null | grep -q librsvg; }
t; report $? 'without librsvg, pixels are refused with a sentence that names it'
t() { inside sh -c 'cd /tmp && rm -rf mine && ratchet plugins new puzzle mine >/dev/null && test -f mine/mine.c && rm -r mine'; }
t; report $? 'a project to start from'

# The programs that make users and folders are there now: both ways of installing are tried.
t() { inside apt-get install -y --no-install-recommends systemd-standalone-sysusers systemd-standalone-tmpfiles >"$log" 2>&1 ||
    { tail "$log" | sed 's/^/# /'; return 1; }; }
t; report $? 'with systemd-sysusers and systemd-tmpfiles'
# shellcheck disable=SC2086
t() { inside dpkg --purge $ours >"$log" 2>&1 && state >"$folder/before" && ! grep -i ratchet "$folder/before"; }
t; report $? 'purged'
t() { inside sh -c 'dpkg -i /tmp/*.deb' >"$log" 2>&1 || { tail "$log" | sed 's/^/# /'; return 1; }; }
t; report $? 'dpkg installs them again'
t() { inside getent passwd ratchet >/dev/null && [ -f "$debian/etc/ratchet/ratchet.ini" ] && solves; }
t; report $? 'the user of the daemon, its configuration, and the heart again'
t() { inside sh -c 'mkdir -p /var/lib/ratchet && chown ratchet /var/lib/ratchet && setpriv --reuid ratchet --regid ratchet \
    --clear-groups env STATE_DIRECTORY=/var/lib/ratchet sh -c "ratchetd --set daemon.socket=/var/lib/ratchet/s & daemon=\$!
    ratchet health --wait --set daemon.socket=/var/lib/ratchet/s && ratchet submit --wait --set daemon.socket=/var/lib/ratchet/s -; kill \$daemon; wait"' \
    <"$source/tests/puzzles/nonogram/heart.nin" >"$log" 2>&1 && grep -q '^-: unique$' "$log"; }
t; report $? 'the daemon solves it as that user'
t() { inside sh -c 'dpkg -i /tmp/ratchet-plugins_*.deb' >"$log" 2>&1 &&
    ! inside ratchet plugins list --json | grep -F '"shipped":false'; }
t; report $? 'the plugins alone, again: the index follows'
# shellcheck disable=SC2086
t() { inside dpkg --remove $ours >"$log" 2>&1 && [ -f "$debian/etc/ratchet/ratchet.ini" ] && ! ls "$debian"/usr/lib/*/ratchet 2>/dev/null; }
t; report $? 'removed: the configuration stays, no plugin does'
# shellcheck disable=SC2086
t() { inside dpkg --purge $ours >"$log" 2>&1 && state >"$folder/after" && diff "$folder/before" "$folder/after" &&
    ! inside getent passwd ratchet; }
t; report $? 'purged: nothing is left'
plan
