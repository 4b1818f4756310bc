"""All systems by their published names; `combined` is the default."""

from collections.abc import Mapping

from sitelode.errors import RuleError
from sitelode.text_rules.combined.combined import Combined
from sitelode.text_rules.contract import System
from sitelode.text_rules.systems.autoslog import AutoSlog
from sitelode.text_rules.systems.landmarks import Landmarks
from sitelode.text_rules.systems.rapier import Rapier
from sitelode.text_rules.systems.srv import Srv
from sitelode.text_rules.systems.whisk import Whisk

DEFAULT = "combined"
SYSTEMS: Mapping[str, System] = {
    DEFAULT: Combined(), "autoslog": AutoSlog(), "rapier": Rapier(), "srv": Srv(), "whisk": Whisk(), "stalker": Landmarks(),
}  # fmt: skip


def system_named(name: str) -> System:
    if name not in SYSTEMS:
        raise RuleError(f"no system called {name}; there are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
