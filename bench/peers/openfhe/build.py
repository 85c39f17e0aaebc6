"""Makes the program `target/release/papilio-peer-openfhe`: an environment with the packages, and what starts it."""

import pathlib
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent


def main():
    environment, program = HERE / "target" / "venv", HERE / "target" / "release" / "papilio-peer-openfhe"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    packages = ["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:", "-r", HERE / "requirements.txt"]
    subprocess.run([python, *packages], check=True)
    # The package is installed by any Python and loaded by one.
    subprocess.run([python, "-c", "import openfhe"], check=True)
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec "{python}" "{HERE / "openfhe_ckks.py"}" "$@"\n')
    program.chmod(0o755)


if __name__ == "__main__":
    sys.exit(main())
