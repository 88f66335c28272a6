# Front door: `make help` lists what there is. All works with the Rust toolchain and make (`test`, `tune`: and quickcheck
# from the network; `idea`: and git).

# A file that has no benchmark is somebody's own program.
GAMES    := $(sort $(filter $(patsubst tests/bench/%.rs,%,$(wildcard tests/bench/*.rs)),$(basename $(wildcard *.rs))))
EDITIONS := 2015 2018 2021 2024
# An old compiler that the players must pass: Debian 12's, where it is installed.
RUSTC_OLD ?= $(shell /usr/bin/rustc --version 2>/dev/null | grep -q '^rustc 1\.63' && echo /usr/bin/rustc)
# The contest refuses larger uploads (bytes).
UPLOAD := 1474560

# What somebody gives is text. It is taken as it is and goes to the shell by the environment, so nothing of it is run. To give
# nothing (A=) is not to give it.
# A, B, F and the numbers are one word each. P and MORE are several words: quotes keep blanks, as in a shell, but the jury
# reads them (--words), and `$$`, `;` and the like are refused.
GIVEN := A ARGS B F GAME IDEA JOBS KIND MEASURE MORE N P SEED TEXT TIME
CHOSEN := $(if $(findstring command,$(origin GAME)),$(value GAME))
$(foreach v,$(GIVEN) RUSTC,$(if $(filter undefined,$(origin $v)),,\
  $(eval override $(if $(strip $(value $v)),$v := $$(value $v),undefine $v))))

# Any other name is a typing error, but for what compilers and shells know, and names with _: cargo's and ours.
KNOWN := CC CXX HOME LANG PATH RUSTC RUSTFLAGS SHELL TMPDIR
$(foreach v,$(filter-out $(GIVEN) $(KNOWN),$(.VARIABLES)),$(if $(findstring _,$v),,$(if $(findstring command,$(origin $v)),\
  $(error no variable $v: they are $(GIVEN)))))

GAME  ?= $(firstword $(GAMES))
A     ?= $(if $(RECORD),$(GAME).rs,target/release/$(GAME))
B     ?= target/release/$(GAME)
P     ?= target/release/$(GAME) greedy random
# Seconds of games that are compared with a record.
PACE  := $(if $(filter ontherun,$(GAME)),5,3)
TIME  ?= $(if $(filter pool idea ideas,$(MAKECMDGOALS)),$(PACE),5)
N     ?= $(if $(filter ideas,$(MAKECMDGOALS)),200,$(if $(filter pool tournament,$(MAKECMDGOALS)),20,100))
JOBS  ?= $(if $(filter pool ideas,$(MAKECMDGOALS)),$(if $(filter-out 1,$(shell nproc)),2,1),1)
export $(GIVEN)
# What `override` touched is not handed on by itself, and cargo takes no empty RUSTC.
$(if $(value RUSTC),$(eval export RUSTC))
# What is recorded says of which file it is: the number of `make bench`.
RECORD = $(findstring --record,$(value MORE))
count  = bench=$$("target/release/bench-$$GAME" 2>/dev/null | sed -n 's/^nodes //p');
JURY  := target/release/jury
# RUSTC is a file, whose path may have blanks, or several words. Then the contest's line for Rust: what cargo was told (its
# target folder, RUSTFLAGS) does not matter.
RUSTC_RUN  := sh -c 'test -f "$$RUSTC" && exec "$$RUSTC" "$$@"; exec $${RUSTC:-rustc} "$$@"' rustc
RUSTC_LINE := $(RUSTC_RUN) -O --edition 2021
words = $(if $(SEED),--seed "$$SEED") $(if $(MORE),--words "$$MORE")

.PHONY: help build game one jury play human show test tested wait compute built match tournament pool soak idea ideas new benched bench tune \
  submit editions lint

help:
	@echo "make play    [GAME=$$GAME] [A=..] [B=..] [TIME=5]      one whole game, a move a line (MORE=--boards: all boards)"
	@echo "make human   [GAME=$$GAME] [B=..] [TIME=5]             you against a program, in the browser (TEXT=1: the terminal)"
	@echo "make match   [GAME=$$GAME] A=.. B=.. [N=100] [TIME=5] [JOBS=1] [MORE='--sprt 0 10']"
	@echo "                                                    paired games: which one is stronger, in a sentence"
	@echo "make tournament [GAME=$$GAME] P='P1 P2 P3 ..' [N=20] [TIME=5] [JOBS=1] [MORE=--gauntlet]"
	@echo "                                                    all against all: table, Elo, each against each"
	@echo "make show    [F=matches/...]                        pages for the browser: of what was played last, or of F"
	@echo "make soak    [GAME=$$GAME] [A=..] [N=100] [TIME=5]     games with stops and sudden ends"
	@echo "make submit   GAME=$$GAME                              builds as the contest does, prints the path to upload"
	@echo "make new      GAME=blackhole [KIND=at-once]         the files of a new game, which plays a toy game at once"
	@echo "make test    [GAME=$$GAME]                             what proves the players and the jury right (of one game)"
	@echo
	@echo "To work on the players:"
	@echo "make idea     GAME=$$GAME IDEA=no-killers [N=100] [TIME=$(PACE)] [SEED=1] [JOBS=1] [MORE=--record]"
	@echo "                                                    what a part wins: the player against its copy without it"
	@echo "make ideas   [GAME=$$GAME] [MEASURE=depth|old]         the table: every part, its lines, what it wins; measures"
	@echo "make pool     GAME=$$GAME [TIME=$(PACE)] [N=20] [JOBS=2] [A=.. | MORE=--record]"
	@echo "                                                    the player against all partners and its past, beside the record"
	@echo "make bench    GAME=$$GAME                              a node count that depends on no machine"
	@echo "make tune     GAME=$$GAME [ARGS=..]                    the tool that learned the player's weights"
	@echo "make editions                                       every player in every edition, without a warning"
	@echo "make lint                                           clippy and rustfmt"
	@echo
	@echo "GAME: $(GAMES)"
	@echo "A, B, P: $$GAME (our player), mine.cpp or another source file, random, greedy, git:last, or any command"
	@echo "More options: target/release/jury help match, and MORE='--option value'"

# A target that is none is a typing error. The shell never reads its name.
.DEFAULT:
	$(error no target $@: make help lists them)

# $(call made,NAME,SOURCES,COMMAND): the command makes target/made/NAME, which becomes target/release/NAME, unless that was
# made of these sources by this compiler. The texts count, not the times: a source put back is older than its program.
# Cargo would want the network: it looks at the tests' needs, too. A second make waits for the first.
made = @mkdir -p target/release target/made; unset MAKEFLAGS MFLAGS; exec 9> target/made/$(1).lock; flock 9; \
  sum() { { $(RUSTC_LINE) -vV; cat $(2) target/release/$(1); } 2>&1 | cksum; }; \
  test "$$(sum)" = "$$(cat target/made/$(1).sum 2>&1)" || { $(3) && \
    mv target/made/$(1) target/release/$(1) && sum > target/made/$(1).sum; }

game:
	@test -f "$$GAME.rs" || { echo "no $$GAME.rs: GAME is one of $(GAMES)$$($(JURY) setup "$$GAME" 1 2>&1 | \
	  grep -o '; did you mean.*')"; exit 2; }

jury:
	$(call made,jury,$$(find tests/jury -type f | LC_ALL=C sort), \
	  echo "building the jury: about a minute on a quiet machine ..." && \
	  $(RUSTC_LINE) --crate-type rlib --crate-name jury -o target/made/libjury.rlib tests/jury/lib.rs && \
	  $(RUSTC_LINE) --extern jury=target/made/libjury.rlib -o target/made/jury tests/jury/command/program.rs)

# The jury and one player.
one: game jury
	$(call made,"$$GAME","$$GAME.rs",$(RUSTC_LINE) -o "target/made/$$GAME" "$$GAME.rs")

build: jury
	@for game in $(GAMES); do $(MAKE) --no-print-directory one GAME=$$game || exit; done

play: one
	@set -x; $(JURY) play "$$GAME" "$$A" "$$B" --time "$$TIME" $(words)

human: one
	@set -x; $(JURY) $(if $(TEXT),play,board) "$$GAME" human "$$B" --time "$$TIME" $(words)

# By default what was played last. F may be several files, or a pattern.
show: jury
	@f=$${F:-$$(ls -td matches/*.txt matches/*/ 2>/dev/null | head -n 1)}; \
	  test ! -e "$$f" || { IFS=; set -f; }; set -x; $(JURY) show $$f

tournament: one
	@set -x; $(JURY) tournament "$$GAME" --words "$$P" --time "$$TIME" --games "$$N" --jobs "$$JOBS" $(words)

match: one
	@set -x; $(JURY) match "$$GAME" "$$A" "$$B" --time "$$TIME" --games "$$N" --jobs "$$JOBS" $(words)

pool: $(if $(RECORD),benched) one
	@$(if $(RECORD),$(count)) set -x; $(JURY) pool "$$GAME" "$$A" --time "$$TIME" --games "$$N" --jobs "$$JOBS" \
	  $(if $(RECORD),--bench "$$bench") $(words)

soak: one
	@set -x; $(JURY) soak "$$GAME" "$$A" --time "$$TIME" --games "$$N" $(words)

idea: $(if $(RECORD),benched,jury)
	@$(if $(RECORD),$(count)) set -x; $(JURY) idea "$$GAME" "$$IDEA" --time "$$TIME" --games "$$N" --jobs "$$JOBS" \
	  $(if $(RECORD),--bench "$$bench") $(words)

# MEASURE=depth: nodes to depth of all copies. MEASURE=old: plays those whose measurement is of another file; the same
# command goes on after Ctrl-C.
ifeq ($(CHOSEN),)
ideas: jury
	@$(JURY) ideas
else
ideas: benched
	@$(count) case "$$MEASURE" in \
	  depth) $(JURY) ideas "$$GAME" --bench $$bench --depth;; \
	  old) for idea in $$($(JURY) ideas "$$GAME" --bench $$bench --old); do d=matches/idea-$$GAME-$$idea-$$bench; \
	    $(JURY) idea "$$GAME" $$idea --time "$$TIME" --games "$$N" --jobs "$$JOBS" --bench $$bench --record \
	      $$(test -f $$d/plan && echo --resume || echo --dir) $$d || exit; done;; \
	  *) $(JURY) ideas "$$GAME" --bench $$bench;; \
	esac
