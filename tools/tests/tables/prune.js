// SPDX-License-Identifier: MIT
// prune.js FILE COPY COLUMN LEAST MOST: does DuckDB read only the row groups that can have values of that range? It is
// asked of FILE, and of a copy of it in which the pages of all other groups, as the footer's statistics tell them, are
// overwritten by zeros: the answer must be the same, while nobody can read all of the copy. Says how many groups of how
// many were left, or what is wrong.
"use strict";
const fs = require("fs");
const { DuckDBInstance } = require("@duckdb/node-api");

async function main(file, copy, column, least, most) {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const rows = async (sql) => (await connection.runAndReadAll(sql)).getRows();
    const chunks = await rows(`select row_group_id, path_in_schema, stats_min_value, stats_max_value,
        coalesce(dictionary_page_offset, data_page_offset), total_compressed_size from parquet_metadata('${file}')`);
    const groups = new Set(chunks.map((chunk) => chunk[0]));
    const wanted = new Set();
    for (const [group, name, from, to] of chunks)
        if (name === column && from !== null && BigInt(from) <= BigInt(most) && BigInt(to) >= BigInt(least))
            wanted.add(group);
    const bytes = fs.readFileSync(file);
    for (const [group, , , , start, size] of chunks)
        if (!wanted.has(group)) bytes.fill(0, Number(start), Number(start + size));
    fs.writeFileSync(copy, bytes);
    const question = (path) => `select count(*), sum("offset"), max(op) from read_parquet('${path}')
        where ${column} between ${least} and ${most}`;
    const [want, got] = [await rows(question(file)), await rows(question(copy))].map(String);
    if (got !== want) throw new Error(`${got} is not ${want}`);
    const all = await rows(`select sum("offset") from read_parquet('${copy}')`).then(() => "be read", () => "not");
    if (all !== "not") throw new Error("the copy can still be read");
    console.log(`${want.split(",")[0]} records in ${wanted.size} of ${groups.size} row groups`);
}

main(...process.argv.slice(2)).catch((error) => {
    console.log(error.message);
    process.exitCode = 1;
});
