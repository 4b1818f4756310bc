"""JSON data with values replaced, removed or moved: what damaged and forged files hold."""

import copy
import pickle

VALUES = [
    None,
    True,
    0,
    -1,
    2**70,
    1.5,
    -0.0,
    float("inf"),
    "",
    "x",
    "html > body",
    "\ud800",
    "9" * 5000,
    [],
    [[]],
    {},
    {"x": {}},
    ["x"] * 300,
]


def holders_in(data):
    """Every list and object of JSON data that holds something."""
    found, waiting = [], [data]
    while waiting:
        each = waiting.pop()
        if each and isinstance(each, dict | list):
            found.append(each)
            waiting.extend(each.values() if isinstance(each, dict) else each)
    return found


def damaged(data, chance):
    """The data with one to three values replaced, removed, or moved to another place."""
    data = pickle.loads(pickle.dumps(data))  # a copy, ten times as fast as copy.deepcopy
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        holders = holders_in(data)
        if not holders:
            return data
        inside = chance.choices(holders, list(map(len, holders)))[0]  # every value is as likely as the next
        last = chance.choice(list(inside)) if isinstance(inside, dict) else chance.randrange(len(inside))
        match chance.randrange(4):
            case 0:
                del inside[last]
            case 1:
                inside[last] = [inside[last]]
            case _:
                inside[last] = copy.deepcopy(chance.choice(VALUES))
    return data
