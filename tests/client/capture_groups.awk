# SPDX-License-Identifier: MIT
# What a published capture adds up to by perf's sample groups, counted from the words that its publisher's decoder
# printed: lines of a group, a number and a reason, as make_stream writes them.
BEGIN {
    FS = " [|] "
    split("L1D-REFILL l1d-miss L1D-ACCESS l1d-access LLC-REFILL llc-miss LLC-ACCESS llc-access TLB-REFILL tlb-miss " \
          "TLB-ACCESS tlb-access MISPRED branch-miss REMOTE-ACCESS remote-access LD " \
          "memory ST memory B branch", pair, " ")
    for (i = 1; i in pair; i += 2)
        group[pair[i]] = pair[i + 1]
}
/^#/ || $3 == "PAD" { next }
{ open = 1 }
$3 ~ /^(EV|LD|ST|B)( |$)/ {
    n = split($3, word, " ")
    for (i = 1; i <= n; i++)
        if (word[i] in group)
            record[group[word[i]]] = 1
}
$3 ~ /^SVE-OTHER / { others++ } # which perf 6.1 counts as accesses to memory
$3 ~ /^(TS|END)( |$)/ { take() }
END {
    if (open) { # perf takes no sample of a record that is cut off
        for (name in record)
            if (name != "branch")
                print name, -1, "cut-off"
        print "instructions", -1, "cut-off"
        take()
    }
    if (others)
        print "memory", others, "data processing with SVE"
    for (name in total)
        print name, total[name], "records"
}
function take() {
    for (name in record)
        total[name]++
    total["instructions"]++
    split("", record)
    open = 0
}
