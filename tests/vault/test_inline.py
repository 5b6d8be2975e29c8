from __future__ import annotations

import pytest

from inquiro.vault.inline import Scanner, split_target


@pytest.mark.parametrize(
    ("target", "parts"),
    [
        ("Note", ("Note", "", "")),
        ("Note#A#B", ("Note", "A#B", "")),
        ("Note#^b-1", ("Note", "", "b-1")),
        ("Note#A#B^b", ("Note", "A#B", "b")),
        ("#A", ("", "A", "")),
        ("^b", ("", "", "b")),
        ("#^b", ("", "", "b")),
        ("a^b", ("a^b", "", "")),  # only a hash begins a part
        (" Note # A ", ("Note", "A", "")),
    ],
)
def test_what_a_target_names(target, parts):
    assert split_target(target) == parts


def _links(text):
    scanner = Scanner(text)
    scanner.read(0, len(text))
    return [(link.kind, link.path) for link in scanner.found.links]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[a](b.md)", [("markdown", "b.md")]),
        ("[a](<b c.md> 'title')", [("markdown", "b c.md")]),
        ("[a](b%20(c).md)", [("markdown", "b (c).md")]),
        ("[![i](p.png)](n.md)", [("image", "p.png"), ("markdown", "n.md")]),
        ("[a [b] c](d.md)", [("markdown", "d.md")]),
        ("[a](mailto:x@y.z) [b](//h/x) [c](https://x) [d]()", []),
        ("[[a]](b.md)", [("wikilink", "a")]),
        ("[[a|b [c] d]]", [("wikilink", "a")]),
        ("[[]] [[a\nb]]", []),
        ("``[[a]]` [[b]]`` [[c]]", [("wikilink", "c")]),
        ("` [[a]]", [("wikilink", "a")]),  # nothing closes the code
        ("costs $5 [[a]] and $6", [("wikilink", "a")]),  # money
        ("$x [[a]]$ $$[[b]]$$ [[c]]", [("wikilink", "c")]),
        ("%%[[a]]", []),
        ("\\[[a]] \\`[[b]]`", [("wikilink", "b")]),
        ("!\\[[a]] ![[b]]", [("embed", "b")]),
    ],
)
def test_links_in_running_text(text, links):
    assert _links(text) == links


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#a #b/c #d-e_f", ["a", "b/c", "d-e_f"]),
        ("#1 #12 #1a #a1", ["1a", "a1"]),
        ("x#a (#b) ##c # d", []),
        ("#é #日本 #😀", ["é", "日本", "😀"]),
        ("#a [see #b](c.md) [d #e](https://x) #f [#g]", ["a", "f"]),
        ("#a, #b. #c! #d/", ["a", "b", "c", "d"]),
        ("`#a` [x](#a) [[n#a]] https://x/#a <b #c>", []),
    ],
)
def test_tags_in_running_text(text, tags):
    scanner = Scanner(text)
    scanner.read(0, len(text))
    assert scanner.found.tags == tags
