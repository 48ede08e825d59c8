package skills

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"memtray/store"
)

const good = `---
name: weekly-report
description: Writes the weekly report
license: MIT
metadata:
  tags: [a, b]
prompts:
  - name: write
    description: Write it
    arguments:
      - name: week
        description: Which week
        required: true
      - name: tone
---
Read the journal.
`

// folder makes skills of files, given by their path in the folder of skills.
func folder(t *testing.T, files map[string]string) *Folder {
	t.Helper()
	f := In(t.TempDir())
	for name, content := range files {
		path := filepath.Join(f.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func mustList(t *testing.T, f *Folder) []Skill {
	t.Helper()
	all, err := f.List()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFolder_List(t *testing.T) {
	f := folder(t, map[string]string{
		"weekly-report/SKILL.md":              good,
		"weekly-report/references/format.md":  "# Format",
		"weekly-report/.hidden/secret.md":     "x",
		"weekly-report/a/b/c/d/e/too-deep.md": "x",
		"周报/SKILL.md":                         "---\ndescription: 写周报\n---\n读日志。",
		"bad/SKILL.md":                        "no front matter",
		"empty/readme.txt":                    "x",
		"Upper/SKILL.md":                      "---\ndescription: x\n---\n",
		".git/SKILL.md":                       good,
		"stray.md":                            "x",
	})
	got := map[string]Skill{}
	var names []string
	for _, s := range mustList(t, f) {
		got[s.Name] = s
		names = append(names, s.Name)
	}
	if want := []string{"Upper", "bad", "empty", "weekly-report", "周报"}; !slices.Equal(names, want) {
		t.Fatalf("names are %q, want %q", names, want)
	}
	for name, want := range map[string]string{
		"Upper": "the name of the folder must be lower-case",
		"bad":   "SKILL.md must begin with ---",
		"empty": "the folder has no file SKILL.md",
	} {
		if !strings.Contains(got[name].Error, want) {
			t.Errorf("%s: error is %q, want %q", name, got[name].Error, want)
		}
	}
	s := got["weekly-report"]
	if s.Error != "" || s.Description != "Writes the weekly report" || len(s.Prompts) != 1 {
		t.Fatalf("skill is %+v", s)
	}
	p := s.Prompts[0]
	if p.ID != "skill_weekly-report_write" || len(p.Arguments) != 2 || !p.Arguments[0].Required || p.Arguments[1].Required {
		t.Errorf("prompt is %+v", p)
	}
	if want := []string{"SKILL.md", "references/format.md"}; !slices.Equal(s.Files, want) {
		t.Errorf("files are %q, want %q", s.Files, want)
	}
	if s := got["周报"]; s.Error != "" || s.Description != "写周报" {
		t.Errorf("skill is %+v", s)
	}
}

func TestFolder_None(t *testing.T) {
	f := In(t.TempDir())
	if all := mustList(t, f); len(all) != 0 {
		t.Errorf("without a folder: %v", all)
	}
	if print, err := f.Fingerprint(); print != "" || err != nil {
		t.Errorf("fingerprint %q, %v", print, err)
	}
	if _, err := f.Get("x"); store.ErrorCode(err) != store.NotFound {
		t.Errorf("get: %v", err)
	}
	if _, err := f.Delete("x"); store.ErrorCode(err) != store.NotFound {
		t.Errorf("delete: %v", err)
	}
}

// TestUnderscores: skill a_b with prompt c and skill a with prompt b_c want the
// same name; the first keeps it.
func TestUnderscores(t *testing.T) {
	skill := func(prompt string) string { return "---\ndescription: x\nprompts: [{name: " + prompt + "}]\n---\n" }
	f := folder(t, map[string]string{"a/SKILL.md": skill("b_c"), "a_b/SKILL.md": skill("c"), "a_b_c/SKILL.md": skill("d_e")})
	all := mustList(t, f)
	if all[0].Error != "" || all[2].Error != "" || all[2].Prompts[0].ID != "skill_a_b_c_d_e" {
		t.Errorf("good ones are %+v", all)
	}
	if want := "its prompt c would be called skill_a_b_c, as is one of skill a"; all[1].Error != want {
		t.Errorf("error is %q, want %q", all[1].Error, want)
	}
	if _, err := f.Put("a_x", "---\ndescription: x\nprompts: [{name: y}]\n---\n", ""); err != nil {
		t.Error(err)
	}
}

func TestFolder_Get(t *testing.T) {
	f := folder(t, map[string]string{
		"weekly-report/SKILL.md": "\uFEFF" + strings.ReplaceAll(good, "\n", "\r\n"),
		"bad/SKILL.md":           "broken",
		"large/SKILL.md":         good + strings.Repeat("x", MaxFile),
	})
	d, err := f.Get("weekly-report")
	if err != nil || d.Error != "" || d.Text != good || d.Instructions != "Read the journal.\n" || d.Revision == "" {
		t.Errorf("document is %+v, %v", d, err)
	}
	if d, err = f.Get("bad"); err != nil || d.Error == "" || d.Text != "broken" || d.Revision == "" {
		t.Errorf("a bad one is %+v, %v", d, err)
	}
	if _, err = f.Get("large"); store.ErrorCode(err) != store.Invalid {
		t.Errorf("a large one: %v", err)
	}
	for _, name := range []string{"", "..", "a/b", "BAD", ".trash", strings.Repeat("x", 65), "a\x00"} {
		if _, err := f.Get(name); store.ErrorCode(err) != store.NotFound {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestFolder_File(t *testing.T) {
	f := folder(t, map[string]string{
		"s/SKILL.md": "---\ndescription: x\n---\n", "s/references/a.md": "text\r\n", "s/binary": "\xff\xfe", "s/.env": "SECRET",
		"other/SKILL.md": "---\ndescription: x\n---\n", "s/large.md": strings.Repeat("x", MaxFile+1),
	})
	if err := os.WriteFile(filepath.Join(f.dir, "..", "outside.md"), []byte("OUTSIDE"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := f.File("s", "references/a.md"); got != "text\n" || err != nil {
		t.Errorf("file is %q, %v", got, err)
	}
	for _, file := range []string{"", ".", "..", "../other/SKILL.md", "../../outside.md", "references/../../other/SKILL.md", "/etc/passwd",
		"references", "none.md", ".env", "references/", `..\..\outside.md`, "a\x00b", "./SKILL.md"} {
		if got, err := f.File("s", file); store.ErrorCode(err) != store.NotFound {
			t.Errorf("%q: %q, %v", file, got, err)
		}
	}
	for _, file := range []string{"binary", "large.md"} {
		if got, err := f.File("s", file); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%q: %q, %v", file, got, err)
		}
	}
}

func TestSymlinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links needs a privilege")
	}
	f := folder(t, map[string]string{"s/SKILL.md": "---\ndescription: x\n---\n", "s/in.md": "inside", "other/SKILL.md": good})
	outside := t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "SKILL.md"), []byte("---\ndescription: OUTSIDE\n---\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"s/out.md": filepath.Join(outside, "SKILL.md"), "s/up.md": "../other/SKILL.md", "s/dir": outside,
		"s/alias.md": "in.md", "s/loop": "loop", "linked": outside, "nowhere": "gone",
	} {
		if err := os.Symlink(target, filepath.Join(f.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"out.md", "up.md", "dir/SKILL.md", "loop"} {
		if got, err := f.File("s", file); store.ErrorCode(err) != store.NotFound {
			t.Errorf("%s: %q, %v", file, got, err)
		}
	}
	if got, err := f.File("s", "alias.md"); got != "inside" || err != nil {
		t.Errorf("a link that stays inside is %q, %v", got, err)
	}
	for _, s := range mustList(t, f) {
		switch s.Name {
		case "s":
			if want := []string{"SKILL.md", "alias.md", "in.md"}; !slices.Equal(s.Files, want) {
				t.Errorf("files are %q, want %q", s.Files, want)
			}
		case "linked", "nowhere":
			if !strings.Contains(s.Error, "leads out") {
				t.Errorf("%s: error is %q", s.Name, s.Error)
			}
		}
		if strings.Contains(s.Description, "OUTSIDE") {
			t.Errorf("%s was read from outside", s.Name)
		}
	}
}

func TestFolder_Put(t *testing.T) {
	f := In(t.TempDir())
	d, err := f.Put("weekly-report", strings.ReplaceAll(good, "\n", "\r\n"), "")
	if err != nil || d.Text != good || len(d.Prompts) != 1 || !slices.Equal(d.Files, []string{Main}) {
		t.Fatalf("document is %+v, %v", d, err)
	}
	if got, err := f.Get("weekly-report"); err != nil || got.Revision != d.Revision || got.Text != good {
		t.Errorf("read back: %+v, %v", got, err)
	}
	for _, c := range []struct {
		name, text, revision string
		code                 store.Code
	}{
		{"weekly-report", good, "", store.Conflict},
		{"weekly-report", good, "0123456789abcdef", store.Conflict},
		{"weekly-report", "broken", d.Revision, store.Invalid},
		{"other", good, "", store.Invalid}, // the name in it is another one
		{"none", "---\ndescription: x\n---\n", d.Revision, store.NotFound},
		{"../x", "---\ndescription: x\n---\n", "", store.Invalid},
		{"Upper", "---\ndescription: x\n---\n", "", store.Invalid},
		{"weekly-report", good + strings.Repeat("x", MaxFile), d.Revision, store.Invalid},
	} {
		if _, err := f.Put(c.name, c.text, c.revision); store.ErrorCode(err) != c.code {
			t.Errorf("put %s: %v, want %s", c.name, err, c.code)
		}
	}
	if _, err := f.Put("weekly-report", good+"More.\n", d.Revision); err != nil {
		t.Fatal(err)
	}
	kept, _ := filepath.Glob(filepath.Join(f.dir, ".trash", "weekly-report-*", Main))
	if len(kept) != 1 {
		t.Fatalf("kept are %q", kept)
	}
	if raw, _ := os.ReadFile(kept[0]); string(raw) != good {
		t.Errorf("kept is %q", raw)
	}
	left, _ := filepath.Glob(filepath.Join(f.dir, "weekly-report", ".*"))
	if new, _ := filepath.Glob(filepath.Join(f.dir, ".new-*")); len(left)+len(new) > 0 {
		t.Errorf("left over: %q %q", left, new)
	}
	if all := mustList(t, f); len(all) != 1 {
		t.Errorf("skills are %+v", all)
	}
}

// TestPut_AtOnce: of several edits of one revision one is made, the others are
// conflicts; of several new ones of a name likewise.
func TestPut_AtOnce(t *testing.T) {
	f := In(t.TempDir())
	first := ""
	for _, round := range []string{"new", "edit"} {
		var made, conflicts atomic.Int32
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				text := fmt.Sprintf("---\ndescription: %s %d\n---\n", round, i)
				switch _, err := f.Put("s", text, first); store.ErrorCode(err) {
				case "":
					made.Add(1)
				case store.Conflict:
					conflicts.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if made.Load() != 1 || conflicts.Load() != 7 {
			t.Errorf("%s: %d made, %d conflicts", round, made.Load(), conflicts.Load())
		}
		d, err := f.Get("s")
		if err != nil {
			t.Fatal(err)
		}
		first = d.Revision
	}
}

// TestPut_Taken: a folder in other letters would be the same one on other systems.
func TestPut_Taken(t *testing.T) {
	f := folder(t, map[string]string{"Deploy/SKILL.md": "x"})
	if _, err := f.Put("deploy", "---\ndescription: x\n---\n", ""); store.ErrorCode(err) != store.Conflict {
		t.Errorf("error is %v", err)
	}
}

func TestFolder_Delete(t *testing.T) {
	f := folder(t, map[string]string{"s/SKILL.md": good, "s/more.md": "x", "Bad Name/SKILL.md": "x", "file.md": "x"})
	for _, name := range []string{"s", "Bad Name"} {
		kept, err := f.Delete(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(kept, Main)); err != nil {
			t.Errorf("%s is not kept: %v", name, err)
		}
	}
	for _, name := range []string{"s", "..", ".trash", "file.md", "", "a/b"} {
		if _, err := f.Delete(name); store.ErrorCode(err) != store.NotFound {
			t.Errorf("delete %q: %v", name, err)
		}
	}
	if all := mustList(t, f); len(all) != 0 {
		t.Errorf("skills are %+v", all)
	}
	if _, err := f.Put("s", "---\ndescription: again\n---\n", ""); err != nil {
		t.Error(err)
	}
}

func TestFolder_Fingerprint(t *testing.T) {
	f := folder(t, map[string]string{"s/SKILL.md": good, "s/a.md": "x"})
	last := ""
	for i, change := range []func() error{
		func() error { return nil },
		func() error { return os.WriteFile(filepath.Join(f.dir, "s", "a.md"), []byte("longer"), 0o600) },
		func() error { return os.Rename(filepath.Join(f.dir, "s", "a.md"), filepath.Join(f.dir, "s", "b.md")) },
		func() error { return os.MkdirAll(filepath.Join(f.dir, "t"), 0o700) },
		func() error { _, err := f.Delete("s"); return err },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		now, err := f.Fingerprint()
		if err != nil || now == last {
			t.Errorf("change %d is not seen: %q, %v", i, now, err)
		}
		if again, _ := f.Fingerprint(); again != now {
			t.Errorf("after change %d it differs by itself", i)
		}
		last = now
	}
}

func TestTooMany(t *testing.T) {
	files := map[string]string{}
	for i := range MaxSkills + 2 {
		files[fmt.Sprintf("s%03d/SKILL.md", i)] = "---\ndescription: x\n---\n"
	}
	for i := range MaxFiles + 5 {
		files[fmt.Sprintf("s000/f%03d.md", i)] = "x"
	}
	f := folder(t, files)
	all := mustList(t, f)
	if len(all) != MaxSkills+2 || all[MaxSkills-1].Error != "" || all[MaxSkills].Error == "" {
		t.Errorf("%d skills, errors %q and %q", len(all), all[MaxSkills-1].Error, all[MaxSkills].Error)
	}
	if len(all[0].Files) != MaxFiles {
		t.Errorf("%d files are listed", len(all[0].Files))
	}
	if _, err := f.Put("one-more", "---\ndescription: x\n---\n", ""); store.ErrorCode(err) != store.Invalid {
		t.Errorf("one more: %v", err)
	}
}

// TestFileForFolder: a file in the place of the folder is said, by whatever asks.
func TestFileForFolder(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "skills"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := In(home)
	for what, do := range map[string]func() error{
		"List":        func() error { _, err := f.List(); return err },
		"Fingerprint": func() error { _, err := f.Fingerprint(); return err },
		"Get":         func() error { _, err := f.Get("a"); return err },
		"File":        func() error { _, err := f.File("a", "SKILL.md"); return err },
		"Put":         func() error { _, err := f.Put("a", "---\ndescription: x\n---\n", ""); return err },
		"Delete":      func() error { _, err := f.Delete("a"); return err },
	} {
		if err := do(); store.ErrorMessage(err) != "skills in the data folder is a file, not a folder; move it away" {
			t.Errorf("%s: %v", what, err)
		}
	}
}
