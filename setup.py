"""Build the compiled kernels: every module of a `kernels` folder becomes an extension, made by Cython from the same Python file.

`SITELODE_BUILT=1` says that they are built already, in place, as make does before it installs the checkout.
`SITELODE_CHECKED=1` builds them with checked indexes, for tests and fuzzing: an index out of bounds is then an IndexError.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup

SOURCES = Path("src")
SHARED = "sitelode.compiled.memoryviews"  # Cython's own support for array views: once for all kernels, which makes each a tenth the size
CHECKED = bool(os.environ.get("SITELODE_CHECKED"))
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,  # local variables get the C types of what is assigned to them
    "boundscheck": CHECKED,
    "initializedcheck": CHECKED,
    "wraparound": False,  # no negative indexes
    "cdivision": True,  # the remainder has the sign of the dividend, and nobody divides by zero
}
Options.buffer_max_dims = 3  # of an array: what passes it from function to function is then half as large
FLAGS = ["-O2", "-g0", "-w", "-fno-math-errno", "-ffp-contract=off"] if os.name != "nt" else ["/O2"]


def _kernels() -> list[Extension]:
    found = []
    for path in sorted(SOURCES.glob("sitelode*/**/kernels/*.py")):
        if "import cython" in path.read_text(encoding="utf-8"):
            name = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
            found.append(Extension(name, [path.as_posix()], extra_compile_args=FLAGS))
    return found


def _extensions() -> list[Extension]:
    shared = Extension(SHARED, [f"build/{SHARED}.c"], extra_compile_args=FLAGS)
    return cythonize(  # type: ignore[no-any-return]  # Cython carries no types
        [*_kernels(), shared],
        include_path=[SOURCES.as_posix()],
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        shared_utility_qualified_name=SHARED,
        show_all_warnings=False,
        quiet=True,
    )


setup(ext_modules=[] if os.environ.get("SITELODE_BUILT") else _extensions())
