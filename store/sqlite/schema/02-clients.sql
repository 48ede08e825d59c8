-- A client is a program that saves and recalls. Its row appears with its first
-- call. The trust level is read at every call: save stores at once, review
-- turns every write into a proposal, read stores nothing, paused neither reads
-- nor stores.
create table clients (
    id           text primary key check (length(id) between 1 and 64),
    first_at     integer not null,
    last_at      integer not null,
    trust        text not null default 'save' check (trust in ('save', 'review', 'read', 'paused')),
    hourly_limit integer check (hourly_limit >= 0), -- saves an hour before they are held; NULL: the general setting
    hour         integer not null default 0,        -- the hour since 1970 of its last save
    hour_saves   integer not null default 0         -- and its saves in that hour
) strict, without rowid;

-- A client's trust in one project, which goes before its general one. A project
-- that was merged keeps its rows, which count for the one that is left.
create table client_projects (
    client     text not null references clients (id),
    project_id integer not null references projects (id),
    trust      text not null check (trust in ('save', 'review', 'read', 'paused')),
    primary key (client, project_id)
) strict, without rowid;

-- A session is one stretch of work of one client in one project. It begins with
-- the first save or recall and ends after four idle hours. The order of memories
-- within a session matters for recall and for the timeline.
create table sessions (
    id         integer primary key autoincrement,
    client     text not null references clients (id),
    process    text not null,                 -- which server of the client; opaque; '' until it is known
    parent     text not null default '',      -- the client's process that started server and hooks
    token      integer not null default 0,    -- id of the token it came with over HTTP; 0: it did not
    project_id integer not null references projects (id),
    external   text not null default '',      -- the client's own id of the session, told by a hook
    started_at integer not null,
    last_at    integer not null,              -- moves with every save and recall
    briefed_at integer not null default 0,    -- when a hook last gave it the context
    ended_at   integer not null default 0     -- when a hook said that it ended
) strict;

create index sessions_process on sessions (client, process, project_id, last_at);
create index sessions_external on sessions (client, external) where external <> '';
create index sessions_token on sessions (token) where token <> 0;

-- Presence is one row per running shim. A row counts only while somebody holds
-- the lock on its file in the folder run, so a process that was killed is gone
-- without a heartbeat.
create table presence (
    id         integer primary key autoincrement,
    client     text not null,
    pid        integer not null,
    started_at integer not null,
    version    text not null,
    lock_file  text not null unique -- name within the folder run, never used twice
) strict;

-- A token lets a client in over HTTP. Only its hash is kept. A token that was
-- taken back stays, so that what it did can still be shown.
create table tokens (
    id         integer primary key autoincrement,
    name       text not null,
    hash       blob not null unique, -- SHA-256
    client     text not null,        -- whose saves they are
    access     text not null default 'write' check (access in ('read', 'write')),
    projects   text not null default '[]' check (json_valid(projects) and json_type(projects) = 'array'), -- ids; empty: all
    created_at integer not null,
    last_at    integer not null default 0,
    revoked_at integer not null default 0
) strict;

-- A registration is what was written into a client's configuration file, so
-- that it can be taken back byte for byte. The order of the rows is that of
-- adding: what was added last is taken out first.
create table registrations (
    client       text not null,
    part         text not null,    -- server, or one of the extras
    file         text not null,
    command      text not null check (json_valid(command) and json_type(command) = 'array'),
    at           integer not null,
    version      text not null,    -- of the program that wrote it
    created_file integer not null check (created_file in (0, 1)),
    created_dirs text not null check (json_valid(created_dirs) and json_type(created_dirs) = 'array'),
    around       integer not null, -- containers that were made around it
    after_hash   text not null,    -- SHA-256 of the file as it was written, in hex
    offset       integer not null, -- where inserted begins
    inserted     blob not null,
    replaced     blob not null,    -- what stood there before
    primary key (client, part, file)
) strict;
