-- The tokens of every memory outside the trash, joined by blanks. A run of a
-- script without blanks is kept as one piece, of which the index has the pairs.
-- Ranking reads them, and the index can be filled again from them. The hash is
-- of all that they and the marks of scope were made of: it shows a row whose
-- text changed without its tokens.
create table memory_tokens (
    memory_id integer primary key references memories (id),
    version   integer not null, -- of the tokeniser; older ones are made anew
    hash      blob not null check (length(hash) = 16),
    title     text not null,    -- empty when the title is the start of the body
    body      text not null,
    meta      text not null     -- words of tags and files
) strict;

-- Rows of an older tokeniser are found by it and made anew.
create index memory_tokens_version on memory_tokens (version);

-- The search index over these tokens. It holds no text: tokens come from
-- memory_tokens and rows from memories, by the same id. The column scope has
-- marks of project, kind, client and state, by which a search is narrowed. A
-- plain insert of an id that is there would add to the old tokens without an
-- error, so it is always "insert or replace". Tokens are cut at blanks only; the
-- tokeniser ascii splits at ASCII punctuation, which no token holds.
create virtual table search using fts5 (
    title, body, meta, scope,
    content = '', contentless_delete = 1, detail = full, tokenize = 'ascii'
);
