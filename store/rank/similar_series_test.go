package rank_test

import (
	"fmt"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/rank"
)

// TestWithoutSeries: a list of things that differ in one word makes no proposals
// but the few before it can be known as a list.
func TestWithoutSeries(t *testing.T) {
	for _, c := range []struct {
		one    string
		values []string
		most   int // proposals that all saves make together
	}{
		{"cache warmup item %s", strings.Fields("0 1 2 3 4 5 6 7"), 0},
		{"Step %s: check the logs of the importer", strings.Fields("1 2 3 4 5 6 7 8"), 0},
		{"worker-%s runs the import queue", strings.Fields("1 2 3 4 5 6 7 8"), 0},
		{"%s is on the list of suppliers", strings.Fields("Acme Bolt Cane Dyna Echo Fern Gale Hive"), 0},
		{"The default colour is %s", strings.Fields("red green blue yellow orange purple black white"), 3},
		{"The default port is %s", strings.Fields("81 82 83 84 85 86 87 88"), 3},
		{"第%s步检查导入日志", strings.Fields("一 二 三 四 五 六 七 八"), 0},
		{"供应商名单里有%s", strings.Fields("甲厂 乙厂 丙厂 丁厂 戊厂"), 0},
	} {
		var there []rank.Statement
		made := 0
		for _, v := range c.values {
			now := rank.Read("", fmt.Sprintf(c.one, v))
			var near []store.Near
			for _, was := range there {
				if s := rank.Compare(now, was); s.Kind != "" {
					near = append(near, store.Near{Kind: s.Kind, Reason: s.Reason})
				}
			}
			made += len(rank.WithoutSeries(near))
			there = append(there, now)
		}
		if made > c.most {
			t.Errorf("%q: %d proposals, at most %d are wanted", c.one, made, c.most)
		}
	}
}

// TestWithoutSeries_KeepsTheSame: that a text belongs to a list does not hide that
// it is there already.
func TestWithoutSeries_KeepsTheSame(t *testing.T) {
	near := []store.Near{{Kind: store.MergeProposal, Reason: "says the same"}}
	for i := range 3 {
		near = append(near, store.Near{Kind: store.SupersedeProposal, Reason: fmt.Sprint(i)})
	}
	if left := rank.WithoutSeries(near); len(left) != 1 || left[0].Kind != store.MergeProposal {
		t.Errorf("left: %+v", left)
	}
}
