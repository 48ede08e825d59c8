package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	"memtray/store"
	"memtray/store/care"
	"memtray/store/guard"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

// open opens the data folder for a command of the person, who is told if it
// lacks what was there before. The caller calls closeStore when done.
func (env *cli) open(ctx context.Context) (r *recall.Recall, closeStore func() error, err error) {
	r, _, closeStore, err = env.openKept(ctx)
	if err == nil {
		env.tellOfLoss(r.Store().Home())
	}
	return r, closeStore, err
}

// inStore does a command in the open store, once the flags that all commands have
// are found right.
func (env *cli) inStore(ctx context.Context, do func(*recall.Recall) error) error {
	if err := env.settle(); err != nil {
		return err
	}
	r, closeStore, err := env.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(do(r), closeStore())
}

func (env *cli) tellOfLoss(home string) {
	notices, _ := sqlite.Notices(home) // doctor says why they cannot be read
	for _, n := range notices {
		if what := losses[n.Code]; what != "" {
			fmt.Fprintf(env.stderr, "memtray-mcp: the memory file %s, and an empty one was begun; memtray-mcp doctor says what to do\n", what)
		}
	}
}

var losses = map[store.NoticeCode]string{
	store.NoticeDamaged: "was damaged and set aside",
	store.NoticeMissing: "was gone",
}

// openKept is open, with what looks after the data folder.
func (env *cli) openKept(ctx context.Context) (r *recall.Recall, k *care.Keeper, closeStore func() error, err error) {
	s, err := sqlite.Open(ctx, sqlite.Options{Home: env.global.home})
	if err != nil {
		return nil, nil, nil, err
	}
	r = recall.New(s)
	return r, care.New(s), func() error {
		r.Close()
		return s.Close()
	}, nil
}

// settle fills in the data folder and checks the client's id, so that wrong
// global flags are refused before anything is opened.
func (env *cli) settle() error {
	if err := env.checkClient(); err != nil {
		return err
	}
	return env.findHome()
}

func (env *cli) checkClient() error {
	if env.global.client != "" && !store.ValidClient(env.global.client) {
		return usagef("--client must be 1 to %d of a-z, 0-9, - and _", store.MaxClient)
	}
	if cleaned, _ := guard.Clean(env.global.client); cleaned != env.global.client {
		return usagef("--client must be a name; it looks like a secret, which is never stored")
	}
	return nil
}

func (env *cli) findHome() (err error) {
	env.global.home, err = sqlite.ChosenHome(env.global.home)
	return err
}

// author is who acts: the client if one was given, else the person.
func (env *cli) author() store.Author {
	if env.global.client != "" {
		return store.Author{Kind: store.Agent, Client: env.global.client, Process: processName()}
	}
	return store.Author{Kind: store.Person, Process: processName()}
}

// processName tells this command's acts from those of others.
func processName() string { return fmt.Sprintf("cli-%d", os.Getpid()) }

// parentName is the process that started this one: mostly the client's.
func parentName() string { return strconv.Itoa(os.Getppid()) }
