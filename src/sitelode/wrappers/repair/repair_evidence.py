"""What lies beside a wrapper and shows, on changed pages, where things are now: rows of tables seen before, and what people taught."""

from dataclasses import dataclass, field

from sitelode.wrappers.known_rows import KnownRows
from sitelode.wrappers.lessons import Said


@dataclass(frozen=True)
class Beside:
    """Everything remembered but articles."""

    rows: KnownRows = field(default_factory=KnownRows)
    lessons: tuple[Said, ...] = ()
