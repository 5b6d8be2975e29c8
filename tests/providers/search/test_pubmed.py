"""PubMed: the thesaurus asked first, records in order, full texts of PubMed Central, and NCBI's ways to say no."""

from __future__ import annotations

import asyncio
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from scripts.recordings import recordings_of

from inquiro.core.errors import AccessDenied, BadAnswer, RateLimited, ReadFailed, Unavailable
from inquiro.core.protocols import Opener, ProviderContext
from inquiro.core.types import Filters, ReadText, SourceResult
from inquiro.core.web import WebAnswer
from inquiro.providers.search.pubmed import PubMed
from inquiro.readers import read
from inquiro.testing import ScriptedWeb

NAME = "pubmed"
MAPPED = b"""<eSearchResult><Count>9</Count><IdList/><TranslationSet><Translation><From>heart attack</From>
<To>"myocardial infarction"[MeSH Terms] OR ("myocardial"[All Fields] AND "infarction"[All Fields])</To></Translation>
</TranslationSet></eSearchResult>"""
NONE = b"<eSearchResult><Count>0</Count><RetMax>0</RetMax><IdList/></eSearchResult>"
FOUND = b"<eSearchResult><Count>2</Count><IdList><Id>22</Id><Id>11</Id></IdList></eSearchResult>"
ARTICLE = """<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article><Journal><JournalIssue><PubDate><Year>2024</Year>
<Month>May</Month></PubDate></JournalIssue><Title>Hearts</Title></Journal><ArticleTitle>Aspirin {pmid}.</ArticleTitle>
<Abstract><AbstractText>It helps.</AbstractText></Abstract><Language>eng</Language></Article></MedlineCitation>
<PubmedData><ArticleIdList>{ids}</ArticleIdList></PubmedData></PubmedArticle>"""
FULL_TEXT = b"""<pmc-articleset><article article-type="research-article"><front><article-meta>
<article-id pub-id-type="pmc">77</article-id><title-group><article-title>Aspirin</article-title></title-group>
</article-meta></front><body><p>The whole text.</p></body></article></pmc-articleset>"""
KEPT_BACK = FULL_TEXT.replace(b"<body><p>The whole text.</p></body>", b"<!-- the publisher does not allow it -->")


def records(*pmids: str, ids: str = "") -> bytes:
    return (
        f"<PubmedArticleSet>{''.join(ARTICLE.format(pmid=one, ids=ids) for one in pmids)}</PubmedArticleSet>".encode()
    )


def params(request):
    return {name: values[0] for name, values in parse_qs(urlsplit(request.url).query).items()}


def hit(**changes) -> SourceResult:
    own = {"url": "https://pubmed.ncbi.nlm.nih.gov/11/", "title": "Aspirin", "snippet": "", "pmid": "11"}
    return SourceResult(**({"source_name": NAME, "source_type": "pubmed", "full_content": "It helps."} | own | changes))


# -- searching ------------------------------------------------------------------------------------------


def test_the_thesaurus_is_asked_first_then_works_then_their_records(asked):
    source = asked(NAME, MAPPED, FOUND, records("11", "22"))
    hits = source.search("Does aspirin prevent a heart attack?", 5)
    first, second, third = (params(one) for one in source.web.requests)
    assert [urlsplit(one.url).path for one in source.web.requests] == [
        f"/entrez/eutils/{tool}.fcgi" for tool in ("esearch", "esearch", "efetch")
    ]
    assert first == {"db": "pubmed", "term": "Does aspirin prevent a heart attack", "retmax": "0", "tool": "inquiro"}
    assert second == {
        "db": "pubmed",
        "term": '"aspirin"[tiab] AND "prevent"[tiab] AND ("myocardial infarction"[mh] OR "heart attack"[tiab])',
        "retmax": "5",
        "sort": "relevance",
        "tool": "inquiro",
    }
    assert third == {"db": "pubmed", "id": "22,11", "retmode": "xml", "tool": "inquiro"}
    assert [one.pmid for one in hits] == ["22", "11"]  # by relevance, however the records came
    assert {one.source_type for one in hits} == {"pubmed"}


def test_filters(asked):
    source = asked(NAME, MAPPED, FOUND, records("22"))
    source.search("aspirin", 5, since="2024-05", language="de")
    sent = params(source.web.requests[1])
    assert sent["term"] == '("aspirin"[tiab]) AND ger[la]'
    assert (sent["datetype"], sent["mindate"], sent["maxdate"]) == ("pdat", "2024/05/01", "3000")


def test_a_query_with_field_tags_is_left_alone(asked):
    source = asked(NAME, FOUND, records("22"))
    source.search("aspirin[mh] AND aged[mh:noexp]", 5)
    assert params(source.web.requests[0])["term"] == "aspirin[mh] AND aged[mh:noexp]"
    assert len(source.web.requests) == 2


