# make run     set up what is needed and open the window (no display: one game of Pokle, headless)
# make test    set up with all extras, lint, and run the whole suite
# make test-quick    lint and test only what changed since main, under a minute for most parts
# make test-bounds   Slave's tests with every index in its compiled code checked
# make fuzz    attack every border at random; make soak: ten minutes under load; make audit: packages
# make bench   measure; ARGS="holdem" measures one group

PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
# Processes for the tests, a file at a time. Two for each of two processors: tests of windows and
# browsers wait as long as they work.
WORKERS ?= 4
PYTEST := QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -q

.PHONY: run test lint bench setup-run setup-test pins wheel

run: setup-run
	@if $(BIN)/assistant gui --check; then $(BIN)/assistant gui; else \
	  echo "no window: playing one game of Pokle on the practice site instead"; \
	  $(BIN)/assistant pokle play --site practice; fi

test: setup-test
	@$(MAKE) --no-print-directory lint-only test-rust
	@$(PYTEST) $(ARGS)

# The tests of the files that changed since the branch left main: tests that changed, and those that
# mirror a changed module. ARGS="tests/engine/pokle" tests one folder instead.
.PHONY: test-quick
test-quick:
	@$(BIN)/python .ci/quick.py $(ARGS)

# Slave's tests with every index of its compiled kernels checked; they have a cache of their own.
.PHONY: test-bounds
BOUNDS := NUMBA_BOUNDSCHECK=1
test-bounds: setup-test
	@$(BOUNDS) $(BIN)/python -m engine.slave.compile
	@$(BOUNDS) $(PYTEST) tests/engine/slave tests/assistant/arena $(ARGS)

lint: setup-test lint-only

.PHONY: lint-only
lint-only:
	@$(BIN)/ruff check -q . && echo "· ruff check: ok"
	@$(BIN)/ruff format -q --check . && echo "· ruff format: ok"
	@$(BIN)/mypy --no-error-summary && echo "· mypy: ok"
	@$(BIN)/lint-imports --no-logo > .venv/imports.log 2>&1 && echo "· import contracts: ok" \
	  || { cat .venv/imports.log; exit 1; }
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml \
	  && echo "· workflow: ok"
	@$(MAKE) --no-print-directory lint-rust

# Formatting and lints of Rust, where the toolchain has those parts.
.PHONY: lint-rust
CRATE := --manifest-path rust_meld/Cargo.toml
lint-rust:
	@if cargo fmt --version > /dev/null 2>&1; then \
	  cargo fmt $(CRATE) --check && echo "· cargo fmt: ok"; fi
	@if cargo clippy --version > /dev/null 2>&1; then \
	  cargo clippy -q $(CRATE) --locked --all-targets -- -D warnings && echo "· clippy: ok"; fi

# The crate's own tests, without the bridge and so without this Python's library, with every
# overflow and debug assertion checked.
.PHONY: test-rust
test-rust:
	@cargo test -q $(CRATE) --locked --no-default-features --profile checked --lib --tests \
	  > .venv/cargo-test.log 2>&1 && echo "· cargo test: ok" || { cat .venv/cargo-test.log; exit 1; }

bench: setup-test
	@$(BIN)/python -m tests.bench $(ARGS)

setup-run:
	@$(PYTHON) .ci/setup.py run

setup-test:
	@$(PYTHON) .ci/setup.py test

# Pin again what pyproject.toml asks for.
PIN := $(BIN)/uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-header \
  --no-emit-index-url --no-emit-find-links pyproject.toml requirements/build.in
pins:
	$(PIN) -o requirements/run.txt
	$(PIN) --all-extras -o requirements/test.txt -c requirements/run.txt

# What people install: a wheel and the source distribution it was built from; a bundle that needs
# neither Python nor a compiler, and its proof in a bare root; the documentation as a site.
.PHONY: bundle bundle-check commit-file docs release
commit-file:
	@git rev-parse --short HEAD > resources/commit.txt 2> /dev/null || rm -f resources/commit.txt

