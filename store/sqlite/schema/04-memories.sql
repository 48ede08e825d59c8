-- A memory is one thing worth remembering. All states live in this table, the
-- trash too. Small columns come first and the body last, so that a scan of the
-- small ones does not read through long texts.
create table memories (
    id             integer primary key autoincrement, -- never used twice; shown as #12
    uid            text not null unique check (length(uid) = 36), -- UUIDv7, the same in every export
    kind           text not null check (kind in ('decision', 'preference', 'fact', 'howto', 'gotcha',
                       'bugfix', 'change', 'discovery', 'note', 'summary')),
    project_id     integer not null references projects (id),
    client         text not null default '',          -- who saved it; '' for the person
    session_id     integer references sessions (id),  -- NULL for the person
    state          text not null check (state in ('pending', 'active', 'archived', 'trashed')),
    pinned         integer not null default 0 check (pinned in (0, 1)),
    private        integer not null default 0 check (private in (0, 1)), -- no client ever sees it
    tokens         integer not null default 0 check (tokens >= 0),       -- cost of title and body for a model
    revision       integer not null default 1 check (revision >= 1),
    act_id         integer not null references acts (id),                -- what left it at this revision
    seen           integer not null default 1 check (seen >= 1),         -- how often the same text was saved
    created_at     integer not null,
    updated_at     integer not null,
    reviewed_at    integer not null default 0, -- when the person kept it
    snoozed_until  integer not null default 0,
    expires_at     integer not null default 0,
    listed_count   integer not null default 0,
    listed_at      integer not null default 0,
    injected_count integer not null default 0,
    injected_at    integer not null default 0,
    fetched_count  integer not null default 0, -- the only count that says it was useful
    fetched_at     integer not null default 0,
    fold_hash      blob not null check (length(fold_hash) = 16), -- of the folded text: equal texts have equal hashes
    title_derived  integer not null default 0 check (title_derived in (0, 1)), -- the title is the start of the body
    title          text not null,
    body           text not null check (body <> '')
) strict;

-- Two equal texts of one project are one memory with a count. Private ones are
-- left out, and held ones count for their own client alone: another one that
-- saves the same text must not learn of them.
create unique index memories_equal on memories (project_id, fold_hash, iif(state = 'pending', client, ''))
    where state in ('pending', 'active') and private = 0;

-- What has expired is left out of recall.
create index memories_expires on memories (expires_at) where expires_at > 0;

-- A text that is saved again after it was archived.
create index memories_archived on memories (project_id, fold_hash) where state = 'archived';

-- Lists, counts and facets are answered from this index alone.
create index memories_filter on memories
    (project_id, state, kind, client, pinned, private, reviewed_at, created_at, updated_at, fetched_count);

-- The first page of everything, newest first.
create index memories_created on memories (created_at);

-- What was saved before and after it in the same session.
create index memories_session on memories (session_id, project_id) where session_id is not null;

-- What a memory is about, in the order given.
create table tags (
    memory_id integer not null references memories (id),
    position  integer not null,
    tag       text not null check (tag <> ''), -- as shown
    tag_key   text not null,                   -- tag folded: what is compared
    primary key (memory_id, position)
) strict, without rowid;

create index tags_tag_key on tags (tag_key, memory_id);

-- The files that a memory speaks of, in the order given.
create table files (
    memory_id integer not null references memories (id),
    position  integer not null,
    path      text not null check (path <> ''),
    primary key (memory_id, position)
) strict, without rowid;

-- A link points from one memory to another. Supersedes: recall gives the holder
-- instead of the target. A link stays when its target goes to the trash.
create table links (
    memory_id integer not null references memories (id),
    relation  text not null check (relation in ('supersedes', 'merged_into', 'related')),
    target_id integer not null references memories (id),
    primary key (memory_id, relation, target_id),
    check (memory_id <> target_id)
) strict, without rowid;

create index links_target on links (target_id);

-- A revision says which act made a memory what it is at that number, and what
-- it was before, as a whole. Revision 1 has nothing before it.
create table revisions (
    memory_id integer not null references memories (id),
    revision  integer not null,
    act_id    integer not null references acts (id),
    before    text check (before is null or json_valid(before)),
    primary key (memory_id, revision),
    check ((revision = 1) = (before is null))
) strict, without rowid;

create index revisions_act on revisions (act_id);

-- What is left of a memory that was purged from the trash: enough to keep an
-- import or a merge from bringing it back.
create table purged (
    uid text primary key,
    at  integer not null
) strict, without rowid;

-- A proposal waits for the person's verdict: a held save, an agent's edit of a
-- pinned memory, near-duplicates, a suggestion to archive. A declined one never
-- returns: its fingerprint is remembered.
--
-- What a save finds is of the kinds merge (the same in other words) and supersede
-- (both cannot be true). Its targets are the memory that was saved and the one
-- that was there, its fingerprint is of their two uids in any order. Its patch is
-- {"new": …, "old": …, "keep": "new" or "old"}: the texts' fold_hash in hexadecimal
-- as they were compared, and which of the two a merge keeps. It is open, but not
-- shown, while a text is another one or the two are not together any more.
--
-- All others have one memory as target, or none. The patch of an edit is what it
-- sets, that of a document or note what it writes. A held memory's proposal is
-- closed by whatever the person does with the memory.
create table proposals (
    id            integer primary key autoincrement,
    kind          text not null check (kind in ('new', 'edit', 'delete', 'merge', 'supersede', 'archive', 'document', 'note')),
    targets       text not null check (json_valid(targets) and json_type(targets) = 'array'), -- memories' ids
    patch         text not null check (json_valid(patch)),
    base_revision integer not null default 0, -- of the first target or the document, when it was proposed
    reason        text not null default '',
    holds         text not null default '[]' check (json_valid(holds)), -- why it was not done at once
    client        text not null default '',   -- '' for a suggestion of the program itself
    session_id    integer references sessions (id),
    state         text not null default 'open' check (state in ('open', 'accepted', 'declined')),
    verdict       text not null default '' check (verdict in ('', 'accepted', 'declined')), -- the last one, also while an undo has opened it again
    answer        text not null default '',   -- why it was declined
    fingerprint   text not null unique,
    created_at    integer not null,
    decided_at    integer not null default 0,
    act_id        integer references acts (id) -- what the verdict did
) strict;

create index proposals_open on proposals (created_at) where state = 'open';
