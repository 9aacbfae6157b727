-- SPDX-License-Identifier: MIT
-- The functions where the fleet's cycles go, over all Parquet files of a folder. symbols.csv has what `nm -n` says of
-- the program, at the addresses where it was mapped: address,name.
select s.name, count(*) as samples, sum(p.total_latency) as cycles,
       round(100 * sum(p.total_latency) / sum(sum(p.total_latency)) over (), 1) as percent
from read_parquet('parquet/*.parquet') p
asof join read_csv_auto('symbols.csv') s on p.pc_address >= s.address
where p.total_latency is not null
group by s.name
order by cycles desc, s.name;
