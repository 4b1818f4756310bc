"""A model as a file: JSON with the name of its system; read back without evaluating anything."""

from dataclasses import dataclass
from pathlib import Path

import msgspec

from sitelode.classify.contract import Model
from sitelode.classify.registry import classifier
from sitelode.errors import ClassifyError
from sitelode.shared_file import SharedFile

FORMAT = "sitelode-classes-1"
MODEL_FILE = SharedFile("model", 500_000_000, ClassifyError, "make one with: sitelode classify train LABELS SOURCE -o model.json")
PAGES, SITES = "pages", "sites"  # what a model was trained on


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model with the name of the system that made it, and what it is for."""

    system: str
    unit: str  # PAGES or SITES
    model: Model


def model_bytes(named: NamedModel) -> bytes:
    return msgspec.json.encode({"format": FORMAT, "system": named.system, "unit": named.unit, "model": named.model.to_data()})


def model_of_bytes(written: bytes, where: str = "this file") -> NamedModel:
    """Read a model.

    Raises:
        ClassifyError: when it is none.

    """
    data = MODEL_FILE.decoded(written, where)
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("system"), str):
        raise ClassifyError(f"{where} is no model of classes; {MODEL_FILE.remedy}")
    unit = SITES if data.get("unit") == SITES else PAGES
    return NamedModel(data["system"], unit, classifier(data["system"]).from_data(data.get("model") or {}))


def read_model(path: Path) -> NamedModel:
    """Read the file of a model."""
    return model_of_bytes(MODEL_FILE.content(path), str(path))
