"""The house in two tables, product and lab: what each room may know. Lower rooms never import upper ones, inside the large packages too."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"
# Each line may import from the lines above it and from itself; names on one line do not know each other.
ROOMS = [
    {"errors"},
    {"progress", "arguments", "json_data", "zstd", "shared_file", "counted", "processes", "extensions"},
    {"compiled"},
    {"urls"},
    {"html"},
    {"text"},
    {"model"},
    {"sources", "paths", "landmarks"},
    {"settings"},
    {"text_rules"},
    {"site"},
    {"layout"},
    {"page_kinds"},
    {"tables"},
    {"articles"},
    {"wrappers"},
    {"notebook"},
    {"mined_site", "api", "trial_worker"},
    {"pipeline"},
    {"classify"},
    {"search"},
    {"output"},
    {"incremental"},
    {"many_sites"},
    {"studio", "plugs", "cluster"},
    {"cli"},
]
LAB_ROOMS = [
    {"entropy", "sampling", "classify", "text_rules"},
    {"strings", "trees"},
    {"separators", "iepad"},
    {"links"},
    {"pictures"},
    {"studio"},
    {"cli"},
]
PACKAGES = {"sitelode": ROOMS, "sitelode_lab": LAB_ROOMS}
# The same inside of large packages; a package's kernels lie below it and may import nothing but kernels and constants.
INNER_ROOMS = {
    "html": [
        {"vocabulary"},
        {"page"},
        {"lexbor", "portable"},
        {"parse"},
        {"metadata", "addresses"},
        {"render"},
    ],
    "paths": [
        {"markers", "child_steps"},
        {"element_names"},
        {"recurring_names"},
        {"labels"},
        {"path_codes", "path_text"},
        {"place_finder", "path_likeness"},
    ],
    "articles": [
        {"fields"},
        {"body"},
        {"reader", "multi_page"},
        {"study", "explain"},
        {"corrections", "site_articles"},
        {"rotating_texts"},
        {"article_sequence"},
    ],
    "wrappers": [
        {"taught"},
        {"wrapper"},
        {"readers"},
        {"applying"},
        {"lessons", "multi_page"},
        {"known_content"},
        {"teach", "exchange"},
        {"learn"},
        {"verify"},
        {"repair"},
    ],
    "studio": [
        {"frame", "article_lists", "result_files", "downloads", "events"},
        {"session"},
        {"views", "open_result", "extension"},
        {"request_params"},
        {"report", "frame_routes", "start_routes"},
        {"app"},
        {"server"},
    ],
}
PROCESSES = {"sitelode.trial_worker"}  # started by name as processes of their own: who starts one imports nothing of it


@cache
def modules() -> dict[str, Path]:
    """Every module by its dotted name."""
    found = {
        ".".join(path.relative_to(SOURCE).with_suffix("").parts): path for package in PACKAGES for path in (SOURCE / package).rglob("*.py")
    }
    return {name.removesuffix(".__init__"): path for name, path in found.items()}


@cache
def imports(name: str) -> frozenset[str]:
    """The modules that a module imports, at its top, inside its functions, or by a name in a string ("sitelode.html.parse:parse")."""
    found = set()
    for node in ast.walk(ast.parse(modules()[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module.removeprefix("cython.cimports.")  # what kernels take from each other
            found |= {f"{module}.{alias.name}" for alias in node.names} | {module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value.partition(":")[0])
    return frozenset((found & set(modules())) - {name} - PROCESSES)


def package(name: str) -> str:
    return name.partition(".")[0]


def room(name: str, depth: int = 0) -> str | None:
    parts = [part for part in name.split(".")[1:] if part != "kernels"]
    return parts[depth] if depth < len(parts) else None


def levels(order):
    return {name: level for level, names in enumerate(order) for name in names}


NAMES = sorted(name for name in modules() if room(name) not in (None, "__main__"))


def test_a_module_imports_only_from_lower_rooms():
    wrong = []
    for name in NAMES:
        level = levels(PACKAGES[package(name)])
        for imported in imports(name):
            is_near = room(imported) is not None and package(imported) == package(name) and room(imported) != room(name)
            if is_near and level[room(imported)] >= level[room(name)]:
                wrong.append(f"{name} may not know {imported}")

    assert wrong == []


def test_the_product_never_imports_the_lab():
    for name in modules():
        if package(name) == "sitelode":
            assert "sitelode_lab" not in {package(imported) for imported in imports(name)}, name


@pytest.mark.parametrize("large", INNER_ROOMS)
def test_large_packages_have_an_order_inside(large):
    level = levels(INNER_ROOMS[large])
    for name in NAMES:
        for imported in imports(name):
            if package(name) == package(imported) == "sitelode" and room(name) == room(imported) == large:
                upper, lower = room(name, 1), room(imported, 1)
                if upper in level and lower in level and upper != lower:
                    assert level[lower] < level[upper], f"{name} may not know {imported}"


def test_every_package_has_its_place():
    for each, rooms in PACKAGES.items():
        assert {room(name) for name in NAMES if package(name) == each} <= set(levels(rooms))


def test_no_modules_import_each_other_in_a_circle():
    try:
        TopologicalSorter({name: imports(name) for name in NAMES}).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


def test_no_folder_is_crowded():
    crowded = {
        str(folder.relative_to(SOURCE)): len(list(folder.glob("*.py"))) - 1
        for folder in SOURCE.glob("*/**/*")
        if folder.is_dir() and len(list(folder.glob("*.py"))) - 1 > 17
    }

    assert not crowded