def test_a_search_that_finds_nothing_is_widened_once(asked):
    source = asked(NAME, MAPPED, NONE, FOUND, records("22", "11"))
    assert len(source.search("aspirin dose after a heart attack")) == 2
    assert params(source.web.requests[2])["term"] == '("myocardial infarction"[mh] OR "heart attack"[tiab])'
    empty = asked(NAME, MAPPED, NONE, NONE)
    assert empty.search("aspirin heart attack") == []
    assert len(empty.web.requests) == 3
    assert asked(NAME, NONE).search("aspirin") == []


def test_a_query_without_words_asks_nobody(asked):
    source = asked(NAME, MAPPED)
    assert source.search("???") == []
    assert source.web.requests == []


@pytest.mark.parametrize(("keys", "rate"), [({}, 3.0), ({"NCBI_API_KEY": "s3cret"}, 5.0)])
def test_a_key_allows_more_requests_and_never_shows(asked, keys, rate):
    source = asked(NAME, MAPPED, FOUND, records("22"), keys=keys)
    source.search("aspirin")
    assert source.pace.admitted == [(NAME, rate)] * 3
    assert all(("api_key" in one.secret_params) is bool(keys) for one in source.web.requests)
    assert "s3cret" not in source.in_the_open


def test_the_contact_is_told_to_ncbi_but_not_to_logs(settings):
    web = ScriptedWeb(WebAnswer(url="https://x.example/", status=200, body=NONE))
    source = PubMed(ProviderContext(settings=msgspec.structs.replace(settings, contact="jo@lab.test"), web=web))
    asyncio.run(source.search("aspirin", 5, Filters()))
    assert all(one.secret_params["email"].reveal() == "jo@lab.test" for one in web.requests)
    assert "jo@lab" not in repr(web.requests)


def test_an_answer_to_a_search_that_is_no_result_is_a_bad_answer(asked):
    with pytest.raises(BadAnswer):
        asked(NAME, b"<html><body/></html>").search("aspirin")


# -- saying no ------------------------------------------------------------------------------------------


@pytest.mark.fault(5)
def test_a_refused_key_names_the_setting_and_never_the_key(asked):
    body = b'{"error":"API key invalid","api-key":"s3cret","type":"invalid","status":"unknown"}'
    answer = WebAnswer(url="https://x.example/", status=400, body=body)
    source = asked(NAME, answer, keys={"NCBI_API_KEY": "s3cret"})
    with pytest.raises(AccessDenied, match="NCBI_API_KEY") as raised:
        source.search("aspirin")
    assert "s3cret" not in str(raised.value)
    assert source.pace.reports == [raised.value]


@pytest.mark.parametrize("status", [200, 429])
def test_a_limit_is_a_limit_with_any_status_and_does_not_tell_our_address(asked, status):
    body = b'{"error":"API rate limit exceeded","api-key":"157.131.198.215","count":"5","limit":"3"}'
    source = asked(NAME, WebAnswer(url="https://x.example/", status=status, headers={"retry-after": "2"}, body=body))
    with pytest.raises(RateLimited) as raised:
        source.search("aspirin")
    assert "157.131" not in str(raised.value)
    assert raised.value.retry_after == (2 if status == 429 else None)


@pytest.mark.parametrize(
    ("said", "error"),
    [("Search Backend failed: timeout", Unavailable), ("Invalid db name specified: nothing", BadAnswer)],
)
def test_errors_in_xml(asked, said, error):
    with pytest.raises(error, match=said[:10]):
        asked(NAME, f"<eSearchResult><ERROR>{said}</ERROR></eSearchResult>".encode()).search("aspirin")


# -- opening --------------------------------------------------------------------------------------------


def opened(given: SourceResult, *answers: object, settings, reading=None):
    texts: list[tuple[bytes, str, str | None]] = []

    async def reader(data: bytes, name: str, media_type: str | None) -> ReadText:
        texts.append((data, name, media_type))
        return ReadText(text="The whole text.", media_type="application/jats+xml", title="Aspirin")

    web = ScriptedWeb(
        *(
            WebAnswer(url="https://x.example/", status=200, body=one) if isinstance(one, bytes) else one
            for one in answers
        )
    )
    source = PubMed(ProviderContext(settings=settings, web=web, read=reading or reader))
    assert isinstance(source, Opener)
    return asyncio.run(source.open(given)), web, texts


def test_a_work_in_pubmed_central_is_opened_in_full(settings):
    document, web, texts = opened(hit(pmcid="PMC77"), FULL_TEXT, settings=settings)
    assert params(web.requests[0]) == {"db": "pmc", "id": "77", "retmode": "xml", "tool": "inquiro"}
    assert texts == [(FULL_TEXT, "PMC77.xml", "application/jats+xml")]
    assert (document.text, document.url) == ("The whole text.", "https://pmc.ncbi.nlm.nih.gov/articles/PMC77/")
    assert document.flags == ()


def test_without_a_copy_there_the_abstract_is_all_and_says_so(settings):
    document, web, _ = opened(hit(retracted=True), NONE, settings=settings)
    assert web.requests == []
    assert (document.text, document.flags) == ("It helps.", ("abstract only",))
    assert document.retracted


