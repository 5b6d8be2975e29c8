from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import IdeaResult, ImplementationResult, ResearchFindings, ResearchReport
from inquiro.knowledge.by_hand import addresses, brought

COOLS = "Street trees cool the midday air of Varnholt by 1.6 °C."
PRUNE = "Prune young trees every second winter."


def findings(*ideas, implementations=(), report=None):
    return ResearchFindings(
        "How to cool?", ["idea"], 5, ideas=list(ideas), implementations=list(implementations), report=report
    )


def test_without_a_page_an_item_is_kept_as_it_was_given(tell):
    found = brought(findings(IdeaResult("https://a.example/x", COOLS, title="A")), [])
    [item] = found.items
    assert (item.content, item.source, item.title, item.proofs, item.private) == (
        COOLS,
        "https://a.example/x",
        "A",
        (),
        False,
    )
    assert (found.facts, found.entities, found.documents) == ((), (), ())
    assert found.skipped == ("1 item: their pages were not read here: kept as they were given, without a proof",)


def test_only_sentences_that_its_own_page_bears_become_facts(tell):
    own, other = tell.page("own", COOLS), tell.page("other", PRUNE)
    idea = IdeaResult(f"{own.url}?utm_source=mail", f"{COOLS} {PRUNE}")
    found = brought(findings(idea), [own, other])
    assert [(fact.statement, fact.proofs[0].document_id) for fact in found.facts] == [(COOLS, "own")]
    assert [entity.name for entity in found.entities] == ["Varnholt"]
    assert found.documents == ("own",)


def test_code_is_no_statement(tell):
    page = tell.page("own", "import the whole thing at once", COOLS)
    code = ImplementationResult(page.url, "Run it.\n\n```python\nimport the whole thing at once\n```")
    assert brought(findings(implementations=[code]), [page]).facts == ()


def test_pages_that_prove_nothing_are_left_out(tell):
    pages = [
        tell.page("own", COOLS, retracted=True),
        tell.page("own", COOLS, source_type="knowledge"),
        tell.page("own", COOLS, kind="captcha"),
    ]
    for page in pages:
        assert brought(findings(IdeaResult(page.url, COOLS)), [page]).facts == ()


def test_a_private_page_or_a_file_makes_it_private(tell):
    page = tell.page("own", COOLS, private=True)
    found = brought(findings(IdeaResult(page.url, COOLS)), [page])
    assert found.items[0].private
    assert found.facts[0].private
    assert brought(findings(IdeaResult("file:///notes/tree.md", COOLS)), []).items[0].private
    assert brought(findings(IdeaResult("e12", COOLS)), []).items[0].private


def test_a_paper_alone_is_no_knowledge():
    found = brought(findings(report=ResearchReport("## Abstract")), [])
    assert (found.items, found.facts, len(found.skipped)) == ((), (), 1)


def test_the_same_twice_is_kept_once_and_addresses_are_asked_for_once():
    idea = IdeaResult("https://a.example", COOLS)
    two = findings(idea, msgspec.structs.replace(idea, title="B"))
    assert len(brought(two, []).items) == 1
    assert addresses(two) == ("https://a.example",)


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_item_can_be_brought(source, content):
    found = brought(findings(IdeaResult(source, content)), [])
    assert [item.content for item in found.items] == [content]
    assert found.facts == ()
