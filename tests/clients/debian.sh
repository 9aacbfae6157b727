#!/bin/bash
# SPDX-License-Identifier: MIT
# Debian's packages (packaging/debian), from the tarball of make dist: they build, lintian accepts them, and their own
# tests (debian/tests) pass in a minimal Debian with only these packages and their dependencies.
# needs: dpkg-dev debhelper lintian autopkgtest mmdebstrap libcapstone-dev libdw-dev libzstd-dev pkgconf zlib1g-dev
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
need_packages
if [ "$(id -u)" != 0 ]; then
    echo "1..0 # SKIP roots are made by root"
    exit 0
fi
work=$(mktemp -d)
trap 'wait; rm -rf "$work"' EXIT
chmod 755 "$work"
began=$(date +%s)
told() { diag "$1: $(($(date +%s) - began)) s"; }
# logged COMMAND ...: shows the end of the command's output only if it fails.
logged() { "$@" >"$work/log" 2>&1 || { tail -n 40 "$work/log"; return 1; }; }

# The lists of packages stay, because debian/tests/control names more packages to install. Mounts in the root exist only
# there, and do not prevent its removal.
mapfile -t sources < <(find /etc/apt -name '*.sources' -o -name '*.list' -size +0)
unshare --mount mmdebstrap --quiet --variant=apt --include=dpkg-dev --skip=cleanup/apt/lists \
    --aptopt='Acquire::Languages "none"' bookworm "$work/root" "${sources[@]}" >"$work/root.log" 2>&1 &
root=$!

# -- the source package --
ok "the tarball" env DIRTY=1 packaging/dist "$work" || done_testing
version=$(sed -n '1s/.*(\(.*\)).*/\1/p' packaging/debian/changelog) # including Debian's revision
upstream=${version%-*}
mv "$work/libspe-$upstream.tar.gz" "$work/libspe_$upstream.orig.tar.gz"
tar -xf "$work/libspe_$upstream.orig.tar.gz" -C "$work"
cp -r packaging/debian "$work/libspe-$upstream/debian"

# -- the packages --
build() {
    cd "$work/libspe-$upstream" || return
    DEB_BUILD_OPTIONS='nocheck noautodbgsym parallel=2' DEB_BUILD_PROFILES=nocheck dpkg-buildpackage -us -uc
}
ok "they build" logged build || done_testing
told "built"
is "$(cd "$work" && echo *.deb | sed "s/_${version}_[a-z0-9]*\.deb//g")" "libspe-dev libspe-doc libspe-lab-dev \
libspe-lab0 libspe-tools libspe1" "the six packages"
# Debian has no bug that requests libspe: the uploader adds its number.
ok "lintian has nothing against them" logged lintian --allow-root --fail-on error,warning \
    --suppress-tags initial-upload-closes-no-bugs "$work/libspe_$version"_*.changes
told "lintian"

# -- the symbols files: a node of a library that is missing there is noticed --
symbols() { # PACKAGE FILE
    local library
    library=$(find "$work/libspe-$upstream/debian/$1" -type f -name 'libspe*.so.*')
    dpkg-gensymbols -q -c4 "-p$1" "-v$upstream" "-e$library" "-I$2" -O/dev/null
}
for package in libspe1:LIBSPE_1 libspe-lab0:LIBSPE_LAB_0; do
    name=${package%:*}
    ok "$name: each function has a version that is in the symbols file" symbols "$name" "packaging/debian/$name.symbols"
    sed "/(symver)${package#*:} /d" "packaging/debian/$name.symbols" >"$work/less"
    symbols "$name" "$work/less" >"$work/log" 2>&1
    ok "... or it would be told" test $? -ne 0
done

# -- the packages in use --
wait $root
ok "a root to install them in" test $? = 0 || { tail -n 20 "$work/root.log"; done_testing; }
told "a root"
ok "their tests pass" logged unshare --mount autopkgtest --no-built-binaries -q "$work/libspe_$version"_*.changes -- \
    chroot "$work/root"
is "$(sed -n 's/^\([a-z]*\) *PASS$/\1/p' "$work/log" | sort | xargs)" \
    "$(sed -n 's/^Tests: //p' packaging/debian/tests/control | sort | xargs)" "... all of debian/tests/control"
told "tests"
done_testing
