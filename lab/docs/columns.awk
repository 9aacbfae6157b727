# SPDX-License-Identifier: MIT
# awk -f lab/docs/columns.awk ROWS PAGE: the page with the library's rows (lab/tests/columns.c). A row that the page has
# keeps its last two cells, for JSON and CSV, which the library does not know.
function cells(row) {
    return substr(row, match(row, / [^|]* \| [^|]* \|$/))
}
FILENAME == ARGV[1] { rows[++count] = $0; names[count] = $2; next }
/^\| `/ && !done { kept[$2] = $0; next }
/^$/ && length(kept) && !done {
    for (i = 1; i <= count; i++)
        print names[i] in kept ? first(rows[i]) cells(kept[names[i]]) : rows[i]
    done = 1
}
function first(row) {
    return substr(row, 1, match(row, / [^|]* \| [^|]* \|$/) - 1)
}
{ print }
