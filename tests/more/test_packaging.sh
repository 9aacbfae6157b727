#!/bin/bash
# SPDX-License-Identifier: MIT
# The tarball of make dist: the same bytes from the same sources, from a checkout as from itself; what is not committed
# is refused; its list of files (SPDX 2.3) is true. The version is the same wherever it stands.
# needs: perl git
set -u
. tests/tap.sh
need_packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DIRTY=
dist() { (cd "$1" && DIRTY=${3:-} packaging/dist "$work/$2" 2>&1); } # TREE OUT [DIRTY]
same() { cmp "$work/$1/$tarball" "$work/$2/$tarball"; }
unpack() { mkdir "$work/$2" && tar -xf "$work/$1/$tarball" -C "$work/$2" --strip-components=1; } # OUT TREE

# -- a checkout with this tree's files --
ok "make dist" dist . first 1 || done_testing
tarball=$(cd "$work/first" && echo libspe-[0-9]*.tar.gz)
version=$(sed -n 's/^#define SPE_VERSION_STRING "\(.*\)"/\1/p' include/libspe/base.h)
is "$tarball" "libspe-$version.tar.gz" "... called by the version of base.h"
ok "it unpacks" unpack first checkout
(cd "$work/checkout" && rm libspe.spdx.json && git init -q && git add -A && git -c user.name=Somebody \
    -c user.email=somebody@example.org commit -q -m "All of it" --date=2026-01-02T03:04:05Z) >"$work/log" 2>&1
ok "a checkout of what is in it" test $? = 0

ok "make dist there" dist "$work/checkout" one
ok "... and once more" dist "$work/checkout" two
ok "... the same bytes" same one two
(umask 077 && export TZ=Pacific/Auckland LC_ALL=C.UTF-8 && dist "$work/checkout" settings) >"$work/log"
ok "... with another umask, locale and time zone, too" same one settings
ok "unpacked" unpack one tree
ok "... it packs itself" dist "$work/tree" three
ok "... the same bytes" same one three
ok "... the same list and checksums" cmp "$work/one/SHA256SUMS" "$work/three/SHA256SUMS"
ok "SHA256SUMS holds" sh -c "cd '$work/one' && sha256sum --quiet -c SHA256SUMS"
is "$(tar -tvf "$work/one/$tarball" --numeric-owner | awk '{print $2, $4, $5}' | sort -u | wc -l)" 1 \
    "one owner, one time"
is "$(tar -tf "$work/one/$tarball" | grep -vc "^libspe-$version/")" 0 "one folder"
is "$(SOURCE_DATE_EPOCH=86400 dist "$work/checkout" early >/dev/null && tar --utc -tvf "$work/early/$tarball" |
    awk '{print $4, $5; exit}')" \
    "1970-01-02 00:00" "SOURCE_DATE_EPOCH is the time, if it is given"

# -- uncommitted files --
for tree in checkout tree; do
    echo changed >>"$work/$tree/README.md"
    is "$(dist "$work/$tree" refused | head -n 1)" "packaging/dist: changed: README.md" \
        "$tree: a changed file is refused"
    ok "... or taken, if that is asked for" dist "$work/$tree" taken 1
    is "$(tar -xOf "$work/taken/$tarball" "libspe-$version/README.md" | tail -n 1)" changed "... as it is"
done
git -C "$work/checkout" checkout -q README.md && touch "$work/checkout/forgotten.c"
is "$(dist "$work/checkout" refused | head -n 1)" "packaging/dist: changed: forgotten.c" \
    "a file that git does not know is refused"

