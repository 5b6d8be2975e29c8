"""What of a note would leave, shown at the terminal: to send, edit, drop or keep."""

from __future__ import annotations

import click

from inquiro.cli.text import plain

PROMPT = "  [enter] send  [e]dit  [d]rop  [n]othing  [l]ater"


def agreement(question: str) -> str:
    """The person's answer in the words that the run understands; "" leaves it for later."""
    from inquiro.engine.notes.agreement import HOW_TO_ANSWER, NOTHING, SEND, listed_queries

    lines = [line for line in question.splitlines() if line != HOW_TO_ANSWER]
    click.echo("\n" + "\n".join(f"  {plain(line)}" for line in lines), err=True)
    queries = listed_queries(question)
    try:
        while True:
            said = str(click.prompt(PROMPT, default="", show_default=False, err=True)).strip().lower()
            if said in {"", "s", SEND}:
                return SEND
            if said in {"n", NOTHING}:
                return NOTHING
            if said in {"l", "later"}:
                return ""
            if said.startswith("d"):
                return _dropped(said)
            if said.startswith("e"):
                return _edited(queries)
    except click.Abort:
        return ""


def _dropped(said: str) -> str:
    numbers = "".join(character if character.isdigit() else " " for character in said).split()
    if not numbers:
        numbers = str(click.prompt("  which (numbers)", err=True)).replace(",", " ").split()
    return f"drop {' '.join(numbers)}"


def _edited(queries: list[str]) -> str:
    """Each in turn; what the person types counts as agreed to, and may be remembered."""
    own: list[str] = []
    for number, query in enumerate(queries, 1):
        said = str(click.prompt(f"  {number}", default=query, err=True)).strip()
        own += [said] if said != "-" else []
    while more := str(click.prompt("  one more (empty: none)", default="", show_default=False, err=True)).strip():
        own.append(more)
    if not own:
        return "nothing"
    kept = click.confirm("  Let these words leave next time, too?", default=False, err=True)
    return "\n".join([*own, *(["remember"] if kept and own != queries else [])])
