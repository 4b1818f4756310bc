"""What a folder of Parquet files says of itself: Croissant metadata (croissant.json) and a dataset card (README.md).

The metadata follow Croissant 1.0 (mlcommons.org/croissant), the card the form of the Hugging Face Hub.
"""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from sitelode.counted import counted
from sitelode.output.files import json_text, write_whole

CARD, METADATA = "README.md", "croissant.json"
OURS = "# Written by Sitelode, and again each time the site is mined."  # the second line of a card that may be replaced
MOST_NAMED = 3  # licences; set by hand
_TERMS = ("column", "extract", "field", "fileObject", "recordSet", "repeated", "source")  # of Croissant
_TYPES = {"string": "Text", "int32": "Integer", "int64": "Integer", "double": "Float", "bool": "Boolean", "date32[day]": "Date"}


def write_dataset_card(folder: Path) -> None:
    """Describe the Parquet files of a result; without articles.parquet, remove what described them earlier."""
    card, metadata = folder / CARD, folder / METADATA
    is_ours = not card.is_file() or OURS in card.read_text("utf-8", "replace")[:1_000]
    if not (folder / "articles.parquet").is_file():
        for path in [metadata, *([card] if is_ours else [])]:
            path.unlink(missing_ok=True)
        return
    import pyarrow.parquet as pq  # type: ignore[import-untyped]  # noqa: PLC0415 (an extra)

    names = sorted((path.relative_to(folder).as_posix() for path in folder.rglob("*.parquet")), key=lambda name: (name.count("/"), name))
    tables = {name: pq.read_schema(folder / name) for name in names}
    rows = pq.read_table(folder / "articles.parquet", columns=["hostname", "language", "licence", "date", "fetched"]).to_pydict()
    known = {name: [value for value, _ in Counter(filter(None, values)).most_common()] for name, values in rows.items()}
    source = json.loads((folder / "site.json").read_bytes())["source"]
    described = f"{counted(len(rows['date']), 'article')} and {counted(len(names) - 1, 'table')} of {source}, mined with Sitelode."
    write_whole(metadata, json.dumps(_croissant(folder, tables, described, known), ensure_ascii=False, indent=1) + "\n")
    if is_ours:
        write_whole(card, _card(folder.resolve().name, names, described, known))


def _croissant(folder: Path, tables: dict[str, Any], described: str, known: dict[str, list[str]]) -> dict[str, Any]:
    context = {
        "@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/", "cr": "http://mlcommons.org/croissant/",
        "dct": "http://purl.org/dc/terms/", "conformsTo": "dct:conformsTo", "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    } | {term: f"cr:{term}" for term in _TERMS}  # fmt: skip
    files = [
        {
            "@type": "cr:FileObject", "@id": name, "name": name, "contentUrl": name, "encodingFormat": "application/x-parquet",
            "sha256": sha256((folder / name).read_bytes()).hexdigest(),
        }
        for name in tables
    ]  # fmt: skip
    site = next(iter(known["hostname"]), "")
    return {
        "@context": context, "@type": "sc:Dataset", "conformsTo": "http://mlcommons.org/croissant/1.0", "name": folder.resolve().name,
        "description": described, "url": f"https://{site}/", "creator": {"@type": "sc:Organization", "name": site},
        "license": next(iter(known["licence"]), "as the pages state"),
        "datePublished": max(known["fetched"] or known["date"], default="")[:10],
        "distribution": files, "recordSet": [_record_set(name, schema) for name, schema in tables.items()],
    }  # fmt: skip


def _record_set(name: str, schema: Any) -> dict[str, Any]:  # noqa: ANN401 (of an extra)
    own, fields = name.removesuffix(".parquet"), []
    for column in schema:
        is_list = str(column.type).startswith("list<")
        kind = _TYPES.get(str(column.type.value_type if is_list else column.type))
        if kind:  # comments are lists of structures, which Croissant describes otherwise
            source = {"fileObject": {"@id": name}, "extract": {"column": column.name}}
            field = {"@type": "cr:Field", "@id": f"{own}/{column.name}", "name": column.name, "dataType": f"sc:{kind}", "source": source}
            fields.append(field | ({"repeated": True} if is_list else {}))
    return {"@type": "cr:RecordSet", "@id": own, "name": own, "field": fields}


def _card(name: str, tables: list[str], described: str, known: dict[str, list[str]]) -> str:
    configs = [{"config_name": table.removesuffix(".parquet").replace("/", "-"), "data_files": table} for table in tables]
    head = {"pretty_name": name, "language": known["language"], "license": "other", "configs": configs}
    lines = "".join(f"{key}: {json_text(value)}\n" for key, value in head.items())
    dated = f" Dates from {min(known['date'])[:10]} to {max(known['date'])[:10]}." if known["date"] else ""
    return (
        f"---\n{OURS}\n{lines}---\n\n# {name}\n\n{described}{dated}\n\n"
        "Each row has the address of its page, when it was fetched, the digest of its bytes, and the confidence in its text (0 to 1).\n\n"
        f"The texts belong to their authors and the site. Pages state {', '.join(known['licence'][:MOST_NAMED]) or 'no licence'}.\n\n"
        + "".join(f"- `{table}`\n" for table in tables)
    )
