"""Links lead where Obsidian leads them, and a link that is written comes back to its note."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.vault.names import VaultNames, folded
from inquiro.vault.notes import parse_note

FILES = [
    "Home.md",
    "a/Home.md",
    "a/Note.md",
    "a/b/Note.md",
    "z/Note.md",
    "z/deep/deeper/Only.md",
    "images/photo.png",
    "a/photo.png.md",
    "v1.2.md",
    "Ünder.md",
    "board.canvas",
]
NAMES = VaultNames((path, ()) for path in FILES)


@pytest.mark.parametrize(
    ("target", "source", "path"),
    [
        ("Home", "a/Note.md", "Home.md"),  # from the root, even where one is nearer
        ("a/Home", "Home.md", "a/Home.md"),
        ("Note", "z/deep/deeper/Only.md", "a/Note.md"),  # the shortest path, then the first by its name
        ("Note", "z/Note.md", "z/Note.md"),  # in the folder of the source
        ("Note", "a/b/x.md", "a/b/Note.md"),
        ("b/Note", "Home.md", "a/b/Note.md"),
        ("deeper/only", "Home.md", "z/deep/deeper/Only.md"),
        ("eper/only", "Home.md", None),
        ("./Note", "a/b/x.md", "a/b/Note.md"),
        ("../Note", "a/b/x.md", "a/Note.md"),
        ("../../Home.md", "a/b/x.md", "Home.md"),
        ("../../../../images/photo.png", "a/b/x.md", "images/photo.png"),  # it stays in the vault
        ("/a/Note", "z/Note.md", "a/Note.md"),
        ("/Note", "z/Note.md", None),
        ("photo.png", "Home.md", "images/photo.png"),
        ("photo.png.md", "Home.md", "a/photo.png.md"),
        ("v1.2", "Home.md", "v1.2.md"),
        ("board", "Home.md", None),
        ("board.canvas", "Home.md", "board.canvas"),
        ("HOME", "a/Note.md", "Home.md"),
        (unicodedata.normalize("NFD", "ünder"), "Home.md", "Ünder.md"),
        ("", "a/Note.md", "a/Note.md"),
        ("Note#Heading", "z/Note.md", "z/Note.md"),
        (" Home ", "a/Note.md", "Home.md"),
        ("nowhere", "Home.md", None),
    ],
)
def test_where_a_link_leads(target, source, path):
    assert NAMES.resolve(target, source) == path


@pytest.mark.parametrize(
    ("path", "link"),
    [
        ("z/deep/deeper/Only.md", "[[Only]]"),
        ("a/Note.md", "[[a/Note]]"),
        ("images/photo.png", "[[photo.png]]"),
        ("a/photo.png.md", "[[photo.png.md]]"),
        ("v1.2.md", "[[v1.2]]"),
    ],
)
def test_the_shortest_link_that_leads_there(path, link):
    assert NAMES.link_to(path, "Home.md") == link


@pytest.mark.parametrize(
    "name", ["C# notes", "a [b] c", "x|y", "a^b", "100%% sure", "`code`", "$x$", "a\u200bb", "<b>"]
)
def test_what_a_wikilink_cannot_hold_is_a_link_of_markdown(name):
    names = VaultNames([(f"odd/{name}.md", ())])
    link = names.link_to(f"odd/{name}.md", "Home.md")
    assert "](" in link
    assert "[[" not in link
    assert _followed(names, link, "Home.md") == f"odd/{name}.md"


def test_it_follows_what_happens_to_the_vault():
    names = VaultNames([("a/X.md", ("ex",)), ("b/Y.md", ())])
    names.add("c/X.md", ("ex",))
    assert names.with_alias("EX") == ["a/X.md", "c/X.md"]
    assert names.link_to("c/X.md") == "[[c/X]]"
    names.discard("a/X.md")
    names.discard("never/there.md")
    assert names.link_to("c/X.md") == "[[X]]"
    names.add("c/X.md", ("now",))
    assert names.with_alias("ex") == []
    assert names.aliases("c/X.md") == ("now",)
    assert sorted(names) == ["b/Y.md", "c/X.md"]
    assert len(names) == 2
    assert "a/X.md" not in names
    assert names.resolve("ex") is None  # an alias is no target of a link


def test_spellings_that_count_as_one():
    names = VaultNames([("A/Note.md", ()), ("a/note.md", ())])
    assert names.spelled_alike("a/NOTE.md") == ["A/Note.md", "a/note.md"]
    assert names.resolve("a/note") == "a/note.md"
    assert names.resolve("A/Note") == "A/Note.md"
    assert folded("STRASSE") != folded("straße")  # two files, everywhere


def _followed(names: VaultNames, link: str, source: str) -> str | None:
    """As a reader of the note would follow it: parsed, then resolved."""
    found = parse_note(f"See {link} there.\n", source).links
    assert len(found) == 1
    assert not found[0].embeds
    assert not found[0].heading
    return names.resolve(found[0].path, source)


_PIECES = st.sampled_from(
    ["a", "A", "note", "Note", "ä", unicodedata.normalize("NFD", "ä"), "x.y", "md", ".md", "b c", "#", "[", "]", "|", "^", "%",
     "(", ")", "!", "*", "_", "~", "'", "&", "$", "日本", "😀", "\u200d", "  ", "%20", "=="]
)  # fmt: skip
_NAMES = st.lists(_PIECES, min_size=1, max_size=4).map("".join).filter(lambda name: name.strip(". ") == name)
_PATHS = st.builds(
    lambda folders, name, suffix: "/".join([*folders, name + suffix]),
    st.lists(_NAMES, max_size=2),
    _NAMES,
    st.sampled_from([".md", ".md", ".md", ".txt", ".png"]),
)


@given(st.lists(_PATHS, min_size=1, max_size=12, unique=True), st.data())
def test_a_link_that_is_written_comes_back_to_its_note(paths, data):
    names = VaultNames((path, ()) for path in paths)
    source = data.draw(st.sampled_from(paths))
    for path in paths:
        link = names.link_to(path, source)
        assert "\n" not in link
        assert _followed(names, link, source) == path


@given(st.lists(_PATHS, min_size=1, max_size=8, unique=True), st.text(max_size=12))
def test_whatever_is_asked_only_files_of_the_vault_are_found(paths, target):
    names = VaultNames((path, ()) for path in paths)
    assert names.resolve(target, paths[0]) in {None, *paths}
    for path in paths:
        names.discard(path)
    assert names.resolve(target) is None
    assert not names._by_name
    assert not names._by_path
