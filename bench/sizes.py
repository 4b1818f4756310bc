"""How large the house is: lines and modules of every room, as the table of docs/architecture.md has them, and what commands reach.

    python -m bench.sizes            every room beside its row, totals, and what mine, extract and apply reach by import
    python -m bench.sizes --lower    lowers the rows of rooms that became smaller, and draws the tree again; rows are never raised

A row is raised by hand, and the commit says why. `tests/test_size.py` fails when a room is larger than its row.
"""

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
TABLE = ROOT / "docs" / "architecture.md"
COMMANDS = ("sitelode.cli.mine", "sitelode.cli.extract", "sitelode.cli.wrappers.apply")
LINES_OF_A_BLOCK = 250  # in the picture
_TREE = re.compile(r"(?<=```text\n)src\n.*?(?=```)", re.DOTALL)
_ROW = re.compile(r"^\| (?P<names>`[^|]*?) \| (?P<lines>[\d,]+) \| (?P<modules>\d+) \|", re.MULTILINE)


class Size(NamedTuple):
    """Of a room: its files of Python and of Cython's declarations, empty ones too."""

    lines: int
    modules: int


def files() -> dict[Path, int]:
    """Every file of both packages with its lines."""
    found = sorted(path for path in SOURCE.rglob("*.p*") if path.suffix in {".py", ".pxd"})
    return {path: len(path.read_text(encoding="utf-8").splitlines()) for path in found}


def rooms() -> dict[str, Size]:
    """The size of every room: a folder or module of `sitelode`, and the lab as a whole."""
    lines, modules = Counter[str](), Counter[str]()
    for path, count in files().items():
        package, *below = path.relative_to(SOURCE).with_suffix("").parts
        room = below[0] if package == "sitelode" else package
        lines[room] += count
        modules[room] += 1
    return {room: Size(lines[room], modules[room]) for room in sorted(lines)}


def rows() -> dict[tuple[str, ...], Size]:
    """The rows of the table, by the rooms that a row names."""
    found = {}
    for row in _ROW.finditer(TABLE.read_text(encoding="utf-8")):
        found[tuple(re.findall(r"`([^`]+)`", row["names"]))] = Size(int(row["lines"].replace(",", "")), int(row["modules"]))
    return found


def together(names: tuple[str, ...], sizes: dict[str, Size]) -> Size:
    known = [sizes[name] for name in names if name in sizes]
    return Size(sum(size.lines for size in known), sum(size.modules for size in known))


def lower() -> None:
    """Write the table and the tree again, with every room that became smaller at its present size."""
    sizes = rooms()

    def lowered(row: re.Match[str]) -> str:
        now = together(tuple(re.findall(r"`([^`]+)`", row["names"])), sizes)
        least = min(now.lines, int(row["lines"].replace(",", ""))), min(now.modules, int(row["modules"]))
        return f"| {row['names']} | {least[0]:,} | {least[1]} |"

    text = _ROW.sub(lowered, TABLE.read_text(encoding="utf-8"))
    TABLE.write_text(_TREE.sub(lambda _: tree(), text), encoding="utf-8")


def tree() -> str:
    """Both packages as one picture, rooms in the order of the table."""
    sizes = rooms()
    drawn = ["src", _branch("├── sitelode", sum(size.lines for room, size in sizes.items() if room != "sitelode_lab"), block=False)]
    for names in rows():
        if names != ("sitelode_lab",):
            label = f"{names[0]}/" if len(names) == 1 and (SOURCE / "sitelode" / names[0]).is_dir() else f"{names[0]}.py"
            more = f" and {len(names) - 1} more" if len(names) > 1 else ""
            drawn.append(_branch(f"│   {label}{more}", together(names, sizes).lines))
    drawn.append(_branch("└── sitelode_lab", sizes["sitelode_lab"].lines, block=False))
    inside = Counter[str]()
    for path, lines in files().items():
        package, *below = path.relative_to(SOURCE).parts
        inside[f"{below[0]}{'/' * (len(below) > 1)}"] += lines * (package == "sitelode_lab")
    drawn += [_branch(f"    {name}", lines) for name, lines in inside.most_common() if lines]
    return "\n".join(drawn) + "\n"


def _branch(label: str, lines: int, *, block: bool = True) -> str:
    return f"{label:32}{lines:>7,}  {'█' * max(1, round(lines / LINES_OF_A_BLOCK)) if block else ''}".rstrip()


def reached(commands: tuple[str, ...] = COMMANDS) -> Size:
    """Lines and modules that commands import, at once or later, by statements or by names in strings."""
    sizes = files()
    modules = {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path for path in sizes if path.suffix == ".py"
    }
    seen: set[str] = set()
    waiting = list(commands)
    while waiting:
        name = waiting.pop()
        if name in modules and name not in seen:
            seen.add(name)
            waiting += [name.rpartition(".")[0], *_imports(modules[name])]
    return Size(sum(sizes[modules[name]] + sizes.get(modules[name].with_suffix(".pxd"), 0) for name in seen), len(seen))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            module = node.module.removeprefix("cython.cimports.")
            yield from (module, *(f"{module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.partition(":")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lower", action="store_true")
    if parser.parse_args().lower:
        lower()
    sizes = rooms()
    for names, row in rows().items():
        now = together(names, sizes)
        print(f"{', '.join(names)[:40]:40} {now.lines:7,} of {row.lines:7,} lines {now.modules:5} of {row.modules:4} modules")
    for package in ("sitelode", "sitelode_lab"):
        own = {path: lines for path, lines in files().items() if path.relative_to(SOURCE).parts[0] == package}
        print(f"{package:40} {sum(own.values()):7,} lines {len(own):24} modules")
    print(f"{'mine, extract and apply reach':40} {reached().lines:7,} lines {reached().modules:24} modules")


if __name__ == "__main__":
    main()
