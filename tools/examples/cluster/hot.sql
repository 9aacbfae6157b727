-- SPDX-License-Identifier: MIT
-- The functions with most of the fleet's summed latency, over all Parquet files of a folder. symbols.csv has the functions of the
-- program, at the addresses where it was mapped: address,name (tools/docs/fleet.md makes it). They are declared as ubigint:
-- the guessed type, double, would merge a kernel's functions. '?': a PC before all functions, or a record without a PC.
select coalesce(s.name, '?') as name, count(*) as samples, sum(p.total_latency) as latency,
       round(100 * sum(p.total_latency) / sum(sum(p.total_latency)) over (), 1) as percent
from read_parquet('parquet/**/*.parquet') p
asof left join read_csv('symbols.csv', types = {'address': 'ubigint'}) s on p.pc_address >= s.address
where p.total_latency is not null
group by 1
order by latency desc, name;