wheel: setup-test commit-file
	@rm -f dist/*.whl dist/*.tar.gz
	@$(BIN)/maturin build -q --release --sdist --out dist
	@$(BIN)/auditwheel show dist/*.whl

bundle: wheel
	@$(BIN)/python .ci/bundle.py dist/*.whl

bundle-check:
	@$(PYTHON) .ci/bundle_check.py

docs: setup-test
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q --strict -f docs/mkdocs.yml -d ../dist/docs && echo "dist/docs/index.html"

# All that a release needs, checked: tests, figures, documentation, wheel, bundle, licences.
release: test
	@$(MAKE) --no-print-directory bench ARGS=--strict
	@$(MAKE) --no-print-directory docs bundle bundle-check audit
	@cd dist && tar czf docs.tar.gz docs && \
	  sha256sum *.whl *.tar.gz *.tar.xz *.deb sbom.json > SHA256SUMS && ls -l && cat SHA256SUMS

# Slave: repeat the shipped training run; print the strength table.
.PHONY: train-slave arena-slave
train-slave: setup-test
	@$(BIN)/assistant slave train --out runs/slave

arena-slave: setup-test
	@$(BIN)/assistant slave strength

# The league of all agents, a few minutes: a table for each game.
.PHONY: arena
arena: setup-run
	@$(BIN)/assistant arena league --workers 2 $(ARGS)

# Every border attacked at random for a set time; the seeds are printed. ARGS="store --seconds 60".
# Ten minutes under load, with threads, cancels, kills and resumes. ARGS="requests --scale 0.1",
# or window, arena and bot at the same time for an hour: ARGS="together --seconds 3600".
.PHONY: fuzz soak
fuzz: setup-test
	@$(BIN)/python -m tests.fuzz $(ARGS)
	@$(BIN)/python -m tests.browser.fuzz_pages

soak: setup-test
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.soak $(ARGS)

# Known weaknesses, licences and the bill of materials of all that the program is made of.
.PHONY: audit
audit: setup-test
	@$(BIN)/python .ci/audit.py

# The window: random text, clicks and keys for a minute; the pictures of every panel, both themes.
.PHONY: fuzz-gui screenshots
fuzz-gui: setup-test
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.gui.fuzz --seconds 60 $(ARGS)

screenshots: setup-test
	@if command -v xvfb-run > /dev/null 2>&1; then \
	  xvfb-run -a -s "-screen 0 1280x800x24" $(BIN)/python -m tests.gui.screenshots $(ARGS); \
	else QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.gui.screenshots $(ARGS); fi

# The pictures of the card table: played, watched, replayed.
.PHONY: table-screenshots
table-screenshots: setup-test
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.gui.table_screenshots $(ARGS)

# Hold'em and poker: rebuild the stored tables (the preflop table takes minutes and can be resumed).
.PHONY: preflop poker-tables
preflop: setup-run
	@$(BIN)/assistant holdem build-preflop $(ARGS)

poker-tables: setup-run
	@$(BIN)/python -m engine.poker.build_tables
	@$(BIN)/python -m engine.kings_lows.build_tables

# The Pokle practice site for people, and its pictures in resources/screenshots.
.PHONY: practice practice-screenshots
practice: setup-run
	@$(BIN)/assistant pokle practice --open

practice-screenshots: setup-test
	@$(BIN)/python -m tests.browser.take_screenshots

# Konkan: play the matches of the strength table (docs/pages/strength.md) on mirrored deals.
.PHONY: konkan-strength konkan-value
konkan-strength: setup-run
	@$(BIN)/konkan-play strength $(ARGS)

# Konkan: train again the networks that value unfinished rounds, by self-play.
konkan-value:
	@cargo run -q --release --locked --no-default-features $(CRATE) --example train_value -- \
	  200000 600000 rust_meld/src/konkan/value.bin
