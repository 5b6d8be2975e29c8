"""Random notes, of which every piece is known to be inside or outside a section; and random sections."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

FRONT = "---\ntags: [a, b]\ntitle: '## Research'\n---\n"
BROKEN_FRONT = "---\ntitle: x\n\n"
PIECES = (  # whole blocks: what follows one starts at the top level again
    "# A title\n\nWords of the reader, and ünïcödé — 漢字 🌲.\n",
    "```\n## Research\nin a fence\n```\n",
    "~~~md\n## Research\n```\n~~~\n",
    "    ## Research in indented code\n",
    "<!--\n## Research\n-->\n",
    "%%\n## Research\n%%\n",
    "Text with %% a remark\n## Research\n%% in it.\n",
    "> ## Research\n> in a quote\n",
    "> [!note] Callout\n> ```\n> ## Research\n",
    "- item\n  ## Research\n- ```\n  ## Research\n  ```\n",
    "$$\n## Research\n$$\n",
    "<div>\n## Research\n</div>\n",
    "### Research\n\nof a lower level\n",
    "# Research\n\nof a higher level\n",
    "## Researchers\n\nof another name\n",
    "#Research is a tag\n",
    "\\## Research is text\n",
    "A line with trailing blanks   \nand a \ttab\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "Setext\n===\n\nwords\n",
    "- [ ] a task ^block-id\n- [x] done [[Link|as]] ![[embed]]\n",
    "Odd spaces \u00a0\u2028\u2029\x0b\x0c here\n",
    "\n\n\n",
)
HEADINGS = ("## Research", "## research", "##   RESEARCH  ##", " ## Research", "Research\n---", "Research\n--------")
OPEN_ENDS = ("```\nnever closed\n", "<!-- never closed\n", "%% never closed\n", "$$\nnever closed\n")


@dataclass
class Segment:
    """A stretch of a note; `section` where it is one under the heading `## Research`, without its last line break."""

    data: bytes
    section: bool = False


def encode(text: str, eol: str) -> bytes:
    return text.replace("\n", eol).encode()


def random_note(chance: Random, fresh: int) -> tuple[list[Segment], str, bool]:
    """The segments, the line break that most of it has, and whether its end is left open."""
    eol = chance.choice(["\n", "\n", "\r\n", "\r"])
    start = b"\xef\xbb\xbf" if chance.random() < 0.3 else b""
    front = chance.choice([FRONT, BROKEN_FRONT, "", "", ""])
    start += encode(front, eol)
    body = b"".join(_piece(chance, eol) for _ in range(chance.randint(0, 5)))
    segments = [Segment(start + body)]
    if chance.random() < 0.3:  # a section that its reader wrote
        words = f"{chance.choice(HEADINGS[:4] if front == BROKEN_FRONT else HEADINGS)}\n\nreader's own {fresh}\n\n- own item {fresh}"
        between = encode("\n\n# After\n\n", eol) + _piece(chance, eol)
        segments += [Segment(encode(words, eol), section=True), Segment(between)]
    if chance.random() < 0.15 and len(segments) > 1:  # and another one
        segments += [Segment(encode(f"## Research\n\nsecond {fresh}", eol), section=True), Segment(encode("\n", eol))]
    if chance.random() < 0.1:
        segments[0].data += b"broken \xff\xfe\xc3 bytes" + encode("\n\n", eol)
    opened = chance.random() < 0.08
    if opened:
        segments.append(Segment(encode("\n# End\n\n" + chance.choice(OPEN_ENDS), eol)))
    elif chance.random() < 0.3 and not segments[-1].section:  # no line break at the end
        segments[-1].data = segments[-1].data.rstrip(b"\r\n")
    return segments, eol, opened


def _piece(chance: Random, eol: str) -> bytes:
    piece = chance.choice(PIECES)
    return encode(piece + "\n", eol if chance.random() < 0.9 else "\n")


def random_section(chance: Random, number: int, before: list[str]) -> str:
    """What a run gives; some of it said before."""
    blocks = []
    for topic in range(chance.randint(1, 4)):
        blocks.append(f"### Topic {topic}")
        for line in range(chance.randint(1, 3)):
            old = [block for block in before if not block.startswith("###")]
            again = old and chance.random() < 0.5
            fresh = f"gen {number}.{topic}.{line} says {chance.randint(0, 9)} [a](https://example.org/{number})"
            blocks.append(chance.choice(old) if again else fresh)
        if chance.random() < 0.4:
            blocks.append("\n".join(f"- [ ] gen item {number}.{topic}.{k}" for k in range(chance.randint(1, 3))))
        if chance.random() < 0.1:
            blocks.append(f"```\n## Research quoted {number}\n```")
    return "## Research\n\n" + "\n\n".join(blocks) + "\n"
