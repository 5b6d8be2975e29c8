"""XML: journal articles and feeds by their own markup, anything else element by element."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from inquiro.core.types import ReadText
from inquiro.readers._assemble import Facts, TextBuilder, assemble, one_line
from inquiro.readers._decode import declared_in_html, decode
from inquiro.readers._feeds import feed_facts, is_feed, write_feed
from inquiro.readers._jats import article_facts, is_article, write_articles
from inquiro.readers._sniff import expect
from inquiro.readers._xml_tree import every, local, parse_xml, text_of

_HEADINGS = frozenset({"title", "heading", "head", "header", "h1", "h2", "h3", "h4", "h5", "h6"})


class XmlReader:
    name = "xml"
    suffixes = (".xml", ".nxml", ".rss", ".atom")
    media_types = ("application/xml", "text/xml", "application/jats+xml", "application/rss+xml", "application/atom+xml")

    def read(self, data: bytes, name: str) -> ReadText:
        expect(data, name, "XML", "text")
        source, flags = decode(data, declared_in_html(data))
        tree = parse_xml(source.lstrip(), name)
        built = TextBuilder((*flags, *tree.flags))
        facts = _written(tree.root, built)
        return assemble(name, self.media_types[0], built.done(), facts)


plugin = XmlReader


def _written(root: Element, built: TextBuilder) -> Facts:
    if is_article(root):
        write_articles(root, built)
        return article_facts(root)
    if is_feed(root):
        write_feed(root, built)
        return feed_facts(root)
    _write(root, built)
    return Facts(title=text_of(next(every(root, "title"), None)), language=root.get("xml:lang"))


def _write(element: Element, built: TextBuilder, level: int = 1) -> None:
    """An element with words of its own is a block; one that only holds others is walked."""
    if built.full:
        return
    words = one_line("".join(element.itertext())) if _has_words(element) else ""
    if words and local(element) in _HEADINGS and len(words) <= 300:
        built.heading(words, level)
    elif words:
        built.block(words)
    elif _is_record(element):
        built.block("\n".join(f"{local(one)}: {text_of(one)}" for one in element if text_of(one)), kind="definition")
    else:
        for one in element:
            _write(one, built, level + (local(one) not in _HEADINGS))


def _has_words(element: Element) -> bool:
    return bool((element.text or "").strip()) or any((one.tail or "").strip() for one in element)


def _is_record(element: Element) -> bool:
    """Short values side by side, each under a name of its own: the names are half of what they say."""
    values = list(element)
    return 1 < len(values) == len({one.tag for one in values}) and all(
        len(one) == 0 and len(one.text or "") < 100 for one in values
    )
