package storetest

import "memtray/store"

var english = seedLanguage{
	title: "%s: %s",
	again: " (build %d)",
	gap:   " ",
	topics: []seedTopic{
		{"the webhook receiver", "internal/webhook/receive.go", [2]string{"webhooks", "idempotency"}},
		{"the connection pool", "internal/db/pool.go", [2]string{"postgres", "performance"}},
		{"the login page", "src/pages/Login.svelte", [2]string{"auth", "frontend"}},
		{"the price import", "jobs/import_prices.py", [2]string{"import", "csv"}},
		{"the release script", "scripts/release.sh", [2]string{"release", "ci"}},
		{"the search index", "internal/search/index.go", [2]string{"search", "sqlite"}},
		{"push notifications", "app/lib/push.dart", [2]string{"mobile", "notifications"}},
		{"the nightly backup", "ops/backup.yaml", [2]string{"backup", "cron"}},
		{"the rate limiter", "internal/http/limit.go", [2]string{"http", "limits"}},
		{"the currency rounding", "pkg/money/round.ts", [2]string{"money", "rounding"}},
		{"the test containers", "docker-compose.test.yml", [2]string{"docker", "tests"}},
		{"the feature flags", "config/flags.json", [2]string{"config", "rollout"}},
	},
	kinds: map[store.Kind]seedKind{
		store.Decision: {"decision", []string{
			"We decided to keep %[1]s in one process; splitting it pays off above %[2]d requests a second.",
			"Decision: %[1]s stays behind a flag until %[2]d customers have used it for a week.",
			"For %[1]s we chose a plain table over a queue, since %[2]d jobs a day need no broker.",
		}},
		store.Preference: {"how it should be done", []string{
			"Prefer small pull requests for %[1]s: at most %[2]d changed lines, one subject each.",
			"In %[1]s write errors in lower case and wrap them with the operation; line width %[2]d.",
			"Ask before adding a dependency to %[1]s; the last one cost %[2]d kB.",
		}},
		store.Fact: {"fact", []string{
			"The timeout of %[1]s is %[2]d seconds, set by the load balancer and not by us.",
			"There are %[2]d tenants that use %[1]s, half of them in one region.",
			"The owner of %[1]s is the platform group; their queue answers within %[2]d minutes.",
		}},
		store.Howto: {"how to", []string{
			"To run %[1]s locally: start the containers, apply the migrations, then use port 8%[2]d.",
			"How to roll back %[1]s: revert the tag, wait for %[2]d healthy checks, then drain the old pods.",
			"Reproduce a slow %[1]s with a fixture of %[2]d rows and the profiler switched on.",
		}},
		store.Gotcha: {"beware", []string{
			"Careful: %[1]s sends each event twice when the first answer takes over %[2]d ms.",
			"The cache of %[1]s is keyed by locale as well, so clearing %[2]d entries is not enough.",
			"On Windows %[1]s sees a path with backslashes; %[2]d tests were skipped because of it.",
		}},
		store.Bugfix: {"fixed", []string{
			"Fixed a race in %[1]s: the lock was taken after the read, seen once in %[2]d runs.",
			"The crash of %[1]s came from an empty header; ticket %[2]d has the trace.",
			"A leak in %[1]s: the ticker was never stopped, %[2]d goroutines after an hour.",
		}},
		store.ChangeKind: {"changed", []string{
			"Moved %[1]s to the new module layout and removed %[2]d lines of glue.",
			"Renamed the options of %[1]s; the old names still work until version %[2]d.",
			"Raised the limit of %[1]s from 50 to %[2]d after the load test.",
		}},
		store.Discovery: {"found out", []string{
			"It turned out that %[1]s reads its settings %[2]d times for each request.",
			"%[2]d percent of the time in %[1]s is spent parsing dates.",
			"The log of %[1]s shows a retry every %[2]d seconds that nobody asked for.",
		}},
		store.Note: {"note", []string{
			"Look at %[1]s again once the migration is through; %[2]d rows are still of the old form.",
			"Idea: show the state of %[1]s on the status page, beside the other %[2]d checks.",
			"Asked the vendor about %[1]s, case %[2]d, no answer yet.",
		}},
		store.Summary: {"summary", []string{
			"This session: cleaned up %[1]s, %[2]d files touched, all tests pass, documentation still to do.",
			"Summary of the week: %[1]s is stable, %[2]d requests failed in total, alerts were tuned.",
			"Worked on %[1]s; next comes the retry policy, see change %[2]d.",
		}},
	},
	details: []string{
		"The reason is that %[1]s shares its lock with the scheduler (max. %[2]d waiters).",
		"It was measured with `go test -bench . -count %[2]d` on two cores.",
		"Do not change this without telling the people who run %[1]s at night.",
		"A test covers it; it fails within %[2]d ms if the order is wrong.",
		"The configuration lives beside %[1]s, key `max_%[2]d`, default off.",
		"Earlier we tried a cache in front, which hid the fault for %[2]d days.",
		"- first drain the workers\n- then restart %[1]s\n- last check the %[2]d counters",
		"See also HTTPServer2 and the C++ client -> both call %[1]s.",
		"Rollback takes about %[2]d seconds and loses nothing.",
	},
}
