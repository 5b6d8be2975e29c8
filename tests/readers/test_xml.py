from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro import readers
from inquiro.core.errors import ReadFailed
from inquiro.readers.xml import XmlReader

ARTICLE = """<!DOCTYPE article PUBLIC "-//NLM//DTD JATS//EN" "JATS-archivearticle1.dtd">
<article xml:lang="en" xmlns:xlink="http://www.w3.org/1999/xlink"><front><journal-meta><journal-title>J</journal-title>
</journal-meta><article-meta><title-group><article-title>Shade &amp; <italic>heat</italic></article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Brandt</surname><given-names>Odile</given-names></name>
<xref ref-type="aff">1</xref></contrib><contrib contrib-type="author"><collab>The Tree Group</collab></contrib>
<contrib contrib-type="editor"><name><surname>Nobody</surname></name></contrib></contrib-group>
<pub-date pub-type="ppub"><month>3</month><year>2021</year></pub-date>
<pub-date pub-type="epub"><day>4</day><month>2</month><year>2021</year></pub-date>
<permissions><license>All rights</license></permissions><abstract><p>Trees cool&nbsp;streets.</p></abstract>
</article-meta></front><body><sec><title>Methods</title><p>We counted 10<sup>5</sup> leaves<sup><xref>12</xref></sup>
in <italic>two</italic> streets [<xref ref-type="bibr">3</xref>].<fig><label>Figure 1.</label><caption><title>Map</title>
<p>Where we stood.</p></caption><graphic xlink:href="x"/></fig> Then we left.</p>
<list><list-item><p>first</p></list-item><list-item><p>second</p></list-item></list>
<table-wrap><label>Table 1</label><caption><p>Counts</p></caption><table><thead><tr><th>Street</th><th>Trees</th></tr>
</thead><tbody><tr><td>Mill</td><td>12<break/>(3)</td></tr></tbody></table></table-wrap></sec></body>
<back><ack><p>Thanks.</p></ack><ref-list><title>References</title><ref><mixed-citation>Old paper.</mixed-citation></ref>
</ref-list></back></article>"""


def read(source: str | bytes, name: str = "a.xml"):
    return XmlReader().read(source if isinstance(source, bytes) else source.encode(), name)


def test_an_article_reads_from_title_to_thanks_without_references():
    result = read(ARTICLE)
    assert result.text == (
        "Shade & heat\n\nOdile Brandt; The Tree Group\n\nAbstract\n\nTrees cool streets.\n\nMethods\n\n"
        "We counted 10⁵ leaves in two streets [3].\n\nFigure 1. Map. Where we stood.\n\nThen we left.\n\n"
        "- first\n- second\n\nTable 1. Counts.\n\nStreet | Trees\nMill | 12 (3)\n\nAcknowledgements\n\nThanks."
    )
    assert [a.label for a in result.headings] == ["Shade & heat", "Abstract", "Methods", "Acknowledgements"]
    assert all(result.text[a.offset :].startswith(a.label) for a in result.headings)
    assert (result.title, result.author, result.published, result.language, result.flags) == (
        "Shade & heat",
        "Odile Brandt; The Tree Group",
        "2021-02-04",
        "en",
        (),
    )


def test_recorded_articles_have_title_authors_date_sections_and_no_references(shared_data):
    paths = sorted((shared_data / "http_pubmed_entrez" / "pmc_fulltext").glob("*.nxml"))
    assert paths
    for path in paths:
        result = readers.read(path.read_bytes(), path.name)
        assert result.text.startswith(result.headings[0].label)
        assert result.author
        assert result.published
        assert result.flags == ()
        assert len(result.text) > 15_000
        assert len(result.headings) >= 9
        assert all(result.text[a.offset :].startswith(a.label) for a in result.headings)
        assert not any("<" in label.label for label in result.headings)
        assert "References" not in {a.label for a in result.headings}


def test_a_recorded_article_set_is_unwrapped(shared_data):
    path = shared_data / "http_pubmed_entrez" / "Entrez" / "efetch_pmc.xml"
    result = readers.read(path.read_bytes(), "efetch", "text/xml; charset=UTF-8")
    assert result.title.startswith("“Lung diffusing capacity")
    assert result.published == "2021-09-13"


