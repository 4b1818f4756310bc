# Two commands for a new machine: `make run` mines the bundled example, `make test` checks everything.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check
KERNELS := setup.py $(shell find src -path "*/kernels/*.p*")
LOCKED := --require-hashes --no-deps -r  # CI installs the files that were tested, by their hashes; everybody else what fits
EXTRAS := crawl,render,warc,tables,studio,learn,lab,cluster,mcp,langchain,llama-index,datatrove,polars,web-poet
unexport PYTHONDONTWRITEBYTECODE  # tests start hundreds of processes: without bytecode each would compile all that it imports

.PHONY: run test tests install check sizes fuzz browser image clean

run: .venv/.runtime
	$(BIN)/sitelode mine examples/site -o mined/example --markdown

test: install browser
	@$(MAKE) --no-print-directory -j2 check tests  # at once: mypy alone would leave a core without work

tests: install
	$(BIN)/pytest -q -n 3 --dist worksteal  # more than cores: many tests wait for a browser, a server or a child; none waits for the last ones

# The studio is tested in a real Chromium. Where it may be installed it is; elsewhere those tests are skipped and say so.
browser:
	@if command -v chromium >/dev/null; then :; \
	elif command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ] && [ -z "$(NO_BROWSER)" ]; then \
	  echo "installing Debian's package chromium for the browser tests (make test NO_BROWSER=1 goes on without)"; \
	  { apt-get update -q && apt-get install -q -y --no-install-recommends chromium; } || echo "no chromium could be installed: the studio's browser tests are skipped"; \
	else echo "no chromium: the studio's browser tests are skipped (install chromium to run them)"; fi

# What is compiled and what is downloaded do not wait for each other.
install: .venv/.tools
	@$(MAKE) --no-print-directory -j2 .venv/.compiled .venv/.everything

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Lines and modules of every room; rows of docs/architecture.md are lowered where a room became smaller.
sizes: install
	$(BIN)/python -m bench.sizes --lower

.venv/.tools:
	$(PYTHON) -m venv .venv
ifdef CI
	grep -E '^(pip|setuptools|cython)==' requirements-ci.txt > .venv/tools.txt && $(PIP) $(LOCKED) .venv/tools.txt
else
	$(PIP) --upgrade 'pip>=25.1' 'setuptools>=77' 'cython>=3.1,<4'  # older pips know no groups
endif
	touch $@

# Kernels are compiled when the package is installed, and again when one of them changes.
.venv/.compiled: $(KERNELS) | .venv/.tools
	$(BIN)/python setup.py -q build_ext --inplace -j2
	touch $@

.venv/.runtime: pyproject.toml .venv/.compiled
	SITELODE_BUILT=1 $(PIP) --no-build-isolation -e .
	touch $@

.venv/.everything: pyproject.toml | .venv/.tools
ifdef CI
	$(PIP) --no-compile $(LOCKED) requirements-ci.txt
	SITELODE_BUILT=1 $(PIP) --no-build-isolation --no-deps -e .
else
	SITELODE_BUILT=1 $(PIP) --no-build-isolation -e '.[$(EXTRAS)]' --group dev --group docs --group bench
endif
	touch $@ .venv/.runtime

# Damaged input, in great number, for compiled code that AddressSanitizer watches and whose indexes are checked: make fuzz PAGES=20000
PAGES ?= 1000
WATCHED := build/watched
fuzz: install
	mkdir -p $(WATCHED) && tar c --exclude='*.so' setup.py pyproject.toml README.md LICENSE src | tar x -C $(WATCHED)
	cd $(WATCHED) && SITELODE_CHECKED=1 CFLAGS="-fsanitize=address" ../../$(BIN)/python setup.py -q build_ext --inplace -j2
	PYTHONPATH=$(WATCHED)/src LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libstdc++.so)" PYTHONMALLOC=malloc \
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=16 $(BIN)/python -m bench.fuzz --slower 4 --pages $(PAGES)

# The container image, where Docker answers and the base image can be had; elsewhere one line says why not.
image:
	@if ! docker info >/dev/null 2>&1; then echo "no Docker: the image is not built"; \
	elif ! docker pull -q python:3.12-slim >/dev/null 2>&1; then echo "no base image from the registry: the image is not built"; \
	else docker build -q -t sitelode . && docker run --rm --read-only --tmpfs /tmp sitelode --version; fi

clean:
	rm -rf .venv mined build
	find src -name "*.so" -o -name "*.pyd" | xargs -r rm
