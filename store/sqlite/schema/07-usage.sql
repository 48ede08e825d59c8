-- The recall log: what was given to which client when, and for which question.
-- It keeps 90 days and may lose its last rows with the power.
create table recall_log (
    id         integer primary key autoincrement,
    at         integer not null,
    client     text not null default '',
    session_id integer references sessions (id),
    kind       text not null check (kind in ('listed', 'injected', 'fetched')),
    query      text not null default '', -- '' for a fetch by id
    memory_ids text not null check (json_valid(memory_ids) and json_type(memory_ids) = 'array')
) strict;

create index recall_log_at on recall_log (at);

-- What is left of the recall log after 90 days: sums of each UTC day.
create table recall_days (
    day      text not null,
    client   text not null,
    kind     text not null check (kind in ('listed', 'injected', 'fetched')),
    recalls  integer not null,
    memories integer not null,
    primary key (day, client, kind)
) strict, without rowid;

-- How often each client called each tool on each day, and how often in vain.
create table call_counts (
    day    text not null,
    client text not null,
    tool   text not null,
    calls  integer not null default 0,
    errors integer not null default 0,
    primary key (day, client, tool)
) strict, without rowid;
