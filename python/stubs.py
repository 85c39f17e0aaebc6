"""Writes the types of the native half, `papilio/_papilio/*.pyi`, as PyO3 tells them.

    python python/stubs.py            write them
    python python/stubs.py --check    fail where those in the repository are others

Needs maturin. Annotations that PyO3 takes as text come without their imports, which are added here.
"""

from __future__ import annotations

import argparse
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent / "papilio" / "_papilio"
MODULES = ["collections.abc", "os", "numpy", "numpy.typing", "papilio._papilio.bfv", "papilio._papilio.bgv", "papilio._papilio.field", "typing", "typing_extensions"]


def generated() -> dict[str, str]:
    """The files by their names."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["maturin", "generate-stubs", "--quiet", "--profile", "dev", "--features", "stubs", "--out", folder]
        subprocess.run(command, check=True, cwd=pathlib.Path(__file__).parents[1])
        files = (pathlib.Path(folder) / "papilio" / "_papilio").glob("*.pyi")
        return {file.name: with_imports(file.read_text()) for file in sorted(files)}


def with_imports(text: str) -> str:
    """Annotations without quotes, and the modules that they name imported."""
    text = re.sub(r'((?::|->) )"([^"\n]+)"', r"\1\2", text)
    named = [module for module in MODULES if re.search(rf"\b{re.escape(module)}\.[A-Za-z]", text)]
    imports = "".join(f"import {module}\n" for module in named)
    # After the documentation of the module.
    end = text.index('"""', text.index('"""') + 3) + 4
    return text[:end] + "\n" + imports + text[end:].lstrip("\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    check = parser.parse_args().check
    files, differences = generated(), 0
    for name, text in files.items():
        path = FOLDER / name
        found = path.read_text() if path.exists() else ""
        if check and found != text:
            sys.stderr.writelines(difflib.unified_diff(found.splitlines(True), text.splitlines(True), str(path), "generated"))
            differences += 1
        elif not check:
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
