-- A model by which texts were turned into vectors. Only vectors of one model can
-- be compared. Its number is never used twice: who knows vectors of another
-- number reads them anew.
create table vector_models (
    id         integer primary key autoincrement,
    name       text not null check (name <> ''),
    dimensions integer not null check (dimensions >= 1),
    unique (name, dimensions)
) strict;

-- One bit for each dimension of a memory's vector, by which the nearest are
-- found; each process keeps these in memory while it searches by meaning, and
-- reads what came after the last seq that it knows. A memory outside the trash
-- that has no row here waits for its vector: an edit of its text and the trash
-- take the row away. Without an embeddings endpoint there are none.
create table vector_codes (
    seq       integer primary key autoincrement,
    memory_id integer not null unique references memories (id),
    model_id  integer not null references vector_models (id),
    code      blob not null check (length(code) % 8 = 0)
) strict;

-- The vectors themselves, of length one, 4 bytes for each dimension: only those
-- of the nearest codes are read.
create table vectors (
    memory_id integer primary key references memories (id),
    vector    blob not null check (length(vector) % 4 = 0)
) strict;
