#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-dump --format=profgen, the text that llvm-profgen reads: mappings and program counters are compared with what perf
# prints for the same file. Debian's perf prints no branch stacks of SPE; their words are tested in test_pgo.sh.
# llvm-profgen 14, which supports x86 only, reads samples at the branches of a program for x86.
# needs: linux-perf perl
# all needs: llvm-14 clang-14 binutils
set -u
. tests/tap.sh
need_packages
. tools/tests/programs.sh
export PERF_PAGER=cat HOME=$tmp
make_perf() { "$tmp/make_perf" 1000 >"$tmp/data"; }
profgen() { "$dump" --format=profgen "$@"; }

# -- line by line --
make_perf <<'LINES'
exec 7 7 prog
mmap 4294967295 0 ffff800008000000 1000000 ffff800008000000 - [kernel.kallsyms]_text
mmap 7 7 400000 2000 0 - /tmp/prog
mmap 7 8 7f0000001000 2000 1000 0123456789abcdef0123456789abcdef01234567 /tmp/lib.so
buffer 7
branch 401008 401018 cond missed lat=11
branch 401008 - cond
branch 401008 401018 cond not missed other pbt=401000
load 401010
branch 7f0000001018 401030 call missed
LINES
# The writer writes PERF_RECORD_MMAP2 only; perf record reports the kernel by PERF_RECORD_MMAP.
perl -0777 -pi -e 's{\x0a\0\0\0(.{36}).{32}(\[kernel[.]kallsyms\]_text)}{"\1\0\0\0$1$2" . "\0" x 32}se' "$tmp/data"
profgen "$tmp/data" | sed 's/ $//' >"$tmp/ours"
is "$(cat "$tmp/ours")" \
    "PERF_RECORD_MMAP -1/0: [0xffff800008000000(0x1000000) @ 0xffff800008000000]: x [kernel.kallsyms]_text
PERF_RECORD_MMAP2 7/7: [0x400000(0x2000) @ 0 00:00 0 0]: r-xp /tmp/prog
PERF_RECORD_MMAP2 7/8: [0x7f0000001000(0x2000) @ 0x1000 <0123456789abcdef0123456789abcdef01234567>]: r-xp /tmp/lib.so
           401008 0x401008/0x401018/M/-/-/11/COND/-
           401008 0x401008/0x40100c/PN/-/-/0/COND/-
           401008 0x401008/0x401018/MN/-/-/0/COND/-  0x0/0x401000/-/-/-/0//-
     7f0000001018 0x7f0000001018/0x401030/M/-/-/0/CALL/-" "mappings, then program counter and branches of each sample"
ok "a pipe gives the same" sh -c 'cat "$1" | "$0" --format=profgen - | sed "s/ $//" | cmp - "$2"' "$dump" "$tmp/data" \
    "$tmp/ours"
ok "-o" sh -c '"$0" --format=profgen -o "$1.out" "$1" && sed "s/ $//" "$1.out" | cmp - "$2"' "$dump" "$tmp/data" \
    "$tmp/ours"
is "$(profgen --filter=event_filter=not_taken "$tmp/data" | grep -c '/[PM]N/')" 2 "--filter chooses samples"
is "$(profgen "$tmp/data" "$tmp/data" | sed 's/ $//' | cmp - <(cat "$tmp/ours" "$tmp/ours"))" "" \
    "of two files, each has its mappings before its samples"

# -- perf --
script() { perf script --show-mmap-events -i "$tmp/data" "$@" 2>/dev/null; }
is "$(script --itrace=i1i -F ip | grep ^PERF_RECORD)" "$(grep ^PERF_RECORD "$tmp/ours")" "perf prints the same mappings"
is "$(script --itrace=i1i -F ip | grep -v ^PERF_RECORD | grep -v ' 401010$')" \
    "$(grep -v ^PERF_RECORD "$tmp/ours" | cut -c-17)" "... and program counters, except that of the load"
