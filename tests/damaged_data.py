"""JSON data with values replaced, removed or moved: what damaged and forged files hold."""

import copy

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


def places_in(data, path=()):
    """Every place of JSON data."""
    yield path
    if isinstance(data, dict | list):
        for key, each in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places_in(each, (*path, key))


def damaged(data, chance):
    """The data with one to three values replaced, removed, or moved to another place."""
    data = copy.deepcopy(data)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        *way, last = chance.choice([path for path in places_in(data) if path])
        inside = data
        for key in way:
            inside = inside[key]
        match chance.randrange(4):
            case 0:
                del inside[last]
            case 1:
                inside[last] = [inside[last]]
            case _:
                inside[last] = copy.deepcopy(chance.choice(VALUES))
    return data
