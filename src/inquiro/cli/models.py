"""`inquiro models`: which language and embedding models there are, and whether one answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.text import Text

from inquiro.cli.delivery import print_json
from inquiro.cli.opened import Opened
from inquiro.cli.rows import console
from inquiro.cli.text import count, plain

if TYPE_CHECKING:
    from inquiro.runtime.installing import InstalledModel
    from inquiro.runtime.models import ModelInfo, ModelTried


@click.group()
def models() -> None:
    """List the language and embedding models, install one, test one."""


@models.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
def list_models(as_json: bool) -> None:
    """List what is configured and what could be, with what each can do and costs."""
    with Opened() as opened:
        found = opened.wait(opened.runtime.models())
    if as_json:
        print_json([model.to_dict() for model in found])
    else:
        console().print(_listing(found), end="")


@models.command("test")
@click.argument("model", required=False, metavar="[PROVIDER:NAME]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
@click.pass_context
def test_model(ctx: click.Context, model: str | None, as_json: bool) -> None:
    """Ask a model one small question; it costs a few tokens. An embedding model embeds one sentence."""
    with Opened() as opened:
        tried = opened.wait(opened.runtime.try_model(model))
    if as_json:
        print_json(tried.to_dict())
    else:
        console().print(_told(tried))
    ctx.exit(0 if tried.ok else 1)


@models.command("install")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout, nothing else there.")
def install_model(name: str, as_json: bool) -> None:
    """Fetch a small model that runs on this machine without any key: to answer, or to rank by meaning."""
    err = console(stderr=True)
    with Opened() as opened:
        done = opened.wait(opened.runtime.install_model(name, lambda text: err.print(plain(text), style="dim")))
    if as_json:
        print_json(done.to_dict())
    else:
        console().print(_installed(done))


def _installed(done: InstalledModel) -> Text:
    state = "installed" if done.installed else "was installed already, and is as it should be"
    test = f"{'local:' if done.path.endswith('.gguf') else ''}{plain(done.name)}"
    told = f"{plain(done.name)} {state} ({done.bytes / 1_000_000:,.0f} MB) · inquiro models test {test}"
    return Text.assemble(("✓ ", "green"), told, (f"\n  {plain(done.path)}", "dim"))


def _listing(found: list[ModelInfo]) -> Text:
    """Names of models are long: each has a line of its own, and below it what it can do."""
    shown = Text()
    for model in found:
        line = Text.assemble((plain(model.id), "bold"), "  ", _state(model), (f"\n  {_abilities(model)}\n", "dim"))
        shown.append_text(line)
    return shown


def _state(model: ModelInfo) -> Text:
    state = Text("available", "green") if model.available else Text(plain(model.reason), "yellow")
    return state.append(f" ({', '.join(model.roles)})") if model.roles else state


def _abilities(model: ModelInfo) -> str:
    known = [
        plain(model.about),
        "on this machine" if model.local else "",
        "JSON schema" if model.schema else "",
        "searches the web" if model.web_search else "",
        f"{model.context:,} tokens" if model.context else "",
        "" if _is_free(model) else _price(model),  # a vendor behind a proxy here is not free
    ]
    return " · ".join(part for part in known if part)


def _is_free(model: ModelInfo) -> bool:
    return "embeddings" in model.roles or (model.local and not model.input_price)


def _price(model: ModelInfo) -> str:
    if model.input_price is None or model.output_price is None:
        return "price unknown"
    return f"${model.input_price:g} in, ${model.output_price:g} out per million tokens"


def _told(tried: ModelTried) -> Text:
    if tried.error:
        return Text.assemble(("✗ ", "red"), f"{plain(tried.id)}: {plain(tried.error)}")
    if tried.dimensions:
        told = f"{plain(tried.id)} made a vector of {tried.dimensions} numbers, in {tried.seconds:.1f} s"
        return Text.assemble(("✓ ", "green"), told)
    cost = "price unknown" if tried.cost is None else f"${tried.cost:.6f}"
    typed = "in the JSON that was asked for" if tried.typed else "but not in the JSON that was asked for"
    told = f"{plain(tried.id)} answered {typed}, in {tried.seconds:.1f} s · {count(tried.tokens, 'token')} · {cost}"
    return Text.assemble(("✓ ", "green"), told, (f"\n  {plain(tried.said)}", "dim"))
