package api_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"memtray/store"
)

func TestSkills(t *testing.T) {
	s := newSite(t)
	s.get("/api/skills").wants(200, "skills", "[]", "folder", filepath.Join(s.home, "skills"))
	text := `---\ndescription: Writes the report\nprompts: [{name: write, arguments: [{name: week, required: true}]}]\n---\nRead the journal.`
	put := s.do("PUT", "/api/skills/report", `{"text":"`+text+`","revision":""}`)
	put.wants(200, "skill.name", "report", "skill.description", "Writes the report", "skill.prompts.0.id", "skill_report_write",
		"skill.prompts.0.arguments.0.required", "true", "skill.files.0", "SKILL.md", "skill.error", "(absent)")
	s.do("PUT", "/api/skills/report", `{"text":"`+text+`","revision":""}`).wants(409, "error.code", "conflict")
	s.do("PUT", "/api/skills/report", `{"text":"`+text+`"}`).wants(400, "error.code", "invalid")
	s.do("PUT", "/api/skills/report", `{"text":"broken","revision":"`+put.at("skill.revision")+`"}`).wants(400)
	s.do("PUT", "/api/skills/report", `{"text":"`+text+`!","revision":"`+put.at("skill.revision")+`"}`).wants(200)
	s.do("PUT", "/api/skills/%E5%91%A8%E6%8A%A5", `{"text":"---\ndescription: 写周报\n---\n","revision":""}`).wants(200, "skill.name", "周报")
	bad := filepath.Join(s.home, "skills", "bad")
	if err := os.MkdirAll(bad, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bad, "SKILL.md"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.get("/api/skills").wants(200, "skills.#", "3", "skills.0.name", "bad", "skills.1.name", "report", "skills.1.error", "(absent)", "skills.1.text", "(absent)")
	if got := s.get("/api/skills").at("skills.0.error"); !strings.HasPrefix(got, "SKILL.md must begin") {
		t.Errorf("error is %q", got)
	}
	s.get("/api/skills/bad").wants(200, "skill.text", "x")
	s.get("/api/skills/report").wants(200, "skill.text", strings.ReplaceAll(text, `\n`, "\n")+"!")
	s.get("/api/skills/none").wants(404, "error.code", "not_found")
	s.get("/api/skills/.trash").wants(404)
	if kept := s.do("DELETE", "/api/skills/bad", "").at("kept"); !strings.HasPrefix(kept, filepath.Join(s.home, "skills", ".trash")) {
		t.Errorf("kept at %q", kept)
	}
	s.do("DELETE", "/api/skills/bad", "").wants(404)
	s.get("/api/skills").wants(200, "skills.#", "2")
}

func TestContext(t *testing.T) {
	s := newSite(t)
	s.get("/api/context").wants(200, "empty", "true", "sections", "[]", "budget", "2000")
	p, err := s.recall.Project(t.Context(), store.ProjectRef{Name: "api", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	project := fmt.Sprint(p.ID)
	for i := range 80 {
		s.save(fmt.Sprintf(`{"kind":"decision","body":"decision %d of how things are done here","project_id":%s}`, i, project))
	}
	s.save(`{"body":"held back","private":true,"project_id":` + project + `}`)
	c := s.get("/api/context?project=" + project + "&client=claude-code&budget=400")
	c.wants(200, "empty", "false", "budget", "400", "sections.#", "1", "sections.0.name", "known")
	if n, _ := strconv.Atoi(c.at("tokens")); n < 200 || n > 400 {
		t.Errorf("%d tokens", n)
	}
	if text := c.at("text"); !strings.Contains(text, "decision 79 of") || strings.Contains(text, "held back") {
		t.Errorf("text is %s", text)
	}
	for _, query := range []string{"budget=100", "budget=many", "client=A%20b", "project=x", "project=1,2", "other=1"} {
		s.get("/api/context?"+query).wants(400, "error.code", "invalid")
	}
	s.get("/api/context?project=999").wants(404)
	s.do("PATCH", "/api/settings", `{"context_budget":300}`).wants(200, "context_budget", "300")
	s.get("/api/context?project="+project).wants(200, "budget", "300")
	s.do("PATCH", "/api/settings", `{"context_budget":0}`).wants(200, "context_budget", "2000")
	s.do("PATCH", "/api/settings", `{"context_budget":100}`).wants(400)
}
