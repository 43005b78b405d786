# mixhost: `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := build

PREFIX ?= /usr/local
DESTDIR ?=
AXIS ?=
AGAINST ?=
SECONDS ?= 60
SCALE ?= 1
SEED ?=
N ?= 20
JOBS ?= 2

swift_places := /opt/swift/usr/bin/swift /usr/local/swift/usr/bin/swift \
  $(HOME)/.local/share/swiftly/bin/swift /usr/libexec/swift/bin/swift
SWIFT ?= $(or $(shell command -v swift 2>/dev/null),$(firstword $(wildcard $(swift_places))))

release := .build/release
binaries := $(release)/mixhost $(release)/mixhost-tags
static_libs := $(CURDIR)/.build/static-libs

build_packages := binutils liblua5.4-dev libcurl4-openssl-dev libsqlite3-dev libedit-dev libexpat1-dev \
  libpq-dev libstdc++-12-dev libtag1-dev
test_packages := $(build_packages) iproute2 lua5.4 lua-check libpq5 openssl pgbouncer postgresql procps \
  python3 python3-venv util-linux
web_packages := chromium fonts-inter python3 python3-venv
package_packages := $(build_packages) dpkg-dev xz-utils python3
proxy_packages := caddy iproute2 nginx-light openssl python3
package_test_packages := debootstrap lintian buildah
bench_packages := $(build_packages) lua5.4 gcc g++ libc6-dev libsimdjson-dev python3 python3-venv
guard_packages := $(build_packages) gcc libc6-dev python3 util-linux valgrind

# The Swift runtime and the C and C++ libraries are linked in: loading them doubles the time of a start. Unused
# sections are dropped. Debug symbols stay; `make install` and packages strip them.
release_flags := --configuration release --static-swift-stdlib -Xlinker -L$(static_libs) \
  -Xlinker --gc-sections -Xlinker --no-export-dynamic -Xlinker --build-id -Xswiftc -use-ld=lld \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections -Xcc -fdata-sections \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xswiftc -Xclang-linker -Xswiftc -static-libstdc++

sanitized := ReactorTests|ScriptHostTests|MixCoreTests|BindingsTests

# TagLib's shared library brings the shared libstdc++; a second, static copy of it would not fit.
tags_flags := --configuration release --static-swift-stdlib -Xlinker --gc-sections \
  -Xlinker --strip-all -Xswiftc -use-ld=lld

.PHONY: help run demo build build-mixhost test $(test_parts) test-changed check nightly flakes ten-tasks coverage lint format install uninstall bench \
  bench-guard bench-baseline soak suites lua-fuzz fuzz conformance sandbox-check proxy-check \
  interop clients asan tsan docs clean build-deps test-deps bench-deps guard-deps web-deps test-web test-fleet screenshots site swift deb \
  tarball package-check arm64-check apt-repo package-deps deps

##@ Build and run
help: ## list the targets
	@sed -nE -e 's/^##@ (.*)/\n\1/p' -e 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' $(MAKEFILE_LIST) | \
	  sed 1d | expand -t 22

run: build-mixhost ## build mixhost and run scripts/refresh.lua
	@$(release)/mixhost scripts/refresh.lua

demo: build ## show a refresh against a mock that is slow and fails now and then
	@home=$$(mktemp -d); trap 'rm -rf "$$home"' EXIT; $(release)/mixhost --home "$$home" --verbose \
	  --mock=latency=50ms,fault=429:20%+503:10%+truncate:5% \
	  scripts/refresh.lua --top 40 --concurrency 6

build: build-mixhost ## build .build/release/mixhost and mixhost-tags
	@tools/build mixhost-tags "$(SWIFT)" build $(tags_flags) --product mixhost-tags

build-mixhost: build-deps
	@tools/static-libs $(static_libs)
	@tools/build mixhost "$(SWIFT)" build $(release_flags) --product mixhost

