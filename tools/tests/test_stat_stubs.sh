#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-stat on code of AArch64 that is built here: stubs of the procedure linkage table by name, and instructions, as
# objdump has them.
# needs: gcc-aarch64-linux-gnu binutils-aarch64-linux-gnu libdw-dev pkg-config perl
set -u
. tests/tap.sh
need aarch64-linux-gnu-gcc
need aarch64-linux-gnu-objdump
need pkg-config
if [ "${LIBDW:-}" = no ] || ! pkg-config --exists libdw; then
    echo "1..0 # SKIP spe-stat is built without libdw"
    exit 0
fi
. tools/tests/programs.sh
export tmp
export HOME=$tmp
cat >"$tmp/code.c" <<'END'
extern int first(int), _ZN4shop3addEi(int), third(int);
static int one(int n) { return n + 1; }
static void *choose(void) { return (void *)one; }
__attribute__((ifunc("choose"), visibility("hidden"))) int chosen(int);
__asm__(".globl label_a, label_b\n label_a: cmp x0, x1\n ret\n label_b: mov x0, x1\n ret"); /* without a size */
int work(int n)
{
    return first(n) + _ZN4shop3addEi(n) + third(n) + chosen(n) + first(n + 1);
}
END

base=7000000
profile() { # LABEL: a sample at each instruction whose label in the listing matches
    printf 'exec 10 10 p\nmmap 10 10 %s 10000 0 - %s/code\nbuffer c0\n' $base "$tmp"
    perl -e 'my ($base, $wanted) = @ARGV;
        while (<STDIN>) {
            $label = $1 if /^[0-9a-f]+ <(.*)>:/;
            printf "load %x lat=1 ctx=10\n", hex($1) + hex $base if $label =~ $wanted && /^ *([0-9a-f]+):\t/;
        }' $base "$1" <"$tmp/listing"
}

stubs() { # NAME OPTION...: each stub, and each label, of a library that is linked so
    ok "$1: a library" aarch64-linux-gnu-gcc -g -O1 -shared -nostdlib -fPIC -o "$tmp/code" "$tmp/code.c" "${@:2}"
    aarch64-linux-gnu-objdump -d "$tmp/code" >"$tmp/listing"
    profile '^\.plt$|@plt$|^label' | "$tmp/make_perf" >"$tmp/perf.data"
    "$build/spe-stat" --top=1000 --format=json "$tmp/perf.data" 2>"$tmp/err" | perl -MJSON::PP -e '
        my $base = hex shift;
        for (@{decode_json(do { local $/; <STDIN> })->{pcs_by_samples}}) {
            my $function = $_->{location}{function} // next;
            printf "%x %s+%d\n", hex($_->{address}) - $base, $function, $_->{location}{offset};
        }' $base | sort >"$tmp/got"
    perl -ne '$start = hex $1, $label = $2 if /^([0-9a-f]+) <(.*)>:/;
        $label =~ s/^_ZN4shop3addEi/shop::add(int)/;
        $label =~ s/^\*ABS\*\+0x[0-9a-f]+/choose/;
        printf "%s %s+%d\n", $1, $label, hex($1) - $start if $label =~ /\@plt|^label/ && !/\tnop$/ && /^ *([0-9a-f]+):\t/;
        ' "$tmp/listing" | sort >"$tmp/want"
    is "$(cat "$tmp/got")" "$(cat "$tmp/want")" "... the name of each instruction"
    is "$(cut -d' ' -f2- "$tmp/got" | sed 's/+[0-9]*$//' | sort -u | tr '\n' ' ')" \
        "choose@plt first@plt label_a label_b shop::add(int)@plt third@plt " "... of four stubs and two labels"
}
stubs "bound at once, for branch target identification" -mbranch-protection=standard -Wl,-z,force-bti,-z,now
stubs "bound late" -mbranch-protection=none

profile '^work$' | "$tmp/make_perf" >"$tmp/perf.data"
"$build/spe-stat" annotate --format=json work "$tmp/perf.data" 2>"$tmp/err" | perl -MJSON::PP -e '
    for (@{decode_json(do { local $/; <STDIN> })->{annotate}}) {
        printf "%04d %d %s\n", $_->{location}{offset}, $_->{samples}, $_->{source} =~ s/(?<!\.inst) .*//r
            if defined $_->{location}{offset};
    }' | sort >"$tmp/got"
perl -ne '$start = hex $1, $label = $2 if /^([0-9a-f]+) <(.*)>:/;
    BEGIN { $has_capstone = `cat $ENV{tmp}/got` !~ /\.inst/ }
    printf "%04d 1 %s\n", hex($1) - $start, $has_capstone ? $3 : ".inst 0x$2"
        if $label eq "work" && /^ *([0-9a-f]+):\t([0-9a-f]+) \t(\S+)/' "$tmp/listing" | sort >"$tmp/want"
is "$(cat "$tmp/got")" "$(cat "$tmp/want")" "annotate: each instruction of a function"

perl -0777 -pi -e 'my ($at, $size, $n) = (unpack("Q<", substr $_, 40), unpack "S<2", substr $_, 58);
    for my $section (map { $at + $_ * $size } 0 .. $n - 1) {
        substr($_, $section + 56, 8) = "\0" x 8 if unpack("L<", substr $_, $section + 4) == 4;
    }' "$tmp/code"
is "$("$build/spe-stat" --table=functions --format=csv "$tmp/perf.data" 2>"$tmp/err" | sed -n 2p)" \
    "functions,\"work\",samples,$(wc -l <"$tmp/want")" "relocations whose entries have no size"
done_testing
