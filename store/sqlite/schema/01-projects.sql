-- A project is what memories belong to: usually a repository. Two rows are
-- reserved: 1 holds what no project could be found for, 2 what was asked to
-- count everywhere. They are rows like any other, so that a memory always has a
-- project and equal texts can be found by an index without NULLs. A project that
-- was merged keeps its row, so that its old id leads on and the merge can be
-- undone, but neither a name nor keys.
create table projects (
    id         integer primary key autoincrement,
    name       text not null check (name <> ''), -- as shown
    name_key   text unique,                      -- name folded: what must be unique
    created_at integer not null,
    revision   integer not null default 1 check (revision >= 1), -- moves with every rename and merge
    merged_into integer references projects (id),                -- where everything of it is now
    check ((name_key is null) = (merged_into is not null))
) strict;

insert into projects (id, name, name_key, created_at) values
    (1, 'unfiled', 'unfiled', 0),
    (2, 'global', 'global', 0);

-- A key recognises the folder of a project. Several keys lead to one project,
-- so that worktrees, subfolders, a remote added later and a moved folder stay
-- together. The first project that claims a remote or a root commit keeps it. A
-- place (common_dir, path) belongs to the project that was found there last, with
-- what tells its repository from another one that is put in the same place.
create table project_keys (
    kind       text not null check (kind in ('remote', 'root_commit', 'common_dir', 'path')),
    value      text not null check (value <> ''),
    project_id integer not null references projects (id),
    created_at integer not null,
    remote      text not null default '', -- of the repository seen there; '' unknown or none
    root_commit text not null default '',
    born        text not null default '', -- when its git folder was made
    primary key (kind, value)
) strict, without rowid;

create index project_keys_project on project_keys (project_id);

-- An alias is another name of a project: the former one after a rename, or that
-- of a project merged into it. Names and aliases share one set of keys.
create table project_aliases (
    name_key   text primary key, -- alias folded
    name       text not null check (name <> ''),
    project_id integer not null references projects (id)
) strict, without rowid;

create index project_aliases_project on project_aliases (project_id);
