#!/bin/sh
# The browser tests drive Debian's Chromium. Install it where we may; say it clearly where not.
set -eu
for name in chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1; then
  as_root=
  [ "$(id -u)" = 0 ] || as_root="sudo -n"
  echo "  Installing Chromium for the browser tests …"
  if $as_root apt-get update -qq >/dev/null 2>&1 &&
    DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq --no-install-recommends \
      chromium fonts-liberation >/dev/null 2>&1; then
    exit 0
  fi
fi
echo "The browser tests need Chromium, and it could not be installed here." >&2
echo "On Debian or Ubuntu: sudo apt-get install chromium. Then run make test again." >&2
exit 1
