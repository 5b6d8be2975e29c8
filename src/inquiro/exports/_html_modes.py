"""Ideas, implementations and a paper as HTML: every code block is text, with what is known of it beside it."""

from __future__ import annotations

from collections.abc import Iterable

from inquiro.core.items_told import CodeTold
from inquiro.exports._answer import Block
from inquiro.exports._display import LABELS
from inquiro.exports._html_text import esc
from inquiro.exports._html_writer import Writer, blocks_of
from inquiro.exports._modes import IDEAS, IMPLEMENTATIONS, NONE_FOUND, PAPER, Item, Shown, clean_code, language_tag


def modes(shown: Shown, writer: Writer) -> str:
    parts = (
        _items("ideas", IDEAS, shown.ideas, writer),
        _items("implementations", IMPLEMENTATIONS, shown.implementations, writer),
        _paper(shown, writer),
    )
    return "\n".join(filter(None, parts))


def _items(name: str, heading: str, items: tuple[Item, ...] | None, writer: Writer) -> str:
    if items is None:
        return ""
    listed = "\n".join(_item(item, writer) for item in items)
    body = f'<ol class="items">\n{listed}\n</ol>' if items else f"<p>{NONE_FOUND}</p>"
    return f'<section class="{name}" aria-labelledby="{name}"><h2 id="{name}">{heading}</h2>\n{body}\n</section>'


def _item(item: Item, writer: Writer) -> str:
    heading = f'<h3 dir="auto">{esc(item.title)}</h3>' if item.code else ""
    text = blocks_of(_below(item.blocks), writer)
    code = "\n".join(_code(told, writer) for told in item.code)
    return (
        f'<li class="item"><span class="number" aria-hidden="true">{item.number}</span>'
        f"{heading}{text}{code}{_standing(item, writer)}</li>"
    )


def _standing(item: Item, writer: Writer) -> str:
    label = f'<span class="chip {item.label}">{LABELS[item.label]}</span>' if item.label else ""
    needs = f'<span class="needs">{esc(item.needs)}</span>' if item.needs else ""
    reasons = f'<span class="reasons">{esc(item.reasons)}</span>' if item.reasons else ""
    ranking = f"<span>{esc(item.ranking)}</span>" if item.ranking else ""
    facts = (_where(item, writer), label, ranking, needs, reasons)
    return f'<p class="standing">{" ".join(filter(None, facts))}</p>'


def _where(item: Item, writer: Writer) -> str:
    title = esc(item.title)
    if item.source is not None:
        return f'<span dir="auto">{title}</span>{writer.mark(item.source)}'
    if item.url:
        return f'<a href="{esc(item.url)}" rel="noreferrer noopener" target="_blank">{title}</a>'
    return f'<span dir="auto">{title}</span>'


def _code(told: CodeTold, writer: Writer) -> str:
    origin = f'<span class="chip">{esc(told.origin)}</span>' if told.origin else ""
    doubts = "".join(f'<span class="chip uncited">{esc(doubt)}</span>' for doubt in told.doubts)
    remarks = esc(" · ".join(told.remarks))
    caption = " ".join(filter(None, (origin, doubts, remarks)))
    shown = writer.code(clean_code(told.code), language_tag(told.language))
    return f'<figure class="code">{shown}{f"<figcaption>{caption}</figcaption>" if caption else ""}</figure>'


def _paper(shown: Shown, writer: Writer) -> str:
    if shown.paper is None:
        return ""
    known = iter(shown.paper_code)
    parts: list[str] = []
    run: list[Block] = []
    for block in shown.paper:
        if block.kind != "code":
            run.append(block)
            continue
        parts.append(blocks_of(run, writer))
        run = []
        parts.append(_code(next(known, CodeTold(block.code, block.language, "")), writer))
    parts.append(blocks_of(run, writer))
    body = "\n".join(filter(None, parts)) or f"<p>{NONE_FOUND}</p>"
    return f'<section class="paper" aria-labelledby="paper"><h2 id="paper">{PAPER}</h2>\n{body}\n</section>'


def _below(blocks: Iterable[Block]) -> list[Block]:
    """Headings of an item stand below ours."""
    return [Block(kind="heading", level=4, spans=block.spans) if block.kind == "heading" else block for block in blocks]
