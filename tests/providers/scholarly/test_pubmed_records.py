"""Records of PubMed: structured abstracts, chapters, retractions, odd dates."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from inquiro.providers.scholarly.pubmed_records import pmcid_of, record_hits, summary_hits

ARTICLE = """<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>11</PMID>
<Article><Journal><JournalIssue><PubDate>{date}</PubDate></JournalIssue><Title>Hearts</Title></Journal>
<ArticleTitle>{title}</ArticleTitle>{more}
<AuthorList><Author><LastName>Byron</LastName><ForeName>Ada</ForeName></Author>
<Author><CollectiveName>The Heart Group</CollectiveName></Author><Author><LastName>Roe</LastName><Initials>R</Initials></Author>
</AuthorList><Language>ger</Language><PublicationTypeList>{kinds}</PublicationTypeList></Article>{corrections}
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.1000/ABC</ArticleId></ArticleIdList>
<ReferenceList><Reference><ArticleIdList><ArticleId IdType="pmc">PMC999</ArticleId></ArticleIdList></Reference></ReferenceList>
</PubmedData></PubmedArticle></PubmedArticleSet>"""
BOOK = """<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>20301295</PMID><ArticleIdList>
<ArticleId IdType="bookaccession">NBK1103</ArticleId></ArticleIdList><Book><Publisher/><BookTitle>GeneReviews</BookTitle>
<PubDate><Year>1993</Year></PubDate></Book><ArticleTitle>Huntington Disease</ArticleTitle><Language>eng</Language>
<AuthorList Type="authors"><Author><LastName>Caron</LastName><ForeName>N</ForeName></Author></AuthorList>
<PublicationType>Review</PublicationType><Abstract><AbstractText Label="DIAGNOSIS">Chorea.</AbstractText></Abstract>
<ContributionDate><Year>1998</Year><Month>10</Month><Day>23</Day></ContributionDate></BookDocument></PubmedBookArticle>
</PubmedArticleSet>"""


def article(**parts: str):
    given = {"date": "<Year>2024</Year>", "title": "A title.", "more": "", "kinds": "", "corrections": ""} | parts
    return list(record_hits(ET.fromstring(ARTICLE.format(**given))))


def kind(*names: str) -> str:
    return "".join(f"<PublicationType>{name}</PublicationType>" for name in names)


def test_an_article():
    (hit,) = article()
    assert hit.url == "https://pubmed.ncbi.nlm.nih.gov/11/"
    assert hit.authors == ("Ada Byron", "The Heart Group", "R Roe")
    assert (hit.doi, hit.language, hit.venue, hit.published) == ("10.1000/abc", "de", "Hearts", "2024")
    assert hit.pmcid is None  # the one in the list of references belongs to another work


def test_a_structured_abstract_keeps_its_labels():
    more = (
        '<Abstract><AbstractText Label="BACKGROUND">Why <i>so</i>.</AbstractText><AbstractText Label="UNLABELLED">'
        "Also.</AbstractText><AbstractText/><AbstractText>Thus.</AbstractText></Abstract>"
    )
    (hit,) = article(more=more)
    assert hit.full_content == "BACKGROUND: Why so.\nAlso.\nThus."
    assert hit.snippet == "BACKGROUND: Why so. Also. Thus."


def test_an_abstract_in_another_language_is_better_than_none():
    corrections = '<OtherAbstract Language="ger"><AbstractText>Es hilft.</AbstractText></OtherAbstract>'
    (hit,) = article(corrections=corrections)
    assert hit.full_content == "Es hilft."


@pytest.mark.parametrize(
    ("date", "published"),
    [
        ("<Year>2024</Year><Month>May</Month><Day>3</Day>", "2024-05-03"),
        ("<Year>1990</Year><Season>Spring</Season>", "1990"),
        ("<MedlineDate>1998 Dec-1999 Jan</MedlineDate>", "1998-12"),
        ("<MedlineDate>Winter</MedlineDate>", None),
        ("", None),
    ],
)
def test_dates(date, published):
    (hit,) = article(date=date)
    assert hit.published == published
    assert hit.year == (int(published[:4]) if published else None)


def test_the_day_it_went_online_is_the_day_it_was_published():
    (hit,) = article(more="<ArticleDate><Year>2023</Year><Month>12</Month><Day>31</Day></ArticleDate>")
    assert hit.published == "2023-12-31"


@pytest.mark.parametrize(
    ("parts", "retracted"),
    [
        ({"kinds": kind("Journal Article", "Retracted Publication")}, True),
        (
            {
                "corrections": '<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"/></CommentsCorrectionsList>'
            },
            True,
        ),
        ({"title": "RETRACTED: A title."}, True),
        (
            {
                "corrections": '<CommentsCorrectionsList><CommentsCorrections RefType="RetractionOf"/></CommentsCorrectionsList>'
            },
            False,
        ),
        ({"kinds": kind("Retraction of Publication")}, False),
    ],
)
def test_retractions(parts, retracted):
    (hit,) = article(**parts)
    assert hit.retracted is retracted


@pytest.mark.parametrize(
    ("kinds", "reviewed"),
    [
        (("Journal Article",), True),
        (("Journal Article", "Preprint"), False),
        (("Journal Article", "Letter"), None),
        ((), None),
    ],
)
def test_review_is_only_claimed_where_it_is_usual(kinds, reviewed):
    (hit,) = article(kinds=kind(*kinds))
    assert hit.peer_reviewed is reviewed


def test_a_title_in_its_own_language_stands_in():
    (hit,) = article(title="[Not Available].", more="<VernacularTitle>Das Herz.</VernacularTitle>")
    assert hit.title == "Das Herz."
    assert article(title="") == []


def test_a_chapter_of_a_book():
    (hit,) = record_hits(ET.fromstring(BOOK))
    assert (hit.title, hit.venue, hit.pmid, hit.published) == (
        "Huntington Disease",
        "GeneReviews",
        "20301295",
        "1998-10-23",
    )
    assert hit.authors == ("N Caron",)
    assert hit.full_content == "DIAGNOSIS: Chorea."


def test_summaries_of_other_databases_are_passed_over():
    root = ET.fromstring(
        '<eSummaryResult><DocSum><Id>1</Id><Item Name="Title">A protein</Item></DocSum></eSummaryResult>'
    )
    assert list(summary_hits(root)) == []


@pytest.mark.parametrize(
    ("text", "pmcid"), [("PMC12", "PMC12"), ("12", "PMC12"), ("pmc12", "PMC12"), ("", None), ("x", None), ("x12", None)]
)
def test_pmcids(text, pmcid):
    assert pmcid_of(text) == pmcid
