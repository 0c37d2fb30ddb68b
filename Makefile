# Masquerade needs Python 3.11 or newer and make; the rest is fetched into .venv, pinned and hashed.

# The first Python here that is new enough; or say which: make run PYTHON=python3.13
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys, venv, ensurepip; assert sys.version_info >= (3, 11)' 2>/dev/null && { echo $$p; break; }; done)
PY := .venv/bin/python
UV := .venv/bin/uv

# uv installs in two seconds what takes pip twenty; where uv cannot reach the index (it does not read pip's
# configuration), pip does the same work from the same hashes.
install = { $(UV) pip install --quiet --python $(PY) --require-hashes -r $(1) \
	|| { echo 'uv could not; trying pip, which takes longer …'; $(PY) -m pip install --quiet --require-hashes -r $(1); }; }

# What to add: make test ARGS="-k clue", make lock ARGS=--upgrade
ARGS ?=

# What was compiled once is kept, whatever this machine says: to compile its tests takes every process five seconds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run setup test soak crash commands shots lint style types imports check format bench mutants screens plots lock clean
.DELETE_ON_ERROR:

help: ## this list
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):[^#]*## /\1#/' | awk -F'#' '{printf "  make %-8s %s\n", $$1, $$2}'

run: .venv/.run-ready ## play: in your browser, and on Discord with DISCORD_TOKEN set
	@$(PY) -m bot run $(ARGS)

setup: .venv/.run-ready ## fetch what `make run` needs, and start nothing

test: .venv/.test-ready ## run every test (ARGS="-k clue" runs some)
	@$(PY) -m pytest -q --numprocesses auto --dist worksteal $(ARGS)

soak: .venv/.test-ready ## the longer proofs: every game and page in a browser, 500 games for leaks, more crashes and dice, every release's games
	@$(PY) -m pytest -q --numprocesses auto --dist worksteal -m soak tests $(ARGS)

crash: .venv/.test-ready ## kill games and the bot 400 times, and cut the power a thousand times: nothing is lost or doubled
	@$(PY) -m pytest -q --numprocesses auto --dist worksteal -m "crash and soak" tests/bot/test_crashes.py tests/bot/test_power.py $(ARGS)

commands: .venv/.test-ready ## whatever the guides tell you to run, each for about a second, and the games of every release
	@$(PY) -m pytest -q --numprocesses auto --dist worksteal -m soak tests/bench tests/frozen $(ARGS)

shots: .venv/.test-ready ## picture every page by day and by evening (ARGS="FOLDER town" takes some)
	@$(PY) -m tests.web.shots $(or $(ARGS),build/shots)

lint: style types imports ## style, types, and who may import whom

style: .venv/.test-ready
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: .venv/.test-ready
	$(PY) -m mypy --strict bot games tools/vectors

# lint-imports, through its module: a script of .venv breaks when the folder moves.
imports: .venv/.test-ready
	$(PY) -c 'from importlinter.cli import lint_imports_command as lint; lint()'

check: lint test ## lint and test: what must hold before a change goes in

format: .venv/.test-ready ## put the code in the house's layout
	$(PY) -m ruff check --fix-only --quiet .
	$(PY) -m ruff format .

bench: .venv/.test-ready ## measure: games per second, and how well the built-in players play
	@$(PY) -m tests.bench $(ARGS)

mutants: .venv/.mutants-ready ## make mistakes one at a time and see which no test notices (ARGS="games/story.py")
	@$(PY) tools/mutants.py $(ARGS)

screens: .venv/.screens-ready ## make the README's pictures again
	@$(PY) -m tools.screens $(ARGS)
	@$(PY) -m tools.moving

plots: .venv/.plots-ready ## draw figures too: watch --plot, export --format png or svg

lock: .venv/.tools-ready ## choose versions again for pyproject.toml (ARGS=--upgrade takes the newest)
	$(LOCK) pyproject.toml -o requirements.lock
	$(LOCK) pyproject.toml --extra plots -c requirements.lock -o requirements-plots.lock
	$(LOCK) pyproject.toml --extra plots --group dev -c requirements-plots.lock -o requirements-dev.lock
	$(LOCK) pyproject.toml --extra plots --group dev --group screens -c requirements-dev.lock -o requirements-screens.lock
	$(LOCK) pyproject.toml --extra plots --group dev --group mutants -c requirements-dev.lock -o requirements-mutants.lock
	$(LOCK) --group tools -o requirements-tools.lock

LOCK = $(UV) pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-config --no-emit-index-url \
	--custom-compile-command "make lock" $(ARGS)

clean: ## forget .venv and caches; games saved in data/ stay
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each stamp says that .venv holds what its lock asks for.
.venv/.tools-ready: requirements-tools.lock
	@test -n '$(PYTHON)' || { echo 'Masquerade needs Python 3.11 or newer with its venv module, and found none.'; \
		echo 'On Debian or Ubuntu: apt install python3-venv. Elsewhere: make run PYTHON=/path/to/python3.12'; exit 1; }
	@command -v '$(PYTHON)' >/dev/null || { echo 'There is no Python at $(PYTHON). Name another: make run PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Masquerade needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)."; exit 1; }
	@echo 'Setting up .venv, this once; it takes about half a minute …'
	@$(PY) -c 'import pip' 2>/dev/null || $(PYTHON) -m venv --clear .venv
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-tools.lock
	@$(PY) -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.run-ready: requirements.lock .venv/.tools-ready
	@echo 'Fetching what the game needs …'
	@$(call install,requirements.lock)
	@touch $@

.venv/.plots-ready: requirements-plots.lock .venv/.tools-ready
	@echo 'Fetching what draws figures …'
	@$(call install,requirements-plots.lock)
	@touch $@

.venv/.test-ready: requirements-dev.lock .venv/.tools-ready
	@echo 'Fetching what the tests need …'
	@$(call install,requirements-dev.lock)
	@touch $@

.venv/.mutants-ready: requirements-mutants.lock .venv/.tools-ready
	@echo 'Fetching what makes mistakes …'
	@$(call install,requirements-mutants.lock)
	@touch $@

.venv/.screens-ready: requirements-screens.lock .venv/.tools-ready
	@$(call install,requirements-screens.lock)
	@touch $@
