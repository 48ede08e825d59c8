package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/brief"
)

// maxJournalLong is more than a day's page ever has.
const maxJournalLong = 1_000_000

func (s *server) changeSettings(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Locale *string `json:"locale"`
		Theme  *string `json:"theme"`
		Prompt *string `json:"hook_user_prompt"`

		JournalLong   *int `json:"journal_distil_tokens"`
		HourlySaves   *int `json:"hourly_saves"`
		ContextBudget *int `json:"context_budget"` // 0: the default
		HTTPPort      *int `json:"http_port"`      // 0: the default
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	changes := []struct {
		name    string
		value   *string
		allowed []string
	}{
		{store.SettingLocale, in.Locale, []string{"", "en", "zh-CN"}},
		{store.SettingTheme, in.Theme, []string{"", "light", "dark"}},
		{store.SettingHookUserPrompt, in.Prompt, []string{"", store.On}},
	}
	for _, c := range changes {
		if c.value != nil && !slices.Contains(c.allowed, *c.value) {
			return store.Errorf(store.Invalid, "%s must be empty or one of %s", c.name, strings.Join(c.allowed[1:], ", "))
		}
	}
	numbers := []struct {
		name  string
		value *int
		most  int
	}{
		{store.SettingJournalLong, in.JournalLong, maxJournalLong},
		{store.SettingHourlySaves, in.HourlySaves, store.MaxHourly},
	}
	for _, n := range numbers {
		if n.value != nil && (*n.value < 0 || *n.value > n.most) {
			return store.Errorf(store.Invalid, "%s must be 0 to %d", n.name, n.most)
		}
	}
	if n := in.ContextBudget; n != nil && *n != 0 && (*n < brief.MinBudget || *n > brief.MaxBudget) {
		return store.Errorf(store.Invalid, "%s must be %d to %d, or 0 for the default", store.SettingContextBudget, brief.MinBudget, brief.MaxBudget)
	}
	if n := in.HTTPPort; n != nil && *n != 0 {
		if err := mcpserver.CheckPort(*n); err != nil {
			return err
		}
	}
	for name, n := range map[string]*int{store.SettingContextBudget: in.ContextBudget, store.SettingHTTPPort: in.HTTPPort} {
		if n == nil {
			continue
		}
		value := ""
		if *n != 0 {
			value = strconv.Itoa(*n)
		}
		if err := s.store.SetSetting(r.Context(), name, value); err != nil {
			return err
		}
	}
	for _, n := range numbers {
		if n.value == nil {
			continue
		}
		if err := s.store.SetSetting(r.Context(), n.name, strconv.Itoa(*n.value)); err != nil {
			return err
		}
	}
	for _, c := range changes {
		if c.value == nil {
			continue
		}
		if err := s.store.SetSetting(r.Context(), c.name, *c.value); err != nil {
			return err
		}
	}
	now, err := s.settings(r.Context())
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, now)
}

func (s *server) changeSaving(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Paused *bool        `json:"paused"`
		Until  store.Millis `json:"until"`
	}
	if _, err := readWrite(w, r, &in); err != nil {
		return err
	}
	switch {
	case in.Paused == nil:
		return store.Errorf(store.Invalid, "paused is required: true or false")
	case !*in.Paused && in.Until != 0:
		return store.Errorf(store.Invalid, "until has a meaning only with paused true")
	}
	set := s.recall.Resume
	if *in.Paused {
		set = func(ctx context.Context) error { return s.recall.Pause(ctx, in.Until) }
	}
	if err := set(r.Context()); err != nil {
		return err
	}
	now, err := s.saving(r.Context())
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, now)
}
