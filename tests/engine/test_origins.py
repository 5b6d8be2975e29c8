from __future__ import annotations

import hashlib
import json
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Document, Evidence
from inquiro.engine.extract import evidence_at
from inquiro.engine.origins import Origins
from inquiro.readers import read

CORPUS = Path(__file__).resolve().parents[2] / "examples" / "corpus"
REAL = Path(__file__).resolve().parents[3] / "shared" / "data"
RELEASE, COURIER = "nordlicht-press-release-brenmoor-portavel.txt", "night-train-118000-passengers-courier.html"
SURVEY = "night-train-passenger-survey-2023.md"


def own(name: str, length: int = 120) -> str:
    return " ".join(f"{name}{n}" for n in range(length))


def document(name: str, text: str | None = None, **known) -> Document:
    text = own(name) if text is None else text
    values = {"url": f"https://{name}.example/page"} | known
    return Document(
        id=name,
        title=name,
        text=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
        **values,
    )


def quotes(*documents: Document) -> list[Evidence]:
    return [evidence_at(f"e{n}", one, 0, min(20, len(one.text))) for n, one in enumerate(documents)]


def grouped(*documents: Document) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    found = Origins(documents).of(quotes(*documents))
    return [(origin.documents, origin.reasons) for origin in found]


def test_a_syndicated_copy_is_the_same_origin():
    names = (RELEASE, COURIER, SURVEY)
    contents = {name: read((CORPUS / name).read_bytes(), name) for name in names}
    release, courier, survey = (document(name, contents[name].text, url=name) for name in names)
    origins = Origins([release, courier, survey])
    assert origins.copies(RELEASE, COURIER)
    assert not origins.copies(RELEASE, SURVEY)
    found = origins.of(quotes(release, survey, courier, release))
    assert [origin.documents for origin in found] == [(RELEASE, COURIER), (SURVEY,)]
    assert found[0].reasons[0].startswith("one holds the text of the other (0.")
    assert origins.first(COURIER) == origins.first(RELEASE) == RELEASE


def test_near_identical_text_says_how_near():
    text = own("word", 400)
    assert grouped(document("a", text), document("b", text.replace("word200", "other"))) == [
        (("a", "b"), ("near-identical text (0.96)",))
    ]


def test_the_text_inside_another_page_is_one_origin():
    release = own("word", 60)
    assert grouped(document("a", release), document("b", f"{own('site', 900)} {release}")) == [
        (("a", "b"), ("one holds the text of the other (1.00)",))
    ]


@pytest.mark.parametrize("credit", ["LONDON (Reuters) - ", "Source: Reuters\n", "Quelle: Reuters. "])
def test_two_shortened_copies_of_one_wire_report_are_one_origin(credit):
    report = own("wire", 60)
    one, other = f"{credit}{own('a', 200)} {report}", f"{credit}{own('b', 200)} {report}"
    assert grouped(document("a", one), document("b", other)) == [(("a", "b"), ("the same report of Reuters (0.21)",))]
    assert len(grouped(document("a", one), document("b", other.removeprefix(credit)))) == 2


def test_the_same_agency_with_other_words_is_two_reports():
    texts = [f"LONDON (Reuters) - {own(name)}" for name in "ab"]
    assert len(grouped(document("a", texts[0]), document("b", texts[1]))) == 2


def test_one_work_at_two_addresses_is_one_origin():
    publisher, repository = document("a", doi="10.1000/X"), document("b", doi="10.1000/x")
    assert grouped(publisher, repository) == [(("a", "b"), ("same work (DOI 10.1000/x)",))]
    assert Origins([publisher, repository]).first("b") == "a"


def test_two_pages_that_cite_the_same_paper_at_the_quote_are_one_origin():
    pages = [document(name, f"Trees cool streets (doi:10.1000/up) {own(name)}") for name in "ab"]
    assert grouped(*pages) == [(("a", "b"), ("both cite DOI 10.1000/up",))]


