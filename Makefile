# `make demo` and `make test` need nothing but Python 3.11 or later, make and a package registry.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
DEMO := runs/demo

.PHONY: demo test test-browser lint speed speed-check duel clean

$(READY): pyproject.toml .ci/constraints.txt
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Python 3.11 or later is needed: make PYTHON=python3.11 ...')"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip "setuptools>=77" wheel
	$(BIN)/python -m pip install --quiet --constraint .ci/constraints.txt --editable ".[dev]"
	touch $(READY)

## Train a small player, let it meet the baselines in a rated tournament, show the report.
demo: $(READY)
	rm -rf $(DEMO)
	$(BIN)/regolith warmup tinyforming_mars
	$(BIN)/regolith train tinyforming_mars --minutes 3 --out $(DEMO)/player --set evaluate_every=150000
	$(BIN)/regolith arena tinyforming_mars --agents random greedy mcts:simulations=100 ppo:$(DEMO)/player/best.safetensors \
		--deals 25 --replays --out $(DEMO)/report
	$(BIN)/regolith replay $(DEMO)/report/replays/deal0-lineup5-rotation0.rgl --picture $(DEMO)/board.png > $(DEMO)/game.txt
	@echo
	@echo "report   $(DEMO)/report/report.html"
	@echo "picture  $(DEMO)/board.png (the end of a game)"
	@echo "a game, decision by decision: $(DEMO)/game.txt"

## All tests, with index checks compiled into the rules.
test: $(READY)
	REGOLITH_BOUNDSCHECK=1 $(BIN)/regolith warmup
	REGOLITH_BOUNDSCHECK=1 $(BIN)/python -m pytest -n 2

## The pages of reports in a Chromium, which must be installed (Debian: apt install chromium).
test-browser: $(READY)
	REGOLITH_BOUNDSCHECK=1 $(BIN)/python -m pytest tests/browser

## Style and types. mypy must see the folders under the names they are installed as.
lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	mkdir -p build/typed/regolith
	for folder in envs agents training benchmarks cli; do ln -sfn ../../../$$folder build/typed/regolith/$$folder; done
	cd build/typed && ../../$(BIN)/mypy --config-file ../../pyproject.toml -p regolith

## The figures of benchmarks/README.md.
speed: $(READY)
	$(BIN)/regolith speed tinyforming_mars
	$(BIN)/regolith speed tinyforming_mars --players 1

## Is this tree as fast as a commit? BASE=COMMIT [LEAST=0.97] [GAMES=...] [FIGURES=...] [TURNS=60] [WIDTH=0.04] [ROUNDS=3]
speed-check: $(READY)
	@$(BIN)/python -m regolith.cli.speed_check '$(BASE)' $(if $(LEAST),--least='$(LEAST)') \
		$(if $(GAMES),--games='$(GAMES)') $(if $(FIGURES),--figures='$(FIGURES)') \
		$(if $(TURNS),--turns='$(TURNS)') $(if $(WIDTH),--width='$(WIDTH)') $(if $(ROUNDS),--rounds='$(ROUNDS)')

## An agent of this tree against one of a commit: BASE=COMMIT GAME=... [A=greedy] [B=greedy] [DEALS=100] [OPTIONS="--players 3"]
duel: $(READY)
	@$(BIN)/python -m regolith.cli.duel '$(BASE)' '$(GAME)' $(if $(A),-a '$(A)') $(if $(B),-b '$(B)') \
		$(if $(DEALS),--deals='$(DEALS)') $(if $(OPTIONS),--options='$(OPTIONS)')

clean:
	rm -rf $(VENV) build dist runs *.egg-info
