// SPDX-License-Identifier: MIT
// compare.js ENGINE TABLE JSON ...: compares every value that an engine reads in a table of spe-dump with the lines of
// its JSON, for each pair of files. ENGINE is duckdb or polars, which read Parquet, or arrow or polars-ipc, which read
// Arrow's stream. Values that only the table has (payloads, their sizes, bits of `present`) must be plausible. Prints
// the number of equal values, or the one that differs. NODE_PATH has the engines.
"use strict";
const fs = require("fs");
const readline = require("readline");

// -- engines: pieces of a table, {rows, column(name)}, whose columns are arrays --

async function* duckdb(path) {
    const { DuckDBInstance } = require("@duckdb/node-api");
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const result = await connection.stream(`select * from read_parquet('${path}')`);
    const names = result.columnNames();
    for (;;) {
        const chunk = await result.fetchChunk();
        if (!chunk || !chunk.rowCount) return;
        yield { names, rows: chunk.rowCount, column: (name) => chunk.getColumnValues(names.indexOf(name)) };
    }
}

function* slices(table) {
    for (let at = 0; at < table.height; at += 65536) {
        const slice = table.slice(at, 65536);
        yield { names: table.columns, rows: slice.height, column: (name) => slice.getColumn(name).toArray() };
    }
}

const engines = {
    duckdb,
    polars: (path) => slices(require("nodejs-polars").readParquet(path)),
    "polars-ipc": (path) => slices(require("nodejs-polars").readIPCStream(fs.readFileSync(path))),
    arrow: async function* (path) {
        const { RecordBatchReader } = require("apache-arrow");
        const reader = await RecordBatchReader.from(fs.createReadStream(path));
        for await (const batch of reader)
            yield {
                names: batch.schema.fields.map((field) => field.name),
                rows: batch.numRows,
                column: (name) => [...batch.getChild(name)],
            };
    },
};

// -- what a line of JSON gives for each column: a value, null, or a function that checks a value --

const low56 = (value) => BigInt.asUintN(56, value);
const has = (line, member) => line[member] !== undefined;

// A payload compared with the columns that decode it (DDI 0487, D18.2.1).
const payload = (name) => (line) => {
    const address = line[name + "_address"];
    if (address === undefined) return null;
    return (value) =>
        low56(value) === low56(BigInt(address)) &&
        (!has(line, name + "_el") || Number((value >> 61n) & 3n) === line[name + "_el"]) &&
        (!has(line, name + "_tag") || name !== "data_va" || Number(value >> 56n) === line[name + "_tag"]);
};

// The packets of bits of `present`, by a member that belongs to each.
const packets = {
    pc_address: 0, branch_target_address: 1, data_va_address: 2, data_pa_address: 3, prev_branch_target_address: 4,
    total_latency: 8, issue_latency: 9, translation_latency: 10, alt_issue_latency: 12, context_el1: 16,
    context_el2: 17, op: 20, events: 24, data_source: 25, timestamp: 26,
};
const end = 1 << 27; // the End packet, which has no member
const present = (line) => {
    const bits = Object.entries(packets).reduce((sum, [name, bit]) => sum | (has(line, name) ? 1 << bit : 0), 0);
    return (value) => (value & ~end) === bits;
};
const size = (name) => (line) => (has(line, name) ? (value) => [1, 2, 4, 8].includes(value) : null);

const special = {
    pc: payload("pc"), branch_target: payload("branch_target"), prev_branch_target: payload("prev_branch_target"),
    data_va: payload("data_va"), data_pa: payload("data_pa"), present, events_size: size("events"),
    data_source_size: size("data_source"),
    flags: (line) => line.flags ?? 0,
    impdef: (line) => line.impdef?.join(":") ?? null,
    op_class: (line) => (has(line, "op") ? (value) => line.subclass === "reserved" || value === { OTHER: 0, LD: 1, ST: 1, B: 2 }[line.op] : null),
    op_payload: (line) => (has(line, "op") ? (value) => line.op !== "ST" || (value & 1) === 1 : null),
    data_pa_checked: (line) => (has(line, "data_pa_address") ? line.data_pa_checked === true : null),
};
for (const name of ["atomic", "exclusive", "acquire_release", "predicated", "gather_scatter", "fp", "ase",
    "conditional", "indirect", "gcs", "comm"])
    special[name] = (line) => (has(line, "op") ? line[name] === true : null);
for (const name of ["inferred", "peer", "modified", "remote", "device"])
    special["memory_" + name] = (line) => line["memory_" + name] === true;

// The columns of events come after all others of the library, and before those of spe-dump.
function rules(names) {
    const first = names.indexOf("data_source_name") + 1, end = names.indexOf("pid");
    return names.map((name, i) => {
        if (i >= first && i < end) return (line) => (has(line, "events") ? line.event_names.includes(name) : null);
        return special[name] ?? ((line) => line[name] ?? null);
    });
}

function isSame(value, want) {
    if (value === undefined) value = null;
    if (typeof want === "function") return value !== null && want(value);
    if (typeof value === "bigint") return want !== null && value === BigInt(want);
    return value === want;
}

const show = (value) => (value === undefined ? "nothing" : String(value));

async function compare(engine, path, json) {
    const input = fs.createReadStream(json);
    const lines = readline.createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
    let rows = 0, values = 0;
    for await (const piece of engines[engine](path)) {
        const wanted = [];
        while (wanted.length < piece.rows) {
            const { value, done } = await lines.next();
            if (done) throw new Error(`${rows + piece.rows} rows are more than JSON's ${rows + wanted.length}`);
            wanted.push(JSON.parse(value));
        }
        const known = new Set([...piece.names, "event_names"]);
        const unknown = wanted.flatMap((line) => Object.keys(line)).find((name) => !known.has(name));
        if (unknown) throw new Error(`no column ${unknown}`);
        rules(piece.names).forEach((rule, i) => {
            const column = piece.column(piece.names[i]);
            for (let row = 0; row < piece.rows; row++)
                if (!isSame(column[row], rule(wanted[row])))
                    throw new Error(`row ${rows + row}, ${piece.names[i]}: ${show(column[row])} in the table, ` +
                        `JSON: ${JSON.stringify(wanted[row])}`);
        });
        rows += piece.rows;
        values += piece.rows * piece.names.length;
    }
    if (!(await lines.next()).done) throw new Error(`${rows} rows are less than JSON's`);
    return `${rows} records, ${values} values`;
}

async function main(engine, files) {
    for (let i = 0; i < files.length; i += 2)
        console.log(await compare(engine, files[i], files[i + 1]).catch((error) => {
            process.exitCode = 1;
            return error.message;
        }));
}

main(process.argv[2], process.argv.slice(3));
