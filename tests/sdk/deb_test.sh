#!/bin/sh
# deb_test.sh BUILD PREFIX LIBDIR TAP.SH MESON: the Debian packages of this build, looked into. deb_clean.sh is the long
# test: it builds them as tools/deb/build does, and installs them.
command -v dpkg-shlibdeps >/dev/null || { echo '1..0 # SKIP no dpkg-dev'; exit; }
. "$(dirname "$0")/stage.sh"
packages='ratchet ratchet-plugins libratchet-dev'
mkdir out

t() { DEBEMAIL=packages@example.org "$source/tools/deb/pack" "$stage" "$prefix" out >log 2>&1 || { sed 's/^/# /' log; return 1; }
    for package in $packages; do
        dpkg-deb -x out/"$package"_*.deb "$package" && dpkg-deb -e out/"$package"_*.deb "$package.control" || return 1
    done; }
t; report $? 'three packages'

for package in $packages; do
    (cd "$package" && find . -type f -printf '%P\n') | grep -v '^usr/share/\(doc\|lintian\)/' >"$package.files"
done
t() { cat ./*.files | sort | uniq -d | diff /dev/null - &&
    (cd "$root" && find . -type f -printf 'usr/%P\n') | grep -v 'ratchet-plugins.index$' |
        sed 's|zsh/site-functions|zsh/vendor-completions|; s|^usr/share/man/.*|&.gz|' | sort >all &&
    cat ./*.files | sort | diff all -; }
t; report $? 'all that is installed is in one of them'
t() { grep -qx 'usr/bin/ratchet' ratchet.files && grep -qx 'usr/bin/ratchetd' ratchet.files &&
    grep -qx "usr/$libdir/ratchet/line.line.so" ratchet-plugins.files &&
    grep -qx 'usr/include/ratchet/abi.h' libratchet-dev.files && ! grep -E '\.(so|h)$' ratchet.files; }
t; report $? 'each in its own'
t() { grep -q '^Depends: ratchet-plugins (= .*libc6 (>= ' ratchet.control/control &&
    grep -q '^Depends: libc6 .*zlib1g' ratchet-plugins.control/control && ! grep 'Depends.*librsvg' ratchet-plugins.control/control &&
    grep -q '^Depends: ratchet (= ' libratchet-dev.control/control; }
t; report $? 'what they depend on'
t() { for script in ratchet.control/p*; do sh -n "$script" || return 1; done
    grep -q "plugins index --installed /usr/$libdir/ratchet " ratchet.control/postinst &&
        grep -qx "interest-noawait /usr/$libdir/ratchet" ratchet.control/triggers && ! grep -r '@[a-z]*@' ./*.control; }
t; report $? 'the index is made when the plugins change'
t() { for package in $packages; do (cd "$package" && md5sum --quiet -c "../$package.control/md5sums") || return 1; done; }
t; report $? 'the sums'
t() { mv out first && mkdir out && DEBEMAIL=packages@example.org "$source/tools/deb/pack" "$stage" "$prefix" out >log 2>&1 &&
    for deb in out/*.deb; do cmp "$deb" "first/${deb#out/}" || return 1; done; }
t; report $? 'packed again, every byte is the same'
plan
