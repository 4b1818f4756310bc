"""Fuzzing: damaged and hostile input for every place where Sitelode reads something that others wrote.

    python -m bench.fuzz --pages 20000                 all targets, a table, and a file for each finding
    python -m bench.fuzz --targets parse,extract --seed 7
    python -m bench.fuzz --again tests/hostile/reproducers/*.json

Cases are made from seeds by mutations that know markup, JSON and archives; those that lead to a new kind of outcome become seeds, too.
Child processes do the work, thousands of cases each, under limits of CPU time and memory. What counts as a finding: a crash, a hang, memory
beyond the limit, an exception that is no `SitelodeError`, a message of more than one line, a 500 of the studio.

A general fuzzer for Python (Atheris) was weighed and left out: the code that could crash is compiled and has no branches it could see, it ends
at the first finding, and it knows no markup.
"""
