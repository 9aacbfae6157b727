#!/bin/bash
# SPDX-License-Identifier: MIT
# The manual pages: those of the library are made from the headers and have all that these declare; all pages are clean.
# needs: mandoc groff man-db
set -u
. tests/tap.sh
need mandoc
need groff
need man
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 MANPAGER=cat MANWIDTH=80

mkdir -p "$work/man/man3"
ok "pages of the headers" docs/man/pages docs/man/libspe.3.in "$work/man/man3" include/libspe/*.h
cd "$work/man" || exit 1
pages=$(ls man3/libspe*.3)
cd "$OLDPWD" || exit 1
is "$(docs/man/pages --names include/libspe/*.h | sort)" "$(find "$work/man/man3" -type f -printf '%f\n' | sort)" \
    "--names are the files' names"
is "$(wc -w <<<"$pages")" "$(find include/libspe -name '*.h' | wc -l)" "a page for each header, and libspe(3) for spe.h"

# -- every function, with its prototype, and everything else that has a name --
cc -Iinclude -DSPE_NO_INLINE -E -P include/libspe/spe.h >"$work/declared.h"
tests/prototypes "$work/declared.h" | sort >"$work/prototypes"
is "$(wc -l <"$work/prototypes") $(cat "$work"/man/man3/libspe-*.3 | tests/prototypes | sort |
    diff "$work/prototypes" -)" "$(abi/functions | wc -l) " \
    "every function has its prototype in a page"
types=$(sed -n 's/^typedef struct \(spe_[a-z_]*\) .*/\1/p; s/^struct \(spe_[a-z_]*\) {/\1/p; s/^typedef .*\b\(spe_[a-z_]*_fn\)(.*/\1/p' include/libspe/*.h)
is "$(find "$work/man/man3" -name 'spe_*' -printf '%f\n' | sed 's/\.3$//' | sort)" \
    "$({ abi/functions; echo "$types"; } | sort)" "every function and type has a page of its name"
wrong=$(for header in include/libspe/*.h; do
    name=$(basename "$header" .h)
    for function in $(abi/functions "$header"); do
        [ "$(cat "$work/man/man3/$function.3")" = ".so man3/libspe-$name.3" ] || echo "$function"
    done
done)
is "$wrong" "" "... which is that of its header"
(cd "$work/man" && for page in $pages; do mandoc -Tutf8 "$page"; done) | col -b >"$work/text"
members=$(cat include/libspe/*.h | awk '/^struct spe_[a-z_]+ \{/ {inside = 1; next} /^\}/ {inside = 0} inside && /^    [a-z].*;/ && !/opaque/ {sub(/;.*/, ""); sub(/^ */, ""); print}')
constants=$(cat include/libspe/*.h | grep -oE '^(#define|    |enum \{) SPE_[A-Z0-9_]+|^    SPE_[A-Z0-9_]+( =|,|$)' |
    grep -oE 'SPE_[A-Z0-9_]+')
missing() { perl -e 'open my $in, "<", shift or die; local $/; my $text = <$in>; $/ = "\n"; while (<STDIN>) { chomp; print "$_\n" if index($text, $_) < 0 }' "$work/text" 2>&1; }
is "$(printf 'uint64_t payload\nuint64_t nowhere\n' | missing)" "uint64_t nowhere" "what is not told is seen"
is "$(sort -u <<<"$members" | missing) $(($(wc -l <<<"$members") > 300))" " 1" "every member of every struct is told"
is "$(sort -u <<<"$constants" | missing) $(($(wc -l <<<"$constants") > 300))" " 1" "every constant is told"
is "$(grep -oE '^    SPE_E_[A-Z]+' include/libspe/base.h | tr -d ' ' | sort)" \
    "$(grep -oE '^.It Dv SPE_E_[A-Z]+' docs/man/libspe.3.in | sed 's/.* //' | sort)" \
    "libspe(3) lists every status"

# -- clean, as both programs that typeset them see it; as man(1) finds them --
is "$(mandoc -Tlint -Wwarning "$work"/man/man3/libspe*.3 docs/man/*.1)" "" "mandoc finds nothing wrong"
is "$(for page in "$work"/man/man3/libspe*.3 docs/man/*.1; do groff -ww -mdoc -Tutf8 -z "$page"; done 2>&1)" "" \
    "nor does groff"
is "$(man -M "$work/man" spe_decoder_next 2>&1 | sed -n 1p | sed 's/BSD //' | tr -s ' ')" \
    "LIBSPE-DECODER(3) Library Functions Manual LIBSPE-DECODER(3)" "man spe_decoder_next"
is "$(man -M "$work/man" 3 spe_record | col -b | grep -c 'uint64_t prev_branch_target')" 1 \
    "man spe_record has its members"
is "$(man -M "$work/man" libspe-packet | col -b | tr -s ' ' |
    grep -c -e '^ spe_address_el(uint64_t payload);' -e 'The exception level, 0 to 3, of INDEX 0, 1 and 4')" 2 \
    "a page has prototypes and what is said of them"
is "$(sed -n '/^RETURN VALUES/,/^SEE ALSO/p' "$work/text" | tr -s ' \n\t' '   ' |
    grep -c 'spe_op_decode() Returns SPE_OK and fills \*out whole; reserved payloads are SPE_OK too')" 1 \
    "... and what is returned"

# -- what is not understood is refused, not left out --
cp include/libspe/op.h "$work/op.h"
echo 'int spe_lost(void)' >>"$work/op.h"
is "$(docs/man/pages --names "$work/op.h" 2>&1 | grep -c 'op.h: not understood')" 1 \
    "a header of another form is refused"

done_testing
