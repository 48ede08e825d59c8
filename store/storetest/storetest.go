// Package storetest checks that an engine keeps the contract of [store.Store].
// [Run] is the suite; [Seed] fills a store with memories like those of real work.
package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/text"
)

// Run checks every promise of [store.Store]. Open returns an empty store whose
// time is told by now; it is closed by the caller's cleanup.
func Run(t *testing.T, open func(t *testing.T, now func() time.Time) store.Store) {
	suite := []struct {
		name string
		test func(*testing.T, *fixture)
	}{
		{"Save", testSave},
		{"SaveRefuses", testSaveRefuses},
		{"SaveKnown", testSaveKnown},
		{"SaveArchived", testSaveArchived},
		{"SaveExpired", testSaveExpired},
		{"SaveSuperseded", testSaveSuperseded},
		{"Sessions", testSessions},
		{"RecallSessions", testRecallSessions},
		{"Inject", testInject},
		{"HookSessions", testHookSessions},
		{"Change", testChange},
		{"ChangeKinds", testChangeKinds},
		{"ChangeRefuses", testChangeRefuses},
		{"ChangeMany", testChangeMany},
		{"ChangeEqual", testChangeEqual},
		{"AgentClearsReview", testAgentClearsReview},
		{"Sharing", testSharing},
		{"Proposals", testProposals},
		{"ProposalsLeftOut", testProposalsLeftOut},
		{"ProposalOfChange", testProposalOfChange},
		{"DecideSupersede", testDecideSupersede},
		{"DecideMerge", testDecideMerge},
		{"DecideRefuses", testDecideRefuses},
		{"ProposalsMakeSense", testProposalsMakeSense},
		{"ProposalsPurged", testProposalsPurged},
		{"ProposalsMove", testProposalsMove},
		{"Held", testHeld},
		{"HeldFromOthers", testHeldFromOthers},
		{"HeldClosed", testHeldClosed},
		{"HeldEqual", testHeldEqual},
		{"ProposeEdit", testProposeEdit},
		{"ProposeStale", testProposeStale},
		{"ProposeDelete", testProposeDelete},
		{"ProposePair", testProposePair},
		{"ProposeWriting", testProposeWriting},
		{"ProposeRefuses", testProposeRefuses},
		{"Supersedes", testSupersedes},
		{"Expired", testExpired},
		{"Trust", testTrust},
		{"TrustRefuses", testTrustRefuses},
		{"Tokens", testTokens},
		{"TokensRefuse", testTokensRefuse},
		{"TokenDeeds", testTokenDeeds},
		{"TokenAccess", testTokenAccess},
		{"TrustMerged", testTrustMerged},
		{"HourlySaves", testHourlySaves},
		{"Calls", testCalls},
		{"Undo", testUndo},
		{"UndoKept", testUndoKept},
		{"UndoDuplicate", testUndoDuplicate},
		{"UndoDeep", testUndoDeep},
		{"Purge", testPurge},
		{"PurgeUndo", testPurgeUndo},
		{"PurgeLinks", testPurgeLinks},
		{"EmptyTrash", testEmptyTrash},
		{"Upkeep", testUpkeep},
		{"UpkeepClock", testUpkeepClock},
		{"Document", testDocument},
		{"DocumentRefuses", testDocumentRefuses},
		{"DocumentDelete", testDocumentDelete},
		{"DocumentVersions", testDocumentVersions},
		{"DocumentUndo", testDocumentUndo},
		{"Journal", testJournal},
		{"JournalRefuses", testJournalRefuses},
		{"NoteChange", testNoteChange},
		{"JournalLong", testJournalLong},
		{"FindWritings", testFindWritings},
		{"WritingChanges", testWritingChanges},
		{"PurgeWritings", testPurgeWritings},
		{"Memories", testMemories},
		{"FindTerms", testFindTerms},
		{"FindOrder", testFindOrder},
		{"FindLiteral", testFindLiteral},
		{"FindTrash", testFindTrash},
		{"FindFilters", testFindFilters},
		{"FindTimes", testFindTimes},
		{"FindFiles", testFindFiles},
		{"FindIDs", testFindIDs},
		{"FindPages", testFindPages},
		{"FindReader", testFindReader},
		{"FindRefuses", testFindRefuses},
		{"CandidatesNear", testCandidatesNear},
		{"Candidates", testCandidates},
		{"CandidateFilters", testCandidateFilters},
		{"CandidatesNewer", testCandidatesNewer},
		{"CandidatesAsk", testCandidatesAsk},
		{"CandidatesMany", testCandidatesMany},
		{"Neighbours", testNeighbours},
		{"Timeline", testTimeline},
		{"TimelineReader", testTimelineReader},
		{"TimelineSessions", testTimelineSessions},
		{"Gather", testGather},
		{"GatherLeavesOut", testGatherLeavesOut},
		{"GatherRefuses", testGatherRefuses},
		{"RowNewer", testRowNewer},
		{"Facets", testFacets},
		{"Versions", testVersions},
		{"Counts", testCounts},
		{"ProjectNames", testProjectNames},
		{"ProjectKeys", testProjectKeys},
		{"ProjectPlaces", testProjectPlaces},
		{"ProjectTemplate", testProjectTemplate},
		{"ProjectRefuses", testProjectRefuses},
		{"Rename", testRename},
		{"Merge", testMerge},
		{"MergeLeadsOn", testMergeLeadsOn},
		{"MergeNameTaken", testMergeNameTaken},
		{"ProjectActRefuses", testProjectActRefuses},
		{"Clients", testClients},
		{"Touch", testTouch},
		{"Presence", testPresence},
		{"NoteRecall", testNoteRecall},
		{"Settings", testSettings},
		{"Registrations", testRegistrations},
		{"Changes", testChanges},
		{"ChangesReload", testChangesReload},
		{"Vectors", testVectors},
		{"VectorsFollow", testVectorsFollow},
		{"VectorsFilter", testVectorsFilter},
		{"VectorsMany", testVectorsMany},
		{"VectorsRefuse", testVectorsRefuse},
		{"DataVersion", testDataVersion},
		{"Context", testContext},
		{"Close", testClose},
		{"Seed", testSeed},
	}
	for _, c := range suite {
		t.Run(c.name, func(t *testing.T) {
			clock := NewClock()
			c.test(t, &fixture{Store: open(t, clock.Now), clock: clock, t: t})
		})
	}
}

