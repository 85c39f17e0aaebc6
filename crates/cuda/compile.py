"""Compiles the kernels: `python crates/cuda/compile.py` writes `kernels/papilio.ptx` and `kernels/resources.txt` anew, `--check` compares both
with the text of the kernels. The machine code for each architecture has neither a stack nor spills. NVIDIA's compilers are those of
`requirements.txt`."""

import argparse
import ctypes
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import resources

KERNELS = Path(__file__).parent / "kernels"
PTX = KERNELS / "papilio.ptx"
TABLE = KERNELS / "resources.txt"
OPTIONS = ["--gpu-architecture=compute_80", "--std=c++17", "--fmad=false", f"--include-path={KERNELS}"]
# Two blocks of 256 threads on a multiprocessor have 128 registers a thread.
ARCHITECTURES = ["sm_80", "sm_90"]
REGISTERS = 128
# Ceilings have four blocks, all of which run at a time (`bench/src/engine/ceilings.rs`).
CEILING_REGISTERS = 64


def folder(package: str) -> Path:
    """Where pip has put a package of NVIDIA."""
    import nvidia

    found = [Path(path) / package for path in nvidia.__path__ if (Path(path) / package).is_dir()]
    if not found:
        sys.exit(f"nvidia/{package} is not installed: pip install -r crates/cuda/requirements.txt")
    return found[0]


def ptx() -> str:
    """The kernels as NVRTC compiles them."""
    nvrtc = ctypes.CDLL(str(folder("cuda_nvrtc") / "lib" / "libnvrtc.so.12"))

    def call(name: str, *arguments: object) -> int:
        return int(getattr(nvrtc, name)(*arguments))

    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    text = (KERNELS / "papilio.cu").read_bytes()
    created = call("nvrtcCreateProgram", ctypes.byref(program), text, b"papilio.cu", 0, None, None)
    options = (ctypes.c_char_p * len(OPTIONS))(*[option.encode() for option in OPTIONS])
    compiled = call("nvrtcCompileProgram", program, len(OPTIONS), options)
    call("nvrtcGetProgramLogSize", program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    call("nvrtcGetProgramLog", program, log)
    if created or compiled:
        sys.exit(f"the kernels do not compile ({created}, {compiled}):\n{log.value.decode()}")
    call("nvrtcGetPTXSize", program, ctypes.byref(size))
    out = ctypes.create_string_buffer(size.value)
    call("nvrtcGetPTX", program, out)
    return out.value.decode()


def run(command: list[str | Path]) -> tuple[str, str]:
    """The text that a compiler writes to either output."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]} has failed ({done.returncode}):\n{done.stderr}")
    return done.stdout, done.stderr


def machine_code(architecture: str, text: str) -> tuple[resources.Table, list[str]]:
    """The resources of each kernel as `ptxas` makes it for an architecture, and those that are beyond all limits."""
    with tempfile.TemporaryDirectory() as made:
        assembly, code = Path(made) / "papilio.ptx", Path(made) / "papilio.cubin"
        assembly.write_text(text)
        _, report = run([folder("cuda_nvcc") / "bin" / "ptxas", "-v", f"-arch={architecture}", assembly, "-o", code])
        disassembly = run([folder("cu13") / "bin" / "nvdisasm", "--print-code", code])[0]
    instructions = resources.instructions(disassembly)
    pattern = r"Function properties for (\w+)\s+(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\s+.*?Used (\d+) registers"
    table: resources.Table = {}
    failures = []
    for name, stack, stores, loads, registers in re.findall(pattern, report):
        row = {"registers": int(registers), **instructions.get(name, {})}
        held = resources.butterflies(name)
        table[architecture, name] = row if held is None else {"butterflies": held, **row}
        most = CEILING_REGISTERS if name.startswith("ceiling_") else REGISTERS
        if int(stack) or int(stores) or int(loads) or int(registers) > most:
            failures.append(
                f"{architecture} {name}: {registers} registers of {most}, {stack} bytes of stack, {stores} and {loads} spilled, of 0"
            )
    if not len(table) == len(instructions) == text.count(".visible .entry"):
        sys.exit(f"{architecture}: {len(table)} kernels are reported, {len(instructions)} are disassembled")
    table.update(((architecture, name), row) for name, row in resources.butterfly(architecture, table))
    for name, row, wrong in resources.ceilings(disassembly):
        table[architecture, name] = row
        failures += [f"{architecture} {name}: {wrong}"] if wrong else []
    return table, failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, and fail where something differs")
    check = parser.parse_args().check
    text = ptx()
    table: resources.Table = {}
    failures = []
    for architecture in ARCHITECTURES:
        rows, beyond = machine_code(architecture, text)
        table.update(rows)
        failures += beyond
    print(resources.render(table), end="")
    different = resources.differences(table, resources.parse(TABLE.read_text()))
    if not check:
        PTX.write_text(text)
        TABLE.write_text(resources.render(table))
        for difference in different:
            print(f"renewed: {difference}")
    elif different or PTX.read_text() != text:
        failures += [*different, f"{PTX} or {TABLE} is not what the kernels compile to: python crates/cuda/compile.py writes both anew"]
    if failures:
        sys.exit("\n".join(failures))
    print(f"{len(table)} rows as in {TABLE.name}; no kernel has a stack, spills, or more than {REGISTERS} registers")


if __name__ == "__main__":
    main()
