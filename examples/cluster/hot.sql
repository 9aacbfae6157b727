-- SPDX-License-Identifier: MIT
-- The functions with most of the fleet's summed latency, over all Parquet files of a folder. symbols.csv has the functions of the
-- program, at the addresses where it was mapped: address,name (docs/fleet.md makes it). Its addresses are said to be
-- ubigint, as guessed they would be doubles, in which a kernel's functions fall together. '?': in front of all
-- functions, or a record without a PC.
select coalesce(s.name, '?') as name, count(*) as samples, sum(p.total_latency) as latency,
       round(100 * sum(p.total_latency) / sum(sum(p.total_latency)) over (), 1) as percent
from read_parquet('parquet/**/*.parquet') p
asof left join read_csv('symbols.csv', types = {'address': 'ubigint'}) s on p.pc_address >= s.address
where p.total_latency is not null
group by 1
order by latency desc, name;
