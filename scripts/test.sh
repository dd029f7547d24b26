#!/usr/bin/env bash
# Sets up all that the tests need, in the Python environment that is active, and runs them.
#   bash scripts/test.sh [pytest arguments]
# Python packages come from requirements-dev.txt. The browser: an installed Chromium or Chrome is used as it is;
# without one, Debian's package (as root) or else Playwright's own download. Node runs the tests of the stage.
set -euo pipefail
cd "$(dirname "$0")/.."

python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt

missing() { ! command -v "$1" >/dev/null 2>&1; }
debian_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

if missing chromium && missing chromium-browser && missing google-chrome; then
  if debian_root; then
    apt-get update -qq && apt-get install -y -qq chromium
  else
    python -m playwright install chromium
  fi
fi
if missing node; then
  if debian_root; then
    apt-get update -qq && apt-get install -y -qq nodejs
  else
    echo "Node.js 20 or newer is needed for the tests of the stage: https://nodejs.org" >&2
    exit 1
  fi
fi

ruff check .
ruff format --check .
node --test tests/stage/*.test.mjs
if [ $# -gt 0 ]; then
  exec python -m pytest "$@"
fi
# worksteal: the worker that is done first takes tests from the other; by whole files one would end alone.
python -m pytest -n 2 --dist worksteal --ignore=tests/browser
# Two browsers, each with a server of its own. A test that lost to a busy machine gets another try; a page that is
# wrong is wrong three times.
python -m pytest tests/browser -n 2 --dist worksteal --reruns 2
