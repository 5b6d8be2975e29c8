"""Front matter of full texts: who, where and when, and whether the text itself came."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from inquiro.providers.scholarly.jats import full_text_hits, has_body

ARTICLE = """<article article-type="{kind}" xml:lang="en"><front><journal-meta><journal-title-group>
<journal-title>Hearts</journal-title></journal-title-group></journal-meta><article-meta>
<article-id pub-id-type="pmid">11</article-id><article-id pub-id-type="pmcid">PMC77</article-id>
<article-id pub-id-type="doi">10.1000/ABC</article-id><title-group><article-title>Aspirin</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Byron</surname><given-names>Ada</given-names></name></contrib>
<contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib>
<contrib contrib-type="author"><collab>The Heart Group</collab></contrib></contrib-group>
<pub-date pub-type="ppub"><month>6</month><year>2024</year></pub-date>
<pub-date pub-type="epub"><day>3</day><month>5</month><year>2024</year></pub-date>{related}
<abstract><title>Abstract</title><sec><title>Aim</title><p>To help.</p></sec><p>It did.</p></abstract></article-meta></front>
{body}</article>"""


def parsed(kind="research-article", related="", body="<body><p>All of it.</p></body>"):
    return ET.fromstring(f"<pmc-articleset>{ARTICLE.format(kind=kind, related=related, body=body)}</pmc-articleset>")


def test_front_matter_becomes_a_hit():
    (hit,) = full_text_hits(parsed())
    assert hit.url == hit.open_access_url == "https://pmc.ncbi.nlm.nih.gov/articles/PMC77/"
    assert (hit.title, hit.venue, hit.published, hit.language) == ("Aspirin", "Hearts", "2024-05-03", "en")
    assert (hit.pmid, hit.pmcid, hit.doi, hit.peer_reviewed) == ("11", "PMC77", "10.1000/abc", True)
    assert hit.authors == ("Ada Byron", "The Heart Group")
    assert hit.full_content == "To help.\nIt did."


@pytest.mark.parametrize(
    ("kind", "related", "retracted"),
    [
        ("research-article", '<related-article related-article-type="retraction-forward"/>', True),
        ("retracted-article", "", True),
        ("retraction", '<related-article related-article-type="retracted-article"/>', False),
        ("correction", '<related-article related-article-type="corrected-article"/>', False),
    ],
)
def test_retractions(kind, related, retracted):
    (hit,) = full_text_hits(parsed(kind, related))
    assert hit.retracted is retracted


def test_whether_the_text_came():
    assert has_body(parsed())
    assert not has_body(parsed(body=""))
    assert not has_body(parsed(body="<body> </body>"))
    assert not has_body(ET.fromstring("<pmc-articleset/>"))


def test_a_bare_article_and_an_empty_one():
    assert len(list(full_text_hits(parsed()[0]))) == 1
    assert list(full_text_hits(ET.fromstring("<article/>"))) == []
