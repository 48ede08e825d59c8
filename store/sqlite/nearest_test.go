package sqlite_test

import (
	"context"
	"strings"
	"testing"

	"memtray/store"
)

// An unknown project's name is answered with those that may have been meant.
func TestNearestProjects(t *testing.T) {
	ctx := context.Background()
	s := openIn(t, t.TempDir(), nil)
	by := store.Author{Kind: store.Person}
	ids := map[string]int64{}
	for _, name := range []string{"api", "shop", "web-frontend", "billing", "backend", "支付网关", "文档站点", "memtray", "old-backups"} {
		p, err := s.Project(ctx, store.ProjectRef{Name: name, Create: true})
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = p.ID
	}
	if _, err := s.RenameProject(ctx, by, ids["billing"], "invoices"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.MergeProjects(ctx, by, ids["old-backups"], ids["backend"]); err != nil {
		t.Fatal(err)
	}
	for name, first := range map[string]string{
		"shpo":         `"shop"`,
		"hsop":         `"shop"`,
		"SHOPP":        `"shop"`,
		"ａｐ":           `"api"`,
		"aip":          `"api"`,
		"front":        `"web-frontend"`,
		"web":          `"web-frontend"`,
		"web frontend": `"web-frontend"`,
		"backends":     `"backend"`,
		"bakcend":      `"backend"`,
		"biling":       `"invoices" (formerly "billing")`,
		"old-bakcups":  `"backend" (formerly "old-backups")`,
		"支付":           `"支付网关"`,
		"网关":           `"支付网关"`,
		"支付网管":         `"支付网关"`,
		"文挡站点":         `"文档站点"`,
		"mem-tray":     `"memtray"`,
		"memtray.git":  `"memtray"`,
		"the memtray":  `"memtray"`,
	} {
		_, err := s.Project(ctx, store.ProjectRef{Name: name})
		if store.ErrorCode(err) != store.NotFound || !strings.Contains(store.ErrorMessage(err), "the nearest: "+first) {
			t.Errorf("%q: %v, want %s first", name, err, first)
		}
	}
	for _, name := range []string{"zzzz", "qq", "数据库"} {
		_, err := s.Project(ctx, store.ProjectRef{Name: name})
		if want := `there is no project named "` + name + `", nor one with a name like it`; store.ErrorMessage(err) != want {
			t.Errorf("%q: %v, want %s", name, err, want)
		}
	}
}
