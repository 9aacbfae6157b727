#!/bin/bash
# SPDX-License-Identifier: MIT
# The manual pages: those of both libraries are generated from the headers and have every declaration; no page has a
# warning.
# needs: mandoc groff man-db
set -u
. tests/tap.sh
need_packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 MANPAGER=cat MANWIDTH=80

mkdir -p "$work/man/man3"
ok "pages of the headers" docs/man/pages docs/man/libspe.3.in "$work/man/man3" include/libspe/*.h
ok "... of libspe-lab's" docs/man/pages lab/docs/libspe-lab.3.in "$work/man/man3" lab/include/libspe-lab/*.h
headers=(include/libspe/*.h lab/include/libspe-lab/*.h)
cd "$work/man" || exit 1
pages=$(ls man3/libspe*.3)
cd "$OLDPWD" || exit 1
is "$({ docs/man/pages --names include/libspe/*.h; docs/man/pages --names lab/include/libspe-lab/*.h; } | sort)" "$(find "$work/man/man3" -type f -printf '%f\n' | sort)" \
    "--names are the files' names"
is "$(wc -w <<<"$pages")" "${#headers[@]}" "a page for each header, and libspe(3), libspe-lab(3) for spe.h, lab.h"

# -- every function, with its prototype, and everything else that has a name --
cc -Iinclude -Ilab/include -DSPE_NO_INLINE -E -P lab/include/libspe-lab/lab.h >"$work/declared.h"
tests/prototypes "$work/declared.h" | sort >"$work/prototypes"
is "$(wc -l <"$work/prototypes") $(cat "$work"/man/man3/libspe-*.3 | tests/prototypes | sort |
    diff "$work/prototypes" -)" "$(tests/abi/functions "${headers[@]}" | wc -l) " \
    "every function has its prototype in a page"
types=$(sed -n 's/^typedef struct \(spe_[a-z_]*\) .*/\1/p; s/^struct \(spe_[a-z_]*\) {/\1/p; s/^typedef .*\b\(spe_[a-z_]*_fn\)(.*/\1/p' "${headers[@]}")
is "$(find "$work/man/man3" -name 'spe_*' -printf '%f\n' | sed 's/\.3$//' | sort)" \
    "$({ tests/abi/functions "${headers[@]}"; echo "$types"; } | sort)" "every function and type has a page of its name"
wrong=$(for header in "${headers[@]}"; do
    name=$(basename "$(dirname "$header")")-$(basename "$header" .h)
    for function in $(tests/abi/functions "$header"); do
        [ "$(cat "$work/man/man3/$function.3")" = ".so man3/$name.3" ] || echo "$function"
    done
done)
is "$wrong" "" "... which is that of its header"
(cd "$work/man" && for page in $pages; do mandoc -Tutf8 "$page"; done) | col -b >"$work/text"
members=$(cat "${headers[@]}" | awk '/^struct spe_[a-z_]+ \{/ {inside = 1; next} /^\}/ {inside = 0} inside && /^    [a-z].*;/ && !/opaque/ {sub(/;.*/, ""); sub(/^ */, ""); print}')
constants=$(cat "${headers[@]}" | grep -oE '^(#define|    |enum \{) SPE_[A-Z0-9_]+|^    SPE_[A-Z0-9_]+( =|,|$)' |
    grep -oE 'SPE_[A-Z0-9_]+' | grep -v '^SPE_SIZED_NAME')
missing() { perl -e 'open my $in, "<", shift or die; local $/; my $text = <$in>; $/ = "\n"; while (<STDIN>) { chomp; print "$_\n" if index($text, $_) < 0 }' "$work/text" 2>&1; }
is "$(printf 'uint64_t payload\nuint64_t nowhere\n' | missing)" "uint64_t nowhere" "what is not told is seen"
is "$(sort -u <<<"$members" | missing) $(($(wc -l <<<"$members") > 200))" " 1" "every member of every struct is told"
is "$(sort -u <<<"$constants" | missing) $(($(wc -l <<<"$constants") > 300))" " 1" "every constant is told"
is "$(grep -oE '^    SPE_E_[A-Z]+' include/libspe/base.h | tr -d ' ' | sort)" \
    "$(grep -oE '^.It Dv SPE_E_[A-Z]+' docs/man/libspe.3.in | sed 's/.* //' | sort)" \
    "libspe(3) lists every status"

# -- a program's options: accepted, in --help, and in its page --
build=${BUILD:-build}
options() { grep -oE -- '--[a-z][a-z-]+' | sort -u; }
for page in tools/man/*.1; do
    name=$(basename "$page" .1)
    [ -x "$build/$name" ] || continue # spe-record: make qemu
    "$build/$name" --help >"$work/help"
    is "$(options <"$work/help")" "$(sed -n '/^\.It/s/Fl Fl \([a-z-]*\)/--\1/gp' "$page" | options)" \
        "$name: --help and the page have the same options"
    untaken=$(for option in $(options <"$work/help"); do
        "$build/$name" "$option=" "$work/none" 2>&1 </dev/null | grep -q 'not an option' && echo "$option"
    done)
    is "$untaken" "" "... which the program takes"
done

# -- no warnings from both typesetters; man(1) finds the pages --
is "$(mandoc -Tlint -Wwarning "$work"/man/man3/libspe*.3 tools/man/*.1)" "" "mandoc finds nothing wrong"
is "$(for page in "$work"/man/man3/libspe*.3 tools/man/*.1; do groff -ww -mdoc -Tutf8 -z "$page"; done 2>&1)" "" \
    "nor does groff"
is "$(man -M "$work/man" spe_decoder_next 2>&1 | sed -n 1p | sed 's/BSD //' | tr -s ' ')" \
    "LIBSPE-DECODER(3) Library Functions Manual LIBSPE-DECODER(3)" "man spe_decoder_next"
is "$(man -M "$work/man" 3 spe_record | col -b | grep -c 'uint64_t prev_branch_target')" 1 \
    "man spe_record has its members"
# Only the words of a header's comment: markup and line ends differ in the page.
plain() { tr -s ' \n\t*' ' ' | sed 's/^ //; s/ $//'; }
said() { # HEADER FUNCTION: the first sentence of the function's comment in the header
    perl -0ne 'print $1 if m{/\*\s+((?:(?!\*/).)*)\*/\nSPE_[A-Z]+ [^;\n]*\b'"$2"'\(}s' "include/libspe/$1.h" | plain |
        sed 's/\. .*/./'
}
page=$(man -M "$work/man" libspe-packet | col -b | plain)
sentence=$(said packet spe_address_el)
is "$(grep -cF "spe_address_el(uint64_t payload);" <<<"$page") $(grep -cF "${sentence:-none}" <<<"$page")" "1 1" \
    "a page has prototypes, and what the header says of them"
is "$(man -M "$work/man" libspe-op | col -b | sed -n '/^RETURN VALUES/,/^SEE ALSO/p' | grep -c 'spe_op_decode()')" 1 \
    "... and what is returned"

# -- text that the generator does not understand is an error, and is not left out --
cp include/libspe/op.h "$work/op.h"
echo 'int spe_lost(void)' >>"$work/op.h"
is "$(docs/man/pages --names "$work/op.h" 2>&1 | grep -c 'op.h: not understood')" 1 \
    "a header of another form is refused"

done_testing
