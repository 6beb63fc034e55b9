#!/bin/sh
# Make the virtualenv with a Python that is new enough, or say what is missing.
set -eu
python=$1
venv=$2
if [ -z "$python" ] || ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  echo "Tenon needs Python 3.11 or newer. Install it, or name one: make run PYTHON=/path/to/python3.11" >&2
  exit 1
fi
echo "  Making the virtualenv ($("$python" --version)) …"
if ! "$python" -m venv "$venv"; then
  rm -rf "$venv"
  echo "Python's venv module is missing. On Debian: apt-get install python3-venv" >&2
  exit 1
fi
