"""Results that took a while."""

import threading
import time

import pytest

from sitelode.studio.result_files import ResultCache


def test_a_result_is_made_once_even_when_many_ask_at_once():
    cache, made = ResultCache(), []

    def make():
        time.sleep(0.05)
        made.append(1)
        return len(made)

    threads = [threading.Thread(target=cache.get, args=(("view", 1), make)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert made == [1]
    assert cache.get(("view", 1), make) == 1


def test_what_belongs_to_pages_goes_and_what_took_the_whole_site_stays():
    cache = ResultCache(most=3)
    for name in [("graph",), *(("page", number) for number in range(10))]:
        cache.get(name, lambda name=name: name)

    assert cache.get(("graph",), lambda: "again") == ("graph",)
    assert cache.get(("page", 9), lambda: "again") == ("page", 9)
    assert cache.get(("page", 0), lambda: "again") == "again"


def test_forgetting_begins_with_a_name():
    cache = ResultCache()
    for name in (("view", 1), ("graph",)):
        cache.get(name, lambda: "old")
    cache.forget("view")

    assert cache.get(("view", 1), lambda: "new") == "new"
    assert cache.get(("graph",), lambda: "new") == "old"


def test_a_failure_is_not_kept():
    cache = ResultCache()
    with pytest.raises(ZeroDivisionError):
        cache.get(("view", 1), lambda: 1 / 0)

    assert cache.get(("view", 1), lambda: 2) == 2
