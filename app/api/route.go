package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"memtray/store"
)

// handler answers one request, or returns the error to answer with.
type handler func(w http.ResponseWriter, r *http.Request) error

// routes returns the API: path below /api/, then method. {id} stands for one
// segment.
func (s *server) routes() map[string]map[string]handler {
	return map[string]map[string]handler{
		"status":                  {"GET": s.getStatus},
		"memories":                {"GET": s.listMemories, "POST": s.saveMemory},
		"memories/{id}":           {"GET": s.getMemory, "PATCH": s.changeMemory},
		"memories/{id}/versions":  {"GET": s.getVersions},
		"facets":                  {"GET": s.getFacets},
		"acts":                    {"POST": s.changeMany},
		"acts/{id}/undo":          {"POST": s.undoAct},
		"trash/empty":             {"POST": s.emptyTrash},
		"trash/purge":             {"POST": s.purgeTrash},
		"proposals":               {"GET": s.listProposals},
		"proposals/{id}":          {"GET": s.getProposal, "POST": s.decideProposal},
		"documents":               {"GET": s.listDocuments},
		"documents/{id}":          {"GET": s.getDocument, "PUT": s.writeDocument, "DELETE": s.deleteDocument},
		"documents/{id}/versions": {"GET": s.getDocumentVersions},
		"documents/{id}/purge":    {"POST": s.purgeDocument},
		"journal":                 {"GET": s.listJournal},
		"journal/{id}":            {"GET": s.getJournalDay},
		"notes":                   {"POST": s.addNote},
		"notes/{id}":              {"PUT": s.changeNote, "DELETE": s.deleteNote},
		"notes/{id}/purge":        {"POST": s.purgeNote},
		"context":                 {"GET": s.getContext},
		"skills":                  {"GET": s.listSkills},
		"skills/{id}":             {"GET": s.getSkill, "PUT": s.writeSkill, "DELETE": s.deleteSkill},
		"projects":                {"GET": s.listProjects},
		"projects/{id}":           {"PATCH": s.renameProject},
		"projects/{id}/merge":     {"POST": s.mergeProject},
		"clients":                 {"GET": s.listClients},
		"clients/{id}":            {"POST": s.applyClient},
		"clients/{id}/preview":    {"GET": s.previewClient},
		"clients/{id}/removal":    {"GET": s.previewRemoval, "POST": s.applyRemoval},
		"clients/{id}/trust":      {"PUT": s.trustClient},
		"clients/{id}/limit":      {"PUT": s.limitClient},
		"clients/{id}/undo":       {"POST": s.undoClient},
		"clients/{id}/diagnosis":  {"GET": s.diagnoseClient},
		"clients/{id}/ways":       {"GET": s.clientWays},
		"clients/{id}/address":    {"GET": s.clientAddress},
		"clients/{id}/plugin":     {"POST": s.writePlugin},
		"program":                 {"POST": s.installProgram},
		"tokens":                  {"GET": s.listTokens, "POST": s.addToken},
		"tokens/{id}":             {"GET": s.getTokenDeeds, "DELETE": s.revokeToken},
		"exclusions":              {"GET": s.getExclusions, "PUT": s.putExclusions},
		"calls":                   {"GET": s.getCalls},
		"notices/{id}":            {"POST": s.answerNotice},
		"settings":                {"PATCH": s.changeSettings},
		"embeddings":              {"GET": s.getEmbeddings, "PUT": s.putEmbeddings},
		"saving":                  {"POST": s.changeSaving},
		"events":                  {"GET": s.streamEvents},
	}
}

// route finds the handler of a request. It is not http.ServeMux because that
// redirects paths with .. or // and answers in plain text.
func (s *server) route(routes map[string]map[string]handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawPath != "" { // no path of ours needs such an encoding
			notFound(w)
			return
		}
		if !isAPI(r.URL.Path) {
			s.serveFile(w, r)
			return
		}
		pattern, id := split(strings.TrimPrefix(r.URL.Path, "/api/"), routes)
		methods, ok := routes[pattern]
		if !ok {
			notFound(w)
			return
		}
		h, ok := methods[r.Method]
		if !ok {
			notAllowed(w, slices.Sorted(maps.Keys(methods))...)
			return
		}
		r.SetPathValue("id", id)
		if err := h(w, r); err != nil {
			fail(w, r, err)
		}
	})
}

// split turns memories/12 into memories/{id} and 12. A path that is a route as
// it stands is left alone.
func split(path string, routes map[string]map[string]handler) (pattern, id string) {
	if _, ok := routes[path]; ok && !strings.Contains(path, "{") {
		return path, ""
	}
	parts := strings.Split(path, "/")
	if len(parts) < 2 || parts[1] == "" {
		return "", ""
	}
	id, parts[1] = parts[1], "{id}"
	return strings.Join(parts, "/"), id
}

func notFound(w http.ResponseWriter) {
	refuse(w, http.StatusNotFound, store.NotFound, "there is nothing at this path")
}

func notAllowed(w http.ResponseWriter, methods ...string) {
	allow := strings.Join(methods, ", ")
	w.Header().Set("Allow", allow)
	refuse(w, http.StatusMethodNotAllowed, store.Invalid, "this path takes "+allow+" only")
}
