"""The entry point: commands load when they are used, and every error ends here as one line."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Any, ClassVar

import click

from inquiro import __version__
from inquiro.core.errors import InquiroError

# Name -> where it lives and what `inquiro --help` says of it without importing it.
COMMANDS = {
    "ask": ("inquiro.cli.ask:ask", "Research a question; the answer cites the exact words it rests on."),
    "backup": ("inquiro.cli.backup:backup", "Write a consistent copy of the database."),
    "batch": ("inquiro.cli.batch:batch", "Run verbs for each row of a file or result, once a person approved."),
    "check": ("inquiro.cli.check:check", "Check a document: do its references exist, and do they bear it out?"),
    "demo": ("inquiro.cli.demo:demo", "Research the example corpus: no key, no network."),
    "doctor": ("inquiro.cli.doctor:doctor", "Say what works, what is missing and what would help most."),
    "eval": ("inquiro.cli.eval:evaluate", "Measure retrieval, evidence, claim support, citations and answers."),
    "knowledge": ("inquiro.cli.knowledge:knowledge", "Keep what runs found, search it and export it as a graph."),
    "macro": ("inquiro.cli.macro:macro", "Run research with a declared result, and check macro files."),
    "mcp": ("inquiro.cli.mcp:mcp", "Serve the research tools to an MCP client over stdin and stdout."),
    "models": ("inquiro.cli.models:models", "List the language models and test one."),
    "note": ("inquiro.cli.note:note", "Research a note of your vault and write what was found into it."),
    "research": (
        "inquiro.cli.research:research",
        "Collect ideas and working code, and write a paper; all of it cited.",
    ),
    "restore": ("inquiro.cli.backup:restore", "Put a backup in the place of the database."),
    "review": ("inquiro.cli.review:review", "See what waits for a person; approve, reject and execute it."),
    "runs": ("inquiro.cli.runs:runs", "List, show, watch, resume, stop, replay, verify and export runs."),
    "serve": ("inquiro.cli.serve:serve", "Serve research over REST, server-sent events and WebSocket."),
    "sources": ("inquiro.cli.sources:sources", "List the sources a run can search."),
    "tokens": ("inquiro.cli.tokens:tokens", "Create, list and revoke tokens of the server."),
    "vault": ("inquiro.cli.vault:vault", "Index the notes of your vault and search them."),
    "verbs": ("inquiro.cli.verbs:verbs", "List, check and run verbs; nothing runs before a person approved."),
    "verify": ("inquiro.cli.verify:verify", "Check an evidence pack: no network, no key, no database."),
}
INTERRUPTED = 130


class Failure(click.ClickException):
    """An error as one line on stderr, with its exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.exit_code: int = code  # type: ignore[misc]

    def show(self, file: Any = None) -> None:
        # Messages may quote file names and pages: nothing in them may move the cursor.
        line = " ".join("".join(c if c.isprintable() else " " for c in self.message).split())
        click.echo(f"inquiro: {line}", file=file or sys.stderr)


class Commands(click.Group):
    """A group whose commands are imported when they are used."""

    homes: ClassVar[dict[str, tuple[str, str]]] = COMMANDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # stand-ins: they carry the name for suggestions and the one line for `--help`
        self.commands = {name: click.Command(name, short_help=line) for name, (_, line) in self.homes.items()}

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.homes:
            return None
        module, _, name = self.homes[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.homes.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            raise Failure("interrupted", INTERRUPTED) from None
        except InquiroError as error:
            if _debugging():
                raise
            raise Failure(str(error) or type(error).__name__, error.exit_code) from error
        except Exception as error:  # the edge: a person gets a line, not a traceback
            if _debugging():
                raise
            said = f"{type(error).__name__}: {error}".rstrip(": ")
            raise Failure(f"unexpected {said} (INQUIRO_DEBUG=1 shows where)", 1) from error


def _debugging() -> bool:
    from inquiro.core.settings import debugging  # not for --help, which must stay quick

    return debugging()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="inquiro", message="%(prog)s %(version)s")
def commands() -> None:
    """Evidence-first research: every statement opens at the exact words it rests on."""


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a narrow terminal encoding must not end a run
    gc.set_threshold(50_000, 20, 100)  # what is imported stays: looking through it again took a tenth of a start
    commands(prog_name="inquiro")


if __name__ == "__main__":
    main()
