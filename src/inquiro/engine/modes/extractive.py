"""Ideas and implementations without a model: passages and code blocks of the pages that were read, as they stand."""

from __future__ import annotations

from collections.abc import Sequence

from inquiro.core.types import CodeDraft, Document, ItemDraft, ModeDraft, Pool, Worded
from inquiro.core.types.modes import DEPENDENCIES, stated_dependencies
from inquiro.engine.meaning import meaning
from inquiro.engine.modes.code import CodeBlock, code_blocks, dependencies_near
from inquiro.engine.modes.telling import NAMED, Said, Told, about_it, nearest_titles, telling, unlisted
from inquiro.engine.relevance import stands_alone
from inquiro.engine.statements import one_line
from inquiro.retrieval.sentences import is_prose, sentences

SENTENCES = 2  # of an idea
NEAR = 1  # sentences
LEAD_SENTENCES = 2  # about code
BLOCKS_OF_A_PAGE = 2
BELOW = 200  # characters
MORE = 3  # times as many as are wanted: ranking chooses among them
NO_CODE = "no page that was read holds code on this"
NO_IDEA = "no page that was read says anything on this"


def ideas(pool: Pool, top_k: int) -> ModeDraft:
    """Of every page what it tells most about the query; a page gives a second idea only when all have given one."""
    by_page: dict[str, list[Told]] = {}
    for one in telling(pool):
        by_page.setdefault(one.document.id, []).append(one)
    turns: list[ItemDraft] = []
    said = Said()
    while len(turns) < MORE * top_k and any(by_page.values()):
        for document_id, left in by_page.items():
            fresh = [one for one in left if not said.holds(one.text)]
            chosen = _hanging_together(fresh)
            if not chosen:
                fresh = []  # what is left of the page says nothing by itself
            by_page[document_id] = [one for one in fresh if one not in chosen]
            if chosen:
                for one in chosen:
                    said.add(one.text)
                turns.append(ItemDraft(document_id=document_id, sentences=tuple(map(worded, chosen))))
    problems = () if turns else (_nothing(NO_IDEA, pool),)
    return ModeDraft(mode="idea", items=tuple(turns[: MORE * top_k]), problems=problems)


def implementations(pool: Pool, top_k: int) -> ModeDraft:
    """Code blocks whose page, heading, introduction or words are about the query, with what the page says of them."""
    wanted = meaning(pool.plan.refined_query, pool.plan.language)
    found: list[tuple[float, int, ItemDraft]] = []
    fitting = {document.id for document in about_it(pool)}
    for document in pool.documents:
        blocks = [
            block
            for block in code_blocks(document)
            if not block.installs
            and _says_enough(block)
            and (document.id in fitting or _announced(block, document, wanted))
        ]
        scored = [(_worth(block, document, wanted), block) for block in blocks]
        best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: (-pair[0], pair[1].start))
        found += [(-worth, len(found), _item(document, block)) for worth, block in best[:BLOCKS_OF_A_PAGE]]
    found.sort(key=lambda one: one[:2])
    items = tuple(item for _, _, item in found[: MORE * top_k])
    return ModeDraft(mode="implementation", items=items, problems=() if items else (_nothing(NO_CODE, pool),))


def code_of(block: CodeBlock) -> CodeDraft:
    return CodeDraft(
        code=block.code, language=block.language, document_id=block.document_id, start=block.start, end=block.end
    )


def introduction(document: Document, block: CodeBlock) -> list[str]:
    """The last sentences before a block, where they say something."""
    start, end = block.lead
    lead = document.text[start:end]
    told = [unlisted(one_line(lead[slice(*span)])) for span in sentences(lead)]
    said = [one for one in told if is_prose(one) or _leads_on(one)][-LEAD_SENTENCES:]
    return said if not said or stands_alone(said[0]) else said[1:] or said


def _leads_on(sentence: str) -> bool:
    return sentence.endswith((":", "：")) and len(sentence.split()) > 3


def _nothing(said: str, pool: Pool) -> str:
    """That there is none, and which titles come nearest, where any does."""
    titles = nearest_titles(pool)
    return f"{said}; nearest: {', '.join(f'“{title}”' for title in titles)}" if titles else said


def worded(one: Told) -> Worded:
    return Worded(text=one.text, documents=(one.document.id,))


def _hanging_together(told: Sequence[Told]) -> list[Told]:
    """The best sentence that can be understood alone, and the best of those beside it, as they stand in the page."""
    first = next((one for one in told if stands_alone(one.text)), None)
    if first is None:
        return []
    said = Said()
    said.add(first.text)
    beside = [
        one for one in told if one is not first and abs(one.place - first.place) <= NEAR and not said.holds(one.text)
    ]
    return sorted([first, *beside[: SENTENCES - 1]], key=lambda one: one.start)


def _announced(block: CodeBlock, document: Document, wanted: frozenset[str]) -> bool:
    """What introduces it names most of what is asked for, whatever the rest of its page is about."""
    lead = meaning(f"{block.heading}\n{document.text[slice(*block.lead)]}")
    return bool(wanted) and len(wanted & lead) > NAMED * len(wanted)


def _says_enough(block: CodeBlock) -> bool:
    """A line alone shows how something is called, not how it is done."""
    return sum(bool(line.strip()) for line in block.code.splitlines()) > 1


def _worth(block: CodeBlock, document: Document, wanted: frozenset[str]) -> float:
    """Words asked for: near the block they count most, in the page's title least."""
    lead = document.text[slice(*block.lead)]
    near = len(wanted & meaning(f"{block.heading}\n{lead}"))
    inside = len(wanted & meaning(block.code.replace("_", " ").replace(".", " ")))
    title = len(wanted & meaning(document.title))
    return near + 0.7 * inside + 0.5 * title + 0.1 * document.quality if near + inside + title else 0.0


def _item(document: Document, block: CodeBlock) -> ItemDraft:
    told = tuple(Worded(text=one, documents=(document.id,)) for one in introduction(document, block))
    needed = _stated(document, block)
    if not needed:
        needed = tuple(dependencies_near(document, block)) or needed
    return ItemDraft(document_id=document.id, sentences=told, code=(code_of(block),), dependencies=needed)


def _stated(document: Document, block: CodeBlock) -> tuple[str, ...] | None:
    """What a line below the block calls its dependencies, which may be none; None: there is no such line."""
    line = DEPENDENCIES.search(document.text[block.end : block.end + BELOW])
    return tuple(stated_dependencies(line["said"])) if line else None