def test_a_page_and_the_paper_it_cites_are_one_origin():
    page = document("a", f"Trees cool streets, see arXiv:2101.00001. {own('a')}")
    paper = document("b", url="https://arxiv.org/abs/2101.00001")
    for order in ((page, paper), (paper, page)):
        ((_, reasons),) = grouped(*order)
        assert reasons == ("one cites the other (arXiv 2101.00001)",)


def test_a_citation_far_from_the_quote_ties_nothing():
    pages = [document(name, f"{own(name, 300)} doi:10.1000/up") for name in "ab"]
    assert len(grouped(*pages)) == 2


@pytest.mark.parametrize(
    ("one", "other", "origins"),
    [
        ("https://www.city.example.org/a", "https://news.example.org/b", 1),
        ("https://example.co.uk/a", "https://other.co.uk/b", 2),
        ("https://www.bbc.co.uk/a", "https://news.bbc.co.uk/b", 1),
        ("https://www.nature.com/a", "https://www.nature.com/b", 2),  # two papers of one journal
        ("https://pubmed.ncbi.nlm.nih.gov/1111", "https://pubmed.ncbi.nlm.nih.gov/2222", 2),
        ("https://alice.github.io/a", "https://bob.github.io/b", 2),
        ("https://alice.github.io/a", "https://alice.github.io/b", 1),
        ("https://medium.com/@a/x", "https://medium.com/@b/y", 2),
        ("file:///a.md", "file:///b.md", 2),
        ("http://127.0.0.1:1/a", "http://127.0.0.1:2/b", 2),  # nobody's registered name
    ],
)
def test_one_publisher_is_one_voice_unless_it_prints_many(one, other, origins):
    found = grouped(document("a", url=one), document("b", url=other))
    assert len(found) == origins
    assert all(reason.startswith("same publisher (") for _, reasons in found for reason in reasons)


def test_what_ties_two_groups_joins_them():
    a, c = document("a", url="https://one.example/a"), document("c", doi="10.1000/x")
    b = document("b", url="https://one.example/b", doi="10.1000/x")
    ((documents, reasons),) = grouped(a, c, b)
    assert set(documents) == {"a", "b", "c"}
    assert set(reasons) == {"same publisher (one.example)", "same work (DOI 10.1000/x)"}


def test_documents_too_short_to_compare_are_not_copies():
    assert not Origins([document("a", "Yes."), document("b", "Yes.")]).copies("a", "b")
    assert not Origins([]).copies("x", "y")


def test_a_quote_whose_document_is_gone_counts_for_nothing():
    assert Origins([]).of(quotes(document("a"))) == ()


WORDS = own("w", 40)
POOL = [
    document("p1", url="https://one.example/1"),
    document("p2", url="https://one.example/2"),
    document("x1", doi="10.1000/x"),
    document("x2", doi="10.1000/x", url="https://one.example/3"),
    document("t1", WORDS),
    document("t2", f"{WORDS} {own('tail', 60)}"),
    document("c1", f"Trees (PMID 1234567). {own('c')}"),
    document("c2", f"Trees (PMID 1234567). {own('d')}", doi="10.1000/y"),
    document("alone"),
]


@given(st.lists(st.sampled_from(POOL), unique_by=lambda one: one.id), st.randoms(use_true_random=False))
def test_groups_do_not_depend_on_the_order(documents, rng: random.Random):
    shuffled = documents[:]
    rng.shuffle(shuffled)
    found, again = ({frozenset(ids) for ids, _ in grouped(*order)} for order in (documents, shuffled))
    assert found == again
    assert sorted(one for ids in found for one in ids) == sorted(one.id for one in documents)


@given(st.sampled_from(POOL), st.sampled_from(POOL))
def test_being_a_copy_is_symmetric(one, other):
    origins = Origins(POOL)
    assert origins.copies(one.id, other.id) == origins.copies(other.id, one.id)


def real_abstracts(number: int) -> list[str]:
    path = REAL / "qa_pubmedqa_dev" / "questions.json"
    if not path.exists():
        pytest.skip("the real abstracts are not here")
    return ["\n\n".join(one["CONTEXTS"]) for one in list(json.loads(path.read_text()).values())[:number]]


