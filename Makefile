# Memtray. `make` alone prints what there is to do; every target installs what it needs.

SHELL := /bin/bash
.DEFAULT_GOAL := help

VERSION ?= 0.1.0
BIN     := build/bin
TAGS    := desktop,production,webkit2_41
LDFLAGS := -s -w -X memtray/mcpserver.Version=$(VERSION)

# One set of Go flags everywhere, or every target compiles SQLite again.
export GOFLAGS := -trimpath -buildvcs=false

# System packages, by what needs them. Missing ones are installed by `make setup`.
APT_DESKTOP := build-essential pkg-config libgtk-3-dev libwebkit2gtk-4.1-dev libayatana-appindicator3-dev
APT_TEST    := xvfb x11-utils xdotool wmctrl imagemagick dbus openbox xfce4-panel libglib2.0-bin \
               adwaita-icon-theme fonts-dejavu-core fonts-noto-cjk chromium
APT_WINE    := wine wine64

# All that is compiled in: also C, pictures, pages, SQL and texts.
GO_SRC   := $(shell find app frontend/embed.go mcpserver store main.go -type f ! -name '*_test.go' ! -path '*/testdata/*' ! -path 'app/e2e/*')
WEB_SRC  := $(shell find frontend/src frontend/locales frontend/public -type f 2>/dev/null) $(wildcard frontend/*.json frontend/*.ts frontend/*.js frontend/index.html)
PURE     := ./store/... ./mcpserver/... ./app/api/... ./app/clients/... ./app/tray/... ./frontend
# Tests of app/clients in which anything runs at the same time. The others edit some
# thousand files, one after the other: five minutes more with the race detector.
CONCURRENT := TestParallel|TestLock|TestChangedWhileWriting|TestRegisteredMeanwhile
CLIENTS  := build/tools/clients
PEERS    := build/tools/peers
SUITE    := build/tools/conformance

# What `make bench` and `make fuzz` take: memories in the store, time for each target.
# `make bench-recall` takes DATA, and LEAST (own:stem=0.9): bounds of what is found.
N        ?= 20000
FUZZTIME ?= 10s

# Systems other than this one: the shim for all of them, the app where it needs no C.
CROSS    := linux-arm64 windows-amd64.exe windows-arm64.exe darwin-amd64 darwin-arm64
CROSSBIN := $(BIN)/cross

## Use

.PHONY: run
run: ## build and start Memtray (without a display: the dashboard on loopback)
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
	  $(MAKE) --no-print-directory $(BIN)/memtray $(BIN)/memtray-mcp && exec $(BIN)/memtray; \
	else \
	  echo "No display: serving the dashboard on loopback."; \
	  $(MAKE) --no-print-directory $(BIN)/memtray-mcp && exec $(BIN)/memtray-mcp serve; \
	fi

.PHONY: build
build: $(BIN)/memtray $(BIN)/memtray-mcp ## build both programs into build/bin

.PHONY: test
test: lint test-frontend test-go test-e2e ## run all tests

## Develop

.PHONY: setup
setup: setup-desktop setup-test frontend/node_modules/.package-lock.json ## install every missing system package and tool
	go mod download

.PHONY: lint
lint: setup-desktop frontend/dist/index.html ## formatting, vet, staticcheck, types and lint of the dashboard
	@bad=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$bad" ]; then echo "not formatted, run make fmt:"; echo "$$bad"; exit 1; fi
	go vet -tags $(TAGS) ./...
	go tool staticcheck -tags $(TAGS) ./...
	cd frontend && npm run --silent check && npm run --silent lint

.PHONY: fmt
fmt: frontend/node_modules/.package-lock.json ## format all code
	gofmt -w $$(git ls-files '*.go')
	cd frontend && npm run --silent fmt

.PHONY: test-go
test-go: setup-desktop frontend/dist/index.html ## Go tests with the race detector
	go test -race $(filter-out ./app/clients/...,$(PURE))
	go test ./app/clients/...
	go test -race -run '$(CONCURRENT)' ./app/clients
	go test -tags $(TAGS) . ./app

.PHONY: test-frontend
test-frontend: frontend/node_modules/.package-lock.json ## unit and component tests of the dashboard
	cd frontend && npm run --silent test

.PHONY: test-e2e
test-e2e: setup-test build ## the real programs, a real window and a real browser
	MEMTRAY_E2E=1 MEMTRAY_BIN=$(CURDIR)/$(BIN) go test -count=1 -timeout 15m ./app/e2e/...

.PHONY: test-clients
test-clients: setup-test build $(CLIENTS)/.installed $(CLIENTS)/more/.installed ## the whole loop, registration, HTTP, hooks and plugins, with eight real AI clients and the MCP Inspector (downloads them, 2.4 GB)
	MEMTRAY_E2E=1 MEMTRAY_BIN=$(CURDIR)/$(BIN) MEMTRAY_CLIENTS=$(CURDIR)/$(CLIENTS) \
	  go test -count=1 -timeout 25m -run 'TestLoop|TestClientHook|TestClientPlugin|TestRegistered|TestInspector' -v ./app/e2e

.PHONY: conformance
conformance: $(SUITE)/.installed ## the official MCP conformance suite, over HTTP and stdio (downloads it, 270 MB)
	MEMTRAY_CONFORMANCE=$(CURDIR)/$(SUITE) go test -count=1 -timeout 10m -run TestConformance -v ./mcpserver

.PHONY: test-wine
test-wine: setup-wine $(CROSSBIN)/memtray-mcp-windows-amd64.exe ## the shim for Windows, under wine (installs it, 100 MB)
	MEMTRAY_WINDOWS_SHIM=$(CURDIR)/$(CROSSBIN)/memtray-mcp-windows-amd64.exe \
	  go test -count=1 -timeout 5m -run TestWine -v ./app/e2e

.PHONY: bench
bench: $(BIN)/memtray-mcp ## measure; exits 1 out of a bound (N=100000: as many memories)
	go run ./mcpserver/bench -shim $(BIN)/memtray-mcp -n $(N)

.PHONY: bench-peers
bench-peers: $(BIN)/memtray-mcp $(PEERS)/.installed ## compare with other memory servers (downloads them, 30 MB)
	go run ./mcpserver/bench -shim $(BIN)/memtray-mcp -n $(N) -peers $(PEERS)

.PHONY: bench-recall
bench-recall: ## how well the search finds what answers a question (DATA=folder: with these sets)
	go run ./mcpserver/bench/recall $(if $(DATA),-data "$(DATA)") $(LEAST:%=-least %)

.PHONY: fuzz
fuzz: ## run every fuzz target (FUZZTIME=1m: for so long each)
	@set -e; for file in $$(grep -lr --include='*_test.go' '^func Fuzz' app mcpserver store); do \
	  for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9]*\).*/\1/p' $$file); do \
	    echo "$$target in $$(dirname $$file)"; \
	    go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) ./$$(dirname $$file); \
	  done; \
	done

.PHONY: cross
cross: $(CROSS:%=$(CROSSBIN)/memtray-mcp-%) $(CROSSBIN)/memtray-windows-amd64.exe vet-windows vet-darwin ## build for the other systems and vet what is for them

.PHONY: vet-windows vet-darwin
vet-windows: frontend/dist/index.html
	GOOS=windows CGO_ENABLED=0 go vet -tags desktop,production ./...
vet-darwin: frontend/dist/index.html
	GOOS=darwin CGO_ENABLED=0 go vet $(PURE) ./app/e2e/...

.PHONY: golden
golden: ## rewrite the golden files of the Go tests
	go test $$(grep -rl 'flag.Bool("update"' --include='*_test.go' app mcpserver store | xargs dirname | sort -u | sed 's|^|./|') -update

.PHONY: shots
shots: setup-test build ## write a picture of every view into build/bin/shots
	MEMTRAY_E2E=1 MEMTRAY_BIN=$(CURDIR)/$(BIN) go test -count=1 ./app/e2e -run TestScreenshots -shots $(CURDIR)/$(BIN)/shots

.PHONY: clean
clean: ## remove what was built
	rm -rf $(BIN) build/tools frontend/node_modules
	find frontend/dist -mindepth 1 ! -name placeholder.txt -delete

.PHONY: help
help: ## print this help
	@awk 'BEGIN {FS = ":.*## "} /^## / {print "\n" substr($$0, 4)} /^[a-z0-9-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Files

$(BIN)/memtray-mcp: $(GO_SRC) go.mod go.sum frontend/dist/index.html
	CGO_ENABLED=0 go build -ldflags '$(LDFLAGS)' -o $@ ./mcpserver/memtray-mcp

$(BIN)/memtray: $(GO_SRC) go.mod go.sum frontend/dist/index.html | setup-desktop
	go build -tags $(TAGS) -ldflags '$(LDFLAGS)' -o $@ .

# The name of the file says for which system it is.
$(CROSSBIN)/memtray-mcp-%: $(GO_SRC) go.mod go.sum frontend/dist/index.html
	GOOS=$(word 1,$(subst -, ,$*)) GOARCH=$(basename $(word 2,$(subst -, ,$*))) CGO_ENABLED=0 \
	  go build -ldflags '$(LDFLAGS)' -o $@ ./mcpserver/memtray-mcp

$(CROSSBIN)/memtray-windows-amd64.exe: $(GO_SRC) go.mod go.sum frontend/dist/index.html
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 \
	  go build -tags desktop,production -ldflags '$(LDFLAGS) -H windowsgui' -o $@ .

frontend/dist/index.html: $(WEB_SRC) frontend/node_modules/.package-lock.json
	cd frontend && npm run --silent build

frontend/node_modules/.package-lock.json: frontend/package.json frontend/package-lock.json
	@command -v npm >/dev/null || { echo "Please install Node.js 20 or newer with npm." >&2; exit 1; }
	cd frontend && npm ci --no-audit --no-fund
	@touch $@

$(CLIENTS)/.installed: app/e2e/clients/package.json app/e2e/clients/package-lock.json
	mkdir -p $(CLIENTS)
	cp app/e2e/clients/package.json app/e2e/clients/package-lock.json $(CLIENTS)/
	cd $(CLIENTS) && npm ci --no-audit --no-fund
	@touch $@

# Without a lock file: some of them list packages for other systems that cannot be had
# everywhere, which npm ci takes for a fault. The clients' own versions are exact.
$(CLIENTS)/more/.installed: app/e2e/clients/more/package.json
	mkdir -p $(CLIENTS)/more
	cp $< $(CLIENTS)/more/
	cd $(CLIENTS)/more && npm install --no-package-lock --no-audit --no-fund
	@touch $@

$(PEERS)/.installed: mcpserver/bench/peers/package.json mcpserver/bench/peers/package-lock.json
	@command -v npm >/dev/null || { echo "Please install Node.js 20 or newer with npm." >&2; exit 1; }
	mkdir -p $(PEERS)
	cp mcpserver/bench/peers/package.json mcpserver/bench/peers/package-lock.json $(PEERS)/
	cd $(PEERS) && npm ci --no-audit --no-fund
	@touch $@

$(SUITE)/.installed: mcpserver/conformance/package.json mcpserver/conformance/package-lock.json
	@command -v npm >/dev/null || { echo "Please install Node.js 20 or newer with npm." >&2; exit 1; }
	mkdir -p $(SUITE)
	cp mcpserver/conformance/package.json mcpserver/conformance/package-lock.json $(SUITE)/
	cd $(SUITE) && npm ci --no-audit --no-fund
	@touch $@

# System packages. Nothing is asked of apt when all are there.

.PHONY: setup-desktop setup-test setup-wine
setup-desktop:
	@$(call apt_install,$(APT_DESKTOP))
setup-test:
	@$(call apt_install,$(APT_DESKTOP) $(APT_TEST))
# Where wine cannot be had the tests under it say so and are skipped.
setup-wine:
	-@[ "$$(uname -m)" != x86_64 ] || { $(call apt_install,$(APT_WINE)) ; }

define apt_install
missing=""; \
for p in $(1); do \
  if [ "$$p" = chromium ] && [ -n "$$(command -v chromium chromium-browser google-chrome)" ]; then continue; fi; \
  dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q '^install ok installed' || missing="$$missing $$p"; \
done; \
if [ -n "$$missing" ]; then \
  if ! command -v apt-get >/dev/null; then echo "Please install what these Debian packages hold:$$missing" >&2; exit 1; fi; \
  echo "Installing:$$missing"; \
  sudo=""; [ "$$(id -u)" = 0 ] || sudo=sudo; \
  $$sudo apt-get update -qq && \
  $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
fi
endef
