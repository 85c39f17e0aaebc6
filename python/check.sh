#!/usr/bin/env bash
# The Python package as users have it: a wheel in an environment of its own, its tests, its types.
# The first argument is a folder for the environment and the wheel.
set -euo pipefail
cd "$(dirname "$0")/.."
built="$1"
python3 -m venv --clear "$built/venv"
export PATH="$built/venv/bin:$PATH" VIRTUAL_ENV="$built/venv"
pip install --quiet --disable-pip-version-check --no-compile -r python/requirements-test.txt
# With the types that the comparison below reads, so that the library is compiled once.
rm -rf "$built/wheels"
maturin build --quiet --locked --profile dev --features stubs --out "$built/wheels"
pip install --quiet --disable-pip-version-check "$built"/wheels/papilio-*.whl
python -m pytest python/tests -q
python python/stubs.py --check
python -m mypy --strict python/papilio
python -m mypy.stubtest papilio._papilio --allowlist python/stubtest.allow
