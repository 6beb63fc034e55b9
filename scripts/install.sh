#!/bin/sh
# Install exactly what a lock file names, checked by hash, with one line of progress a package.
# A lock names everything, so nothing is looked up beyond it.
set -eu
venv=$1
lock=$2
total=$(grep -c '==' "$lock")
echo "  Installing $total packages from $lock …"
log=$venv/install.log
status=$venv/install.status
rm -f "$status"
{
  "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --progress-bar off \
    --no-deps --require-hashes -r "$lock" 2>&1 || touch "$status"
} | tee "$log" | awk -v total="$total" '
  /^Collecting / { n += 1; printf "\r  %3d of %d: %-40.40s", n, total, $2; fflush() }
  /^Installing collected/ { printf "\r  Unpacking …%50s", ""; fflush() }
  END { printf "\r%70s\r", "" }'
if [ -e "$status" ]; then
  tail -n 20 "$log" >&2
  echo "The installation failed; the whole log is in $log" >&2
  exit 1
fi
