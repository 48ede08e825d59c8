// Recall measures how well the search finds what answers a question, beside the
// methods of other memory servers over the same texts. It saves every set of a
// folder (see package sets) into a store of its own on disk, through the same
// calls as a client, and asks its questions.
//
//	go run ./mcpserver/bench/recall                      # the project's own set
//	go run ./mcpserver/bench/recall -data FOLDER
//	go run ./mcpserver/bench/recall -data longmemeval_s.json
//	go run ./mcpserver/bench/recall -data FOLDER -fit
//
// Sets that lie side by side and consist of sessions are conversations: their
// questions are pooled under the folder's name as well, and asked once more of
// one store that holds all of them, each in its own project (set=joined).
//
// After the tables the last lines are for machines: one for each set, method and
// category, with fractions of 1.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	data := flag.String("data", ownSet, "folder of sets, or a JSON file of LongMemEval")
	misses := flag.Int("misses", 0, "print so many questions of each set that were not answered among the first 5")
	fitting := flag.Bool("fit", false, "look for better weights of ranking instead; sets named locomo… only check them")
	var bounds bounds
	flag.Var(&bounds, "least", "SET:CATEGORY@MEASURE=SHARE: exit 1 if the search reaches less; the measure is 1, 5, 10 or 20 (found among the first so many) or mrr, without it 5 (may be repeated)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *fitting {
		if err := fit(ctx, *data, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "bench-recall:", err)
			os.Exit(2)
		}
		return
	}
	r, err := run(ctx, *data, *misses)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench-recall:", err)
		os.Exit(2)
	}
	r.print(os.Stdout)
	if err := bounds.check(r); err != nil {
		fmt.Fprintln(os.Stderr, "bench-recall:", err)
		os.Exit(1)
	}
}

// ownSet is the project's own set, seen from its root.
const ownSet = "mcpserver/bench/recall/testdata/own"
