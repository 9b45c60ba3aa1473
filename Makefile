# What a fresh machine needs: Python 3.11 or later (with venv) and make. uv is used where it is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv)
INSTALL := $(if $(UV),uv pip install --python $(BIN)/python,$(BIN)/python -m pip install) --quiet

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test check format lint imports types coverage bench screenshots demo-store clean

help: ## list these commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/.run ## install into .venv and start the browser
	@$(BIN)/cc-sessions

test: $(VENV)/.dev ## install into .venv and run every test
	$(BIN)/pytest -n auto --dist worksteal --cov --cov-report=

check: format lint imports types test coverage ## everything that a commit must pass

format: $(VENV)/.dev
	$(BIN)/ruff format --check

lint: $(VENV)/.dev
	$(BIN)/ruff check

imports: $(VENV)/.dev
	$(BIN)/lint-imports

types: $(VENV)/.dev
	$(BIN)/mypy

coverage: test
	$(BIN)/coverage report --fail-under=95

bench: $(VENV)/.dev ## measure the speed, as ratios of one run
	$(BIN)/python -m benchmarks

screenshots: $(VENV)/.dev ## draw screenshots/*.svg from the demo store
	$(BIN)/python -m scripts.screenshots

demo-store: $(VENV)/.dev ## write cc_session_tui/demo_store anew
	$(BIN)/python -m scripts.make_demo_store

clean: ## remove .venv and what the tools left
	rm -rf $(VENV) .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache

# The stamps: without them each run would ask the package index again.
$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed")'
ifdef UV
	uv venv --quiet --allow-existing --python $(PYTHON) $(VENV)
else
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
endif
	@touch $@

$(VENV)/.run: pyproject.toml | $(VENV)/.python
	$(INSTALL) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/.python
	$(INSTALL) --group dev --group bench --editable .
	@touch $@ $(VENV)/.run
