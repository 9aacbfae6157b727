// SPDX-License-Identifier: MIT
// cluster_sql.js FILE: DuckDB's answer to the file's question, a row a line, its values parted by blanks.
const { readFileSync } = require("fs");
const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const rows = await (await connection.run(readFileSync(process.argv[2], "utf8"))).getRows();
    for (const row of rows) console.log(row.map(String).join(" "));
})();
