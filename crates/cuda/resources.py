"""The needs of the machine code of kernels: registers of a thread, and instructions of the text by the pipe that they go to. How they are
counted and what they come to is told in `docs/notes/gpu-instructions.md`."""

import re
from collections.abc import Iterator

# By the first of these that an operation begins with, and else `other`; padding is not counted.
PIPES = {"fp64": r"D(ADD|MUL|FMA|SETP)\b", "wide": r"IMAD\.WIDE\b", "imad": r"IMAD\b", "memory": r"U?(LD|ST)", "other": ""}
COLUMNS = ["butterflies", "measured", "registers", "loops", *PIPES]
INSTRUCTION = re.compile(r"\s*/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][\w.]*)(.*);")
LABEL = re.compile(r"(\.L_x_\d+):")
TARGET = re.compile(r"`\((\.L_x_\d+)\)")
# The operations that a ceiling measures, as many as `CHAINS * STEPS` of `kernels/ceilings.cuh` or the loads and stores of a copy, and most
# others in its loop: moves at its begin, a counter and a branch. None of these goes to the pipe of doubles, or of products.
CEILINGS = {
    "copy": (r"(LDG|STG)\.E\.128\..*", 8, 20),
    "dfma": (r"DFMA", 256, 4),
    "dfma_imad": (r"DFMA|IMAD", 256, 4),
    "iadd3": (r"IADD3", 256, 4),
    "imad": (r"IMAD", 256, 4),
    "imad_high": (r"IMAD\.HI\.U32", 256, 34),
    "imad_wide": (r"IMAD\.WIDE\.U32", 256, 54),
}

# A row of numbers by column for an architecture and a kernel; a column may be absent.
Row = dict[str, float]
Table = dict[tuple[str, str], Row]


def pipe(operation: str) -> str:
    return next(name for name, pattern in PIPES.items() if re.match(pattern, operation))


def instructions(disassembly: str) -> dict[str, Row]:
    """The instructions of each kernel in the text of `nvdisasm -c`, and its branches backwards."""
    parts = re.split(r"^\.text\.(\w+):$", disassembly, flags=re.MULTILINE)
    return {name: instructions_of(text) for name, text in zip(parts[1::2], parts[2::2])}


def instructions_of(text: str) -> Row:
    operations, loops = operations_of(text)
    return {"loops": len(loops), **by_pipe(operations)}


def by_pipe(operations: list[str]) -> Row:
    row: Row = dict.fromkeys(PIPES, 0)
    for operation in operations:
        row[pipe(operation)] += 1
    return row


def operations_of(text: str) -> tuple[list[str], list[list[str]]]:
    """The operations of a kernel, and those between each branch backwards and where it goes to."""
    operations: list[str] = []
    loops: list[list[str]] = []
    labels: dict[str, int] = {}
    for line in text.splitlines():
        if label := LABEL.match(line):
            labels[label[1]] = len(operations)
        elif (found := INSTRUCTION.match(line)) and found[1] != "NOP":
            operations.append(found[1])
            target = TARGET.search(found[2])
            begin = labels.get(target[1]) if target else None
            # A branch to itself stands behind the end of every kernel.
            if found[1].startswith("BRA") and begin is not None and begin < len(operations) - 1:
                loops.append(operations[begin:])
    return operations, loops


def ceilings(disassembly: str) -> Iterator[tuple[str, Row, str | None]]:
    """The loop of each ceiling, and what is wrong with it: another number of what it measures, or too much beside it."""
    parts = re.split(r"^\.text\.(\w+):$", disassembly, flags=re.MULTILINE)
    texts = dict(zip(parts[1::2], parts[2::2]))
    for name, (pattern, number, most) in CEILINGS.items():
        _, loops = operations_of(texts[f"ceiling_{name}"])
        loop = loops[0] if len(loops) == 1 else []
        rest = [operation for operation in loop if not re.fullmatch(pattern, operation)]
        # The counter of a loop may be such a sum as well.
        measured = len(loop) - len(rest) - (name == "iadd3" and len(loop) - len(rest) == number + 1)
        others = len(loop) - measured
        competing = [operation for operation in rest if number == 256 and pipe(operation) in ("fp64", "imad", "wide")]
        wrong = measured != number or others > most or competing
        failure = f"{measured} operations of {number}, {others} others of {most}, of which compete: {competing}" if wrong else None
        yield f"loop_of_ceiling_{name}", {"measured": measured, **by_pipe(loop)}, failure


def butterflies(kernel: str) -> int | None:
    """The butterflies that a kernel's text has, each once: sixteen values of a thread are eight a level."""
    if columns := re.fullmatch(r"columns_\w+64_(\d)", kernel):
        return 8 * int(columns[1])
    if rows := re.fullmatch(r"rows_(forward|inverse|inner_values|inner_columns|multiply|tensor)_[fu]64", kernel):
        return 128 if rows[1] in ("inner_columns", "multiply", "tensor") else 64
    if field := re.fullmatch(r"field_\w+?_\w+?_(\w+)", kernel):
        return 4 if field[1] == "bn254" else 32
    return None


def butterfly(architecture: str, table: Table) -> Iterator[tuple[str, Row]]:
    """One butterfly alone: columns of 2^6 words are those of 2^5 with one more level of eight."""
    for kernel in [f"columns_{direction}_{arithmetic}" for direction in ("forward", "inverse") for arithmetic in ("f64", "u64")]:
        more, less = table[architecture, f"{kernel}_6"], table[architecture, f"{kernel}_5"]
        yield f"butterfly_of_{kernel}", {column: (more[column] - less[column]) / 8 for column in PIPES}


def render(table: Table) -> str:
    rows = [[*key, *(f"{row[column]:.10g}" if column in row else "-" for column in COLUMNS)] for key, row in sorted(table.items())]
    rows.insert(0, ["architecture", "kernel", *COLUMNS])
    widths = [max(map(len, cells)) for cells in zip(*rows)]
    aligned = [[f"{cell:{'<' if i < 2 else '>'}{widths[i]}}" for i, cell in enumerate(row)] for row in rows]
    return "".join("  ".join(row) + "\n" for row in aligned)


def parse(text: str) -> Table:
    table: Table = {}
    for line in text.splitlines()[1:]:
        architecture, kernel, *cells = line.split()
        table[architecture, kernel] = {column: float(cell) for column, cell in zip(COLUMNS, cells) if cell != "-"}
    return table


def differences(table: Table, committed: Table) -> list[str]:
    """The differences of a table from the committed one."""
    failures = []
    for key in sorted(table.keys() | committed.keys()):
        now, limit = table.get(key, {}), committed.get(key, {})
        for column in COLUMNS:
            value, old = now.get(column, 0), limit.get(column, 0)
            if value != old:
                each = f", {(value - old) / now['butterflies']:+.3f} a butterfly" if column in PIPES and "butterflies" in now else ""
                failures.append(f"{' '.join(key)}: {value:g} {column}, and the table has {old:g}{each}")
    return failures
