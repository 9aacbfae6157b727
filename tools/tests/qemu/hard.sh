#!/bin/bash
# SPDX-License-Identifier: MIT
# spe-record with programs that do unusual things.
# needs: perl qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross binutils-aarch64-linux-gnu
cd "$(dirname "$0")/../../.." || exit 1
. tests/tap.sh
BUILD=${BUILD:-build}
need_packages

record=$BUILD/spe-record
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() { # NAME OPTION ... <SOURCE
    local name=$1
    shift
    cat >"$work/$name.c"
    ok "$name builds" aarch64-linux-gnu-gcc -O1 -static -no-pie -pthread "$@" -o "$work/$name" "$work/$name.c"
}
records() { "$BUILD/spe-dump" --records "$work/$1.data" | grep '^[0-9a-f]'; }
address() { aarch64-linux-gnu-nm "$work/$1" | sed -n "s/\([0-9a-f]*\) . $2\$/\1/p"; }

# -- many short threads, one after another: QEMU gives all of them the same vCPU --
compile short <<'END'
#include <pthread.h>
static void *run(void *unused)
{
    __asm__ volatile(".globl nops\nnops:\n.rept 3000\nnop\n.endr\n");
    return unused;
}
int main(void)
{
    for (int i = 0; i < 300; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, run, 0);
        pthread_join(thread, 0);
    }
    return 0;
}
END
ok "300 threads" "$record" -e arm_spe/jitter=1/ -c 1024 -o "$work/short.data" "$work/short"
places=$(records short | perl -ne '
    BEGIN { $nops = hex shift }
    my $at = /PC (0x[0-9a-f]+)/ ? hex($1) - $nops : -1;
    $places{$at}++ if 0 <= $at && $at < 12000;
    END { print scalar keys %places }' "$(address short nops)")
is "$((places > 200))" 1 "... each with random intervals of its own ($places places)"

# -- a daemon that closes all files, and opens its own under the numbers of spe-record's --
compile closing <<'END'
#include <fcntl.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    volatile unsigned sum = 0;
    for (int i = 3; i < 1024; i++)
        close(i);
    const int fd = open(argv[argc - 1], O_RDWR | O_CREAT, 0644);
    dup2(fd, 200);
    dup2(fd, 201);
    for (unsigned i = 0; i < 1000000; i++)
        sum += i;
    return write(fd, "its own\n", 8) != 8;
}
END
ok "a program that closes all files" "$record" -c 256 -o "$work/closing.data" --counts="$work/closing.counts" \
    "$work/closing" "$work/file"
is "$(cat "$work/file")" "its own" "... its own is left alone"
is "$(($(records closing | wc -l) > 10000))" 1 "... it is recorded"
ok "... and counted" grep -q ^operations "$work/closing.counts"

# -- code of one file, then of another at the same place, and of the first again --
compile again <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
int main(int argc, char **argv)
{
    for (int i = 0; i < 3; i++) {
        const int fd = open(argv[1 + i % 2], O_RDONLY);
        void *at = mmap((void *)0x5600000000, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_FIXED, fd, 0);
        ((void (*)(void))at)();
    }
    return argc != 3;
}
END
for name in one other; do
    printf '\xc0\x03\x5f\xd6' >"$work/$name" # RET
done
ok "mappings of one place" "$record" -c 256 -o "$work/again.data" "$work/again" "$work/one" "$work/other"
is "$(grep -aoE "$work/(one|other)" "$work/again.data" | xargs -n 1 basename | tr "\n" " ")" "one other one " \
    "... each is said when it comes, and when it comes again"

# -- signals: no branch goes to their handlers --
compile signals <<'END'
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
static volatile unsigned hits;
static sigjmp_buf back;
__attribute__((noinline)) void on_alarm(int unused) { (void)unused, hits++; }
__attribute__((noinline)) void on_fault(int unused) { (void)unused, siglongjmp(back, 1); }
__attribute__((noinline)) unsigned leaf(unsigned i) { __asm__ volatile(""); return i * 3; }
__attribute__((noinline)) int fault(volatile int *at) { return *at ? 7 : *at; }
int main(void)
{
    struct itimerval timer = {{0, 200}, {0, 200}};
    unsigned sum = 0;
    signal(SIGALRM, on_alarm);
    signal(SIGSEGV, on_fault);
    for (volatile int i = 0; i < 500; i++)
        if (!sigsetjmp(back, 1))
            sum += fault((int *)8);
    setitimer(ITIMER_REAL, &timer, 0);
    while (hits < 500)
        sum += leaf(hits);
    return sum == 1;
}
END
ok "signals" "$record" -e arm_spe/branch_filter=1/ -c 256 --counts="$work/signals.counts" -o "$work/signals.data" \
    "$work/signals"
to_handlers() {
    perl -ne 'BEGIN { %at = map { hex($_), 1 } splice @ARGV, 0, 2 } my @w = split; $n += $w[3] if $w[0] eq "branch" && $at{hex $w[2]};
        END { print $n // 0 }' "$(address signals on_alarm)" "$(address signals on_fault)" "$work/signals.counts"
}
is "$(to_handlers)" 0 "... no branch went to what handles them"
is "$(perl -ne 'BEGIN { $fault = hex shift } my @w = split; $n += $w[3]
    if $w[0] eq "branch" && hex($w[1]) >= $fault && hex($w[1]) < $fault + 12; END { print $n // 0 }' \
    "$(address signals fault)" "$work/signals.counts")" 0 "... nor did one behind a fault"

# -- code that is written repeatedly does not fill memory --
compile jit <<'END'
#include <stdio.h>
#include <sys/mman.h>
int main(void)
{
    unsigned *code = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char line[128];
    for (unsigned round = 0; round < 30000; round++) {
        for (unsigned i = 0; i < 50; i++)
            code[i] = 0x91000400 | ((round + i) & 7) << 10; /* ADD X0, X0, #n */
        code[50] = 0xd65f03c0; /* RET */
        __builtin___clear_cache((char *)code, (char *)(code + 51));
        ((unsigned long (*)(unsigned long))code)(round);
    }
    FILE *status = fopen("/proc/self/status", "r");
    unsigned long size;
    while (fgets(line, sizeof line, status))
        if (sscanf(line, "VmRSS: %lu", &size) == 1)
            printf("%lu\n", size >> 10);
    return 0;
}
END
plain=$(qemu-aarch64 "$work/jit")
recorded=$("$record" -c 4096 -o "$work/jit.data" "$work/jit")
is "$((recorded > 0 && recorded < plain + 64))" 1 "code written 30,000 times: $recorded MiB, without spe-record $plain"
done_testing
