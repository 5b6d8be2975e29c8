"""arXiv: field queries at one in three seconds, Atom in, preprints with their PDF out."""

from __future__ import annotations

import pytest
from scripts.recordings import recordings_of

from inquiro.core.errors import BadAnswer, RateLimited, TimedOut
from inquiro.core.types import Filters
from inquiro.core.web import WebAnswer
from inquiro.providers.search.arxiv import search_query

NAME = "arxiv"
ENTRY = """<entry><id>http://arxiv.org/abs/2101.00001v2</id><title>Random
  walks</title><summary>We study walks.</summary><published>2021-01-01T10:00:00Z</published>
  <author><name>Ada Byron</name></author><author><name/></author>
  <link href="https://arxiv.org/pdf/2101.00001v2" rel="related" title="pdf"/>{more}</entry>"""


def feed(*entries: str) -> bytes:
    head = '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
    return f"<?xml version='1.0' encoding='UTF-8'?>{head}{''.join(entries)}</feed>".encode()


ONE = feed(ENTRY.format(more=""))


def test_a_search_is_a_field_query_by_relevance(asked):
    source = asked(NAME, ONE)
    source.search('What is the effect of "quantum error correction" on qubits?', 7, since="2024-05")
    assert source.request.url.startswith("https://export.arxiv.org/api/query?")
    assert source.params == {
        "search_query": '(all:"quantum error correction" AND all:qubits) AND submittedDate:[202405010000 TO 299912312359]',
        "start": "0",
        "max_results": "7",
        "sortBy": "relevance",
        "sortOrder": "descending",
    }
    assert source.pace.admitted == [(NAME, 0.33)]


@pytest.mark.parametrize(
    ("query", "term"),
    [
        ("ti:walks AND au:byron", "ti:walks AND au:byron"),
        ("COVID-19 lungs", 'all:"COVID-19" AND all:lungs'),
        ("???", 'all:"???"'),
        ('unbalanced "quote', "all:unbalanced AND all:quote"),
    ],
)
def test_queries(query, term):
    assert search_query(query, Filters(), "AND") == term


def test_only_so_many_terms_must_all_occur():
    assert search_query("one2 two2 three3 four4 five5 six6 seven7 eight8", Filters(), "AND").count("all:") == 6


def test_a_search_that_finds_nothing_is_widened_once(asked):
    source = asked(NAME, feed(), ONE)
    assert len(source.search("quantum walks")) == 1
    assert [" OR " in one.url.replace("+", " ") for one in source.web.requests] == [False, True]
    single = asked(NAME, feed())
    assert single.search("walks") == []
    assert len(single.web.requests) == 1


def test_an_entry_becomes_a_hit(parsed):
    (hit,) = parsed(NAME, ONE)
    assert hit.url == "https://arxiv.org/abs/2101.00001"
    assert hit.title == "Random walks"
    assert hit.snippet == hit.full_content == "We study walks."
    assert hit.authors == ("Ada Byron",)
    assert (hit.year, hit.published, hit.arxiv_id, hit.venue) == (2021, "2021-01-01", "2101.00001", "arXiv")
    assert hit.open_access_url == "https://arxiv.org/pdf/2101.00001v2"
    assert hit.peer_reviewed is False


def test_a_journal_reference_and_a_doi_are_taken_over(parsed):
    more = "<arxiv:doi>10.1000/ABC</arxiv:doi><arxiv:journal_ref>Acta 56</arxiv:journal_ref>"
    (hit,) = parsed(NAME, feed(ENTRY.format(more=more)))
    assert (hit.doi, hit.venue, hit.peer_reviewed) == ("10.1000/abc", "Acta 56", True)


def test_a_withdrawn_paper_is_marked(parsed):
    more = "<arxiv:comment>This paper has been withdrawn by the author</arxiv:comment>"
    (hit,) = parsed(NAME, feed(ENTRY.format(more=more)))
    assert hit.retracted


def test_an_error_entry_is_a_bad_answer(parsed):
    entry = "<entry><id>https://arxiv.org/api/errors#x</id><title>Error</title><summary>incorrect id</summary></entry>"
    with pytest.raises(BadAnswer, match="incorrect id"):
        parsed(NAME, feed(entry))


@pytest.mark.parametrize("body", [b"", b"Rate exceeded.", b"<html><body/></html>", b"<rss/>", ONE[:-9], {"a": 1}])
def test_what_is_no_feed_is_a_bad_answer(parsed, body):
    with pytest.raises(BadAnswer):
        parsed(NAME, body)


def test_recordings(shared_data, asked):
    recordings = recordings_of(NAME, shared_data)
    parse = asked(NAME).service.parse
    hits = [parse(one.answer) for one in recordings if one.answer.status == 200]
    assert [len(one) for one in hits] == [0, 1, 0, 1, 1, 1, 1, 1, 100, 10, 15, 10, 10, 10, 10, 10, 10, 15, 15]
    assert hits[3][0].title == "Heat-bath random walks with Markov bases"
    assert hits[3][0].authors == ("Caprice Stanley", "Tobias Windisch")
    assert hits[6][0].arxiv_id == "astro-ph/0601001"
    assert all(hit.snippet and hit.open_access_url and hit.published for one in hits for hit in one)
    (refused,) = [one for one in recordings if one.answer.status == 400]
    with pytest.raises(BadAnswer, match="incorrect id format"):
        parse(refused.answer)


@pytest.mark.parametrize(("status", "error"), [(429, RateLimited), (400, BadAnswer), (504, TimedOut)])
def test_statuses(asked, status, error):
    source = asked(NAME, WebAnswer(url="https://x.example/", status=status, body=b"Rate exceeded."))
    with pytest.raises(error):
        source.search()


def test_damaged_answers(survives):
    survives(NAME, [ONE, feed(ENTRY.format(more="<arxiv:doi>10.1000/x</arxiv:doi>"), ENTRY.format(more=""))])