is "$(script --itrace=b -F ip,addr | awk '!/^PERF/ {print "0x" $2 "/0x" $1}')" \
    "$(sed -n 's,^ *[0-9a-f]* \(0x[^/]*/0x[^/]*\)/M.*,\1,p' "$tmp/ours")" \
    "... and source and target of mispredicted branches, which perf has samples of"

# -- hostile names, and raw bytes --
{
    echo 'mmap 7 7 400000 2000 0 - /tmp/HOSTILE000000'
    echo 'branch 401008 401018'
} | make_perf
perl -pi -e 's{HOSTILE000000}{a\n 1 0x1/2\e[m}' "$tmp/data"
is "$(profgen "$tmp/data" | sed 's/ $//')" \
    'PERF_RECORD_MMAP2 7/7: [0x400000(0x2000) @ 0 00:00 0 0]: r-xp /tmp/a\x0a 1 0x1/2\x1b[m
           401008 0x401008/0x401018/P/-/-/0//-' "a name with a line end and control characters is one line"
{
    printf 'mmap 7 7 400000 2000 0 - /'
    printf '%04000d\n' 0
    echo 'branch 401008 401018'
} | make_perf
perl -pi -e 's{(0{4000})}{"\n" x 4000}e' "$tmp/data"
is "$(profgen "$tmp/data" | awk '{print (length($0) > 8000), (length($0) < 8192)}' | head -1) $(profgen "$tmp/data" |
    wc -l)" "1 1 2" "a name that is too long after that is cut off"
"$build/spe-asm" -o "$tmp/raw" tests/captures/hisilicon-packed-branches.txt
is "$(profgen "$tmp/raw" | cut -c19-)" "$("$dump" --format=brstack "$tmp/raw" | cut -c2-)" \
    "raw bytes: the samples, without mappings"
pc='\xb0\x08\x10\x40\0\0\0\0\0'
rest='\x4a\x01\x52\x02\0\xb1\x18\x10\x40\0\0\0\0\0\x01'
# shellcheck disable=SC2059 # bytes
printf "$pc$rest$rest" >"$tmp/bare"
is "$(profgen "$tmp/bare" | sed 's/ $//')" "           401008 0x401008/0x401018/P/-/-/0/COND/-
                0 0x0/0x401018/P/-/-/0/COND/-" "a record without a program counter, after one that has it"
profgen --style=arch "$tmp/raw" >"$tmp/out" 2>"$tmp/err"
is "$? $(wc -c <"$tmp/out")" "2 0" "--style does not go with it"

# -- llvm-profgen --
if is_all && command -v llvm-profgen-14 >"$tmp/out"; then
    cat >"$tmp/work.c" <<'END'
int step;
__attribute__((noinline)) int work(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i * step ^ sum;
    return sum;
}
int main(int argc, char **argv) { (void)argv; return work(argc * 100); }
END
    clang-14 --target=x86_64-linux-gnu -g -O1 -fdebug-info-for-profiling -no-pie "$tmp/work.c" -o "$tmp/work"
    read -r source target < <(objdump -d --disassemble=work "$tmp/work" |
        sed -n 's/^ *\([0-9a-f]*\):.*\tj[a-z]* *\([0-9a-f]*\) .*/\1 \2/p' | tail -1)
    {
        # the program's second page, where its code is, at another address
        echo "mmap 7 7 555500001000 1000 1000 - $tmp/work"
        echo 'buffer 7'
        for _ in $(seq 50); do echo "branch 5555000${source#4} 5555000${target#4} cond"; done
        echo 'branch 7f0000000000 7f0000000100'
    } | make_perf
    profgen -o "$tmp/samples" "$tmp/data"
    ok "llvm-profgen reads them" llvm-profgen-14 --perfscript="$tmp/samples" --binary="$tmp/work" \
        --skip-symbolization --output="$tmp/profile"
    is "$(tr '\n' ' ' <"$tmp/profile")" "0 1 ${source#401}->${target#401}:50 " \
        "... and finds the program's branch, 50 times, where the mapping says"
fi

done_testing
