#!/bin/bash
# SPDX-License-Identifier: MIT
# Every output of every program, if it cannot be written: exit status 1, a message with its name and the reason, and no
# part of a file under its name. tools/tests/qemu/record.sh has spe-record's files.
# needs: perl
set -u
. tests/tap.sh
need perl
. tools/tests/programs.sh
# shellcheck disable=SC2046 # words
perl tools/tests/pgo/make_elf exec 400000 1000 - $(printf "54000000 %.0s" {1..128}) >"$tmp/prog"
branches prog "$tmp/prog" 1000 >"$tmp/in"
"$dump" "$tmp/in" >"$tmp/lines"
"$asm" -o "$tmp/raw" "$tmp/lines"
"$tmp/make_stream" records 2000 >"$tmp/many" # a report that is larger than the buffers of files
dumps=$(printf 'spe-dump %s IN\n' --packets --records --style=arch --format={text,csv,json,brstack,profgen,arrow,parquet})
stats=$(printf 'spe-stat -q %s IN\n' --format={csv,json,pprof,folded,firefox} --format={bolt,bolt-traces,autofdo}" --any-build")

# lost WHERE OUTPUT REASON COMMAND: the shell's COMMAND loses OUTPUT, and what is there already stays
lost() {
    local name=${4#*"$build/"} left=
    name=${name%% *}
    printf old >"$tmp/old"
    status=$(bash -c "$4" 2>&1 >"$tmp/out" | cat >"$tmp/err"; echo "${PIPESTATUS[0]}") # the limit is not for messages
    [ "$(cat "$tmp/old")" = old ] && [ -z "$(find "$tmp" -name '.spe-*' -o -name '.spe2*')" ] || left="; a part is left"
    is "$status $(grep -cx "$name: $2: $3" "$tmp/err")$left" "1 1" "$1: ${4//"$build/"/}" ||
        diag "$(cat "$tmp/err")"
}
while read -r command; do
    command=$build/${command//IN/$tmp/in}
    lost "a full disk" "standard output" "No space left on device" "$command >/dev/full"
    lost "closed" "standard output" "Bad file descriptor" "$command >&-"
    lost "a limit" "standard output" "File too large" "ulimit -f 0; $command >>$tmp/old"
done <<END
$(printf '%s --help\n' spe-dump spe-stat spe2perf spe-asm spe-regs spe-doctor)
$(printf '%s --version\n' spe-dump spe-stat spe2perf spe-asm spe-regs spe-doctor)
$(printf 'spe-%s --cpu=list\n' dump stat)
$dumps
$stats
$(printf 'spe-stat -q %s IN\n' --save=- --html=- --table=list)
spe-stat diff -q IN IN
spe-stat --format=json $tmp/many
spe-stat --list-metrics --cpu=n1
spe-asm $tmp/lines
spe-regs pmsidr=1
spe-regs --format=json pmsidr=1
spe-regs --list
spe-doctor --root=$tmp
spe-doctor --json IN
END
while read -r command; do
    command=$build/${command//IN/$tmp/in}
    lost "a full disk" /dev/full "No space left on device" "${command//OUT//dev/full}"
    lost "no folder" "$tmp/none/x" "No such file or directory" "${command//OUT/$tmp/none/x}"
    lost "a limit" "$tmp/old" "File too large" "ulimit -f 0; ${command//OUT/$tmp/old}"
done <<END
${dumps//IN/IN -o OUT}
${stats//IN/IN -o OUT}
spe-stat IN --save=OUT
spe-stat IN --html=OUT
spe-stat diff IN IN --html=OUT
spe-asm $tmp/lines -o OUT
spe2perf $tmp/raw OUT
END
done_testing
