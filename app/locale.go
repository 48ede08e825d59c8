package app

import (
	"context"
	"os"
	"strings"

	"memtray/store"
)

// locale returns the language of the tray: the person's setting, else the
// system's.
func (d *data) locale(ctx context.Context) string {
	chosen, err := d.store.Setting(ctx, store.SettingLocale)
	if err == nil && chosen != "" {
		return catalogue(chosen)
	}
	return systemLocale(os.Getenv)
}

// systemLocale reads the first of LC_ALL, LC_MESSAGES and LANG that is set, as
// every program of the system does.
func systemLocale(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			return catalogue(v)
		}
	}
	return catalogue("")
}

// catalogue returns the language that we have for a locale's name, such as
// zh_CN.UTF-8 or zh-Hans. Traditional Chinese gets the simplified texts, too:
// they are nearer than English.
func catalogue(name string) string {
	language := strings.ToLower(name)
	if i := strings.IndexAny(language, "-_.@"); i >= 0 {
		language = language[:i]
	}
	if language == "zh" {
		return "zh-CN"
	}
	return "en"
}
