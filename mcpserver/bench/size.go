package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"memtray/store/recall"
	"memtray/store/sqlite"
)

// sizedTexts is how many memories of one language are saved to learn how large
// they become.
const sizedTexts = 2000

// size compares what the index and its tokens take in the file with the text
// itself, in a store of each language.
func (b *bench) size() ([]result, error) {
	var results []result
	for _, language := range []struct {
		name  string
		han   bool
		bound float64
	}{
		// Every word is indexed and its token kept. Of a Chinese text each pair of
		// characters is indexed.
		{"English", false, 2},
		{"Chinese", true, 4},
	} {
		home := filepath.Join(b.dir, language.name)
		text, err := b.fillOne(home, language.han)
		if err != nil {
			return nil, fmt.Errorf("a store in %s: %w", language.name, err)
		}
		index, err := indexBytes(b.ctx, filepath.Join(home, sqlite.FileName))
		if err != nil {
			return nil, fmt.Errorf("size of the index: %w", err)
		}
		results = append(results, result{
			what:  "index and tokens, against the text in " + language.name,
			value: fmt.Sprintf("%.0f kB", float64(index)/1000),
			ratio: float64(index) / float64(text), most: language.bound,
		})
	}
	return results, nil
}

// fillOne fills a new store with memories of one language and returns the bytes
// of their texts.
func (b *bench) fillOne(home string, han bool) (text int, err error) {
	s, err := sqlite.Open(b.ctx, sqlite.Options{Home: home})
	if err != nil {
		return 0, err
	}
	defer s.Close()
	if err := unlimited(b.ctx, s); err != nil {
		return 0, err
	}
	r := recall.New(s)
	defer r.Close()
	saved := 0
	for _, m := range b.all {
		copied := m.ProjectID == b.project
		if copied || han != strings.ContainsFunc(m.Body, func(c rune) bool { return unicode.Is(unicode.Han, c) }) {
			continue
		}
		in := recall.Input{Kind: m.Kind, Body: m.Body, Tags: m.Tags, Files: m.Files}
		if !m.TitleDerived {
			in.Title = m.Title
			text += len(m.Title)
		}
		text += len(m.Body)
		if _, err := r.Save(b.ctx, by, in); err != nil {
			return 0, err
		}
		if saved++; saved == sizedTexts {
			break
		}
	}
	return text, nil
}

// indexBytes sums the pages of everything that exists for the search alone.
func indexBytes(ctx context.Context, path string) (int64, error) {
	db, err := openFile(path)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	var n int64
	err = db.QueryRowContext(ctx, `select sum(pgsize) from dbstat where name like 'search%' or name like 'memory_tokens%'`).Scan(&n)
	return n, err
}
