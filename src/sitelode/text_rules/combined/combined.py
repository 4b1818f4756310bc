"""The default: rules of all systems, learnt lists and a chain model, weighed together for each value of a text.

1. Each published system learns its rules, and proposes what they find.
2. A chain model reads all texts; a second one also knows what the first found elsewhere in the same text: a speaker or a place that a text
   names several times is recognised at its clearest place.
3. All places of one value, and all rules that found it, are weighed together, and the best values are given.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from sitelode.landmarks.data_prototypes import DataPrototype
from sitelode.text_rules.combined.combined_rules import CombinedRules, Learnt
from sitelode.text_rules.combined.learning import FOLDS, SYSTEMS, Learning
from sitelode.text_rules.contract import Lesson


@dataclass(frozen=True, slots=True)
class Combined:
    """The learner of the default."""

    folds: int = FOLDS

    def learn(self, lesson: Lesson) -> CombinedRules:
        return Learning(lesson, self.folds).rules()

    def read(self, data: Mapping[str, Any]) -> CombinedRules:
        learnt = msgspec.convert({name: value for name, value in data.items() if name not in ("systems", "types")}, Learnt)
        unknown = [name for name in data["systems"] if name not in SYSTEMS]
        if unknown:
            raise ValueError(f"no system called {unknown[0]}")
        systems = {name: SYSTEMS[name].read(rules) for name, rules in data["systems"].items()}
        types = {field: DataPrototype.from_data(each) for field, each in data["types"].items()}
        if set(types) != set(learnt.fields) or len(learnt.decisions) != len(learnt.fields):
            raise ValueError("`types` and `decisions` need one entry a field")
        return CombinedRules(learnt, systems, types)
