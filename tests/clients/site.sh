#!/bin/bash
# SPDX-License-Identifier: MIT
# make site: Doxygen gives no warnings, no link is dead, every document and every function is there.
# needs: doxygen
set -u
. tests/tap.sh
need_packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

is "$(MAKEFLAGS='' make -s BUILD="$work" site 2>&1 | head -20)" "" "make site, without a warning"
is "$(tests/clients/dead_links "$work/site" | sed 's/^[0-9]* pages$/some pages/')" "some pages" "no dead links"
is "$(cd "$work/site" && grep -o 'href="[A-Za-z_]*_8md.html' -- *.html | grep -v '_8md.html:')" "" \
    "links to documents lead to their pages"
# The text of a link must be on one line: Doxygen would end the link at the end of the line.
is "$(cd "$work/site" && grep -lE '@(ref|section) ' -- *.html)" "" "... and no page shows Doxygen's own commands"
documents=$(for document in docs/*.md lab/docs/*.md tools/docs/*.md; do
    name=$(basename "$document" .md)
    [ "$document" != lab/docs/guide.md ] || name=lab_guide
    [ "$name" = README ] || [ -f "$work/site/$name.html" ] || echo "$name"
done)
is "$documents" "" "a page for each document"
is "$(grep -c '<div class="title">libspe *<' "$work/site/index.html") $(grep -c 'Try it' "$work/site/index.html")" "1 1" "README is the first page"
told=$(cat "$work"/site/*_8h.html | grep -oE '<h2 class="memtitle">.*</span>(SPE_[A-Z0-9_]+|spe_[a-z0-9_]+)' | grep -oE 'spe_[a-z0-9_]+$' | sort)
is "$(comm -23 <(tests/abi/functions {,lab/}include/libspe*/*.h | sort) <(echo "$told"))" "" "every function has its place"
is "$(grep -c "The records of the bytes that were fed" "$work/site/classspe_1_1decoder_1_1range.html")" 2 \
    "... and so has the C++ header"
is "$(sed 's/<[^>]*>//g' "$work/site/decoder_8h.html" | grep -c 'Gives the decoder the next len bytes of the stream')" 2 "... with what its header says"

# -- faults are noticed --
mkdir "$work/wrong"
echo '<p id="here"><a href="#here"></a><a href="#nowhere"></a><a href="no.html"></a></p>' >"$work/wrong/a.html"
is "$(tests/clients/dead_links "$work/wrong")" "a.html: #nowhere
a.html: no.html
1 pages" "dead links are seen"

done_testing
