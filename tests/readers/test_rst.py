from __future__ import annotations

import time
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.readers._rst_inline import plain_rst
from inquiro.readers.plain import PlainReader
from inquiro.readers.rst import RstReader

PROPOSAL = """\
PEP: 999
Title: Trees for ``streets``
Author: Ann Lee <ann@example.org>,
        Bo Ray <bo at example.org>,,
Status: Draft
Version: 1.2
Created: 05-Jul-2001

.. contents::

.. canonical-doc:: :mod:`trees`

Abstract
========

Trees *cool* streets [1]_, see :pep:`8`. They need::

    water = 1

Rules
-----

* First, as ``x`` says.
* Second:

  .. code-block:: python

     plant(2)

.. [1] A study.
"""
PIECES = (
    "\n", "\n\n", "  ", "    ", "::", "::\n\n", ".. ", ".. note:: ", ".. code-block:: x\n\n", "===", "\n====\n", "- ", "* ",
    "1. ", "#. ", "+--+--+\n", "| a | b |\n", "==  ==\n", "word", "``", "`", "`_", ":a:`", "*", "**", "|", "[1]_", ":f: v",
    ".. |x| replace:: y\n", ".. _t: u\n", ".. list-table::\n", "   * - a\n", "     - b\n", ">>> ", "\\", "é", "Title: t\n",
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


def read(text: str):
    return RstReader().read(text.encode("utf-8", "ignore"), "page.rst")


def told(text: str):
    result = read(text)
    return [(block.kind, result.text[block.start : block.end]) for block in result.blocks]


def test_a_proposal_is_read_as_its_page_shows_it():
    result = read(PROPOSAL)
    assert (result.title, result.author, result.published) == ("Trees for streets", "Ann Lee, Bo Ray", "2001-07-05")
    assert (result.status, result.version) == ("Draft", "1.2")
    assert [(a.label, a.level) for a in result.headings] == [("Abstract", 2), ("Rules", 3)]
    assert "Trees cool streets, see PEP 8. They need:\n\nwater = 1" in result.text
    assert [result.text[span.start : span.end].strip() for span in result.code] == ["water = 1", "plant(2)"]
    assert not any(mark in result.text for mark in ("``", "::", "..", "]_", "@", "contents", "canonical"))
    assert result.text.endswith("- A study.")


def test_a_text_file_that_is_clearly_so_is_read_so():
    result = PlainReader().read(PROPOSAL.encode(), "pep-0999.txt")
    assert result.text == read(PROPOSAL).text
    assert PlainReader().read(b"Title: a thing\n\nJust ``words``.", "a.txt").title == "a thing"
    plain = "A letter\n========\n\nIt says `this` and that."
    assert PlainReader().read(plain.encode(), "a.txt").text == plain


@pytest.mark.parametrize(
    ("marked", "shown"),
    [
        ("``a_b*c``", "a_b*c"),
        (":func:`open` and :py:meth:`~a.b.close`", "open() and close()"),
        (":class:`!Tree`", "Tree"),
        (":pep:`8`, :rfc:`2822`, :pep:`style <7>`", "PEP 8, RFC 2822, style"),
        (":pep:`8#names`", "PEP 8"),
        ("`a page <https://example.org>`_ and `other`__", "a page and other"),
        ("*so* **very** much, 2*3*4", "so very much, 2*3*4"),
        ("as shown [1]_ and [#note]_.", "as shown and."),
        ("see [Knu84]_", "see Knu84"),
        ("10\\ :sup:`5` trees", "10⁵ trees"),
        ("a_b and __init__ and name_ here", "a_b and __init__ and name here"),
        ("|x| and |unknown|", "ten and |unknown|"),
        (r"\*literal\*", "*literal*"),
        ("_`here` it is", "here it is"),
        (":ref:`the part\n<label>` goes on", "the part goes on"),
    ],
)
def test_inline_marks(marked, shown):
    assert plain_rst(marked, {"x": "ten"}, frozenset({"name"})) == shown


def test_lists_nest_and_keep_what_belongs_to_an_item():
    assert told("Needs:\n\n* one\n\n  more\n\n  - inner\n\n* two") == [
        ("paragraph", "Needs:"),
        ("list", "- one\n\n  more\n  - inner\n- two"),
    ]
    assert told("#. one\n#. two") == [("steps", "1. one\n2. two")]


@pytest.mark.parametrize(
    "table",
    [
        "+-----------+-----+\n| Level     | Fee |\n+===========+=====+\n| Supporter | $50 |\n+-----------+-----+",
        "=========  ===\nLevel      Fee\n=========  ===\nSupporter  $50\n=========  ===",
        ".. list-table::\n   :header-rows: 1\n\n   * - Level\n     - Fee\n   * - Supporter\n     - $50",
        ".. csv-table::\n   :header: Level, Fee\n\n   Supporter, $50",
    ],
)
def test_tables_of_every_kind(table):
    result = read(table)
    (block,) = result.blocks
    assert (block.kind, block.header) == ("table", ("Level", "Fee"))
    assert [result.text[start:end] for start, end in block.parts] == ["Supporter | $50"]


def test_definitions_and_fields():
    assert told("tree\n  A plant.\n\nbush : small\n  Another.") == [
        ("definition", "tree\nA plant.\n\nbush : small\nAnother.")
    ]
    assert told(":name: Ann\n:town: Varnholt") == [("definition", "name: Ann\ntown: Varnholt")]


@pytest.mark.parametrize(
    ("directive", "shown"),
    [
        (".. note:: Beware.", "Beware."),
        (".. warning::\n\n   Do not.", "Do not."),
        (".. versionadded:: 3.8\n   It is new.", "Added in version 3.8:\nIt is new."),
        (".. function:: open(a)\n\n   Opens.", "open(a)\n\nOpens."),
        (".. figure:: a.png\n   :alt: x\n\n   A tree.", "A tree."),
        (".. admonition:: Look\n\n   Here.", "Look\n\nHere."),
        ("| one\n| two", "one\ntwo"),
    ],
)
def test_directives_leave_what_a_page_shows(directive, shown):
    assert read(directive).text == shown


@pytest.mark.parametrize(
    "unseen", [".. a comment", ".. _target: x", ".. toctree::\n\n   a", ".. image:: a.png", "__ x"]
)
def test_what_no_page_shows_is_not_read(unseen):
    with pytest.raises(ReadFailed, match="holds no text"):
        read(unseen)


@given(TEXTS)
@example("* a\n\n  .. note::\n\n     b\n\n* c")
def test_any_text_gives_exact_positions_or_nothing(text):
    try:
        result = read(text)
    except ReadFailed:
        return
    assert all(result.text[a.offset :].startswith(a.label) for a in result.headings)
    assert all(0 <= span.start < span.end <= len(result.text) for span in result.code)
    assert all(one.end <= other.start for one, other in pairwise(result.blocks))


@pytest.mark.parametrize(
    "piece",
    [
        "* ",
        "#. a\n",
        "==  ==\n\na\n\n",
        "1. a\n\n   - b\n",
        "  ",
        "`",
        "*a",
        "|a",
        "[1]_",
        ".. note::\n\n",
        "+-+\n",
        "a\n ",
        "==  ==\n",
        "``a",
        ":a:`b",
        "_a",
    ],
)
def test_long_texts_take_no_longer_than_their_length(piece):
    started = time.process_time()
    with suppress(ReadFailed):
        read(piece * (100_000 // len(piece)))
    assert time.process_time() - started < 4
