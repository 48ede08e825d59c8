package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"memtray/mcpserver"
	"memtray/store/embed"
	"memtray/store/recall"
)

const embeddingsDetails = `Search finds the words of a question. With embeddings it also finds memories that
say the same in other words, by a model that you run on this computer, such as one
of Ollama or LM Studio. They are off by default.

  (nothing)        whether they are on, by which model, and how many memories have
                   their vector
  on               switch them on; asks the endpoint for one vector first
  off              switch them off and remove all vectors

  --url URL        for on: the address below which the endpoint answers to
                   /embeddings, such as http://127.0.0.1:11434/v1
  --model NAME     for on: the model's name there
  --allow-remote   for on: the endpoint may be on another computer. The texts of your
                   memories, and every question, are then sent to it; private memories
                   are not
  --json           one JSON object

Vectors are made in the background, while Memtray or a client runs and nobody asks
it for anything.`

// embeddingsArguments are what the command line asks of embeddings.
type embeddingsArguments struct {
	do     string // "", on or off
	config embed.Config
	asJSON bool
}

func embeddingsCommand(ctx context.Context, env *cli, args []string) error {
	a, err := env.embeddingsArguments(args)
	if err != nil {
		return err
	}
	return env.inStore(ctx, func(r *recall.Recall) error { return env.embeddings(ctx, r.Embeddings(), a) })
}

func (env *cli) embeddingsArguments(args []string) (a embeddingsArguments, err error) {
	f := env.flags("embeddings")
	f.StringVar(&a.config.URL, "url", "", "address of the endpoint")
	f.StringVar(&a.config.Model, "model", "", "name of the model")
	f.BoolVar(&a.config.AllowRemote, "allow-remote", false, "the endpoint may be on another computer")
	f.BoolVar(&a.asJSON, "json", false, "print JSON")
	rest, err := parse(f, args)
	if err != nil {
		return a, err
	}
	if len(rest) > 0 {
		a.do, rest = rest[0], rest[1:]
	}
	switch {
	case a.do != "" && a.do != "on" && a.do != "off":
		return a, usagef("embeddings takes on or off, not %q", short(a.do))
	case len(rest) > 0:
		return a, usagef("embeddings %s takes no arguments besides flags", a.do)
	case a.do != "on" && a.config != embed.Config{}:
		return a, usagef("--url, --model and --allow-remote belong to embeddings on")
	case a.do == "on" && (a.config.URL == "" || a.config.Model == ""):
		return a, usagef("embeddings on needs --url URL and --model NAME, for example --url http://127.0.0.1:11434/v1 --model nomic-embed-text")
	}
	return a, nil
}

func (env *cli) embeddings(ctx context.Context, e *embed.Embeddings, a embeddingsArguments) (err error) {
	removed := 0
	var now embed.Status
	switch a.do {
	case "on":
		now, err = e.SwitchOn(ctx, env.author(), a.config)
	case "off":
		removed, err = e.SwitchOff(ctx, env.author())
	default:
		now, err = e.Status(ctx)
	}
	switch {
	case err != nil:
		return err
	case a.asJSON:
		return json.NewEncoder(env.stdout).Encode(now)
	case a.do == "off":
		_, err = fmt.Fprintf(env.stdout, "embeddings are off; %d vectors were removed\n", removed)
		return err
	}
	return env.printEmbeddings(now)
}

func (env *cli) printEmbeddings(now embed.Status) error {
	if !now.On {
		_, err := fmt.Fprintln(env.stdout, "embeddings are off")
		return err
	}
	remote := ""
	if now.AllowRemote {
		remote = ", which may be on another computer"
	}
	_, err := fmt.Fprintf(env.stdout, "embeddings are on: %s at %s%s\nvectors of %d dimensions; %d of %d memories have one\n",
		now.Model, now.URL, remote, now.Dimensions, now.Memories.Have, now.Memories.All)
	if err == nil && now.Failure != "" {
		_, err = fmt.Fprintf(env.stdout, "last failure, %s ago: %s\n", mcpserver.Age(now.FailureAt, time.Now()), now.Failure)
	}
	return err
}
