# `make run` and `make test` need Python 3.11 or newer and nothing else.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
export DATA_DIR ?= $(CURDIR)/.data
export PORT ?= 8000

.PHONY: run test lint races guesses faults bench conformance clean lock

run: $(VENV)/.installed
	@$(BIN)/python -m config.services

test: $(VENV)/.installed-dev
	@scripts/chromium.sh
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

lint: $(VENV)/.installed-dev
	@scripts/lint.sh

# A thousand trials of each race for a decision; `make test` makes a few. The fifty who agree are half
# of the work and go to a process of their own.
races: $(VENV)/.installed-dev
	@RACE_TRIALS=1000 $(BIN)/python -m pytest -n 2 --dist load tests/tools_app/approvals/test_races.py

# Ten thousand tokens that open nothing; `make test` tries a part of them.
guesses: $(VENV)/.installed-dev
	@GUESSES=10000 $(BIN)/python -m pytest tests/together/test_guesses.py

bench: $(VENV)/.installed-dev
	@$(BIN)/python -m bench

# Everything under the runs is killed, again and again; takes some minutes.
faults: $(VENV)/.installed-dev
	@$(BIN)/python -m faults

# Needs Node's package manager, npm, to fetch the suite of the protocol's makers.
conformance: $(VENV)/.installed-dev
	@scripts/conformance.sh $(BIN)/python

clean:
	rm -rf $(VENV) $(DATA_DIR) artifacts .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@scripts/venv.sh "$(PYTHON)" $(VENV)

$(VENV)/.installed: requirements.lock $(VENV)/bin/python
	@scripts/install.sh $(VENV) requirements.lock
	@touch $@

$(VENV)/.installed-dev: requirements-dev.lock $(VENV)/bin/python
	@scripts/install.sh $(VENV) requirements-dev.lock
	@touch $(VENV)/.installed $@

# For contributors who change a dependency: needs uv.
lock:
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --quiet -o requirements.lock
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --quiet -c requirements.lock -o requirements-dev.lock
