-- A writing is Markdown that the person and the clients keep beside memories: a
-- document, which has a name (persona, instructions, profile, goals, glossary or
-- any other), or a note, which belongs to a day of the journal. That day is the
-- writer's own, in their time zone at that time. A writing without text is
-- deleted; after 30 days nothing is left of it but its uid.
create table writings (
    id            integer primary key autoincrement, -- never used twice
    uid           text not null unique check (length(uid) = 36), -- UUIDv7, the same in every backup
    document      text unique check (document <> ''), -- name; NULL for a note
    day           text check (day glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'), -- NULL for a document
    client        text not null default '',           -- who began it; '' for the person
    session_id    integer references sessions (id),
    tokens        integer not null check (tokens >= 0), -- what the text costs a model; 0 if it is deleted
    revision      integer not null default 1 check (revision >= 1),
    act_id        integer not null references acts (id), -- what left it at this revision
    created_at    integer not null,
    updated_at    integer not null,
    token_version integer not null, -- of the tokeniser that indexed it; older ones are indexed anew
    token_hash    blob not null check (length(token_hash) = 16), -- of what was indexed
    body          text not null,
    check ((document is null) <> (day is null)),
    check ((body = '') = (tokens = 0))
) strict;

-- The pages of the journal, and what they cost, without reading the notes.
create index writings_day on writings (day, tokens, updated_at) where day is not null;

-- What was indexed by an older tokeniser.
create index writings_token_version on writings (token_version);

-- A revision says which act made a writing what it is at that number, and the
-- text before it. Revision 1 has nothing before it.
create table writing_revisions (
    writing_id integer not null references writings (id),
    revision   integer not null,
    act_id     integer not null references acts (id),
    before     text,
    primary key (writing_id, revision),
    check ((revision = 1) = (before is null))
) strict, without rowid;

create index writing_revisions_act on writing_revisions (act_id);

-- The search index over writings that are not deleted, as "search" is over
-- memories. They are few, so their tokens are made anew to fill it again.
create virtual table writing_search using fts5 (
    name, body,
    content = '', contentless_delete = 1, detail = full, tokenize = 'ascii'
);
