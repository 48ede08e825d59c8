package app

import "testing"

func TestSystemLocale(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want string
	}{
		{nil, "en"},
		{map[string]string{"LANG": "zh_CN.UTF-8"}, "zh-CN"},
		{map[string]string{"LANG": "zh_TW"}, "zh-CN"},
		{map[string]string{"LANG": "zh"}, "zh-CN"},
		{map[string]string{"LANG": "zha_CN"}, "en"},
		{map[string]string{"LANG": "de_DE@euro"}, "en"},
		{map[string]string{"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US"}, "en"},
		{map[string]string{"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_US", "LC_ALL": "zh_CN"}, "zh-CN"},
		{map[string]string{"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"},
	} {
		got := systemLocale(func(name string) string { return tt.env[name] })
		if got != tt.want {
			t.Errorf("%v: %q, want %q", tt.env, got, tt.want)
		}
	}
}
