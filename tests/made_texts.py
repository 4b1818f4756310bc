"""Small texts with marked values, for tests of rules for fields inside text."""

from sitelode.text_rules.marked_texts import Mark, MarkedText

SPEAKERS = ("Ann Lee", "Bob Stone", "Carla Diaz", "Dan Okoro", "Eva Lind", "Finn Berg", "Gita Rao", "Hugo Marsh", "Ivy Chen", "Jon Hale")
ROOMS = ("Wean Hall 5409", "Doherty Hall 2315", "Baker Hall 129", "Wean Hall 4623", "Porter Hall 100")


def marked(name: str, tagged: str) -> MarkedText:
    """A text whose marks are written as [field:value]."""
    text, marks, rest = "", [], tagged
    while "[" in rest:
        before, _, rest = rest.partition("[")
        inside, _, rest = rest.partition("]")
        field, _, value = inside.partition(":")
        text += before
        marks.append(Mark(field, len(text), len(text) + len(value)))
        text += value
    return MarkedText(name, text + rest, tuple(marks))


def talks(count: int = 10, first: int = 0) -> list[MarkedText]:
    """Announcements of talks in two forms."""
    return [talk(number) for number in range(first, first + count)]


def talk(number: int) -> MarkedText:
    speaker, room = SPEAKERS[number % len(SPEAKERS)], ROOMS[number % len(ROOMS)]
    hour = 1 + number % 9
    if number % 2:
        return marked(
            f"{number}.txt",
            f"Topic: A talk of some kind\nWho: [speaker:{speaker}]\nWhere: [location:{room}]\nTime: [stime:{hour}:30 PM]\n\nAll are welcome to come.\n",
        )
    return marked(
        f"{number}.txt",
        f"Dear all,\n\nthis week [speaker:{speaker}] will give a talk at [stime:{hour}:00 pm] in [location:{room}].\nCoffee will be served.\n",
    )
