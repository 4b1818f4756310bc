"""The beginning of `sitelode` and `python -m sitelode`: nothing is loaded before Ctrl-C has its answer."""

import sys


def main() -> None:
    """Run a command."""
    try:
        import gc  # noqa: PLC0415 (Ctrl-C would be asked for before it has an answer; so are the next)
        import os  # noqa: PLC0415

        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads wait for work by counting, and products are small here
        from sitelode.cli.main import main as run  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.stderr.write("sitelode: interrupted\n")
        sys.exit(130)
    try:
        run()
    finally:
        gc.freeze()  # everything goes with the process: Python need not look for cycles once more, which takes up to .2 s


if __name__ == "__main__":
    main()
