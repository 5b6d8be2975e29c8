from __future__ import annotations

import io
import zipfile
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.readers._xlsx_formats import shown
from inquiro.readers.xlsx import XlsxReader

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINKS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
STYLES = f"""<styleSheet {MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/>
<numFmt numFmtId="165" formatCode="d mmm yyyy"/></numFmts>
<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="9"/></cellXfs></styleSheet>"""
FEES = """<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Since</t></is></c>
<c r="D1" t="inlineStr"><is><t>Share</t></is></c></row>
<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>50</v></c><c r="C2" s="2"><v>43904</v></c><c r="D2" s="3"><v>0.5</v></c></row>
<row r="3" hidden="1"><c r="A3"><v>7</v></c></row>
<row r="5"><c r="B5" t="str"><f>A1</f><v>one|two</v></c></row>"""
STRINGS = f"<sst {MAIN}><si><t>Level</t></si><si><t>Fee</t></si><si><r><t>Sup</t></r><r><t>porter</t></r><rPh><t>x</t></rPh></si></sst>"
CORE = '<cp:p xmlns:cp="c" xmlns:dc="d"><dc:title>Fees of the club</dc:title><dc:creator>Ann Lee</dc:creator></cp:p>'


def workbook(sheets: dict[str, str], **others: str) -> bytes:
    listed = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
    targets = "".join(f'<Relationship Id="r{n}" Target="worksheets/sheet{n}.xml"/>' for n in range(1, len(sheets) + 1))
    parts = {
        "xl/workbook.xml": f"<workbook {MAIN} {LINKS}><sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f"<Relationships>{targets}</Relationships>",
        "xl/sharedStrings.xml": STRINGS,
        "xl/styles.xml": STYLES,
        "docProps/core.xml": CORE,
    } | {
        f"xl/worksheets/sheet{n}.xml": f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
        for n, rows in enumerate(sheets.values(), 1)
    }
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for path, content in (parts | others).items():
            zipped.writestr(path, content)
    return archive.getvalue()


def read(data: bytes):
    return XlsxReader().read(data, "fees.xlsx")


def test_sheets_are_headings_and_runs_of_rows_are_tables():
    result = read(workbook({"Fees": FEES, "Empty": ""}))
    assert result.text == (
        "Fees\n\nA1:D2\n\nLevel | Fee | Since | Share\nSupporter | $50.00 | 2020-03-14 | 50%\n\nB5\n\none|two"
    )
    assert [(anchor.label, anchor.level) for anchor in result.headings] == [("Fees", 2), ("A1:D2", 3), ("B5", 3)]
    table = next(block for block in result.blocks if block.kind == "table")
    assert table.header == ("Level", "Fee", "Since", "Share")
    assert [result.text[start:end] for start, end in table.parts] == ["Supporter | $50.00 | 2020-03-14 | 50%"]
    assert (result.title, result.author) == ("Fees of the club", "Ann Lee")


def test_hidden_sheets_and_columns_are_not_read():
    book = f'<workbook {MAIN} {LINKS}><sheets><sheet name="S" r:id="r1" state="hidden"/></sheets></workbook>'
    with pytest.raises(ReadFailed, match="holds no text"):
        read(workbook({"Fees": FEES}, **{"xl/workbook.xml": book}))
    columns = (
        f'<worksheet {MAIN}><cols><col min="2" max="4" hidden="1"/></cols><sheetData>{FEES}</sheetData></worksheet>'
    )
    assert (
        read(workbook({"Fees": FEES}, **{"xl/worksheets/sheet1.xml": columns})).text
        == "Fees\n\nA1:A2\n\nLevel\nSupporter"
    )


@pytest.mark.parametrize(
    ("value", "code", "expected"),
    [
        ("50", "", "50"),
        ("0.30000000000000004", "", "0.3"),
        ("1500.5", '"$"#,##0.00', "$1,500.50"),
        ("1087353", "#,##0 [$€-407]", "1,087,353 €"),
        ("12", '0" kg"', "12 kg"),
        ("0.125", "0.0%", "12.5%"),
        ("43904", "yyyy-mm-dd", "2020-03-14"),
        ("43904.4375", "d/m/yy h:mm", "2020-03-14 10:30"),
        ("0.4375", "h:mm", "10:30"),
        ("43904", "mmm yyyy", "2020-03"),
        ("-5", "#,##0;[Red]-#,##0", "-5"),
        ("1e300", "0", "1e+300"),
        ("nan", "0", "nan"),
        ("99999999", "yyyy", "99999999"),
        ("words", "0", "words"),
    ],
)
def test_values_are_shown_as_their_cells_show_them(value, code, expected):
    assert shown(value, code) == expected


def test_days_are_counted_from_1904_where_the_workbook_says_so():
    assert shown("42442", "yyyy-mm-dd", since_1904=True) == "2020-03-14"


def test_a_bomb_a_declared_entity_and_damage_are_refused():
    with pytest.raises(ReadFailed, match="would unpack"):
        read(workbook({"A": ""}, **{"xl/media/a": "0" * 20_000_000}))
    with pytest.raises(ReadFailed, match="entities"):
        read(workbook({"A": FEES}, **{"xl/sharedStrings.xml": '<!DOCTYPE a [<!ENTITY b "c">]><sst>&b;</sst>'}))
    with pytest.raises(ReadFailed, match="damaged"):
        read(workbook({"A": FEES}, **{"xl/workbook.xml": " "}))


@given(st.text(max_size=200), st.text(alphabet='0123456789#,.$"%ymdhs;[]€ -_*', max_size=20), st.floats())
def test_any_part_and_format_is_safe(rows, code, number):
    assert isinstance(shown(repr(number), code), str)
    try:
        result = read(workbook({"A": rows}))
    except ReadFailed:
        return
    assert all(one.end <= other.start for one, other in pairwise(result.blocks))
