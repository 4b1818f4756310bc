"""The link graph of a site as GraphML or DOT, either whole or reduced to its informative structure."""

from collections.abc import Iterator
from dataclasses import dataclass

from sitelode.output.safe_text import REPLACEMENT, xml_chars, xml_text
from sitelode.page_kinds.informative_structure import InformativeStructure
from sitelode.page_kinds.sections import NOWHERE

_SHAPES = {"index": "box", "article": "ellipse", "other": "point"}
_KEYS = (("address", "node", "string"), ("label", "node", "string"), ("kind", "node", "string"), ("section", "node", "string"),
         ("links", "edge", "int"))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    page: int
    address: str
    label: str
    kind: str
    section: str  # address of its index page, or of the one above it; empty if there is none


@dataclass(frozen=True, slots=True)
class Edge:
    source: int
    target: int
    links: int  # from one page to the other


def nodes_and_edges(structure: InformativeStructure, *, whole: bool) -> tuple[list[Node], list[Edge]]:
    """Nodes and edges of the whole site, or of its informative structure."""
    graph = structure.graph
    kept = structure.kept_pages | whole
    nodes = [
        Node(page, graph.urls[page], structure.label(page), structure.kinds[page], _section(structure, page))
        for page in range(graph.pages)
        if kept[page]
    ]
    columns = (column.tolist() for column in graph.edges(None if whole else structure.kept))
    return nodes, [Edge(*edge) for edge in zip(*columns, strict=True)]


def graphml(structure: InformativeStructure, *, whole: bool = False) -> Iterator[str]:
    nodes, edges = nodes_and_edges(structure, whole=whole)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for name, owner, kind in _KEYS:
        yield f'<key id="{name}" for="{owner}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '<graph edgedefault="directed">\n'
    for node in nodes:
        values = (("address", node.address), ("label", node.label), ("kind", node.kind), ("section", node.section))
        described = "".join(f'<data key="{key}">{xml_text(value, REPLACEMENT)}</data>' for key, value in values if value)
        yield f'<node id="p{node.page}">{described}</node>\n'
    for edge in edges:
        yield f'<edge source="p{edge.source}" target="p{edge.target}"><data key="links">{edge.links}</data></edge>\n'
    yield "</graph>\n</graphml>\n"


def dot(structure: InformativeStructure, *, whole: bool = False) -> Iterator[str]:
    nodes, edges = nodes_and_edges(structure, whole=whole)
    yield "digraph site {\nrankdir=LR;\nnode [fontname=sans];\n"
    for node in nodes:
        yield f"p{node.page} [label={_quoted(node.label)}, URL={_quoted(node.address)}, shape={_SHAPES[node.kind]}];\n"
    for edge in edges:
        yield f"p{edge.source} -> p{edge.target};\n"
    yield "}\n"


def _section(structure: InformativeStructure, page: int) -> str:
    sections = structure.sections
    above = sections.parent.get(page, int(sections.section_of[page]))
    return "" if above == NOWHERE else structure.graph.urls[above]


def _quoted(text: str) -> str:
    safe = xml_chars(text, REPLACEMENT).replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{safe}"'