def test_a_feed_reads_as_headings_and_paragraphs():
    result = read(
        "<rss><channel><title>News</title><language>en</language><lastBuildDate>Tue, 04 Feb 2020 10:00:00 GMT"
        "</lastBuildDate><item><title>One &amp; only</title><pubDate>2020-02-03</pubDate><description>&lt;p&gt;First "
        "&lt;b&gt;words&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;x()&lt;/script&gt;&lt;p&gt;More.&lt;/p&gt;</description></item>"
        "<item><title>Two</title><description><![CDATA[<div>Plain</div>]]></description></item></channel></rss>"
    )
    assert result.text == "One & only\n\n2020-02-03\n\nFirst words.\n\nMore.\n\nTwo\n\nPlain"
    assert [a.label for a in result.headings] == ["One & only", "Two"]
    assert (result.title, result.published, result.language) == ("News", "2020-02-04", "en")


def test_an_atom_feed_with_prefixes():
    result = read(
        '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>T</a:title><a:entry><a:title>E</a:title>'
        "<a:summary>S.</a:summary></a:entry></a:feed>"
    )
    assert result.text == "E\n\nS."


def test_any_other_xml_reads_element_by_element():
    result = read(
        "<doc><title>On trees</title><para>They <b>cool</b> streets.</para><tree><height>12</height><kind>oak</kind>"
        "</tree></doc>"
    )
    assert result.text == "On trees\n\nThey cool streets.\n\nheight: 12\nkind: oak"
    assert result.title == "On trees"


def test_the_declared_encoding_counts():
    assert read('<?xml version="1.0" encoding="iso-8859-1"?><a>Café</a>'.encode("latin-1")).text == "Café"
    assert read('<?xml version="1.0" encoding="utf-16"?><a>Café au lait</a>'.encode("utf-16")).text == "Café au lait"


def test_what_breaks_off_keeps_what_came_before():
    result = read("<doc><p>Whole sentence.</p>\n<p>Half a sent")
    assert result.text.startswith("Whole sentence.")
    assert result.flags == ("damaged after line 2",)
    with pytest.raises(ReadFailed, match="is not XML"):
        read("just words")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares entities of its own"),
        ('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "declares entities of its own"),
        ('<!DOCTYPE a [<!ENTITY % b SYSTEM "http://127.0.0.1:1/">%b;]><a>x</a>', "declares entities of its own"),
        ("<a>" * 1000 + "x" + "</a>" * 1000, "nested too deeply"),
        ("<a></a>", "holds no text"),
    ],
)
def test_refusals_say_why(source, reason):
    with pytest.raises(ReadFailed, match=reason):
        read(source)


@pytest.mark.parametrize(
    ("data", "name", "media_type", "expected"),
    [
        (b"<a>x</a>", "a", "application/xml", "application/xml"),
        (b"<a>x</a>", "a", "application/mods+xml", "application/xml"),
        (b"<?xml version='1.0'?><a>x</a>", "a", None, "application/xml"),
        (b"<?xml version='1.0'?><a>x</a>", "a", "application/octet-stream", "application/xml"),
        (b"<a>x</a>", "a.nxml", None, "application/xml"),
        (b"<?xml version='1.0'?><html><body>x</body></html>", "a.xml", None, "text/html"),
        (b"<?xml version='1.0'?><html><body>x</body></html>", "a", "application/xml", "text/html"),
        (b"<html><body>x</body></html>", "a", "application/xhtml+xml", "text/html"),
    ],
)
def test_xml_is_known_by_type_name_or_content_and_xhtml_stays_html(data, name, media_type, expected):
    assert readers.read(data, name, media_type).media_type == expected


@given(st.recursive(st.text(max_size=20), lambda inner: st.lists(inner, max_size=4), max_leaves=20))
def test_words_of_any_tree_are_kept_in_order(tree):
    def markup(node):
        if isinstance(node, str):
            words = "".join(char for char in node if char.isalnum() and char.isascii())
            return f"<p>{words}</p>"
        return f"<s>{''.join(map(markup, node))}</s>"

    source = markup(tree)
    words = [word for word in source.replace("<", " <").replace(">", "> ").split() if not word.startswith("<")]
    if not words:
        with pytest.raises(ReadFailed):
            read(source)
        return
    text = read(source).text
    at = -1
    for word in words:
        at = text.index(word, at + 1)


@given(st.binary(max_size=300))
def test_no_bytes_crash_it(data):
    try:
        result = read(b"<a>" + data)
    except ReadFailed:
        return
    assert all(result.text[a.offset :].startswith(a.label) for a in result.headings)
