# Front door: `make help` lists what there is. Everything works with the Rust toolchain and make alone.

GAMES    := $(basename $(wildcard *.rs))
EDITIONS := 2015 2018 2021 2024
# An old compiler that the players must pass: Debian 12's, where it is installed.
RUSTC_OLD ?= $(shell /usr/bin/rustc --version 2>/dev/null | grep -q '^rustc 1\.63' && echo /usr/bin/rustc)
# The contest refuses larger uploads (bytes).
UPLOAD_MAX := 1474560

GAME  ?= $(firstword $(GAMES))
A     ?= target/release/$(GAME)
B     ?= target/release/$(GAME)
TIME  ?= 5
N     ?= 100
JOBS  ?= 1
JURY  := target/release/jury
# One word for the shell, whatever it holds.
quoted = '$(subst ','\'',$(1))'

.PHONY: help build one jury play human show test wait compute match tournament pool soak idea ideas new bench tune submit editions lint

help:
	@echo "make play    [GAME=$(GAME)] [A=..] [B=..] [TIME=5]      play a whole game and show it"
	@echo "make human   [GAME=$(GAME)] [B=..] [TIME=5]             you against a program, in the browser (TEXT=1: the terminal)"
	@echo "make show    [F=matches/...]                        pages for the browser of a game, match or tournament"
	@echo "make test                                           everything that proves the players and the jury right"
	@echo "make test     GAME=$(GAME)                              only what concerns one game"
	@echo "make new      GAME=blackhole                        the files of a new game, which plays a toy game at once"
	@echo "make match   [GAME=$(GAME)] A=.. B=.. [N=100] [TIME=5] [JOBS=1] [MORE='--sprt 0 10']"
	@echo "                                                    paired games with statistics"
	@echo "make tournament [GAME=$(GAME)] P='P1 P2 P3 ..' [N=20] [TIME=5] [JOBS=1] [MORE=--gauntlet]"
	@echo "                                                    all against all: table, Elo, each against each"
	@echo "make pool     GAME=$(GAME) [TIME=3] [N=20] [JOBS=2] [A=..] [MORE=--record]"
	@echo "                                                    the player against all partners and its past, beside the record"
	@echo "make soak     GAME=$(GAME) [N=100] [TIME=5] [A=..]      games with stops and sudden ends"
	@echo "make idea     GAME=$(GAME) IDEA=no-killers [N=100] [TIME=3] [NODES=4000] [SEED=1] [JOBS=1] [MORE=--record]"
	@echo "                                                    what a part wins: the player against its copy without it"
	@echo "make ideas   [GAME=$(GAME)] [MEASURE=depth|old]         the table: every part, its lines, what it wins; measures"
	@echo "make submit   GAME=$(GAME)                              build as the contest does, print the path to upload"
	@echo "make bench    GAME=$(GAME)                              a node count that depends on no machine"
	@echo "make tune     GAME=$(GAME) [ARGS=..]                    the tool that learned the player's weights"
	@echo "make editions                                       every player in every edition, without a warning"
	@echo "make lint                                           clippy and rustfmt"
	@echo "games: $(GAMES)"
	@echo "A and B: target/release/GAME, a source file such as mine.cpp, random, greedy, or any command"

build:
	cargo build --release --bins

# The jury and one player; `build` makes all. A long build is announced, since cargo is quiet.
BUILDING = @test -z "$$(find tests/jury -name '*.rs' -newer $(1) 2>&1 | head -n 1)" || echo "building, about a minute ..."
one:
	@test -f $(GAME).rs || { echo "no $(GAME).rs: GAME is one of $(GAMES)"; exit 2; }
	$(call BUILDING,$(JURY))
	@cargo build --quiet --release --package codecup --package players --bin jury --bin $(GAME)

play: one
	$(JURY) play $(GAME) $(call quoted,$(A)) $(call quoted,$(B)) --time $(TIME) $(MORE)

human: one
	$(JURY) $(if $(TEXT),play,board) $(GAME) human $(call quoted,$(B)) --time $(TIME) $(MORE)

# By default what was played last.
F ?= $(shell ls -td matches/*.txt matches/*/ 2>/dev/null | head -n 1)
show: jury
	f=$(call quoted,$(F)); test ! -e "$$f" || IFS=; $(JURY) show $$f

P ?= target/release/$(GAME) greedy random
tournament: N = 20
tournament: one
	$(JURY) tournament $(GAME) $(P) --time $(TIME) --games $(N) --jobs $(JOBS) $(MORE)

match: one
	$(JURY) match $(GAME) $(call quoted,$(A)) $(call quoted,$(B)) --time $(TIME) --games $(N) --jobs $(JOBS) $(MORE)

pool: TIME = 3
pool: N = 20
pool: JOBS = 2
pool: one
	$(JURY) pool $(GAME) $(call quoted,$(A)) --time $(TIME) --games $(N) --jobs $(JOBS) $(MORE)

soak: one
	$(JURY) soak $(GAME) $(call quoted,$(A)) --time $(TIME) --games $(N) $(MORE)

# With NODES neither the clock nor a busy machine matters. NODES=4000/3600: the file's and the copy's.
idea: TIME = 3
idea ideas: jury
idea:
	$(JURY) idea $(GAME) $(IDEA) $(if $(NODES),--nodes $(NODES),--time $(TIME)) --games $(N) --jobs $(JOBS) \
	  $(if $(SEED),--seed $(SEED)) $(MORE)

