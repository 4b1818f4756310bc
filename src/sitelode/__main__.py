"""The beginning of `sitelode` and `python -m sitelode`: nothing is loaded before Ctrl-C has its answer."""

import gc
import os
import sys


def main() -> None:
    """Run a command."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads wait for work by counting, and products are small here
    try:
        from sitelode.cli.main import main as run  # noqa: PLC0415 (takes longer than a finger on Ctrl-C)
    except KeyboardInterrupt:
        sys.stderr.write("sitelode: interrupted\n")
        sys.exit(130)
    try:
        run()
    finally:
        gc.freeze()  # everything goes with the process: Python need not look for cycles once more, which takes up to .2 s


if __name__ == "__main__":
    main()
