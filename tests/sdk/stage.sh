# Sourced, with the arguments BUILD PREFIX LIBDIR TAP.SH ... MESON: installs the build into a folder with spaces in its
# name, and makes the tree at $root the only Ratchet there is. The working folder is $work, and so is the home.
build=$1 prefix=$2 libdir=$3
. "$4"
for meson; do :; done
source=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
stage="$work/a staged place"
root=$stage$prefix
mkdir "$work/home" && cd "$work" || exit 99
unset XDG_DATA_HOME XDG_CONFIG_HOME CLICOLOR_FORCE PKG_CONFIG_SYSROOT_DIR DESTDIR MAKEFLAGS
"$meson" install -C "$build" --no-rebuild --destdir "$stage" >log 2>&1 ||
    { sed 's/^/# /' log; echo 'Bail out! meson install'; exit 1; }
export HOME="$work/home" NO_COLOR=1 PKG_CONFIG_PATH="$root/$libdir/pkgconfig" PATH="$root/bin:$PATH"
