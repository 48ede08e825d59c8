package api_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/app/api"
	"memtray/store"
	"memtray/store/recall"
)

func TestDocuments(t *testing.T) {
	s := newSite(t)
	s.get("/api/documents").wants(200, "documents", "[]")
	s.get("/api/documents/profile").wants(404, "error.code", "not_found", "error.message", "there is no document profile")
	s.do("PUT", "/api/documents/profile", `{"text":"one <private>x</private>","revision":0}`).wants(200,
		"document.name", "profile", "document.text", "one ", "document.revision", "1", "document.by.kind", "person",
		"removed.0.what", "private span", "act", "1")
	s.do("PUT", "/api/documents/profile", `{"text":"x","revision":0}`).wants(http.StatusConflict,
		"error.code", "conflict", "error.current.name", "profile", "error.current.text", "one ", "error.current.revision", "1")
	edit := s.do("PUT", "/api/documents/profile", `{"text":"二","mode":"append","reason":"why"}`)
	edit.wants(200, "document.text", "one \n\n二", "document.revision", "2")
	s.do("PUT", "/api/documents/profile", `{"text":"x","revision":1}`).wants(409, "error.current.revision", "2")
	s.do("PUT", "/api/documents/persona", `{"text":"p","revision":0}`).wants(200)
	s.get("/api/documents").wants(200, "documents.#", "2", "documents.0.name", "persona", "documents.1.name", "profile",
		"documents.1.revision", "2", "documents.1.text", "(absent)")
	s.get("/api/documents/profile/versions").wants(200, "versions.#", "2", "versions.0.text", "one \n\n二",
		"versions.0.act.reason", "why", "versions.1.text", "one ", "versions.1.revision", "1")

	s.do("POST", "/api/acts/"+edit.at("act")+"/undo", `{}`).wants(200, "documents", `["profile"]`, "notes", "[]", "restored", "[]", "kept", "[]")
	s.do("DELETE", "/api/documents/profile?revision=1", "").wants(409)
	gone := s.do("DELETE", "/api/documents/profile?revision=3", "", api.WindowHeader, "w1")
	gone.wants(200, "document.text", "")
	s.do("DELETE", "/api/documents/profile", "").wants(404)
	s.do("DELETE", "/api/documents/nothing", "").wants(404)
	s.get("/api/documents?deleted=1").wants(200, "documents.#", "1", "documents.0.name", "profile")
	s.do("POST", "/api/acts/"+gone.at("act")+"/undo", `{}`).wants(200, "documents", `["profile"]`)
	s.get("/api/documents/profile").wants(200, "document.text", "one ")

	s.do("POST", "/api/documents/profile/purge", `{}`).wants(200, "compacted", "true")
	s.do("POST", "/api/documents/profile/purge", `{}`).wants(404)
	s.get("/api/documents/profile/versions").wants(404)
	s.do("POST", "/api/acts/"+gone.at("act")+"/undo", `{}`).wants(200, "act", "0", "purged", "1")
}

func TestJournal(t *testing.T) {
	s := newSite(t)
	s.get("/api/journal").wants(200, "today", s.recall.Today(), "days", "[]")
	first := s.do("POST", "/api/notes", `{"text":"first"}`)
	first.wants(201, "note.day", s.recall.Today(), "note.text", "first", "note.client", "", "note.revision", "1", "removed", "[]")
	s.do("POST", "/api/notes", `{"text":"Quixzotl","day":"2024-02-29"}`).wants(201, "note.day", "2024-02-29")
	s.get("/api/journal").wants(200, "days.#", "2", "days.1.day", "2024-02-29", "days.1.notes", "1")
	s.get("/api/journal?from=2025-01-01&limit=5").wants(200, "days.#", "1", "days.0.day", "2024-02-29")
	s.get("/api/journal/2024-02-29").wants(200, "day", "2024-02-29", "notes.#", "1", "notes.0.text", "Quixzotl")
	s.get("/api/journal/2024-03-01").wants(200, "notes", "[]", "tokens", "0")
	id := first.at("note.id")
	edit := s.do("PUT", "/api/notes/"+id, `{"text":"second","revision":1}`)
	edit.wants(200, "note.text", "second", "note.revision", "2")
	s.do("PUT", "/api/notes/"+id, `{"text":"third","revision":1}`).wants(409, "error.current.text", "second")
	gone := s.do("DELETE", "/api/notes/"+id+"?revision=2", "")
	gone.wants(200, "note.text", "", "day_tokens", "0")
	s.get("/api/journal").wants(200, "days.#", "1")
	s.do("DELETE", "/api/notes/"+id, "").wants(404)
	s.do("POST", "/api/acts/"+gone.at("act")+"/undo", `{}`).wants(200, "notes", "["+id+"]", "documents", "[]")
	s.do("POST", "/api/acts/"+edit.at("act")+"/undo", `{}`).wants(200)
	s.get("/api/journal/"+s.recall.Today()).wants(200, "notes.0.text", "first")

	old := s.get("/api/journal/2024-02-29").at("notes.0.id")
	s.do("POST", "/api/notes/"+old+"/purge", `{}`).wants(200, "compacted", "true")
	s.get("/api/journal/2024-02-29").wants(200, "notes", "[]")
	for _, end := range []string{"", "-wal"} {
		data, err := os.ReadFile(filepath.Join(s.home, "memtray.db"+end))
		if err != nil || strings.Contains(strings.ToLower(string(data)), "quixzotl") {
			t.Errorf("the text is left in memtray.db%s, %v", end, err)
		}
	}
}

