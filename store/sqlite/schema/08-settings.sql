-- A setting is a name and its text. An absent one has its default.
create table settings (
    name  text primary key check (name <> ''),
    value text not null check (value <> '')
) strict, without rowid;

-- A view that the person saved under a name: a filter and an order, in the
-- form of the dashboard's address.
create table saved_views (
    id         integer primary key autoincrement,
    name       text not null unique check (name <> ''),
    query      text not null,
    position   integer not null,
    created_at integer not null
) strict;

-- What any process does now and then while nobody needs it. purge and compact
-- are when that was done last. left is since when bytes of what was purged are
-- in the file, asked the same where the person purged it: that is compacted
-- without waiting for the next day.
create table upkeep (
    what text primary key check (what in ('purge', 'compact', 'left', 'asked')),
    at   integer not null
) strict, without rowid;
