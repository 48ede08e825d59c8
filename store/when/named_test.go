package when

import (
	"testing"
	"time"
)

// TestNamed: it is Thursday, 26 November 2026.
func TestNamed(t *testing.T) {
	now := time.Date(2026, 11, 26, 0, 30, 0, 0, zone(t, "Asia/Shanghai"))
	for question, want := range map[string]string{
		"What did we decide on 7 July, 2023?":               "2023-07-07 2023-07-08",
		"the outage of October 13, 2023":                    "2023-10-13 2023-10-14",
		"the outage of Oct. 13th 2023":                      "2023-10-13 2023-10-14",
		"why was 2026-11-20 a bad day":                      "2026-11-20 2026-11-21",
		"which release in 2026/10 broke it":                 "2026-10-01 2026-11-01",
		"What was released in September 2023 for the shop?": "2023-09-01 2023-10-01",
		"sept 2023 report":                                  "2023-09-01 2023-10-01",
		"the plan of 3rd of may 2025":                       "2025-05-03 2025-05-04",
		"what broke in May":                                 "2026-05-01 2026-06-01",
		"who was on call on december 24":                    "2025-12-24 2025-12-25",
		"since 3 march the queue is slow":                   "2026-03-03 2026-03-04",
		"What was new in 2025? All.":                        "2025-01-01 2026-01-01",
		"it is of 2025. Why":                                "2025-01-01 2026-01-01",
		"all that we learned in 2025":                       "2025-01-01 2026-01-01",
		"2023年7月7日我们决定了什么":                                  "2023-07-07 2023-07-08",
		"去年12月的方案":                                          "2025-12-01 2026-01-01",
		"10月13號 deploy 失敗":                                  "2026-10-13 2026-10-14",
		"2025年的目标":                                          "2025-01-01 2026-01-01",
		"what did we decide yesterday?":                     "2026-11-25 2026-11-26",
		"上周改了什么":                                            "2026-11-16 2026-11-23",
		"两年前的 2 月":                                          "2026-02-01 2026-03-01",

		"在2026-11-20部署了什么":                  "2026-11-20 2026-11-21",
		"the deploy (2026-11-20), why?":     "2026-11-20 2026-11-21",
		"the alert of 2026-11-20T03:15:00Z": "2026-11-20 2026-11-21",
		"早上周会说了什么，上周定的":                     "2026-11-16 2026-11-23",
		"3 天前端口改成了什么":                       "2026-11-23 2026-11-24",
		"去年十月三日的方案":                         "2025-10-03 2025-10-04",
		"3 天前 端口改成了什么":                      "2026-11-23 2026-11-24",
		"三个月以前的设计":                          "2026-08-26 2026-08-27",

		"CVE-2024-12 and issue-2024-11":       "",
		"report-2026-11-20.csv":               "",
		"logs/2026/11/20/app.log":             "",
		"model sonnet-4-2026-05-14 is pinned": "",
		"migration 2026-11-20-add-users":      "",
		"api-version=2026-10-16":              "",
		"1 in 2048 requests, on 2099-01-01":   "",
		"what is due on 2026-11-27":           "",
		"现在怎么部署":                              "",
		"三年前端经验":                              "",
		"线上周期任务, 版本周期, 成本月报, 脚本月末":            "",
		"当前年份, 当前日期, 优先日志级别, 提前两天":            "",
		"本周期的目标":                              "",

		"step 2 may fail, and march on":      "",
		"the jan user of 1920/1080 screens":  "",
		"2024/25 is a season":                "",
		"port 2023 and error 2022":           "",
		"3 个月内没有 30 天":                       "",
		"on 31 february 2025 nothing":        "",
		"on 2025-02-31, or in 2025.04":       "",
		"the schema of 2025-06-18-draft":     "",
		"release 2026.11 of the mars rovers": "",
		"":                                   "",
	} {
		got := ""
		if s, ok := Named(question, now); ok {
			got = s.Start.Format(time.DateOnly) + " " + s.End.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%q names %q, want %q", question, got, want)
		}
	}
}

func FuzzNamed(f *testing.F) {
	for _, s := range []string{"on 7 July, 2023", "2023年7月", "in 2025", "9999-99-99", "in may 99", "\xff 13月"} {
		f.Add(s)
	}
	now := time.Date(2026, 11, 26, 0, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		if span, ok := Named(s, now); ok && (!span.End.After(span.Start) || !inYears(span)) {
			t.Errorf("%q: %v", s, span)
		}
	})
}
