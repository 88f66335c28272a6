# `make help` lists what there is. All works with rustc and make; `test`, `bench` and `lint` also want cargo and, the first
# time, the network (quickcheck).

GAMES := ayu lamistra ontherun spaghetti symple
RUSTC ?= rustc
SHELL := bash
# An old compiler that the players must pass: Debian 12's, where it is installed.
RUSTC_OLD ?= $(shell /usr/bin/rustc --version 2>/dev/null | grep -q '^rustc 1\.63' && echo /usr/bin/rustc)

ALL  := $(if $(GAME),$(GAME),$(GAMES))
GAME ?= ayu
A    ?= $(GAME)
B    ?= $(GAME)
P    ?= $(GAME) greedy random
TIME ?= $(if $(filter idea,$(MAKECMDGOALS)),3,5)
PLAIN = $(or $(wildcard tests/starters/$(GAME).rs),$(GAME).rs)
JURY := target/release/jury
WITH = --time $(TIME) $(if $(JOBS),--jobs $(JOBS)) $(if $(SEED),--seed $(SEED)) $(MORE)

MAKEFLAGS += --jobs=2 --no-print-directory
unexport MAKEFLAGS MFLAGS
.PHONY: help build play human match tournament review show idea ideas new submit learn bench test players jury clock lint editions built others

help:
	@echo "make play        [GAME=ayu] [A=..] [B=..] [TIME=5]     one whole game, a move a line"
	@echo "make human       [GAME=ayu] [B=..]                     you against a program, in the browser"
	@echo "make match        GAME=ayu A=.. B=.. [N=100] [JOBS=1]  paired games: which one is stronger, in a sentence"
	@echo "make tournament   GAME=ayu P='P1 P2 ..' [N=20]         all against all: table, Elo, each against each"
	@echo "make show review [F=matches/...]                       pages of what was played last, or of F; where it was lost"
	@echo "make submit       GAME=ayu                             builds as the contest does, prints the path to upload"
	@echo "make new          GAME=blackhole                       the files of a new game, which plays a toy game at once"
	@echo "make test        [GAME=ayu]                            proves the players and the jury right"
	@echo "make idea         GAME=ayu IDEA=no-killers [N=100]     what a part of a player wins; make ideas: the table of all"
	@echo "make learn        GAME=spaghetti                       weights of its plain player, learned from its own games"
	@echo "make bench        GAME=ayu                             a node count that depends on no machine"
	@echo "GAME: $(GAMES). A, B, P: ayu (our player), plain, mine.cpp or another source file, random, greedy, git:last, or a command in quotes"
	@echo "More options: $(JURY) help match, and MORE='--option value'"

build: $(JURY) $(GAMES:%=target/release/%)

# The rules with the optimiser; the rest of the jury waits for programs, and is there sooner without.
target/release/libground.rlib: $(shell find tests/jury/ground tests/jury/rules tests/jury/text -name '*.rs')
	@mkdir -p target/release && echo "building the jury and the player ..."
	@$(RUSTC) -O --edition 2021 --crate-type rlib --crate-name ground -o $@ tests/jury/ground/ground.rs

$(JURY): target/release/libground.rlib $(shell find tests/jury -type f)
	@$(RUSTC) --edition 2021 --crate-type rlib --crate-name jury --extern ground=$< -o target/release/libjury.rlib tests/jury/lib.rs
	@$(RUSTC) --edition 2021 --extern jury=target/release/libjury.rlib -L target/release -o $@ tests/jury/command/program.rs

# As the contest of 2026 compiled: one file, -O, edition 2021.
target/release/%: %.rs
	@mkdir -p target/release && $(RUSTC) -O --edition 2021 -o $@ $<

play human: $(JURY) target/release/$(GAME)
	$(JURY) $@ $(GAME) $(if $(filter play,$@),"$(A)") "$(B)" --time $(TIME) $(if $(SEED),--seed $(SEED)) $(MORE)

match tournament idea: $(JURY) target/release/$(GAME)
	$(JURY) $@ $(GAME) $(if $(filter match,$@),"$(A)" "$(B)",$(if $(filter idea,$@),$(IDEA),$(P))) --games $(or $(N),$(if $(filter tournament,$@),20,100)) $(WITH)

ideas: $(JURY)
	@$(JURY) idea $(if $(filter command,$(firstword $(origin GAME))),$(GAME))

show review: $(JURY)
	$(JURY) $@ $(or $(F),$(shell ls -td matches/*.txt matches/*/ 2>/dev/null | head -n 1)) $(MORE)

new: $(JURY)
	$(JURY) new $(GAME)

submit:
	@mkdir -p target; set -x; $(RUSTC) -O --edition 2021 -D warnings -o target/$(GAME)-submitted $(GAME).rs
	@test $$(wc -c < $(GAME).rs) -lt 1474560 || { echo "$(GAME).rs is larger than the contest takes"; exit 1; }
	@echo "upload this file ($$(wc -c < $(GAME).rs) bytes): $(CURDIR)/$(GAME).rs"

learn: $(JURY)
	@mkdir -p target/learn; $(RUSTC) -A dead_code -O --edition 2021 --crate-type rlib --crate-name player -o target/learn/libplayer.rlib $(PLAIN)
	@$(RUSTC) -O --edition 2021 --extern player=target/learn/libplayer.rlib -o target/learn/learn tests/learn.rs
	target/learn/learn $(PLAIN) target/learn/$(GAME).rs && $(JURY) match $(GAME) target/learn/$(GAME).rs greedy --games 20 --time 1

bench:
	cargo run --quiet --release --package players --example bench-$(GAME)

# What fails stops nothing: the last lines say what failed, and what was not proven. Tests that wait for programs run beside
# the players' tests, which compile meanwhile (they begin later: cargo locks). What depends on the clock runs last and alone.
# GAME=...: only what concerns that game.
log = 2>&1 | tee target/test/$@; exit $${PIPESTATUS[0]}
test: built $(ALL:%=contest-%)
	@$(MAKE) -k $(if $(filter-out 1,$(words $(ALL))),jury) players others; $(MAKE) clock; true
	@grep -h 'NOT PROVEN' target/test/*; ! grep -h -e '^test .* FAILED$$' -e '^error' target/test/*

built:
	@rm -rf target/test && mkdir -p target/test && cargo test --test jury_tests --test $(firstword $(ALL)) --no-run
players others:
	@sleep 2; cargo test --no-fail-fast $(patsubst %,--test %,$(if $(filter others,$@),frame ideas programs,$(ALL) plain)) $(log)
jury clock:
	@RUST_TEST_THREADS=4 cargo test --test $(subst jury,jury_tests,$@) $(log)

contest-%:
	@mkdir -p target; for rustc in "$(RUSTC)" $(RUSTC_OLD); do \
	  $$rustc --edition 2021 -D warnings --emit=metadata -o target/$*.rmeta $*.rs || exit; done

# What only CI needs. The plain players, too. An old compiler knows no edition 2024.
editions:
	@$(if $(RUSTC_OLD),,echo "NOT PROVEN: that the players compile with rustc 1.63, which is not here (RUSTC_OLD=PATH)")
	@mkdir -p target; for file in $(GAMES:%=%.rs) tests/starters/*.rs; do for edition in 2015 2018 2021 2024; do \
	  for rustc in "$(RUSTC)" $(RUSTC_OLD); do test $$edition$$rustc = 2024$(RUSTC_OLD) || \
	  $$rustc --edition $$edition -D warnings --emit=metadata -o target/edition.rmeta $$file || exit; done; done; done

lint:
	@cargo fmt --all --check
	@cargo clippy --workspace --tests --examples -- -D warnings
