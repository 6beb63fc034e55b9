#!/bin/sh
# Every gate that needs no running service. Each prints its own findings; the first failure stops.
set -eu
bin=.venv/bin
step() { echo "== $1"; shift; "$@"; }
step "ruff" $bin/ruff check --quiet .
step "ruff format" $bin/ruff format --quiet --check .
step "mypy" $bin/mypy .
step "templates" $bin/djlint --lint --quiet templates
step "template format" $bin/djlint --check --quiet templates
step "imports" $bin/lint-imports --no-cache
step "system checks" $bin/python -W error manage.py check
