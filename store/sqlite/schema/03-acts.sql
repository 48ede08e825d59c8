-- An act is one thing done by one author: a save, an edit, a deletion of forty
-- memories. Every row that it changed names it, so it can be shown and undone
-- as a whole. An undo is an act as well.
create table acts (
    id          integer primary key autoincrement,
    author_kind text not null check (author_kind in ('person', 'client')),
    client      text not null default '',                -- '' for the person
    session_id  integer references sessions (id),
    process     text not null default '',                -- which window or run: each undoes its own acts
    at          integer not null,
    kind        text not null check (kind <> ''),        -- save, edit, trash, restore, undo, …
    reason      text not null default '',
    count       integer not null default 0,              -- rows it changed
    undoes      integer references acts (id),            -- the act that this one took back
    check ((author_kind = 'person') = (client = ''))
) strict;

-- A project revision says which act renamed or merged a project, and what it
-- was before: name, aliases, and for a merge its keys.
create table project_revisions (
    project_id integer not null references projects (id),
    revision   integer not null, -- that the act left
    act_id     integer not null references acts (id),
    before     text not null check (json_valid(before)),
    primary key (project_id, revision)
) strict, without rowid;

create index project_revisions_act on project_revisions (act_id);

-- The change log tells other processes what to read anew. It is written in the
-- transaction of the change and keeps 30 days; who is further behind reloads.
create table changes (
    seq     integer primary key autoincrement,
    at      integer not null,
    subject text not null check (subject in ('memory', 'project', 'client', 'setting', 'registration', 'document', 'journal', 'proposal', 'token')),
    ref     integer not null default 0 -- the id of the memory or writing; 0 for other subjects
) strict;