##@ Test and write
test: test-deps web-deps ## lint, Swift tests, conformance suites, Lua specs, recipes, the page, an installation, the documents, fuzzing
	@$(call beside,test-build lint)
	@$(MAKE) --no-print-directory is_built=1 test-swift
	@$(call beside,is_built=1 $(filter-out test-build lint test-swift,$(test_parts)))

# Makes targets beside each other, JOBS at a time; the output of each comes whole, when it ends.
beside = mkdir -p .build/logs; \
  $(MAKE) --jobs=$(JOBS) --output-sync=target --no-print-directory $(1) 2>&1 | tee .build/logs/parts.log || \
  { sed -nE 's/^make.*\*\*\* \[.*: (.*)\] .*/make: \1 failed, its output is above/p' .build/logs/parts.log >&2; exit 1; }

# The long ones first. None depends on what another leaves. The Swift tests run alone: requests in them have a time.
test_parts := test-build lint test-swift test-page test-specs test-coverage test-install test-site test-sandbox \
  test-fuzz test-types test-suites test-cookbook test-guard
$(test_parts) test-changed: export TIMEFORMAT = $@: %0R s, of the processors %1U and %1S s
# Asking the package manager takes seconds.
ifndef is_built
$(filter-out test-build lint,$(test_parts)) test-changed: test-build
endif

test-build:
	@time STRICT=1 tools/build tests "$(SWIFT)" build --build-tests

test-swift:
	@time tools/test

test-page:
	@time Tests/Web/run .build/debug/mixhost

test-specs:
	@time .build/debug/mixhost test --timeout 5m

test-coverage:
	@time tools/coverage .build/debug/mixhost

test-install:
	@time tools/install-check .build/debug

test-site:
	@time tools/site/build

test-sandbox:
	@time tools/sandbox-check .build/debug/mixhost --quick

test-fuzz:
	@time tools/fuzz/run .build/debug/mixhost --seed 1 --programs 300 --late 20

test-types:
	@time tools/types-check .build/debug/mixhost

test-suites:
	@time .build/debug/mixhost --allow-read Tests/Fixtures tools/suites.lua Tests/Fixtures

test-cookbook:
	@time .build/debug/mixhost test --timeout 5m docs/cookbook

test-guard:
	@time SWIFT="$(SWIFT)" Benchmarks/guard/guard.py --if-current

check: test-deps ## lint, the Swift suites of what changed since origin/main, Lua specs: a few minutes when warm
	@$(call beside,test-build lint test-changed test-specs)

test-changed:
	@time tools/check-changed

nightly: ## what costs much and finds little: fuzzing, crashes, tags, soak, fleet, conformance, clients, packages (root)
	@$(MAKE) fuzz SECONDS=600
	@$(MAKE) lua-fuzz
	@tools/crash-loop $(release)/mixhost
	@tools/crash-loop $(release)/mixhost --pair
	@tools/tags-trial/run $(release)/mixhost
	@$(MAKE) soak
	@$(MAKE) test-fleet
	@tools/failover-trial $(release)/mixhost
	@tools/fleet-docs $(release)/mixhost
	@$(MAKE) conformance
	@$(MAKE) clients
	@$(MAKE) package-check
	@$(MAKE) arm64-check

flakes: test-deps ## run the Swift tests N=20 times beside a busy loop on each core; prints what failed
	@STRICT=1 tools/build tests "$(SWIFT)" build --build-tests
	@tools/flakes $(N)

ten-tasks: test-deps ## do the ten tasks of CONTRIBUTING on a copy of the tree; prints the files and folders they touch
	@tools/build mixhost "$(SWIFT)" build --product mixhost
	@PATH="$(dir $(SWIFT)):$$PATH" tools/ten-tasks .build/debug/mixhost

test-fleet: test-deps web-deps ## workers on a private PostgreSQL: kills, crashes, a standstill, several hosts; contracts of stores
	@STRICT=1 tools/build tests "$(SWIFT)" build --build-tests
	@tools/venv web Tests/Web/requirements.txt >/dev/null || (($$? == 3))
	@tools/test --filter 'FleetTests|Postgres|Contract|FleetQueue'

