"""What differs from page to page without meaning anything, as on living sites: ids, hashed classes, the day it was saved.

Everything is drawn from the page's own path, so that the same page is made anew byte for byte.
"""

import hashlib
from datetime import UTC, date, datetime, timedelta

FIRST_DAY_OF_SAVING = date(2031, 6, 1)  # the day after the last article
DAYS_OF_SAVING = 3
WINDS = ("N 2", "NE 4", "E 3", "SE 2", "S 3", "SW 5", "W 4", "NW 3")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")


def draw(purpose: str, path: str, limit: int) -> int:
    """A number from 0 up to the limit that depends on nothing but purpose and path."""
    digest = hashlib.blake2b(f"{purpose} {path}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) % limit


def post_id(path: str) -> int:
    return 1000 + draw("post id", path, 9000)


def hashed_class(path: str) -> str:
    return f"css-{draw('class', path, 36**5):07x}"


def nonce(path: str) -> str:
    return f"{draw('nonce', path, 16**12):012x}"


def saved_on(path: str) -> date:
    return FIRST_DAY_OF_SAVING + timedelta(days=draw("day", path, DAYS_OF_SAVING))


def weather(path: str) -> str:
    degrees = 9 + draw("buoy", path, 30) / 10
    wind = WINDS[draw("wind", path, len(WINDS))]
    return f"Outer buoy {degrees:.1f} °C, wind {wind}, high water {10 + saved_on(path).day}.{draw('tide', path, 60):02}"


def long_date(day: date) -> str:
    """Written out here because strftime follows the locale of the machine."""
    return f"{WEEKDAYS[day.weekday()]}, {day.day} {MONTHS[day.month - 1]} {day.year}"


def short_date(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def feed_date(moment: datetime) -> str:
    """The form of RFC 822 that RSS asks for."""
    day = moment.astimezone(UTC)
    return f"{WEEKDAYS[day.weekday()][:3]}, {day.day:02} {MONTHS[day.month - 1][:3]} {day:%Y %H:%M:%S} +0000"