# MEASURE=depth: nodes to depth of all copies. MEASURE=old: plays those whose measurement is of another file; the same
# command goes on after Ctrl-C.
BENCH = $$(cargo run --quiet --release --example bench-$(GAME) 2>/dev/null | sed -n 's/^nodes //p')
ifeq ($(origin GAME),command line)
ideas:
	@bench=$(BENCH); case '$(MEASURE)' in \
	  depth) $(JURY) ideas $(GAME) --bench $$bench --depth;; \
	  old) for idea in $$($(JURY) ideas $(GAME) --bench $$bench --old); do \
	    $(JURY) idea $(GAME) $$idea --time $(TIME) --games $(N) --jobs 2 --bench $$bench --record \
	      --dir matches/idea-$(GAME)-$$idea-$$bench || exit; done;; \
	  *) $(JURY) ideas $(GAME) --bench $$bench;; \
	esac
ideas: N = 200
ideas: TIME = $(if $(filter ontherun,$(GAME)),5,3)
else
ideas:
	@$(JURY) ideas
endif

jury:
	$(call BUILDING,$(JURY))
	@cargo build --quiet --release --package codecup --bin jury

# With GAME=... only what concerns that game. The tests read its name from the environment.
ifeq ($(origin GAME),command line)
test: submit
	cargo fmt --check
	cargo clippy --quiet --lib --test $(GAME) --example '*-$(GAME)' -- -D warnings
	cargo clippy --quiet --package players --bin $(GAME) -- -D warnings
	cargo test --test $(GAME)
	GAME=$(GAME) cargo test --no-fail-fast --test programs --test ideas
else
# Tests that wait most of the time run beside those that compute, twice as many at once as there are processors.
TESTS := $(basename $(notdir $(wildcard tests/*.rs))) $(patsubst tests/%/main.rs,%,$(wildcard tests/*/main.rs))
WAIT  := jury_tests programs
test:
	@$(MAKE) --no-print-directory -j 2 lint editions
	cargo test --tests --no-run
	@$(MAKE) --no-print-directory -j 2 wait compute
wait compute:
	@unset MAKEFLAGS MFLAGS; RUST_TEST_THREADS=$$(($(if $(filter wait,$@),2,1) * $$(nproc))) \
	  cargo test $(addprefix --test ,$(if $(filter wait,$@),$(WAIT),$(filter-out $(WAIT),$(TESTS))))
endif

new:
	@test "$(origin GAME)" = "command line" || { echo "wanted: make new GAME=name"; exit 2; }
	@cargo build --quiet --release --package codecup --bin jury
	@$(JURY) new $(GAME)

bench:
	@cargo run --quiet --release --example bench-$(GAME)

tune:
	@cargo run --quiet --release --example tune-$(GAME) -- $(ARGS)

# As the contest of 2026 compiled: one file, -O, edition 2021.
submit:
	@test -f $(GAME).rs || { echo "no $(GAME).rs: GAME is one of $(GAMES)"; exit 2; }
	@mkdir -p target/submit
	rustc -O --edition 2021 -D warnings -o target/submit/$(GAME) $(GAME).rs
	@size=$$(wc -c < $(GAME).rs); \
	  test $$size -lt $(UPLOAD_MAX) || { echo "$(GAME).rs has $$size bytes, more than the contest takes"; exit 1; }; \
	  echo "upload this file ($$size bytes): $$(pwd)/$(GAME).rs"

# The newest compiler in all editions, the old one in all that it knows. Both build a program in the contest's edition; in
# the others they stop behind the last warning, at MIR. Where the old one is not installed, clippy looks whether a player
# uses anything of the library that it lacks (.clippy.toml names the version), and what that does not prove is said.
editions: $(GAMES:%=editions-%)
	@test -n "$(RUSTC_OLD)" || { \
	  echo "NOT PROVEN: that the players compile with rustc 1.63, which is not here (Debian 12: apt-get install rustc, or"; \
	  echo "RUSTC_OLD=/path/to/it). Clippy found nothing in them that its library lacks; of the language it says nothing."; }

editions-%:
	@mkdir -p target/editions
	@unset MAKEFLAGS MFLAGS; for edition in $(EDITIONS); do \
	  how="--emit=mir -o target/editions/$*.mir"; \
	  test $$edition != 2021 || how="-o target/editions/$*"; \
	  rustc --edition $$edition -D warnings $$how $*.rs || exit 1; \
	  if test -n "$(RUSTC_OLD)" && test $$edition != 2024; then \
	    $(RUSTC_OLD) --edition $$edition -D warnings $$how $*.rs || exit 1; \
	  fi; \
	done
	@unset MAKEFLAGS MFLAGS; test -n "$(RUSTC_OLD)" || CLIPPY_CONF_DIR=. clippy-driver --edition 2021 -A clippy::all \
	  -D clippy::incompatible_msrv --emit=metadata -o target/editions/$*.rmeta $*.rs
	@echo "$*.rs: no warning in editions $(EDITIONS)$(if $(RUSTC_OLD), and with $(RUSTC_OLD) in those up to 2021)"

lint:
	cargo fmt --check
	@unset MAKEFLAGS MFLAGS; cargo clippy --lib --bins --tests --examples -- -D warnings