func TestDocumentFaults(t *testing.T) {
	s := newSite(t)
	note := s.do("POST", "/api/notes", `{"text":"x"}`).at("note.id")
	for _, c := range []struct{ method, path, body, says string }{
		{"PUT", "/api/documents/profile", `{"text":" ","revision":0}`, "text is required; DELETE deletes the document"},
		{"PUT", "/api/documents/profile", `{"text":"x"}`, "revision is required: that of the document as it was read, 0 for a new one"},
		{"PUT", "/api/documents/profile", `{"text":"x","revision":-1}`, "revision must not be negative"},
		{"PUT", "/api/documents/my%20profile", `{"text":"x","revision":0}`, "a document's name must be 1 to 64 letters, digits, - and _"},
		{"PUT", "/api/documents/profile", `{"text":"x","mode":"prepend"}`, "mode must be one of append, replace"},
		{"PUT", "/api/documents/profile", `{"body":"x"}`, `unknown field "body" (known: mode, text, revision, reason)`},
		{"GET", "/api/documents?deleted=maybe", "", "~deleted must be"},
		{"GET", "/api/documents/profile?x=1", "", `unknown parameter "x" (none is known here)`},
		{"DELETE", "/api/documents/profile?revision=0", "", "~revision must be"},
		{"GET", "/api/journal?from=today", "", "day must be a date such as 2026-11-30"},
		{"GET", "/api/journal?limit=0", "", "~limit must be"},
		{"POST", "/api/notes", `{}`, "text is required"},
		{"POST", "/api/notes", `{"text":"x","day":"2026-2-3"}`, "day must be a date such as 2026-11-30"},
		{"PUT", "/api/notes/" + note, `{"text":"","revision":1}`, "text is required; DELETE deletes the note"},
		{"PUT", "/api/notes/" + note, `{"text":"y"}`, "revision is required: that of the note as it was read"},
		{"PATCH", "/api/settings", `{"journal_distil_tokens":-1}`, "journal_distil_tokens must be 0 to 1000000"},
	} {
		s.do(c.method, c.path, c.body).wants(400, "error.code", "invalid", "error.message", c.says)
	}
	for method, path := range map[string]string{
		"GET": "/api/journal/today", "DELETE": "/api/notes/99", "PUT": "/api/notes/x", "POST": "/api/notes/99/purge",
	} {
		body := ""
		if method != "GET" && method != "DELETE" {
			body = `{}`
		}
		s.do(method, path, body).wants(404, "error.code", "not_found")
	}
	s.get("/api/documents/Pro..file").wants(404)
	s.do("PATCH", "/api/settings", `{"journal_distil_tokens":0}`).wants(200, "journal_distil_tokens", "0")
	s.get("/api/status").wants(200, "settings.journal_distil_tokens", "0")
}

// TestEvents_Documents: whoever writes them, the dashboard hears of it.
func TestEvents_Documents(t *testing.T) {
	s := newSite(t)
	events := stream(t, asBrowser(s))
	s.run()
	await(t, events, "the beginning", isType(api.JournalChanged))
	other := recall.New(openStore(t, s.home))
	defer other.Close()
	agent := store.Author{Kind: store.Agent, Client: "cursor"}
	if _, err := other.WriteNote(t.Context(), agent, "", "x"); err != nil {
		t.Fatal(err)
	}
	await(t, events, "the note", isType(api.JournalChanged))
	in := recall.DocumentInput{Name: "profile", Mode: store.Append, Text: "x"}
	if _, err := other.WriteDocument(t.Context(), agent, in); err != nil {
		t.Fatal(err)
	}
	await(t, events, "the proposal", isType(api.ProposalsChanged))
	if _, err := other.WriteDocument(t.Context(), store.Author{Kind: store.Person}, in); err != nil {
		t.Fatal(err)
	}
	await(t, events, "the document", isType(api.DocumentsChanged))
}
