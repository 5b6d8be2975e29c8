"""The code blocks of a page: what each is written in, what introduces it, and under which heading it stands."""

from __future__ import annotations

import re
import textwrap
from bisect import bisect_right

from inquiro.core.types import Document
from inquiro.core.types.base import Value
from inquiro.engine.modes.languages import guessed_language, language_named
from inquiro.engine.modes.requirements import installs_only, near
from inquiro.retrieval.sentences import sentences

_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})[^\n]*")
_ADDRESS = re.compile(r"(?:https?|ftp)://\S+")
_OUTPUT = re.compile(
    r"\s*(?:Traceback \(most recent call last\):|Segmentation fault|error(?:\[\w+\])?: |warning: |\w*(?:Error|Exception): )"
    r"|\s*(?:\d{4}-\d\d-\d\d[ T]\d\d:\d\d|\[?(?:INFO|DEBUG|WARN(?:ING)?|ERROR)\b)"
)
_TREE = re.compile(r"[├└│]")
_SIGN_OF_CODE = re.compile(r"[(){}\[\]=;<>$]|::|->|^\s*(?:#|//|@|import |from |def |class |return )", re.MULTILINE)
_FAR = 2_000  # a lead further back introduces something else
_LONGEST_LEAD = 500
_SAID_SO = 3  # words: less is a label, such as the name of a file


class CodeBlock(Value, frozen=True, kw_only=True):
    """One block; `code` is the document's text at its span without common indentation."""

    document_id: str
    start: int
    end: int
    code: str
    language: str = ""
    lead: tuple[int, int] = (0, 0)  # of the prose right before it; (0, 0): none
    heading: str = ""
    installs: tuple[str, ...] = ()  # of a block that does nothing but install these


def code_blocks(document: Document) -> list[CodeBlock]:
    """In their order, without what only looks like code: a word, an address, what a program printed."""
    offsets = [anchor.offset for anchor in document.headings]
    found: list[CodeBlock] = []
    before = 0
    for span in sorted(document.code, key=lambda one: one.start):
        code = dedented(document.text[span.start : span.end])
        named = language_named(span.language)
        language = named or guessed_language(code)
        if not is_trivial(code, named, language):
            at = bisect_right(offsets, span.start)
            found.append(
                CodeBlock(
                    document_id=document.id,
                    start=span.start,
                    end=span.end,
                    code=code,
                    language=language,
                    lead=_lead(document, span.start, before, offsets[at - 1] if at else -1),
                    heading=document.headings[at - 1].label if at else "",
                    installs=installs_only(code),
                )
            )
        before = span.end
    return found


def dependencies_near(document: Document, block: CodeBlock) -> tuple[str, ...]:
    """What the page itself says must be installed, nearest first."""
    return near(document, block.start, block.end)


def dedented(code: str) -> str:
    """Without common indentation, also where a page has put the first line at the border."""
    return textwrap.dedent(code).strip("\n").rstrip()


def is_trivial(code: str, named: str, language: str) -> bool:
    bare = code.strip()
    if not bare or named == "output" or _ADDRESS.fullmatch(bare):
        return True
    signed = _SIGN_OF_CODE.search(bare) is not None
    if named or language:
        return len(bare.split()) == 1 and not signed
    return not signed or _OUTPUT.match(bare) is not None or _TREE.search(bare) is not None


def _lead(document: Document, start: int, after: int, heading: int) -> tuple[int, int]:
    """The last paragraph before the block that says something, on this side of the heading and the block before."""
    text = document.text
    if heading >= 0:
        line_end = text.find("\n", heading)
        after = max(after, line_end if 0 <= line_end <= start else start)
    after = max(after, start - _FAR)
    end = start
    for _ in range(3):
        end, begin = _paragraph(text, after, end)
        if begin >= end:
            return (0, 0)
        if len(text[begin:end].split()) >= _SAID_SO:
            return _shortened(text, begin, end)
        end = begin
    return (0, 0)


def _paragraph(text: str, after: int, end: int) -> tuple[int, int]:
    """End and begin of the paragraph that ends there, fences and blank lines passed over."""
    while end > after:
        bare_end = after + len(text[after:end].rstrip())
        begin = max(after, text.rfind("\n", after, bare_end) + 1)
        if bare_end <= after or not _FENCE.fullmatch(text[begin:bare_end]):
            end = bare_end
            break
        end = begin
    gap = text.rfind("\n\n", after, end)
    begin = gap + 2 if gap >= 0 else after
    begin += len(text[begin:end]) - len(text[begin:end].lstrip())
    fence = max(
        (found.end() for found in re.finditer(r"(?m)^[ \t]*(?:`{3,}|~{3,})[ \t]*$", text[begin:end])), default=-1
    )
    begin = begin + fence if fence >= 0 else begin
    return end, begin + len(text[begin:end]) - len(text[begin:end].lstrip())


def _shortened(text: str, begin: int, end: int) -> tuple[int, int]:
    """The last sentences of a long paragraph."""
    if end - begin <= _LONGEST_LEAD:
        return begin, end
    spans = sentences(text, begin, end)
    first = next(
        (start for start, _ in reversed(spans[-2:-1]) if end - start <= _LONGEST_LEAD), spans[-1][0] if spans else begin
    )
    return first, end
