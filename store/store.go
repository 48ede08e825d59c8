// Package store says what a memory is: its types, rules and errors, and the
// contract that every engine keeps. It imports nothing of this project; the
// SQLite engine is store/sqlite, and store/storetest checks any engine against
// this contract.
//
// Texts reach an engine clean and complete. Callers outside this folder do not
// call Save, Change or Find themselves but go through store/recall, which
// cleans text, derives titles and makes search terms.
package store

import "context"

// Store keeps memories and what belongs to them. It is safe for concurrent use,
// by several processes on the same data too. Every write is one transaction:
// when it returns without an error the change is durable, also against loss of
// power (except [Store.NoteRecall], [Store.Touch] and [Store.AddCalls]); when it returns an error nothing changed.
//
// Errors are [*Error] where the caller can do something about them. A context
// that ends stops waiting and reading, never a transaction half-way.
type Store interface {
	// Save stores d as a new memory, or counts an equal one of the same project
	// that is not private, and not held from another author. An equal one that is archived is active again, unless
	// a newer memory takes its place ([Saved.Newer]); one in the trash does not
	// count. What the person saves counts as reviewed.
	Save(ctx context.Context, by Author, d Draft) (Saved, error)

	// Change applies a patch as one act. Memories on which nothing differs are
	// left alone. An edit by a client clears the person's review. Returns
	// [Conflict] for a stale revision or if the text would equal another
	// memory's, [NotFound] if none of the ids exists.
	Change(ctx context.Context, by Author, c Change) (Changed, error)

	// Propose files a change that waits for the person's verdict, with who proposes
	// it. The same one is filed once, and not again once it was declined. Returns
	// [NotFound] for an unknown memory.
	Propose(ctx context.Context, by Author, d ProposalDraft) (Filed, error)

	// Proposals returns one page (limit 1 to [MaxPage]) of the proposals that wait
	// for a verdict, newest first. One is left out while it makes no sense: the held
	// memory is no longer pending, the memory to be changed is in the trash; of two
	// memories, one is private, archived or in the trash, says something else now,
	// was moved away from the other one, or has been superseded or merged.
	Proposals(ctx context.Context, offset, limit int) (Proposed, error)

	// Proposal returns one of them, or [NotFound].
	Proposal(ctx context.Context, id int64) (Proposal, error)

	// Decide accepts or declines a proposal; only the person may. Both are one act,
	// if anything changes; undoing it opens the proposal again, undoing that decides
	// it again. To accept does what the kind says ([ProposalKind]), with what the
	// person changes in it; what is accepted counts as reviewed. Of a [MergeProposal]
	// the memory that is not kept goes to the trash, linked as [MergedInto], and the
	// kept one gets the stronger of their pins, states and reviews. A [NewProposal]
	// whose text is an active memory by now is merged into that. To decline a
	// [NewProposal] moves the memory to the trash. What was declined never comes
	// back. Returns [NotFound] for an unknown proposal, [Conflict] for one that was
	// decided, that is accepted while it makes no sense, or whose memory or document
	// was changed since: the error holds that as it is now.
	Decide(ctx context.Context, by Author, id int64, d Ruling) (Decided, error)

	// Undo restores every memory, project, document and note that is as the act
	// left it, as a new act, which can itself be undone. What was done after the act
	// and undone does not count. A memory that the act created goes to the trash, a
	// document or note is deleted. Links to memories that were deleted for good are
	// not restored. Returns [NotFound] for an unknown act.
	Undo(ctx context.Context, by Author, act int64) (Undone, error)

	// Purge deletes memories of the trash for good: nothing is left of them but
	// the uid and the time, and no undo and no backup brings them back. Acts that
	// changed them lose their reason, and recalls that gave them their question,
	// since either may speak of them. It works in steps, each one transaction;
	// after an error the memories of earlier steps are gone. The bytes leave the
	// file with [Store.Compact].
	Purge(ctx context.Context, ids []int64) (Purged, error)

	// Documents returns the documents that are not deleted, or those that are: the
	// well-known ones first, then by name.
	Documents(ctx context.Context, deleted bool) ([]DocumentHead, error)

	// Document returns a document, or [NotFound] if there is none or it is deleted.
	Document(ctx context.Context, name string) (Document, error)

	// WriteDocument changes or makes a document as one act. Nothing that was there
	// before is lost. Returns [Conflict] for a stale revision.
	WriteDocument(ctx context.Context, by Author, w DocumentWrite) (DocumentWritten, error)

	// DocumentVersions returns all versions of a document, newest first, also of a
	// deleted one.
	DocumentVersions(ctx context.Context, name string) ([]DocumentVersion, error)

	// WriteNote adds a note to a day of the journal, as an act.
	WriteNote(ctx context.Context, by Author, n NoteDraft) (NoteWritten, error)

	// ChangeNote gives a note another text or deletes it, as an act. Returns
	// [Conflict] for a stale revision, [NotFound] for an unknown note; of a deleted
	// one only a new text is left to give.
	ChangeNote(ctx context.Context, by Author, c NoteChange) (NoteWritten, error)

	// JournalDays returns the days that have notes, newest first, at most limit (1
	// to [MaxPage]) from the day from on back; "" is the newest.
	JournalDays(ctx context.Context, from string, limit int) ([]JournalDay, error)

	// JournalDay returns the notes of a day in the order in which they were written.
	JournalDay(ctx context.Context, day string) ([]JournalNote, error)

	// PurgeDocument and PurgeNote delete for good, deleted or not, also a document
	// that was only proposed, with all that was proposed for it: nothing is left
	// but the uid and the time, and no undo brings it back. The bytes leave the file
	// with [Store.Compact]. They return [NotFound] if there is none.
	PurgeDocument(ctx context.Context, name string) error
	PurgeNote(ctx context.Context, id int64) error

	// FindWritings returns the best n (1 to [MaxPage]) of the documents and days of
	// the journal that hold any of the terms. Of a day the note counts that matches
	// best.
	FindWritings(ctx context.Context, terms []Term, n int) ([]WritingHit, error)

	// EmptyTrash purges all that is in the trash, if that are count memories:
	// otherwise it returns [Conflict], as whoever asked saw something else.
	EmptyTrash(ctx context.Context, count int) (Purged, error)

	// Compact takes out of the file what was deleted for good and gives the space
	// back. Returns [Busy] if others use the file for too long; then [Store.Upkeep]
	// tries again.
	Compact(ctx context.Context) error

	// Upkeep does what is due: it indexes anew what an older version indexed; once
	// a day, whatever the number of processes, it purges what has been in the trash
	// for [TrashKept], and the texts of documents and notes that were declined as
	// long ago, and cuts the change log; then it compacts the file if there is
	// reason to. It works in small steps and gives way to whoever writes, with
	// [Busy], and then expects to be called again later.
	Upkeep(ctx context.Context) error

	// Memories returns the memories with these ids in the order asked for,
	// whatever their state; ids that do not exist are left out.
	Memories(ctx context.Context, ids []int64) ([]Memory, error)

	// Find returns one page of the memories that match q, and their total.
	Find(ctx context.Context, q Query) (Listing, error)

	// Candidates returns the best n (1 to [MaxCandidates]) of the memories that
	// hold any of q's terms within its filter, with what ranking reads. Sort, page
	// and literal of q are ignored; the trash cannot be searched by terms and is
	// left out. Without terms there are no candidates.
	Candidates(ctx context.Context, q Query, n int) (Pool, error)

	// Timeline returns the memories around a point in time, in the order in which
	// they were first saved. Returns [NotFound] if its ID names no memory, one of
	// the trash, or one that the filter's Reader may not see.
	Timeline(ctx context.Context, q TimelineQuery) (Timeline, error)

	// Sharing returns at most n (1 to [MaxCandidates]) of the memories within q's
	// filter, those first that hold most of its terms, of equal numbers the newer
	// ones. It is cheaper than [Store.Candidates], as a save waits for it. Memories
	// that another one supersedes or that are merged into one are left out, and of
	// those that hold a common term an engine may look at the newest alone. Sort,
	// page and literal of q are ignored; without terms there are none.
	Sharing(ctx context.Context, q Query, n int) ([]Memory, error)

	// Gather returns, for each group of q, its first rows and how many there are:
	// of the memories that may be told to any client unasked. Those are active and
	// not private, have not expired, and no other one takes their place.
	Gather(ctx context.Context, q GatherQuery) ([]Gathered, error)

	// Facets counts the memories that match q, whose sort and page are ignored.
	Facets(ctx context.Context, q Query) (Facets, error)

	// Versions returns all versions of a memory, newest first.
	Versions(ctx context.Context, id int64) ([]Version, error)

	// Counts returns the figures beside the views; today begins at since.
	Counts(ctx context.Context, since Millis) (Counts, error)

	// Project finds or creates a project. Its memories are not counted.
	Project(ctx context.Context, ref ProjectRef) (Project, error)

	// Projects returns all projects, by name.
	Projects(ctx context.Context) ([]Project, error)

	// RenameProject gives a project another display name, as an act. The former
	// name stays an alias. Returns [Conflict] if the name is another project's,
	// [Invalid] for a reserved project, [NotFound] for an unknown one.
	RenameProject(ctx context.Context, by Author, id int64, name string) (ProjectAct, error)

	// MergeProjects moves all memories, keys and names of one project into
	// another, as one act; what is asked for by the old id is found by the new
	// one. Of two equal texts the one of into stays, with the stronger of their
	// pins, states and reviews and the sum of their counts; the other goes to the
	// trash, linked as [MergedInto]. Private memories are never joined. Returns
	// [Invalid] for reserved projects and for more than [MaxSelected] memories,
	// [NotFound] for unknown projects.
	MergeProjects(ctx context.Context, by Author, from, into int64) (ProjectAct, error)

	// Clients returns all clients that ever called, last active first.
	Clients(ctx context.Context) ([]Client, error)

	// Access returns what a client may do now. One that never called may do what is
	// the default. A token that is given, not 0, narrows it; with one that is not
	// valid the client may do nothing.
	Access(ctx context.Context, client string, token int64) (Access, error)

	// SetTrust sets a client's general level; the client need not have called yet.
	SetTrust(ctx context.Context, client string, t Trust) error

	// SetProjectTrust sets a client's level in one project; "" leaves it to the
	// general one. Returns [NotFound] for an unknown project.
	SetProjectTrust(ctx context.Context, client string, project int64, t Trust) error

	// SetHourlyLimit sets how many memories a client may save in an hour before
	// further ones are held; nil leaves it to [SettingHourlySaves].
	SetHourlyLimit(ctx context.Context, client string, limit *int) error

	// Tokens returns all tokens, the newest first, those that were revoked too.
	Tokens(ctx context.Context) ([]Token, error)

	// AddToken makes a token and returns it with its secret, which nothing can tell
	// again. Returns [NotFound] for an unknown project.
	AddToken(ctx context.Context, n NewToken) (t Token, secret string, err error)

	// RevokeToken makes a token invalid for good; doing so twice is fine. Returns
	// [NotFound] for an unknown one.
	RevokeToken(ctx context.Context, id int64) error

	// TokenDeeds returns the last things that were done with a token, up to limit
	// (1 to [MaxTokenDeeds]), the newest first. Returns [NotFound] for an unknown
	// token.
	TokenDeeds(ctx context.Context, id int64, limit int) ([]TokenDeed, error)

	// TokenOf returns the valid token with this secret, else [NotFound]. What it did
	// is not counted.
	TokenOf(ctx context.Context, secret string) (Token, error)

	// Touch notes that a client called, to within a second. It never waits for
	// another writer: when the file is busy the note is dropped.
	Touch(ctx context.Context, by Author) error

	// Announce makes p known as running until release is called or the process
	// ends, however it ends.
	Announce(ctx context.Context, p Presence) (release func(), err error)

	// Present returns the shims that run now, oldest first.
	Present(ctx context.Context) ([]Presence, error)

	// NoteRecall adds to the recall log and to the memories' usage counts, and
	// begins or continues the client's session. It never waits for another writer:
	// when the file is busy the note is dropped.
	NoteRecall(ctx context.Context, r Recall) error

	// Inject notes what is about to be given to a session of a client that did not
	// ask, and returns what of it is to be given. It joins or begins the session; the
	// next save or recall of the same process, or in the same project, goes on with
	// it. It never waits for another writer: then it returns [Busy].
	Inject(ctx context.Context, in Injection) (Injected, error)

	// EndSession ends a session: what the client does next begins another one.
	// Unknown is fine. It never waits for another writer: then it returns [Busy].
	EndSession(ctx context.Context, ref SessionRef) error

	// AddCalls adds to the numbers of calls. It never waits for another writer: when
	// the file is busy they are dropped.
	AddCalls(ctx context.Context, counts []CallCount) error

	// CallCounts returns the numbers of calls from a day (2026-11-30) on, the
	// newest day first, then by client and tool. They are kept for [CallsKept] days.
	CallCounts(ctx context.Context, since string) ([]CallCount, error)

	// Setting returns the value of a setting, "" if it is not set.
	Setting(ctx context.Context, name string) (string, error)

	// SetSetting sets a setting; "" removes it.
	SetSetting(ctx context.Context, name, value string) error

	// Registrations returns what was written for all clients, in the order of
	// adding.
	Registrations(ctx context.Context) ([]Registration, error)

	// PutRegistration remembers r, replacing what was known of its client, part
	// and file; its place in the order stays.
	PutRegistration(ctx context.Context, r Registration) error

	// DropRegistration forgets what was written of a part of a client into a file;
	// unknown is fine.
	DropRegistration(ctx context.Context, client, part, file string) error

	// VectorsMissing returns the newest n memories (1 to [MaxVectors]) of a scope
	// that have no vector of its model, below an id; 0 is from the newest on. An
	// edit of title or body takes a memory's vector away, in its own transaction,
	// and so does the trash.
	VectorsMissing(ctx context.Context, of VectorScope, below int64, n int) ([]VectorText, error)

	// PutVectors stores vectors (1 to [MaxVectors]), replacing those of any model,
	// and returns how many. Those of memories that were changed since they were
	// read, or are in the trash, are left out. It gives way to whoever writes, with
	// [Busy], and may lose its last vectors with the power: they can be made again.
	PutVectors(ctx context.Context, model VectorModel, all []Vector) (int, error)

	// VectorCounts returns how far a scope has its vectors.
	VectorCounts(ctx context.Context, of VectorScope) (VectorCounts, error)

	// DropVectors removes all vectors of every model, and returns how many.
	DropVectors(ctx context.Context) (int, error)

	// NearestVectors returns the n memories (1 to [MaxVectorHits]) of the filter whose
	// vectors of that model are most like the given one, which must be of length
	// one, best first. Among many it may miss some that are hardly among the n.
	// Nothing of the trash is found, nor a memory without a vector.
	NearestVectors(ctx context.Context, model VectorModel, to []float32, f Filter, n int) ([]VectorHit, error)

	// DataVersion returns a number that differs from the last one it returned if
	// anything was written since, by any process. It is cheap enough to be asked
	// several times a second.
	DataVersion(ctx context.Context) (int64, error)

	// Changes returns what happened after seq in the change log. A negative seq
	// returns only the present end of the log.
	Changes(ctx context.Context, seq int64) (ChangeSet, error)

	// Home returns the absolute path of the data folder.
	Home() string

	// Close waits for what has started and releases the file.
	Close() error
}
