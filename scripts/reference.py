"""Writes docs/reference from the code itself; with --check, fails when the pages have drifted from it."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from inquiro.cli.main import commands
from inquiro.core import errors
from inquiro.core.registry import Registry
from inquiro.core.settings import GUARDED, KEY_NAMES, ROLES, Settings
from inquiro.core.types import VerbSpec
from inquiro.exports import registry as exports
from inquiro.knowledge.graphs import registry as graphs
from inquiro.onboarding.handlebars import HELPERS
from inquiro.onboarding.verbs.registry import bundled_verbs
from inquiro.providers.search import registry as sources
from inquiro.readers import registry as readers
from inquiro.runtime.evaluations import registry as evaluations

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"
NOTE = "<!-- Written by `make docs` from the code; edits here are lost. -->\n"
SETTINGS = {
    "home": "Data directory, readable by its owner alone. Default: `~/.inquiro`.",
    "database_url": "Address of the database. Default: one SQLite file in the data directory.",
    "privacy": "What may leave the machine: `local_only`, `hybrid` (default) or `cloud_allowed`.",
    "model": "Language model to reason with, as `provider:name`. Without one, the extractive reasoner works.",
    "role_models": "A model for one role or workflow only: "
    + ", ".join(f"`INQUIRO_{r.upper()}_MODEL`" for r in ROLES)
    + ".",
    "vault": "Folder of notes.",
    "contact": "E-mail address that polite providers ask for.",
    "embedding_model": "What ranks by meaning: `off` for words alone, the folder of a model (`model.onnx`, `tokenizer.json`), or `provider:name` of an embeddings endpoint such as `ollama:nomic-embed-text`. Unset: the one that `inquiro models install minilm` installs.",
    "eval_data": "Folder of the sets that `inquiro eval` reads. Default: `data` in the working directory.",
    "max_cost_per_day": "US dollars that all runs together may spend on models in a day (UTC).",
    "max_tokens_per_day": "Tokens that all runs together may use in a day (UTC).",
    "contexts": "How many tokens a model reads, where nobody knows it: `INQUIRO_CONTEXT=provider:name=TOKENS, …`; in the "
    "file a table `[context]`. A run reads about one window of it, and 30,000 tokens at most.",
    "prices": "Prices of models, where you know better than the built-in list: `provider:name=INPUT/OUTPUT[/SEARCH], …` in "
    "US dollars per million tokens (and per search); in the file a table `[prices]`.",
    "allow_private_hosts": "`host:port` list that fetching may reach although it is private.",
    "send": "Which words of a note leave at a terminal: `ask` (default), `known` or `all`; elsewhere only `known`.",
    "elicit_decisions": "Names of MCP clients, separated by commas, whose forms count as a person's decision, recorded as unverified. Default: none.",
    "provider_urls": "Address of any provider or model: `INQUIRO_<PROVIDER>_URL`, for example `INQUIRO_OPENAI_URL`.",
    "keys": "Keys, under the names they usually have: " + ", ".join(f"`{name}`" for name in KEY_NAMES) + ".",
}
COMPUTED = {"ignored"}
VARIABLES = {"role_models": "`INQUIRO_<ROLE>_MODEL`", "provider_urls": "`INQUIRO_<PROVIDER>_URL`", "keys": "see right"}


def table(*heads: str) -> Callable[[Sequence[tuple[str, ...]]], str]:
    def rows(cells: Sequence[tuple[str, ...]]) -> str:
        lines = [heads, ("---",) * len(heads), *cells]
        return "".join("| " + " | ".join(cell.replace("\n", " ").strip() for cell in line) + " |\n" for line in lines)

    return rows


def sentence(thing: Any) -> str:
    """The first paragraph of what a thing, or else its module, says of itself."""
    said = thing.__doc__ or sys.modules[thing.__module__].__doc__ or ""
    return said.strip().partition("\n\n")[0].replace("\n", " ")


# -- commands ----------------------------------------------------------------------------------------------


def commands_page() -> str:
    return "# Commands\n\n" + "\n".join(command_text(path, command) for path, command in walk(commands, ("inquiro",)))


def walk(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(command, click.Group):
        yield path, command
        return
    ctx = click.Context(command)
    for name in command.list_commands(ctx):
        if (child := command.get_command(ctx, name)) is not None and not child.hidden:
            yield from walk(child, (*path, name))


def command_text(path: tuple[str, ...], command: click.Command) -> str:
    ctx = click.Context(command, info_name=path[-1])
    usage = " ".join([*path, *command.collect_usage_pieces(ctx)])
    options = [p for p in command.params if isinstance(p, click.Option) and not p.hidden]
    rows = [(f"`{', '.join(p.opts)}{metavar(p, ctx)}`", option_text(p)) for p in options]
    listed = "\n" + table("Option", "Meaning")(rows) if rows else ""
    said = "\n".join(line.strip() for line in (command.help or "").strip().splitlines())
    return f"## {' '.join(path)}\n\n```text\n{usage}\n```\n\n{said}\n{listed}"


def metavar(option: click.Option, ctx: click.Context) -> str:
    short = option.make_metavar(ctx).replace("INTEGER RANGE", "N").replace("FLOAT RANGE", "NUMBER").replace("|", "\\|")
    return "" if option.is_flag else f" {short}"


def option_text(option: click.Option) -> str:
    default = f" Default: `{option.default}`." if option.show_default and not option.is_flag else ""
    again = " May be given several times." if option.multiple and "repeatable" not in (option.help or "") else ""
    return f"{option.help or ''}{default}{again}"


# -- the other pages ------------------------------------------------------------------------------------------


def settings_page() -> str:
    fields = [name for name in Settings.__struct_fields__ if name not in COMPUTED]
    if undocumented := set(fields) ^ set(SETTINGS):
        raise SystemExit(f"scripts/reference.py and Settings disagree about: {', '.join(sorted(undocumented))}")
    rows = [(VARIABLES.get(n, f"`INQUIRO_{n.upper()}`"), f"`{n}`", SETTINGS[n]) for n in fields]
    guarded = ", ".join(f"`{name}`" for name in (*GUARDED, "provider_urls", "keys"))
    return (
        "# Settings\n\nRead from the environment, then from `inquiro.toml` in the data directory. "
        "An `inquiro.toml` in the working directory may name models only: it may come from a stranger's project, "
        f"so it may not set {guarded}; `inquiro doctor` says what was ignored.\n\n"
        + table("Variable", "In `inquiro.toml`", "Meaning")(rows)
    )


def plugins_page() -> str:
    parts = [plugin_text("Sources", sources), plugin_text("Readers", readers), plugin_text("Formats", exports)]
    parts.append(plugin_text("Graphs of the knowledge base", graphs))
    parts.append(plugin_text("Evaluations", evaluations))
    return "# Sources, readers and formats\n\n" + "\n".join(parts)


def plugin_text(title: str, registry: Registry[Any]) -> str:
    rows = [(f"`{name}`", sentence(registry.get(name))) for name in registry.names()]
    rows += [(f"`{name}`", f"Not available: {why}.") for name, why in sorted(registry.declared().items())]
    return (
        f"## {title}\n\nOne file each in `src/{registry.package.replace('.', '/')}/`; "
        f"outside packages add theirs by the entry point `{registry.group}`.\n\n" + table("Name", "What it is")(rows)
    )


def verbs_page() -> str:
    parts = [verb_text(spec) for spec in bundled_verbs()]
    return (
        "# Verbs\n\nWhat a program may call: `(domain.verb :argument value … :as @name)`. An argument may be written with "
        "`_` for `-`. Verbs of your own are YAML files in the folder `verbs` of the data directory "
        "([guide](../guides/macros.md)).\n\n" + "\n".join(parts)
    )


def verb_text(spec: VerbSpec) -> str:
    needed = ["one of " + ", ".join(f"`:{name}`" for name in names) for names in spec.one_of]
    rows = [
        (
            f"`:{one.name}`" + (" (required)" if one.required else ""),
            one.type + (f": {', '.join(map(str, one.enum))}" if one.enum else ""),
            one.description + (f" Also: {', '.join(f'`:{name}`' for name in one.aliases)}." if one.aliases else ""),
        )
        for one in spec.arguments
    ]
    more = " Further arguments are kept as attributes." if spec.open else ""
    asks = f" Needs {'; '.join(needed)}." if needed else ""
    return f"## {spec.name}\n\n{spec.description}{asks}{more}\n\n" + table("Argument", "Type", "Meaning")(rows)


def templates_page() -> str:
    rows = [(f"`{one.usage}`", one.description) for one in HELPERS.values()]
    return (
        "# Templates\n\nMacros and batch templates are [Handlebars](../guides/macros.md#templates) over plain JSON, without "
        "HTML escaping. These functions are there; partials and others are errors with their line.\n\n"
        + table("Function", "What it does")(rows)
    )


def errors_page() -> str:
    def rows(cls: type[errors.InquiroError], depth: int) -> Iterator[tuple[str, ...]]:
        again = "yes" if cls.retryable else ""
        yield "&nbsp;" * 4 * depth + f"`{cls.__name__}`", str(cls.exit_code), again, sentence(cls)
        for child in cls.__subclasses__():
            if child.__module__ == errors.__name__:
                yield from rows(child, depth + 1)

    return (
        "# Errors and exit codes\n\n"
        "0: done, also at the round limit or when the run waits for a person. 1: failed, also a verification that does "
        "not hold. 2: wrong usage. 3: not configured, or refused. 4: stopped early with a partial report.\n\n"
        + table("Error", "Exit code", "Tried again", "When")(list(rows(errors.InquiroError, 0)))
    )


def events_page() -> str:
    """Stages as the engine and the workflows name them when they speak."""
    stages: dict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "src" / "inquiro").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and (stage := spoken_stage(node)):
                stages[stage] |= {keyword.arg for keyword in node.keywords if keyword.arg} - {"progress"}
    rows = [(f"`{stage}`", ", ".join(f"`{key}`" for key in sorted(keys))) for stage, keys in sorted(stages.items())]
    return (
        "# Events\n\nEvery event has `run_id`, `seq` (their order), `stage`, `message`, `progress` (0 to 1), `data` and "
        "`at`. `--events` prints them as JSON lines.\n\n" + table("Stage", "What `data` may hold")(rows)
    )


def spoken_stage(call: ast.Call) -> str:
    """The stage of an `emit("stage", …)`, or nothing."""
    speaks = ast.unparse(call.func).rpartition(".")[2] == "emit" and call.args
    first = call.args[0] if speaks else None
    return str(first.value) if isinstance(first, ast.Constant) else ""


PAGES = {
    "commands.md": commands_page,
    "settings.md": settings_page,
    "plugins.md": plugins_page,
    "verbs.md": verbs_page,
    "templates.md": templates_page,
    "errors.md": errors_page,
    "events.md": events_page,
}


def main() -> int:
    drifted = []
    for name, page in PAGES.items():
        path, text = FOLDER / name, NOTE + page()
        if not path.is_file() or path.read_text("utf-8") != text:
            drifted.append(name)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
    if drifted and "--check" in sys.argv:
        print(f"docs/reference is out of date ({', '.join(drifted)}); run `make docs`", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
