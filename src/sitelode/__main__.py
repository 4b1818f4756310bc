"""The beginning of `sitelode` and `python -m sitelode`: nothing is loaded before Ctrl-C has its answer."""

import sys


def main() -> None:
    """Run a command."""
    try:
        import os  # noqa: PLC0415 (Ctrl-C would come before it has an answer; so it would with the next)

        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # NumPy's threads wait for work by counting, and products are small here
        from sitelode.cli.main import main as run  # noqa: PLC0415
    except KeyboardInterrupt:
        sys.stderr.write("sitelode: interrupted\n")
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