endif

# What fails stops nothing. At the end a list says what failed and what was not proven. With GAME=... only what concerns that
# game; the tests read its name from the environment. Tests that wait most of the time run beside those that compute, twice
# as many at once as there are processors. Those that depend on the clock run last and alone.
# A second `make test` waits for the first.
TESTS := $(basename $(notdir $(wildcard tests/*.rs))) $(patsubst tests/%/main.rs,%,$(wildcard tests/*/main.rs))
WAIT  := jury_tests
LOGS  := target/test
log    = @$(MAKE) --no-print-directory
test: game
	@mkdir -p target; flock -o target/test.lock $(MAKE) --no-print-directory tested

tested:
	@rm -rf $(LOGS); mkdir -p $(LOGS)
ifneq ($(CHOSEN),)
	$(log) log-submit log-lint-game log-suite-programs log-suite-ideas $(if $(filter $(CHOSEN),$(TESTS)),"log-suite-$$GAME")
else
	$(log) -j 3 log-lint log-editions log-built
	$(log) -j 2 wait compute
	$(log) log-suite-clock
endif
	@awk '\
	  /^failures:$$/ { n = 0 } /^    [a-z_0-9:]+$$/ { names[n++] = $$1 } \
	  /^test result: / { passed += $$4; failed += $$6; counted[FILENAME] = $$6; for (i = 0; i < n && $$6; i++) fault(": " names[i]) } \
	  /FAILED PART$$/ { if (!counted[FILENAME]) fault(""); bad = 1 } \
	  match($$0, /NOT PROVEN: .*/) { print substr($$0, RSTART) } \
	  function fault(test, suite) { suite = FILENAME; sub(".*/(suite-)?", "", suite); all = all "FAILED: " suite test "\n" } \
	  END { printf "%s%d passed, %d failed\n", all, passed, failed; exit bad || failed }' $(LOGS)/*

log-%: export LOG = $*
log-%:
	@{ $(MAKE) --no-print-directory --keep-going "$$LOG" || echo "FAILED PART"; } 2>&1 | tee "$(LOGS)/$$LOG"

clean = unset MAKEFLAGS MFLAGS $(filter-out $(if $(CHOSEN),GAME),$(GIVEN));
suite-%: export SUITE = $*
suite-%:
	@$(clean) cargo test --test "$$SUITE" $(if $(filter clock,$*),-- --test-threads=1)

built:
	@$(clean) cargo test --tests --no-run --no-fail-fast

wait compute:
	@for suite in $(if $(filter wait,$@),$(WAIT),$(filter-out $(WAIT) clock,$(TESTS))); do $(MAKE) --no-print-directory \
	  RUST_TEST_THREADS=$$(($(if $(filter wait,$@),2,1) * $$(nproc))) log-suite-$$suite; done

new: jury
	@test -n "$(if $(CHOSEN),1)" || { echo "wanted: make new GAME=name"; exit 2; }
	@$(JURY) new "$$GAME" $(if $(KIND),--kind "$$KIND")

benched: game jury
	$(call made,"bench-$$GAME","$$GAME.rs" $$(find tests/bench tests/jury tests/ontherun tests/samples -type f | LC_ALL=C sort), \
	  $(RUSTC_LINE) --extern jury=target/made/libjury.rlib -o "target/made/bench-$$GAME" "tests/bench/$$GAME.rs")

bench: benched
	@"target/release/bench-$$GAME"

tune: game
	@echo "building the tuner: a minute or two the first time ..." >&2; set -f; cargo run --quiet --release --example "tune-$$GAME" -- $$ARGS

# As the contest of 2026 compiled: one file, -O, edition 2021.
submit: game
	@mkdir -p target/submit
	@echo "$${RUSTC:-rustc} -O --edition 2021 -D warnings -o target/submit/$$GAME $$GAME.rs" >&2; \
	  $(RUSTC_LINE) -D warnings -o "target/submit/$$GAME" "$$GAME.rs"
	@size=$$(wc -c < "$$GAME.rs"); \
	  test $$size -lt $(UPLOAD) || { echo "$$GAME.rs has $$size bytes, more than the contest takes"; exit 1; }; \
	  echo "upload this file ($$size bytes): $$(pwd)/$$GAME.rs"

# The newest compiler in all editions, the old one in all that it knows. Both build a program in the contest's edition; in
# the others, whose programs would be the same, they only check. Where the old one is not installed, clippy looks whether a player
# uses anything of the library that it lacks (.clippy.toml names the version), and what that does not prove is said.
editions: $(GAMES:%=editions-%)
	@test -n "$(RUSTC_OLD)" || { \
	  echo "NOT PROVEN: that the players compile with rustc 1.63, which is not here (Debian 12: apt-get install rustc, or RUSTC_OLD=PATH)"; }

$(GAMES:%=editions-%): editions-%:
	@mkdir -p target/editions
	@unset MAKEFLAGS MFLAGS; for edition in $(EDITIONS); do \
	  how="--emit=metadata -o target/editions/$*.rmeta"; \
	  test $$edition != 2021 || how="-o target/editions/$*"; \
	  $(RUSTC_RUN) --edition $$edition -D warnings $$how $*.rs || exit 1; \
	  if test -n "$(RUSTC_OLD)" && test $$edition != 2024; then \
	    $(RUSTC_OLD) --edition $$edition -D warnings $$how $*.rs || exit 1; \
	  fi; \
	done
	@unset MAKEFLAGS MFLAGS; test -n "$(RUSTC_OLD)" || CLIPPY_CONF_DIR=. clippy-driver --edition 2021 -A clippy::all \
	  -D clippy::incompatible_msrv --emit=metadata -o target/editions/$*.rmeta $*.rs
	@echo "$*.rs: no warning in editions $(EDITIONS)$(if $(RUSTC_OLD), and with $(RUSTC_OLD) in those up to 2021)"

# In a target folder of its own: cargo lets one at a time into a folder. Then clippy looks whether the jury uses anything of
# the library that the rustc of README.md lacks (tests/jury/.clippy.toml).
lint:
	@$(clean) cargo fmt --check; format=$$?; cargo clippy --target-dir target/lint --lib --bins --tests --examples -- \
	  -D warnings && CLIPPY_CONF_DIR=tests/jury clippy-driver --edition 2021 -A clippy::all -D clippy::incompatible_msrv \
	  --crate-type lib --crate-name jury --emit=metadata -o target/lint/jury.rmeta tests/jury/lib.rs && exit $$format

lint-game: game
	@cargo fmt --check
	@$(clean) cargo clippy --quiet --lib --test "$$GAME" --example "*-$$GAME" -- -D warnings && \
	  cargo clippy --quiet --package players --bin "$$GAME" -- -D warnings