// Clock is a time that moves when it is told to. It is safe for concurrent use.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock returns a clock that stands at a fixed time.
func NewClock() *Clock {
	return &Clock{at: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)}
}

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Set sets the clock.
func (c *Clock) Set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = t
}

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.Set(c.Now().Add(d)) }

var (
	ctx    = context.Background()
	you    = store.Author{Kind: store.Person, Process: "window-1"}
	claude = store.Author{Kind: store.Agent, Client: "claude-code", Process: "p1"}
	cursor = store.Author{Kind: store.Agent, Client: "cursor", Process: "p2"}
)

// fixture is a store with shortcuts that fail the test on an error.
type fixture struct {
	store.Store
	clock *Clock
	t     *testing.T
}

func (f *fixture) save(by store.Author, d store.Draft) store.Memory {
	f.t.Helper()
	saved, err := f.Save(ctx, by, complete(d))
	f.ok(err)
	if saved.Known {
		f.t.Fatalf("%q is known as #%d", d.Body, saved.Memory.ID)
	}
	return saved.Memory
}

// note saves a plain memory.
func (f *fixture) note(by store.Author, body string) store.Memory {
	f.t.Helper()
	return f.save(by, store.Draft{Body: body})
}

// complete fills in what the callers of an engine fill in.
func complete(d store.Draft) store.Draft {
	if d.Title == "" {
		d.Title, _ = text.Title(d.Body)
		d.TitleDerived = true
	}
	d.Tokens = text.Count(d.Title) + text.Count(d.Body)
	return d
}

func (f *fixture) change(by store.Author, p store.Patch, ids ...int64) store.Changed {
	f.t.Helper()
	c, err := f.Change(ctx, by, store.Change{IDs: ids, Patch: p})
	f.ok(err)
	return c
}

func (f *fixture) undo(by store.Author, act int64) store.Undone {
	f.t.Helper()
	u, err := f.Undo(ctx, by, act)
	f.ok(err)
	return u
}

func (f *fixture) get(id int64) store.Memory {
	f.t.Helper()
	all, err := f.Memories(ctx, []int64{id})
	f.ok(err)
	if len(all) != 1 {
		f.t.Fatalf("memory #%d: %d found", id, len(all))
	}
	return all[0]
}

func (f *fixture) project(name string) store.Project {
	f.t.Helper()
	p, err := f.Project(ctx, store.ProjectRef{Name: name, Create: true})
	f.ok(err)
	return p
}

// find returns the ids that match, in order, after checking their total.
func (f *fixture) find(q store.Query) []int64 {
	f.t.Helper()
	if q.Limit == 0 {
		q.Limit = store.MaxPage
	}
	l, err := f.Find(ctx, q)
	f.ok(err)
	if q.Offset == 0 && len(l.Rows) < q.Limit && l.Total != len(l.Rows) {
		f.t.Errorf("total %d, but %d rows", l.Total, len(l.Rows))
	}
	out := []int64{}
	for _, r := range l.Rows {
		out = append(out, r.ID)
	}
	return out
}

func (f *fixture) ok(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

// fails checks that err has a code and a message for people.
func (f *fixture) fails(err error, code store.Code) {
	f.t.Helper()
	if got := store.ErrorCode(err); got != code {
		f.t.Fatalf("error %v has code %q, want %q", err, got, code)
	}
	if store.ErrorMessage(err) == "" {
		f.t.Errorf("%v has no message", err)
	}
}

func terms(q string) []store.Term { return text.Terms(q, false) }

func ptr[T any](v T) *T { return &v }
