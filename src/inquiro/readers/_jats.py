"""Journal articles in JATS or NLM markup: title, authors, abstract, sections, captions and tables; no references."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from inquiro.readers._assemble import Facts, TextBuilder, one_line
from inquiro.readers._licence import licence_stated
from inquiro.readers._xml_tree import child, every, local, text_of

_LEFT_OUT = frozenset(
    "ref-list graphic media object-id permissions tex-math annotation supplementary-material floats-wrap label "
    "inline-graphic processing-meta fn-group glossary-meta related-article related-object".split()
)
_BLOCKS = frozenset(
    "p sec title list list-item def-list def-item disp-quote disp-formula boxed-text fig fig-group table-wrap "
    "table-wrap-group verse-group statement speech abstract trans-abstract ack app app-group notes body back "
    "floats-group sub-article response front-stub glossary caption".split()
)
_POWER = re.compile(r"[-+−]?\d+")
_SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_OWN_HEADINGS = {"abstract": "Abstract", "ack": "Acknowledgements"}
_NESTING = frozenset({"sec", "app", "abstract", "trans-abstract", "ack", "notes", "boxed-text", "glossary"})
_PUBLISHED = ("epub", "pub", "electronic", "ppub", "print", "collection", "pmc-release")


def is_article(root: Element) -> bool:
    return any(child(one, "front") is not None or child(one, "body") is not None for one in every(root, "article"))


def write_articles(root: Element, built: TextBuilder) -> None:
    for article in every(root, "article"):
        _write_front(article, built)
        for part in article:
            if local(part) in {"body", "back", "floats-group", "sub-article", "response"}:
                _write(part, built)


def article_facts(root: Element) -> Facts:
    """What the first article says about itself."""
    article = next(every(root, "article"))
    meta = child(article, "front", "article-meta")
    if meta is None:
        return Facts(language=article.get("xml:lang"))
    return Facts(
        title=text_of(child(meta, "title-group", "article-title")),
        author="; ".join(_authors(meta)) or None,
        published=_published(meta),
        language=article.get("xml:lang"),
        licence=_licence(meta),
    )


def _licence(meta: Element) -> str:
    """As the article's permissions state it, by the address of the licence or by its name."""
    for stated in every(meta, "license"):
        addresses = [value for one in stated.iter() for name, value in one.attrib.items() if name.endswith("href")]
        named = [text_of(one) for one in every(stated, "license_ref")]
        if found := licence_stated("", "", marked=[*addresses, *named]):
            return found
    return ""


def _write_front(article: Element, built: TextBuilder) -> None:
    meta = child(article, "front", "article-meta")
    if meta is None:
        return
    title = child(meta, "title-group", "article-title")
    if title is not None:
        built.heading(_inline(title), 1)
    built.block("; ".join(_authors(meta)))
    for part in meta:
        if local(part) in {"abstract", "trans-abstract"}:
            _write(part, built)


def _write(element: Element, built: TextBuilder, level: int = 2) -> None:
    """One block element; what stands between its own blocks is a block too."""
    tag = local(element)
    if built.full or tag in _LEFT_OUT:
        return
    if tag == "title":
        built.heading(_inline(element), level)
    elif tag in {"fig", "table-wrap"}:
        _write_float(element, built)
    elif tag == "list":
        items = [_inline(item, nested=True) for item in element if local(item) == "list-item"]
        counted = element.get("list-type", "") in {"order", "alpha-lower", "alpha-upper", "roman-lower", "roman-upper"}
        built.block("\n".join(f"{number}. {item}" if counted else f"- {item}" for number, item in enumerate(items, 1)))
    elif tag == "def-item":
        term, said = child(element, "term"), child(element, "def")
        told = f"{text_of(term)}\n{_inline(said, nested=True) if said is not None else ''}"
        built.block(told, kind="definition" if said is not None else None)
    else:
        if tag in _OWN_HEADINGS and child(element, "title") is None:
            built.heading(_OWN_HEADINGS[tag], level)
        _write_mixed(element, built, level)


def _write_mixed(element: Element, built: TextBuilder, level: int) -> None:
    line = [element.text or ""]
    for one in element:
        if local(one) in _BLOCKS:
            built.block(one_line("".join(line)))
            line = []
            _write(one, built, level + (local(one) in _NESTING and local(element) in _NESTING))
        else:
            line.append(_piece(one))
        line.append(one.tail or "")
    built.block(one_line("".join(line)))


def _write_float(element: Element, built: TextBuilder) -> None:
    """Label and caption in one line, then the rows with their cells between bars."""
    caption = child(element, "caption")
    label = text_of(child(element, "label")).rstrip(".")
    parts = [_inline(part) for part in caption] if caption is not None else []
    told = " ".join(part if part.endswith((".", "?", "!")) else f"{part}." for part in parts if part)
    built.block(f"{label}. {told}" if label else told, kind="caption")
    rows = [tuple(_inline(cell, nested=True) for cell in row) for row in every(element, "tr")]
    heads = [row for head in every(element, "thead") for row in every(head, "tr")]
    header = tuple(_inline(cell, nested=True) for cell in heads[-1]) if heads else None
    start = built.block("\n".join(line for row in rows if (line := " | ".join(row)).strip(" |")))
    if any(len(row) > 1 for row in rows):
        built.mark("table", start, header)
    for note in (one for one in element if local(one) == "table-wrap-foot"):
        built.block(_inline(note, nested=True))


def _inline(element: Element, *, nested: bool = False) -> str:
    """The text of an element in one line; blocks inside it only where they are asked for."""
    parts = [element.text or ""]
    for one in element:
        if nested or local(one) not in _BLOCKS or local(one) == "p":
            parts.append(_piece(one))
        parts.append(one.tail or "")
    return one_line("".join(parts))


def _piece(element: Element) -> str:
    """Powers stay powers; raised marks that point to references or notes go."""
    tag = local(element)
    if tag in _LEFT_OUT:
        return ""
    if tag == "break":
        return " "
    if tag == "sup":
        return _raised(element)
    inner = (element.text or "") + "".join(_piece(one) + (one.tail or "") for one in element)
    return f" {inner} " if tag in _BLOCKS else inner


def _raised(element: Element) -> str:
    text = text_of(element)
    if any(local(one) == "xref" for one in element):
        return ""
    return text.translate(_SUPERSCRIPT) if _POWER.fullmatch(text) else text


def _authors(meta: Element) -> list[str]:
    return [
        who
        for group in every(meta, "contrib-group")
        for one in every(group, "contrib")
        if one.get("contrib-type", "author") == "author" and (who := _name(one))
    ]


def _name(contributor: Element) -> str:
    name = next(every(contributor, "name"), None)
    if name is None:
        return next((text_of(one) for one in contributor if local(one) in {"collab", "string-name"}), "")
    return one_line(f"{text_of(child(name, 'given-names'))} {text_of(child(name, 'surname'))}")


def _published(meta: Element) -> str | None:
    """The day it first appeared, as far as it is told."""
    dates = {one.get("pub-type") or one.get("publication-format") or "": one for one in every(meta, "pub-date")}
    chosen = next((dates[kind] for kind in _PUBLISHED if kind in dates), next(iter(dates.values()), None))
    if chosen is None:
        return None
    parts = [text_of(child(chosen, part)) for part in ("year", "month", "day")]
    numbers = [part.zfill(2) for part in parts]
    if not re.fullmatch(r"(1[4-9]|20)\d\d", parts[0]):
        return None
    told = next((count for count, part in enumerate(parts) if not re.fullmatch(r"\d{1,4}", part)), 3)
    return "-".join(numbers[:told])