rm -r "$work/tree"
unpack one tree
rm "$work/tree/libspe.spdx.json"
is "$(dist "$work/tree" refused | sed -n "1s, (.*,,p")" "packaging/dist: changed: all of it" \
    "a folder that is neither is refused"
ok "... or taken" dist "$work/tree" three 1
is "$(tar -tf "$work/three/$tarball")" "$(tar -tf "$work/one/$tarball")" "... all that is there"

# -- the list --
rm -r "$work/tree"
unpack one tree
ok "the list in the tarball is the one beside it" cmp "$work/tree/libspe.spdx.json" \
    "$work/one/libspe-$version.spdx.json"
is "$(cd "$work/tree" && "$OLDPWD/tests/spdx" libspe.spdx.json 2>&1)" "" \
    "it has what SPDX 2.3 demands, and is true of each file"
spoil() { # WHAT SED: puts a fault into the list
    (cd "$work/tree" && sed "$2" libspe.spdx.json >"$work/bad.json" &&
        ! "$OLDPWD/tests/spdx" "$work/bad.json" >/dev/null 2>&1)
    ok "... $1 is seen" test $? = 0
}
spoil "a wrong checksum" '0,/"checksumValue" : "./s//"checksumValue" : "x/'
spoil "a wrong verification code" 's/"packageVerificationCodeValue" : "./"packageVerificationCodeValue" : "x/'
spoil "a file that is not listed" 's/"fileName" : ".\/LICENSE"/"fileName" : ".\/README.md"/'
spoil "a missing member" 's/"dataLicense" :/"license" :/'
spoil "what is no JSON" '1s/{//'

# -- addresses --
cd "$work/tree" || exit 1
unset=invalid # RFC 2606
ok "an address that is not set" packaging/addresses home="https://a.$unset"
is "$(packaging/addresses)" "packaging/project is not set: packaging/addresses ci=... download=... email=... home=... repository=..." \
    "... is reported in one line"
ok "all are set" packaging/addresses home=https://example.org/spe ci=https://example.org/spe/ci \
    repository=https://example.org/spe.git download=https://example.org/spe/files email=somebody@example.org
is "$(packaging/addresses && grep -rIlE "[a-z]\.$unset\b" .)" "" "... in all files"
is "$(sed -n 's/^URL: //p' pkgconfig/libspe.pc.in) $(sed -n 's/^source_url = //p' packaging/recipes/meson/libspe.wrap)" \
    "https://example.org/spe https://example.org/spe/files/v@VERSION@/libspe-@VERSION@.tar.gz" "... each in its place"
echo "https://b.$unset" >more.md
is "$(packaging/addresses)" "./more.md: b.$unset is not an address" "another one is seen"
rm more.md
is "$(packaging/addresses here=x 2>&1)" "packaging/addresses: here? packaging/project has: ci download email home repository" \
    "a wrong name is refused"
for value in home=https://example.org/ 'home=https://a"b' email=nobody; do
    is "$(packaging/addresses "$value" 2>&1)" "packaging/addresses: $value: not an address, or one that ends with a slash" \
        "... so is $value"
done

# -- the version --
ok "all files say one version" packaging/versions
for change in 'include/libspe/base.h:s/\(SPE_VERSION_PATCH \).*/\199/' \
    'packaging/debian/changelog:1s/(.*-/(0.9-/' 'packaging/libspe.spec:s/^\(Version: *\).*/\10.9/' \
    'packaging/libspe.spec:s/^\(\* .* - \).*/\10.9-1/' 'docs/build.md:s/^\(revision = v\).*/\10.9/' \
    'docs/guide.md:/--modversion libspe$/{n;s/.*/0.9/}' \
    'packaging/debian/libspe-lab0.symbols:s/\(LAB_0 \).*/\10.9/' \
    'bindings/python/pyproject.toml:s/^version = .*/version = "0.9"/' \
    'bindings/rust/libspe/Cargo.toml:s/^version = .*/version = "0.9"/' \
    'bindings/python/libspe/__init__.py:s/^__version__ = .*/__version__ = "0.9"/' \
    'libspe.spdx.json:s/"versionInfo" : ".*"/"versionInfo" : "0.9"/'; do
    file=${change%%:*}
    cp "$file" "$work/kept"
    sed -i "${change#*:}" "$file"
    is "$(packaging/versions | sed 's/:.*//')" "$file" "another one is seen: $file"
    cp "$work/kept" "$file"
done
sed -i '0,/^## .*/s//## [0.9] - 2026-01-02/' CHANGELOG.md
is "$(packaging/versions)" "CHANGELOG.md: 0.9, not $version" "... CHANGELOG.md, once a release is written there"
sed -i '0,/^## .*/s//## [Unreleased]/' CHANGELOG.md
rm -rf tests/abi/releases
ok "... none is" packaging/versions
is "$(packaging/versions --release | sed 's/:.*//' | xargs)" "CHANGELOG.md tests/abi/releases/libspe-$version.tar.gz" \
    "a release has its version there, and its ABI is on record"
sed -i "0,/^## .*/s//## [$version] - 2026-01-02/" CHANGELOG.md
mkdir -p tests/abi/releases && touch "tests/abi/releases/libspe-$version.tar.gz"
ok "... that is enough" packaging/versions --release
is "$(packaging/versions --release v0.9)" "the tag is v0.9, not v$version" "... if the tag is the version's"

done_testing
