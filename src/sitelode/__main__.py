"""`python -m sitelode`, the same as `sitelode`."""

from sitelode.cli.main import main

main()
