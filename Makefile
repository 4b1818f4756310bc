# Two commands for a new machine: `make run` mines the bundled example, `make test` checks everything.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test install check browser clean

run: .venv/.runtime
	$(BIN)/sitelode mine examples/site -o mined/example --markdown

test: install check browser .venv/.compiled
	$(BIN)/pytest -q -n 2

# The studio is tested in a real Chromium. Where it can be installed it is; elsewhere those tests are skipped and say so.
browser:
	@command -v chromium >/dev/null || \
	  { command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -q -y --no-install-recommends chromium; } || \
	  echo "no chromium: the studio's browser tests will be skipped (install chromium to run them)"

install: .venv/.everything

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
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
