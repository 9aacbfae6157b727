# SPDX-License-Identifier: MIT
# Translates our packet lines, in current perf's words, to perf 6.1's. These are all the differences.
{
    columns = substr($0, 1, 62)
    text = substr($0, 63)
    n = split(substr($0, 14, 48), byte, " ")
    payload = substr(columns, 18, 2)
    odd = payload ~ /[13579bdf]$/
}
# perf 6.1 has no name for the previous branch target.
text ~ /^PBT / {
    hex = ""
    for (i = n; i > n - 8; i--)
        hex = hex byte[i]
    sub(/^0+/, "", hex)
    text = "ADDR 0x" (hex == "" ? "0" : hex) " (4)"
}
# Events without a name in perf 6.1 are left out.
text ~ /^EV/ {
    gsub(/ (TXN|L2D-ACCESS|L2D-MISS|HITM|LFB|SNOOPED|STREAMING-SVE|SMCU)/, "", text)
    sub(/ IMPDEF:[0-9,]+/, "", text)
}
# CLASS 0: everything but SVE is OTHER, including reserved payloads, SME, ASE and FP.
byte[1] == "48" && text !~ /^SVE-OTHER/ { text = odd ? "OTHER COND-SELECT" : "OTHER INSN-OTHER" }
# CLASS 1: no names for SVE or SME registers, Allocation Tags, Memory Copy and Set, the Guarded Control Stack.
byte[1] == "49" { sub(/ (SVE-SME-REG|MTE-TAG|MEMCPY|MEMSET|GCS COMM|GCS)/, "", text) }
# CLASS 2: no GCS and CR, and IND only if no bit above it is set.
byte[1] == "4a" { text = "B" (odd ? " COND" : "") (payload ~ /^0[23]$/ ? " IND" : "") }
{ print columns text }
