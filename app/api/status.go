package api

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"memtray/store"
	"memtray/store/brief"
)

type saving struct {
	Paused bool         `json:"paused"`
	Until  store.Millis `json:"until"` // 0: until resumed
}

type settings struct {
	Locale string `json:"locale"` // "" follows the system
	Theme  string `json:"theme"`  // "" follows the system

	// How many tokens make a day's page of the journal long; 0 is never.
	JournalLong int `json:"journal_distil_tokens"`

	// Whether hooks may add memories to prompts: "" is no, on is yes.
	HookUserPrompt string `json:"hook_user_prompt"`

	// How many memories a client may save in an hour before further ones are held.
	HourlySaves int `json:"hourly_saves"`

	// What a context costs at most, in tokens.
	ContextBudget int `json:"context_budget"`
}

func (s *server) getStatus(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	ctx := r.Context()
	counts, err := s.store.Counts(ctx, store.MillisOf(DayStart(time.Now())))
	if err != nil {
		return err
	}
	pause, err := s.saving(ctx)
	if err != nil {
		return err
	}
	present, err := s.store.Present(ctx)
	if err != nil {
		return err
	}
	notices, err := s.keeper.Notices(ctx)
	if err != nil {
		return err
	}
	set, err := s.settings(ctx)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		Version      string           `json:"version"`
		Home         string           `json:"home"`
		File         string           `json:"file"`
		Counts       store.Counts     `json:"counts"`
		Saving       saving           `json:"saving"`
		Present      []store.Presence `json:"present"`
		Notices      []store.Notice   `json:"notices"`
		Settings     settings         `json:"settings"`
		SystemLocale string           `json:"system_locale"`
	}{
		s.version, s.store.Home(), filepath.Join(s.store.Home(), "memtray.db"),
		counts, pause, list(present), list(notices), set, SystemLocale(os.Getenv),
	})
}

func (s *server) saving(ctx context.Context) (saving, error) {
	paused, until, err := s.recall.Paused(ctx)
	return saving{paused, until}, err
}

func (s *server) settings(ctx context.Context) (settings, error) {
	locale, err := s.store.Setting(ctx, store.SettingLocale)
	if err != nil {
		return settings{}, err
	}
	theme, err := s.store.Setting(ctx, store.SettingTheme)
	if err != nil {
		return settings{}, err
	}
	prompt, err := s.store.Setting(ctx, store.SettingHookUserPrompt)
	if err != nil {
		return settings{}, err
	}
	long, err := s.recall.JournalLong(ctx)
	if err != nil {
		return settings{}, err
	}
	hourly, err := s.recall.HourlySaves(ctx)
	if err != nil {
		return settings{}, err
	}
	budget, err := s.recall.ContextBudget(ctx, 0, "")
	return settings{locale, theme, long, prompt, hourly, budget}, err
}

// DayStart returns the first instant of t's local day. Where the clocks change
// at midnight, 00:00 may not exist, or exist twice.
func DayStart(t time.Time) time.Time {
	const step = 15 * time.Minute // every zone's shift is a multiple of it
	day := t.YearDay()
	d := time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
	for d.YearDay() != day {
		d = d.Add(step)
	}
	for d.Add(-step).YearDay() == day {
		d = d.Add(-step)
	}
	return d
}

// SystemLocale returns the interface's language for the machine's locale.
func SystemLocale(getenv func(string) string) string { return brief.Language(getenv) }
