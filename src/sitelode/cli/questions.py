"""Questions to whoever sits at the terminal."""

import click


def ask_user(question: str) -> str | None:
    """An answer; none where the input has ended."""
    try:
        return str(click.prompt(question, default="", show_default=False)).strip()
    except click.Abort as ended:
        if not isinstance(ended.__context__, EOFError):
            raise  # Ctrl-C
        click.echo()
        return None
