"""Mutations of JSON, of archives and of other files: values of other types, numbers that lie, bytes changed, ends cut off."""

import json
import random
import re
import struct
from typing import Any

from bench.fuzz.markup_mutations import odd_value

_SIZES = (b"0", b"-1", b"1", b"65536", b"2147483648", b"1000000000000000", b"9" * 30)
_WORDS = (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFF, 1 << 30)


def mutated_json(content: bytes, chance: random.Random, most: int) -> bytes:
    """Some values replaced, removed, doubled or exchanged; now and then the text itself is damaged."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return mutated_bytes(content, chance, most)
    holder = [data]
    for _ in range(1 + int(chance.expovariate(0.7))):
        _change(holder, chance)
    try:
        text = json.dumps(holder[0], ensure_ascii=chance.random() < 0.5).encode("utf-8", "replace")
    except (ValueError, RecursionError):
        return content
    return (mutated_bytes(text, chance, most) if chance.random() < 0.1 else text)[:most]


def _change(holder: list[Any], chance: random.Random) -> None:
    inside, key = _place(holder, chance)
    how = chance.random()
    if how < 0.6:  # mostly another value
        inside[key] = odd_value(chance, 0)
    elif how < 0.75:
        del inside[key]
        if inside is holder:
            holder.append(None)
    elif isinstance(inside, list):
        inside[key:key] = [inside[key]] * chance.randint(1, 40)
    else:
        inside[chance.choice(list(inside))] = inside[key]


def _place(holder: list[Any], chance: random.Random) -> tuple[Any, Any]:
    """A random place, each level as likely as the next, so that large lists do not hide everything else."""
    inside, key = holder, 0
    while chance.random() < 0.8 and isinstance(inside[key], dict | list) and inside[key]:
        inside = inside[key]
        key = chance.randrange(len(inside)) if isinstance(inside, list) else chance.choice(list(inside))
    return inside, key


def mutated_lines(content: bytes, chance: random.Random, most: int) -> bytes:
    """JSON lines: one line changed as JSON, or lines removed, doubled, cut."""
    lines = content.split(b"\n")
    place = chance.randrange(len(lines))
    if chance.random() < 0.7:
        lines[place] = mutated_json(lines[place], chance, most)
    else:
        lines[place : place + 1] = chance.choice(
            ([], [lines[place]] * 3, [lines[place][: len(lines[place]) // 2]], [b"\xff" + lines[place]])
        )
    return b"\n".join(lines)[:most]


def mutated_bytes(content: bytes, chance: random.Random, most: int) -> bytes:
    """For formats that only their readers know: numbers in words, in four bytes and in eight; bytes changed; ends cut off."""
    damaged = bytearray(content)
    for _ in range(1 + int(chance.expovariate(0.4))):
        place = chance.randrange(len(damaged) + 1)
        how = chance.randrange(7)
        if how == 0:
            if numbers := list(re.finditer(rb"\d+", damaged)):
                found = chance.choice(numbers)
                damaged[found.start() : found.end()] = chance.choice(_SIZES)
        elif how == 1:
            damaged[place : place + 4] = struct.pack(chance.choice("<>") + "I", chance.choice(_WORDS))
        elif how == 2:
            del damaged[place:]
        elif how == 3:
            damaged[place:place] = bytes(damaged[place : place + chance.randrange(1, 400)]) * chance.randint(1, 4)
        elif how == 4:
            del damaged[place : place + chance.randrange(1, 60)]
        else:
            damaged[place : place + chance.randrange(8)] = chance.randbytes(chance.randrange(8))
        if not damaged:
            break
    return bytes(damaged[:most])


def mutated_in_place(content: bytes, chance: random.Random, most: int) -> bytes:
    """For formats with offsets, which any byte more or less makes useless: mostly single bytes changed, so that damage reaches deeper."""
    if chance.random() < 0.3 or not content:
        return mutated_bytes(content, chance, most)
    damaged = bytearray(content)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(damaged))
        damaged[place] = chance.choice((damaged[place] ^ 1 << chance.randrange(8), chance.randrange(256), 0, 127, 255))
    return bytes(damaged[:most])
