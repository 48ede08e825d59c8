package app

import (
	_ "embed"
	"html/template"
	"net/http"

	"memtray/store"
)

//go:embed failure.html
var failureText string

var failureTemplate = template.Must(template.New("failure").Parse(failureText))

// failurePage is the window's content when the memories cannot be opened: what
// is wrong and where the data are, for /; nothing else.
func failurePage(home string, failure error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusOK)
		failureTemplate.Execute(w, map[string]string{
			"Message": store.ErrorMessage(failure),
			"Detail":  failure.Error(),
			"Home":    home,
		})
	})
}
