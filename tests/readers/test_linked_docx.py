"""Word documents with what citations are made of."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from inquiro.core.errors import ReadFailed
from inquiro.readers import read

FOOTNOTES = (
    f"<w:footnotes {nsdecls('w')}><w:footnote w:type='separator' w:id='0'><w:p><w:r><w:t>-</w:t></w:r></w:p></w:footnote>"
    "<w:footnote w:id='2'><w:p><w:r><w:t>Jones (2020). Shade. https://a.example/shade</w:t></w:r></w:p></w:footnote></w:footnotes>"
)


def document() -> bytes:
    made = docx.Document()
    made.add_heading("Trees", 0)
    made.add_heading("Shade", 1)
    paragraph = made.add_paragraph("Trees cool streets")
    raised = paragraph.add_run("1")
    raised.font.superscript = True
    paragraph.add_run(" and more")
    paragraph._p.append(parse_xml(f"<w:r {nsdecls('w')}><w:footnoteReference w:id='2'/></w:r>"))
    address = made.part.relate_to("https://a.example/x", RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    linked = made.add_paragraph("See ")
    linked._p.append(parse_xml(
        f"<w:hyperlink {nsdecls('w', 'r')} r:id='{address}'><w:r><w:t>the study</w:t></w:r></w:hyperlink>"))  # fmt: skip
    made.add_heading("References", 1)
    made.add_paragraph("Smith (2019). Trees.", style="List Number")
    out = io.BytesIO()
    made.save(out)
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("word/footnotes.xml", FOOTNOTES)
    return out.getvalue()


def test_links_footnotes_raised_marks_and_numbers_are_kept():
    text = read(document(), "draft.docx", "application/docx+links").text
    assert "Trees cool streets[1] and more[^f2]" in text
    assert "See [the study](https://a.example/x)" in text
    assert "1. Smith (2019). Trees." in text
    assert "[^f2]: Jones (2020). Shade. https://a.example/shade" in text
    assert "## References" in text


def test_a_damaged_one_is_refused():
    with pytest.raises(ReadFailed):
        read(b"PK\x03\x04 not a document", "draft.docx", "application/docx+links")