def real_paragraphs(number: int) -> dict[str, str]:
    path = REAL / "qa_hotpotqa" / "hotpotqa_train_corpus.json"
    if not path.exists():
        pytest.skip("the real paragraphs are not here")
    return {title: "".join(parts) for title, parts in list(json.loads(path.read_text()).items())[:number]}


def test_real_paragraphs_on_many_things_are_as_many_origins():
    texts = real_paragraphs(100)
    documents = [document(f"p{n}", text) for n, text in enumerate(texts.values())]
    found = Origins(documents).of(quotes(*documents))
    tied = [origin for origin in found if len(origin.documents) > 1]
    assert [(origin.documents, origin.reasons) for origin in tied] == []


def test_real_abstracts_are_one_origin_with_their_syndicated_copies_and_no_other():
    """Under another masthead, with a credit and without the last sentence: what a paper makes of a release."""
    abstracts = [text for text in real_abstracts(60) if len(text) > 800]
    released = [document(f"release{n}", text) for n, text in enumerate(abstracts)]
    printed = [
        document(
            f"paper{n}",
            f"THE ALDRA COURIER\n\nFrom our science desk.\n\n{text[: text.rstrip().rfind('. ') + 1]}\n\nRead more.",
        )
        for n, text in enumerate(abstracts)
    ]
    found = Origins([*released, *printed]).of(quotes(*released, *printed))
    assert [origin.documents for origin in found] == [(f"release{n}", f"paper{n}") for n in range(len(abstracts))]


def test_a_real_abstract_under_its_doi_is_one_work_with_another_text_of_it():
    first, second = real_abstracts(2)
    one, other = document("a", first, doi="10.1000/one"), document("b", second, doi="10.1000/one")
    assert [reasons for _, reasons in grouped(one, other)] == [("same work (DOI 10.1000/one)",)]


# -- what earlier research had read -------------------------------------------------------------------------


def known(name: str, url: str, **more) -> Document:
    return document(name, url=url, source_type="knowledge", source_name="knowledge", **more)


def test_a_page_of_earlier_research_and_the_same_page_today_are_one_origin():
    live, old = document("live"), known("old", "https://www.live.example/page#costs", text=own("changed"))
    assert grouped(live, old) == [(("live", "old"), ("same address",))]


def test_a_page_of_earlier_research_and_another_of_its_publisher_are_one_origin():
    assert [ids for ids, _ in grouped(document("live"), known("old", "https://news.live.example/other"))] == [
        ("live", "old")
    ]


def test_a_work_of_earlier_research_is_one_origin_with_its_copy_elsewhere():
    live, old = document("live", doi="10.1000/x"), known("old", "https://elsewhere.example/paper", doi="10.1000/x")
    assert [ids for ids, _ in grouped(live, old)] == [("live", "old")]


def test_pages_of_earlier_research_are_as_independent_as_their_publishers():
    one, other = known("one", "https://one.example/a"), known("other", "https://other.example/b")
    again = known("again", "https://one.example/c")
    assert [ids for ids, _ in grouped(one, other)] == [("one",), ("other",)]
    assert [ids for ids, _ in grouped(one, other, again)] == [("one", "again"), ("other",)]


def test_a_passage_that_one_took_from_the_other_is_one_origin_there():
    shared = "Extensions built for default builds of the interpreter will fail to load or crash on free-threaded ones."
    mine = " ".join(
        f"Proposal one says number {n} about a thing that nobody else mentions anywhere." for n in range(40)
    )
    theirs = " ".join(f"The second text has its own idea {n}, and tells it at its own length." for n in range(40))
    one = document("one", f"{mine} {shared}")
    other = document("two", f"{theirs} Likewise, {shared[0].lower()}{shared[1:]}")
    at = [found.text.index(shared[1:]) for found in (one, other)]
    proofs = [
        evidence_at(f"e{n}", found, start, start + len(shared) - 1)
        for n, (found, start) in enumerate(zip((one, other), at, strict=True))
    ]
    (origin,) = Origins([one, other]).of(proofs)
    assert origin.documents == ("one", "two")
    assert "the same words in both" in origin.reasons[0]
    assert len(grouped(one, other)) == 2  # elsewhere each speaks for itself
