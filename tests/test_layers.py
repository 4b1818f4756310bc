"""Lower layers never import upper ones: the order of the pipeline is the order of the packages."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "sitelode"
# Each line may import from the lines above it and from itself; packages on one line do not know each other.
ORDER = [
    {"errors"},
    {"model"},
    {"algorithms"},
    {"urls", "signatures"},
    {"dom", "sources"},
    {"text"},
    {"site"},
    {"links", "layout"},
    {"templates", "records", "fields"},
    {"structure"},
    {"articles"},
    {"wrappers"},
    {"pipeline", "api"},
    {"output"},
    {"studio"},
    {"cli"},
]
LEVEL = {name: level for level, names in enumerate(ORDER) for name in names}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported_rooms(path: Path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names] if node.module == "sitelode" else [node.module]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Compiled":
            names = [ast.literal_eval(node.args[0])]
        yield from (name.split(".")[1] for name in names if name.startswith("sitelode."))


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_from_lower_layers(path):
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return
    for imported in imported_rooms(path):
        assert imported == room or LEVEL[imported] < LEVEL[room], f"{room} may not know {imported}"


def test_every_package_has_its_place():
    rooms = {room_of(path) for path in SOURCE.rglob("*.py")} - {"__init__", "__main__"}

    assert rooms <= set(LEVEL)
