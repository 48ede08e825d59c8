-- A document is named Markdown that the person and the clients keep together:
-- persona, instructions, profile, goals, glossary and any other.
create table documents (
    name       text primary key check (name <> ''),
    body       text not null,
    revision   integer not null default 1,
    updated_at integer not null
) strict, without rowid;

-- What a document was before each revision, so that none is lost.
create table document_revisions (
    name     text not null,
    revision integer not null,
    act_id   integer not null references acts (id),
    before   text, -- NULL for the first
    primary key (name, revision)
) strict, without rowid;

-- The journal has one page for each local day, made of notes in their order.
create table journal (
    id         integer primary key autoincrement,
    day        text not null check (day glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    text       text not null check (text <> ''),
    client     text not null default '',
    session_id integer references sessions (id),
    act_id     integer not null references acts (id),
    created_at integer not null
) strict;

create index journal_day on journal (day);