async def _cannot(data: bytes, name: str, media_type: str | None) -> ReadText:
    raise ReadFailed("no")


@pytest.mark.parametrize(
    ("body", "reading"), [(KEPT_BACK, None), (FULL_TEXT, _cannot), (b"<html>", None), (b"<pmc-articleset/>", None)]
)
def test_a_full_text_that_is_kept_back_or_broken_leaves_the_abstract(settings, body, reading):
    document, _, _ = opened(hit(pmcid="PMC77"), body, reading=reading, settings=settings)
    assert (document.text, document.flags) == ("It helps.", ("abstract only",))


def test_an_outage_is_not_taken_for_a_missing_text(settings):
    with pytest.raises(Unavailable):
        opened(hit(pmcid="PMC77"), WebAnswer(url="https://x.example/", status=500), settings=settings)


def test_a_hit_of_another_source_is_looked_up(settings):
    foreign = hit(source_name="crossref", full_content=None)
    ids = '<ArticleId IdType="pmc">PMC77</ArticleId>'
    document, web, _ = opened(foreign, records("11", ids=ids), FULL_TEXT, settings=settings)
    assert params(web.requests[0])["id"] == "11"
    assert document.text == "The whole text."
    document, _, _ = opened(foreign, records("11"), settings=settings)
    assert (document.text, document.flags) == ("It helps.", ("abstract only",))


def test_nothing_to_read_is_an_error(settings):
    with pytest.raises(BadAnswer, match="neither the text nor an abstract"):
        opened(hit(full_content=None), NONE, settings=settings)


# -- recordings -----------------------------------------------------------------------------------------


def test_recorded_answers(shared_data, asked):
    parse = asked(NAME).service.parse
    hits = {}
    for one in recordings_of(NAME, shared_data):
        try:
            hits[one.label] = parse(one.answer)
        except BadAnswer:
            assert not one.label.startswith("pubmed") or one.label == "pubmed3.html"
            assert not one.label.endswith(".nxml")
    assert {name: len(found) for name, found in hits.items()} == {
        "efetch_pmc.xml": 1, "esearch8.xml": 0, "esummary1.xml": 2,
        "pubmed1.xml": 2, "pubmed2.xml": 2, "pubmed4.xml": 1, "pubmed5.xml": 1, "pubmed6.xml": 1, "pubmed7.xml": 1,
        "1471-2180-11-174.nxml": 1, "1472-6831-8-11.nxml": 1, "6605965a.nxml": 1, "ehp-116-1694.nxml": 1,
        "mds526.nxml": 1, "pntd.0002065.nxml": 1, "pone.0000217.nxml": 1, "pone.0046493.nxml": 1,
        "pubmed-29768149.xml": 1,
    }  # fmt: skip
    (gut,) = hits["pubmed4.xml"]
    assert (gut.pmid, gut.pmcid, gut.doi) == ("27797938", "PMC5442267", "10.1136/gutjnl-2016-312510")
    assert (gut.published, gut.venue, gut.language, gut.peer_reviewed) == ("2016-10-21", "Gut", "en", True)
    assert [line.partition(":")[0] for line in gut.full_content.splitlines()] == [
        "OBJECTIVE",
        "DESIGN",
        "RESULTS",
        "CONCLUSIONS",
    ]
    assert gut.authors[:2] == ("Ying Bao", "Jennifer Prescott")
    assert hits["pubmed1.xml"][0].snippet == "J Michael Olivero. Social justice (San Francisco, Calif.). 1990"
    assert hits["esummary1.xml"][0].published == "1965-08"
    assert hits["pone.0046493.nxml"][0].pmcid == "PMC3460867"


def test_a_recorded_full_text_is_read_with_our_own_reader(shared_data, settings):
    async def ours(data: bytes, name: str, media_type: str | None) -> ReadText:
        return await asyncio.to_thread(read, data, name, media_type)

    recorded = {one.label: one.answer.body for one in recordings_of(NAME, shared_data)}
    short, _, _ = opened(hit(pmcid="PMC8435807"), recorded["efetch_pmc.xml"], reading=ours, settings=settings)
    assert "originally published with an error in table 2" in short.text
    long, _, _ = opened(hit(pmcid="PMC3460867"), recorded["pone.0046493.nxml"], reading=ours, settings=settings)
    assert len(long.text) > 20_000
    assert "Introduction" in {heading.label for heading in long.headings}
    assert long.flags == ()


def test_damaged_answers(survives):
    survives(NAME, [records("11", "22", ids='<ArticleId IdType="doi">10.1000/x</ArticleId>'), FULL_TEXT])


def test_damaged_recordings(shared_data, survives):
    kept = {"pubmed1.xml", "pubmed2.xml", "pubmed4.xml", "esummary1.xml", "efetch_pmc.xml", "6605965a.nxml"}
    survives(NAME, [one.answer.body for one in recordings_of(NAME, shared_data) if one.label in kept])