test-web: swift web-deps ## check the page in Chromium against `mixhost --mock serve`
	@tools/build mixhost "$(SWIFT)" build
	@Tests/Web/run .build/debug/mixhost

screenshots: swift web-deps ## write pictures of screens to .build/screenshots, some of them and those of clients to docs/pictures
	@tools/build mixhost "$(SWIFT)" build
	@Tests/Web/run .build/debug/mixhost .build/screenshots
	@mkdir -p docs/pictures
	@cp .build/screenshots/readme/*.png docs/pictures/
	@.build/web-venv/bin/python tools/connect-pictures .build/debug/mixhost

site: ## build the documents as a searchable site in .build/site; every link must lead somewhere
	@tools/install-deps python3 python3-venv
	@tools/site/build

coverage: swift ## run the rows of docs/coverage.md
	@tools/build mixhost "$(SWIFT)" build
	@tools/coverage .build/debug/mixhost

lint: test-deps ## check format, Lua, banned calls, phrases and spelling, Markdown
	@time tools/lint "$(SWIFT)"

format: swift ## format the Swift sources in place
	@"$(SWIFT)" format --in-place --parallel --recursive \
	  $(wildcard Sources Tests Benchmarks Package.swift)

##@ Install and package
install: ## copy the built program to PREFIX (default /usr/local), honours DESTDIR
	@for binary in $(binaries); do \
	  [[ -x $$binary ]] || { echo "install: run 'make build' first" >&2; exit 1; }; done
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' tools/install install

uninstall: ## remove what `make install` put below PREFIX
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' tools/install uninstall

deb: build package-deps ## pack a Debian package: .build/packages/mixhost_VERSION_ARCH.deb
	@tools/package deb

tarball: build package-deps ## pack a folder that runs anywhere, with install.sh
	@tools/package tarball

package-check: build package-deps ## pack twice, compare, and try the packages in a fresh Debian (root)
	@tools/install-deps $(package_test_packages)
	@tools/package-check

arm64-check: swift ## compile the C parts for arm64, run them under emulation, compare with this machine (root)
	@tools/install-deps $(build_packages) gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
	@SWIFT="$(SWIFT)" tools/arm64-check

apt-repo: ## make a repository for apt of the packages in .build/packages, signed: make apt-repo KEY=NAME
	@[[ -n "$(KEY)" ]] || { echo 'usage: make apt-repo KEY=NAME' >&2; exit 2; }
	@tools/install-deps apt-utils gpg
	@tools/apt-repo '$(KEY)'

##@ Document, measure, attack
docs: test-deps ## write docs/api.md and scripts/types/mix.lua from the registrations, the tables of services from their folders
	@tools/build docs "$(SWIFT)" build --product mixhost
	@.build/debug/mixhost types --write
	@.build/debug/mixhost docs --write
	@.build/debug/mixhost --allow-write docs tools/service-tables.lua --write

bench: bench-deps build ## measure, against peers where there are some; AXIS=http (a folder of Benchmarks): one axis; AGAINST=FILE: what changed; SCALE=0.01: a trial
	@SCALE='$(SCALE)' AGAINST='$(AGAINST)' Benchmarks/run $(AXIS)

bench-guard: guard-deps build-mixhost ## instructions of the hottest paths against the baseline: fails at +10 %
	@SWIFT="$(SWIFT)" Benchmarks/guard/guard.py
	@Benchmarks/guard/guard.py --self-test

bench-baseline: guard-deps build ## make the present figures the baseline of bench-guard
	@SWIFT="$(SWIFT)" Benchmarks/guard/guard.py --write

soak: build ## serve 1,000,000 requests, 100,000 items and 10,000 page views; SCALE=0.01: a hundredth
	@SCALE='$(SCALE)' tools/soak $(release)/mixhost

lua-fuzz: build ## hold library functions against lua5.4, 1,000,000 random cases
	@tools/lua-fuzz $(release)/mixhost

fuzz: build ## call every function with extreme values: SECONDS=60, SEED=N for the same again
	@tools/fuzz/run $(release)/mixhost --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

sandbox-check: build ## try every escape and exhaustion trick; prints N of N
	@tools/sandbox-check $(release)/mixhost

proxy-check: build ## serve behind nginx and Caddy, by the lines of docs/serve.md, in network namespaces (root)
	@tools/install-deps $(proxy_packages)
	@tools/proxy-check $(release)/mixhost

interop: build test-deps ## sign in at an authorization server from PyPI; prints N of N
	@Tests/interop/run $(release)/mixhost

conformance: build test-deps ## suites of others: WebSockets, routes (SECONDS=60), Lua's own (DIR=path/of/testes)
	@Tests/conformance/run $(release)/mixhost $(SECONDS) $(if $(DIR),"$(DIR)")

clients: build ## programs of others ask mixhost, and are told: OpenRefine, newsboat, khal, icalendar, an assistant, a mail server
	@tools/openrefine-check $(release)/mixhost
	@tools/reader-check $(release)/mixhost
	@venv=$$(tools/venv clients tools/clients-requirements.txt) && \
	  "$$venv/bin/python" tools/calendar-check $(release)/mixhost && \
	  "$$venv/bin/python" tools/notify-check $(release)/mixhost || (($$? == 3))
	@venv=$$(tools/venv mcp tools/mcp-requirements.txt) || (($$? == 3)) || exit 1; \
	  [[ -z $$venv ]] || "$$venv/bin/python" tools/mcp-check $(release)/mixhost

suites: build ## run public suites: make suites DIR=path
	@[[ -n "$(DIR)" ]] || { echo 'usage: make suites DIR=path' >&2; exit 2; }
	@$(release)/mixhost --allow-read "$(DIR)" tools/suites.lua "$(DIR)"

# One test at a time: beside hundreds that are ten times as slow, what waits for an answer gives up.
asan: test-deps ## address sanitizer over the reactor, the Lua engine, the core and the modules
	@tools/build asan "$(SWIFT)" build --build-tests --sanitize=address --scratch-path .build-asan
	@LSAN_OPTIONS=suppressions=$(CURDIR)/tools/sanitizers/leaks.txt:print_suppressions=0 tools/test .build-asan --no-parallel --filter '$(sanitized)'

# Lua leaves C functions by a jump that this sanitizer does not see (__longjmp_chk): its own stack of
# calls would grow with every yield until it overflows. Tests that measure the time of work on long texts would
# measure this sanitizer: `make test` and `make asan` run them.
tsan: test-deps ## thread sanitizer over the same
	@tools/build tsan "$(SWIFT)" build --build-tests --sanitize=thread --scratch-path .build-tsan \
	  -Xcc -mllvm -Xcc -tsan-instrument-func-entry-exit=0
	@tools/test .build-tsan --no-parallel --filter '$(sanitized)' \
	  --skip 'TextGrowthTests|TextSearchTests/inRules'

##@ Other
deps: build-deps test-deps web-deps ## install the Debian packages that building and testing need

clean: ## remove everything built
	rm -rf .build .build-asan .build-tsan

swift:
	@[[ -x "$(SWIFT)" ]] || { echo 'Swift 6.1 or newer is needed: https://swift.org/install' >&2; \
	  exit 1; }

build-deps: swift
	@tools/install-deps $(build_packages)

test-deps: swift
	@tools/install-deps $(test_packages)

guard-deps: swift
	@tools/install-deps $(guard_packages)

package-deps: swift
	@tools/install-deps $(package_packages)

bench-deps: swift
	@tools/install-deps $(bench_packages)

web-deps: swift
	@tools/install-deps $(web_packages)
