# Everything a newcomer needs: Python >= 3.11, make and a package registry. `make help` lists the targets.
VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/.inquiro-base
DEV := $(VENV)/.inquiro-dev
# Weights for ranking by meaning; every home finds them there.
SHARED := $(VENV)/share/inquiro
WEIGHTS := $(SHARED)/models/minilm/model.onnx

# The first interpreter that is new enough; `make PYTHON=/path/to/python demo` chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Without byte code on disk every start compiles the world again.
unexport PYTHONDONTWRITEBYTECODE
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
.PHONY: help demo test test-services chaos fuzz check bench recordings faults docs picture format clean

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 24

demo: $(BASE) $(WEIGHTS)  ## Set up, then research a question over the example corpus (no key, no network)
	@$(BIN)/inquiro demo

test: $(DEV) $(WEIGHTS)  ## Set up, then run the tests in random order, one worker a core
	@$(BIN)/python -m pytest -q -n auto --dist worksteal $(ARGS)

test-services: $(DEV) $(WEIGHTS)  ## The property tests at their full size, and what needs PostgreSQL, Chromium or a real model
	@HYPOTHESIS_PROFILE=ci-large $(BIN)/python -m pytest -q -n auto --dist worksteal -m hypothesis $(ARGS)
	@$(BIN)/python scripts/with_postgres.py --anyway -- $(BIN)/python -m pytest -q -m services $(ARGS)
	@$(BIN)/python scripts/chaos.py --kills 20
	@$(BIN)/python scripts/chaos.py --kills 6 --model
	@$(BIN)/python scripts/chaos.py --kills 6 --thorough
	@$(BIN)/python scripts/chaos_reading.py --moments 4
	@$(BIN)/python scripts/chaos_verbs.py --kills 10
	@$(BIN)/python scripts/with_postgres.py -- $(BIN)/python scripts/chaos.py --kills 20 --postgres
	@$(BIN)/python scripts/with_postgres.py -- $(BIN)/python scripts/chaos_verbs.py --kills 10 --postgres

chaos: $(DEV)  ## Kill a demo run, approved verbs and a batch at 200 seeded moments each on both databases; fail every statement and commit of a run; 10,000 schedules of two reviewers; first decoding in threads of 100 fresh processes
	@INQUIRO_TEST_EVERY=1 $(BIN)/python -m pytest -q tests/runtime/test_failing_database.py tests/workflows/test_thinking.py
	@$(BIN)/python scripts/chaos.py $(ARGS)
	@$(BIN)/python scripts/chaos.py --model $(ARGS)
	@$(BIN)/python scripts/chaos.py --thorough $(ARGS)
	@$(BIN)/python scripts/chaos_reading.py
	@$(BIN)/python scripts/with_postgres.py -- $(BIN)/python scripts/chaos.py --postgres $(ARGS)
	@$(BIN)/python scripts/chaos_verbs.py $(ARGS)
	@$(BIN)/python scripts/with_postgres.py -- $(BIN)/python scripts/chaos_verbs.py --postgres $(ARGS)
	@$(BIN)/python scripts/fuzz_reviews.py
	@$(BIN)/python scripts/chaos_decoders.py

fuzz: $(DEV)  ## Hostile pages in every privacy mode with a model that obeys them; 10,000 mutated model answers; 5,000 lives of a note; larger property tests
	@$(BIN)/python scripts/fuzz.py $(ARGS)
	@$(BIN)/python scripts/fuzz_outputs.py
	@$(BIN)/python scripts/fuzz_modes.py
	@$(BIN)/python scripts/fuzz_vault.py
	@HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -q -m hypothesis --timeout=1800

check: $(DEV) $(WEIGHTS)  ## Lint, types, import contracts, size ratchet, documentation drift, the built wheel
	@$(BIN)/python scripts/check.py $(ARGS)

bench: $(DEV) $(WEIGHTS)  ## Print the measured figures; `make bench ONLY=startup` for one file of bench/
	@$(BIN)/python scripts/with_postgres.py --anyway -- sh -c 'missed=0; for file in "$$@"; do \
	$(BIN)/python $$file $(ARGS) || missed=1; done; exit $$missed' bench $(or $(ONLY:%=bench/%.py),$(wildcard bench/[a-z]*.py))

recordings: $(DEV)  ## Replay recorded answers of the real services through the providers and print what came of them
	@$(BIN)/python scripts/recordings.py

faults: $(DEV)  ## Print which items of the fault catalogue are covered by tests
	@$(BIN)/python scripts/faults.py

docs: $(DEV)  ## Regenerate the generated parts of the documentation
	@$(BIN)/python scripts/reference.py
	@$(BIN)/python scripts/faults.py --write

picture: $(BASE)  ## Record the picture in the README from a real demo run
	@$(BIN)/inquiro demo --record docs/demo.svg

format: $(DEV)  ## Format the code and apply safe fixes
	@$(BIN)/ruff check --fix --quiet .; $(BIN)/ruff format .

clean:  ## Remove the environment, caches and built files
	@rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find src tests scripts bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Inquiro needs Python 3.11 or newer; found: $$(python3 --version 2>&1). \
	Install one, or name it: make PYTHON=/path/to/python3.12 demo" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "Inquiro needs Python 3.11 or newer; $(PYTHON) is $$("$(PYTHON)" --version 2>&1)" >&2; exit 1; }
	@echo "Creating $(VENV) with $$("$(PYTHON)" --version)"
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); \
	echo "Could not create a virtual environment; on Debian or Ubuntu: apt-get install python3-venv" >&2; exit 1; }

$(BASE): pyproject.toml | $(BIN)/python
	@echo "Installing Inquiro into $(VENV) (once)"
	@$(BIN)/python -m pip install -qq --editable .
	@touch $@

# The group is read from pyproject.toml because pip understands --group only from 25.1 on.
$(DEV): pyproject.toml | $(BIN)/python
	@echo "Installing Inquiro with the development tools into $(VENV) (once)"
	@$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"], sep="\n")' \
	> $(VENV)/dev-requirements.txt
	@$(BIN)/python -m pip install -qq --editable ".[browser,local,postgres]" --requirement $(VENV)/dev-requirements.txt
	@touch $(BASE) $@

# Where they cannot be had, everything works by words alone, and the tests of embeddings are left out.
$(WEIGHTS): | $(BASE)
	@INQUIRO_HOME=$(abspath $(SHARED)) $(BIN)/inquiro models install minilm || \
	echo "Going on without: passages are ranked by their words alone" >&2
