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
