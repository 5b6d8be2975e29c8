"""What a model's answer says in the agreed form, however badly it keeps to it: items with their sources, or a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import msgspec

from inquiro.core.errors import UsageError
from inquiro.core.fences import fence_mark
from inquiro.core.types import IdeaResult, ImplementationResult, ResearchFindings, ResearchMode, ResearchReport
from inquiro.core.types.base import Value
from inquiro.engine.modes.accepting import Accepted, accepted, any_address
from inquiro.engine.modes.asked import at_least_one, modes_of
from inquiro.engine.modes.codeless import without_code
from inquiro.engine.modes.markup import entities_read, readable, unescaped, without_comments, without_cut_tag
from inquiro.engine.modes.outline import Block, Item, outlined

__all__ = ["Accepted", "RawItem", "ReadResult", "accepted", "parse_research_result", "read_result"]

NOT_RETRIEVED = "sources that were not retrieved"
NO_ADDRESS = "sources that are no address"
BEYOND = "items beyond top_k"
CODE = "code in ideas"
NO_BLOCK = "the answer has no <research_result>"
_MOST_PROBLEMS = 20
_CDATA = ("<![CDATA[", "]]>")


class RawItem(Value, frozen=True, kw_only=True):
    """An item as the model gave it: nobody has looked yet whether its source was ever retrieved."""

    source: str
    content: str


class ReadResult(Value, frozen=True, kw_only=True):
    blocks: int = 0  # result blocks found
    items: tuple[RawItem, ...] = ()
    report: str = ""
    problems: tuple[str, ...] = ()
    dropped: dict[str, int] = msgspec.field(default_factory=dict)


def parse_research_result(
    raw_output: str, mode: str, query: str, top_k: int, sources: Mapping[str, str] | None = None
) -> ResearchFindings:
    """Findings out of one answer; `sources` maps what was retrieved, ids and addresses, to the address to show."""
    (chosen,) = modes_of([mode])
    most = at_least_one(top_k)
    if not isinstance(query, str) or not query.strip():
        raise UsageError("the query is empty: say what to look for")
    read = read_result(raw_output, chosen)
    problems = list(read.problems)
    if chosen == "freeform":
        report = ResearchReport(read.report, query=query) if read.report else None
        return ResearchFindings(query, [chosen], most, report=report, problems=problems, dropped=dict(read.dropped))
    shown = any_address if sources is None else Accepted(sources).shown
    dropped = Counter(read.dropped)
    kept = list(_kept(read.items, shown, dropped, NO_ADDRESS if sources is None else NOT_RETRIEVED))
    if len(kept) > most:
        dropped[BEYOND] += len(kept) - most
    ideas = [IdeaResult(one.source, one.content) for one in kept[:most] if chosen == "idea"]
    code = [ImplementationResult(one.source, one.content) for one in kept[:most] if chosen == "implementation"]
    return ResearchFindings(query, [chosen], most, ideas, code, problems=problems, dropped=dict(dropped))


def _kept(
    items: tuple[RawItem, ...], shown: Callable[[str], str | None], dropped: Counter[str], reason: str
) -> Iterator[RawItem]:
    """Those with a source, under the address to show; two spellings of one address make no second item."""
    seen = set()
    for item in items:
        address = shown(item.source)
        if address is None:
            dropped[reason] += 1
        elif (address, item.content) in seen:
            dropped["items said twice"] += 1
        else:
            seen.add((address, item.content))
            yield RawItem(source=address, content=item.content)


def read_result(raw: str, mode: ResearchMode) -> ReadResult:
    """Never raises: what cannot be read is left out, and said."""
    text = readable(raw)
    cut = without_cut_tag(text)
    plain = unescaped(cut)
    form = {"items": mode != "freeform", "decode": plain is cut}
    outline = outlined(plain, **form)
    if not outline.blocks:
        outline = outlined(plain, **form, thinking=True)
    problems = Counter(outline.problems)
    if plain is not cut:
        problems["the tags were written as entities"] += 1
    if cut is not text:
        problems["the answer ends within a tag"] += 1
    blocks = [block for block in outline.blocks if not block.thought] or outline.blocks
    if not blocks:
        return ReadResult(problems=(NO_BLOCK,))
    if mode == "freeform":
        report = _report(plain, blocks)
        if not report:
            problems["the <research_result> is empty"] += 1
        return ReadResult(blocks=len(blocks), report=report, problems=_told(problems))
    dropped: Counter[str] = Counter()
    items = tuple(_items(blocks, mode, problems, dropped))
    if not any(block.items for block in blocks):
        problems["the <research_result> has no <research_item>"] += 1
    return ReadResult(blocks=len(blocks), items=items, problems=_told(problems), dropped=dict(dropped))


def _told(problems: Counter[str]) -> tuple[str, ...]:
    told = [said if times == 1 else f"{said} ({times} times)" for said, times in problems.items()]
    more = len(told) - _MOST_PROBLEMS
    return (*told[:_MOST_PROBLEMS], *((f"and {more} more",) if more > 0 else ()))


# -- items --------------------------------------------------------------------------------------------------------


def _items(blocks: list[Block], mode: ResearchMode, problems: Counter[str], dropped: Counter[str]) -> Iterator[RawItem]:
    """Of all blocks: a draft's items are as good as the final ones', and what is said twice counts once."""
    seen = set()
    for number, item in enumerate((item for block in blocks for item in block.items), 1):
        source, content = _source(item, problems), _content(item)
        if mode == "idea":
            content, code = without_code(content)
            if code:
                dropped[CODE] += code
                problems["ideas hold no code: it was taken out"] += 1
        lacking = "" if source and content else "content" if source else "source"
        if lacking:
            _note(problems, f"item {number} has no {lacking}: left out")
            dropped[f"items without {'a source' if lacking == 'source' else 'content'}"] += 1
        elif (source, content) in seen:
            dropped["items said twice"] += 1
        else:
            seen.add((source, content))
            yield RawItem(source=source, content=content)


def _note(problems: Counter[str], said: str) -> None:
    if len(problems) < 10 * _MOST_PROBLEMS:
        problems[said] += 1


def _source(item: Item, problems: Counter[str]) -> str:
    given = [text for pieces in item.sources if (text := _single_line("".join(pieces)))]
    if len(given) > 1:
        problems["two <source> in one item: the first counts"] += 1
    return given[0] if given else ""


def _single_line(text: str) -> str:
    return " ".join(entities_read(text).split())


def _content(item: Item) -> str:
    """What its tag holds; without the tag, what is left of the item beside its source."""
    if item.content is not None and (content := trimmed("".join(item.content))):
        return content
    return trimmed(without_comments("".join(item.loose)))


def trimmed(text: str) -> str:
    """Without the blanks around it, but for the indentation of a fence in its first line: code is measured by it."""
    bare = text.strip()
    before = text[: len(text) - len(text.lstrip())]
    _, line_end, indent = before.rpartition("\n")
    return indent + bare if line_end and not indent.strip(" \t") and fence_mark(bare.partition("\n")[0]) else bare


# -- the report ---------------------------------------------------------------------------------------------------


def _report(text: str, blocks: list[Block]) -> str:
    """The last block that is no fragment: drafts and examples come first, and an afterthought is short.

    A block in which another one begins was only spoken of, unless there is no other.
    """
    whole = [block for block in blocks if not block.left] or blocks
    written = [_unwrapped(text[block.start : block.end]) for block in whole]
    longest = max(map(len, written))
    return next(one for one in reversed(written) if 2 * len(one) >= longest)


def _unwrapped(text: str) -> str:
    """Without what was only put around the whole of it: CDATA, or a fence that says Markdown."""
    bare, (opens, closes) = text.strip(), _CDATA
    marked = bare[: len(opens)].upper() == opens and bare.endswith(closes) and len(bare) >= len(opens + closes)
    bare = trimmed(bare[len(opens) : -len(closes)].replace(closes + opens, "") if marked else text)
    first, _, rest = bare.partition("\n")
    body, _, last = rest.rpartition("\n")
    mark = fence_mark(first)
    wraps = mark is not None and mark.info.strip().lower() in {"markdown", "md"} and last.strip() == mark.mark
    return trimmed(body) if wraps else bare
