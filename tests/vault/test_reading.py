"""A note as it is researched: embeds in place, nothing hidden, nothing of ours, and bounds that hold."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from inquiro.core.errors import ReadFailed, UsageError
from inquiro.vault import reading
from inquiro.vault.reading import MOST_CHARACTERS, read_note


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / ".obsidian").mkdir()
    return tmp_path


def put(vault: Path, **notes: str | bytes) -> None:
    for name, text in notes.items():
        path = vault / f"{name.replace('__', '/')}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def test_a_note_with_what_it_embeds(vault):
    put(
        vault,
        Main="---\npublished: 2024-05-06\ntags: [energy]\n---\n# Pumps\nBefore ![[Plan#Costs]] after #quiet.\n\n"
        "![[Facts#^limit]]\n![[photo.png]] [[Linked]] ![[Plan]]\n",
        Plan="---\nsecret: x\n---\n# Plan\nIntro\n## Costs\n100 € a year\n## Rest\nlast words\n",
        Facts="Other\n\nAt most 35 dB. ^limit\n\nMore",
        Linked="x",
        Folder__Back="[[Main]]",
    )
    (vault / "photo.png").write_bytes(b"")
    read = read_note(vault, "main")
    assert (read.path, read.title, read.published, read.tags) == ("Main.md", "Pumps", "2024-05-06", ("energy", "quiet"))
    assert "Before \n## Costs\n100 € a year\n after #quiet." in read.text
    assert "At most 35 dB." in read.text
    assert "Other" not in read.text
    assert "(photo.png)" in read.text
    assert "last words" in read.text
    assert "secret" not in read.text
    assert "![[" not in read.text
    assert read.embedded == ("Plan.md", "Facts.md")
    assert read.linked == ("Plan.md", "Facts.md", "Linked.md")
    assert read.problems == ()
    assert read.sha256 == sha256((vault / "Main.md").read_bytes()).hexdigest()


def test_remarks_and_earlier_research_are_left_out_also_of_what_is_embedded(vault):
    mark = "<!-- inquiro run 1a2b, text 0123456789ab -->"
    put(
        vault,
        Main=f"Seen %%hidden%% here\n\n%%\nblock\n%%\n\n<!-- html -->\n\n## Research\nold finding ![[Other]]\n\n{mark}\n\n"
        "## After\nkept ![[Other]]\n\n```\n## Research\nin code\n```\n",
        Other=f"own words\n## Research\nother finding\n### Deep\nstill\n{mark}\n# Next\nmore words\n",
    )
    read = read_note(vault, "Main")
    for gone in ("hidden", "block", "html", "old finding", "other finding", "still", "%%", "inquiro"):
        assert gone not in read.text
    for kept in ("Seen", "here", "## After", "kept", "own words", "more words", "in code"):
        assert kept in read.text
    assert read.problems == ()


def test_a_section_of_that_name_that_somebody_else_wrote_is_said_to_be_left_out(vault):
    put(vault, Main="words\n## Research\nmine\n")
    read = read_note(vault, "Main")
    assert read.text == "words\n"
    assert "was not read" in read.problems[0]


def test_cycles_depth_and_what_is_missing_are_said(vault):
    put(
        vault,
        A="a ![[B]]",
        B="b ![[A]]",
        Self="![[#Part]]\n# Part\nx ![[#Part]]",
        Gone="![[nowhere]] ![[A#none]] ![[A#^no]]",
    )
    for number in range(9):
        put(vault, **{f"N{number}": f"level {number} ![[N{number + 1}]]"})
    read = read_note(vault, "A")
    assert read.text == "a b "
    assert read.problems == ("![[A]] in 'B.md' embeds itself",)
    assert len(read_note(vault, "Self").problems) == 1
    deep = read_note(vault, "N0")
    assert "level 5" in deep.text
    assert "level 6" not in deep.text
    assert "more than 5 embeds deep" in deep.problems[0]
    gone = read_note(vault, "Gone")
    assert gone.text.strip() == ""
    assert [problem.partition(" in ")[0] for problem in gone.problems] == ["![[nowhere]]", "![[A#none]]", "![[A#^no]]"]


def test_a_note_that_multiplies_itself_is_bounded(vault):
    put(vault, **{f"M{n}": "x" * 1_000 + f" ![[M{n + 1}#^b]]" * 12 + " ^b\n" for n in range(7)}, M7="end ^b")
    read = read_note(vault, "M0")
    assert any("only the first 50 embeds" in problem for problem in read.problems)
    assert len(read.text) < 60_000
    put(vault, Big="![[Half]] ![[Half#^e]]\nmore", Half="y" * 150_000 + " ^e\n")
    big = read_note(vault, "Big")
    assert len(big.text) <= MOST_CHARACTERS + 10
    assert big.problems == ("only the first 200,000 characters were read",)


@pytest.mark.fault(60)
def test_a_huge_note_takes_no_memory(vault, monkeypatch):
    taken: list[int] = []
    whole = reading.parse_note
    monkeypatch.setattr(reading, "parse_note", lambda text, path: taken.append(len(text)) or whole(text, path))
    data = "Zeile mit Wörtern und [[Verweis]].\n".encode() * 1_450_000
    put(vault, Huge=data)
    read = read_note(vault, "Huge")
    assert len(data) > 50_000_000
    assert read.sha256 == sha256(data).hexdigest()
    assert len(read.text) == MOST_CHARACTERS
    assert max(taken) <= 1_000_000
    assert "200,000" in read.problems[0]


@pytest.mark.fault(60)
@pytest.mark.parametrize(
    ("data", "text", "problem"),
    [
        (b"\xef\xbb\xbf# T\r\nx", "# T\r\nx", ""),
        ("Größe".encode("cp1252"), "Größe", "not UTF-8"),
        (b"", "", ""),
        (b"---\nbroken: [\n---\nwords", "---\nbroken: [\n---\nwords", ""),
    ],
)
def test_files_as_they_are_found(vault, data, text, problem):
    put(vault, Note=data)
    read = read_note(vault, "Note")
    assert read.text == text
    assert problem in "".join(read.problems)
    assert bool(read.problems) == bool(problem)


@pytest.mark.parametrize("data", ["x".encode("utf-16"), b"a\0b"])
def test_what_is_no_text_is_refused(vault, data):
    put(vault, Note=data, Main="![[Note]] words")
    with pytest.raises(ReadFailed):
        read_note(vault, "Note")
    main = read_note(vault, "Main")
    assert main.text == " words"
    assert "Note.md" in main.problems[0]


@pytest.mark.fault(58)
def test_an_embed_leads_nowhere_outside(vault, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.md").write_text("the secret", "utf-8")
    (vault / "Linked.md").symlink_to(outside / "secret.md")
    put(vault, Main=f"![[Linked]] ![[../secret]] ![x](../../{outside.name}/secret.md) ![[{outside}/secret.md]]")
    read = read_note(vault, "Main")
    assert "the secret" not in read.text
    assert len(read.problems) == 4
    with pytest.raises(UsageError):
        read_note(vault, "Linked")
