"""Compiles the kernels: `python crates/cuda/compile.py` writes `kernels/papilio.ptx` anew, `--check` compares it with the text of the
kernels and holds the machine code for each architecture against its limits. NVIDIA's compilers are those of `requirements.txt`."""

import argparse
import ctypes
import re
import subprocess
import sys
import tempfile
from pathlib import Path

KERNELS = Path(__file__).parent / "kernels"
PTX = KERNELS / "papilio.ptx"
OPTIONS = ["--gpu-architecture=compute_80", "--std=c++17", "--fmad=false", f"--include-path={KERNELS}"]
# Two blocks of 256 threads on a multiprocessor have 128 registers a thread.
ARCHITECTURES = ["sm_80", "sm_90"]
REGISTERS = 128


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


def resources(architecture: str, path: Path) -> list[str]:
    """Kernels beyond the limits in the machine code of an architecture; prints those of all."""
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        command = [folder("cuda_nvcc") / "bin" / "ptxas", "-v", f"-arch={architecture}", path, "-o", cubin.name]
        report = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    pattern = r"Function properties for (\w+)\s+(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads\s+.*?Used (\d+) registers"
    kernels = re.findall(pattern, report)
    failures = []
    for name, stack, stores, loads, registers in sorted(kernels):
        print(f"{architecture} {name}: {registers} registers, {stack} bytes of stack, {stores} and {loads} spilled")
        if int(stack) or int(stores) or int(loads) or int(registers) > REGISTERS:
            failures.append(f"{architecture} {name}: {registers} registers of {REGISTERS}, {stack} bytes of stack, of 0")
    if len(kernels) != path.read_text().count(".visible .entry"):
        failures.append(f"{architecture}: {len(kernels)} kernels are reported")
    return failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, and fail where something differs")
    check = parser.parse_args().check
    text = ptx()
    if not check:
        PTX.write_text(text)
    elif PTX.read_text() != text:
        sys.exit(f"{PTX} is not what the kernels compile to: run python crates/cuda/compile.py")
    failures = [failure for architecture in ARCHITECTURES for failure in resources(architecture, PTX)]
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
