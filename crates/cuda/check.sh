#!/usr/bin/env bash
# The kernels by NVIDIA's compilers, which need no device: the committed PTX is what the text compiles to, and the machine code has the
# registers and instructions of the committed table. The first argument is a folder for the compilers.
set -euo pipefail
cd "$(dirname "$0")/../.."
built="$1"
python3 -m venv --clear "$built/venv"
"$built/venv/bin/pip" install --quiet --disable-pip-version-check -r crates/cuda/requirements.txt
"$built/venv/bin/python" crates/cuda/compile.py --check
