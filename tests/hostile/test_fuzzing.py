"""A little fuzzing with a fixed seed, every case that was ever kept, and the fuzzer itself, which must see what it is there to see."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from bench.fuzz import seed_pages
from bench.fuzz.cases import Case, Finding
from bench.fuzz.data_mutations import mutated_bytes, mutated_in_place, mutated_json, mutated_lines
from bench.fuzz.markup_mutations import mutated

ROOT = Path(__file__).parents[2]
KEPT = sorted((Path(__file__).parent / "reproducers").glob("*.json"))
PAGES = 600  # 20,000 at night
TARGETS = "parse,extract,records,fields,mine,apply,repair,html file,folder,jsonl,warc,wacz,parquet,feed,import,wrapper,store,learnt,model,rules,renewal,studio"


def ran(*command, timeout=600):
    """In a process of its own: it forks, and the tests may have threads."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")))}
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, cwd=ROOT, env=environment, timeout=timeout, check=False
    )


def test_nothing_breaks_on_some_thousand_pages(tmp_path):
    done = ran("-m", "bench.fuzz", "--pages", str(PAGES), "--seed", "2031", "--findings", str(tmp_path / "found"))

    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 findings" in done.stdout
    assert done.stdout.count("\n| ") == len(TARGETS.split(","))


def test_ctrl_c_ends_it_with_a_table(tmp_path):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")))}
    command = [sys.executable, "-m", "bench.fuzz", "--targets", "parse,feed", "--findings", str(tmp_path / "found")]
    with subprocess.Popen([*command, "--pages", "100000000"], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment) as running:
        while not children_of(running.pid):  # nothing is counted before there is one
            time.sleep(0.05)
        time.sleep(1)
        os.kill(running.pid, signal.SIGINT)
        try:
            said = running.communicate(timeout=60)[0]
        finally:
            running.kill()

    assert running.returncode == 0
    assert "| parse |" in said
    assert "0 findings" in said


def children_of(process):
    return Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()


def test_changes_reach_the_studio():
    """Refused at the door, they would test nothing behind it."""
    asked = "from bench.fuzz import studio_target as t; print(sorted({t._run(each)[1] for each in t._seeds() if each[0] == b'POST'}))"
    assert ran("-c", asked).stdout == "[200, 400]\n"


def test_cases_that_were_kept_are_all_right():
    assert KEPT
    done = ran("-m", "bench.fuzz", "--again", *map(str, KEPT))

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("as it should be") == len(KEPT)


BAD_TARGETS = """
import os, sys
from pathlib import Path
from bench.fuzz import children
from bench.fuzz.__main__ import keep, table
from bench.fuzz.cases import Case
from bench.fuzz.target import Target, by_bytes
from sitelode.errors import SettingError

children.SECONDS = 0.3
children.MEMORY = 300_000_000

class Talkative(SettingError):
    __str__ = Exception.__str__

def run(pieces):
    how = pieces[0][:1]
    if how == b"1":
        raise SettingError("refused in one line")
    if how == b"2":
        raise Talkative("in two\\nlines")
    if how == b"3":
        return ([][7],)
    if how == b"4":
        while True:
            pass
    if how == b"5":
        return (len(bytearray(1_000_000_000)),)
    if how == b"6":
        os.abort()
    return (1,)

children.warm_up = lambda targets: None
bad = Target("bad", lambda: [(b"%d" % how + b"x" * 200,) for how in range(7)], by_bytes, run, 1, makes_pages=False)
results = children.Fuzzer((bad,), 5).run(50)
print(table(results))
assert results.tallies["bad"].cases == results.tallies["bad"].pages == 50
assert results.tallies["bad"].refused > 0
kinds = sorted((kind, what) for _, kind, what in results.findings)
assert [kind for kind, _ in kinds] == ["crash", "exception", "exception", "hang", "memory"], kinds
assert kinds[0][1] == "SIGABRT"
assert keep(results, {"bad": bad}, Path(sys.argv[1])) == 1
assert sorted(Case.read(path).pieces[0] for path in Path(sys.argv[1]).iterdir()) == [b"2", b"3", b"4", b"5", b"6"]
"""


def test_crashes_hangs_memory_and_exceptions_are_found_counted_and_made_small(tmp_path):
    done = ran("-c", BAD_TARGETS, str(tmp_path))

    assert done.returncode == 0, done.stdout + done.stderr


def test_cases_are_the_same_each_time_and_within_their_size():
    pages = seed_pages.pages()

    def cases():
        chance = random.Random(7)
        for number in range(200):
            yield mutated(pages[number % len(pages)], chance, pages, 5_000)
            yield mutated_json(b'{"a": [1, {"b": "c"}], "d": null}', chance, 5_000)
            yield mutated_lines(b'{"a": 1}\n{"a": 2}', chance, 5_000)
            yield mutated_bytes(b"WARC/1.1\r\nContent-Length: 17\r\n", chance, 5_000)
            yield mutated_in_place(bytes(range(200)), chance, 5_000)

    made = list(cases())
    assert made == list(cases())
    assert max(map(len, made)) <= 5_000
    assert len(set(made)) > len(made) / 2


def test_a_case_survives_its_file(tmp_path):
    case = Case("parse", (bytes(range(256)), "ä港".encode()))
    assert Case.read(case.write(tmp_path, "crash: SIGSEGV")) == case


def test_findings_that_differ_in_numbers_only_are_one():
    one, other = (
        Finding(Case("parse", (b"x",)), "exception", f"IndexError in a.py:f: index {number} is out of bounds") for number in (3, 14)
    )
    assert one.is_like(other)
    assert not one.is_like(None)
