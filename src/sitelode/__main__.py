"""The beginning of `sitelode` and `python -m sitelode`: nothing is loaded before Ctrl-C has its answer."""

import sys


def main() -> None:
    """Run a command."""
    try:
        from sitelode.cli.main import main as run  # noqa: PLC0415 (takes longer than a finger on Ctrl-C)
    except KeyboardInterrupt:
        sys.stderr.write("sitelode: interrupted\n")
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
