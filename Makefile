# Two commands for a new machine: `make run` mines the bundled example, `make test` checks everything.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test install check bench clean

run: .venv/.runtime
	$(BIN)/sitelode mine examples/site -o mined/example --markdown

test: install check .venv/.compiled
	$(BIN)/pytest -q -n 2

install: .venv/.everything

check: install
	$(BIN)/ruff check .
	$(BIN)/mypy

# Hot code is compiled when it first runs and cached; doing that once here spares the two test processes doing it twice.
.venv/.compiled: .venv/.everything
	$(BIN)/sitelode mine examples/site -o mined/example -q
	touch $@

.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -q --disable-pip-version-check --upgrade 'pip>=24'  # older ones trip over repeated extras

.venv/.runtime: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	touch $@

.venv/.everything: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[crawl,warc,tables,studio,bench,dev]'
	touch $@ .venv/.runtime

clean:
	rm -rf .venv mined build
