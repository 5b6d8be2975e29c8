import pytest

from inquiro.core.errors import BadFile
from inquiro.onboarding.batches import row_files
from inquiro.onboarding.batches.row_files import rows_from_file


def written(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", '\ufeffname,lei,manager.name\r\n A Fund ,X,M\r\n,,\r\n"B, ""b""\nline",,\r\n'),
        ("a.csv", 'name;lei;manager.name\nA Fund;X;M\n\n"B, ""b""\nline";;\n'),
        ("a.tsv", 'name\tlei\tmanager.name\nA Fund\tX\tM\n\n"B, ""b""\nline"\t\n'),
        ("a.json", '[{"name": "A Fund", "lei": "X", "manager": {"name": "M"}}, {"name": "B, \\"b\\"\\nline"}]'),
        (
            "a.json",
            '{"rows": [{"name": "A Fund", "lei": "X", "manager": {"name": "M"}}, {"name": "B, \\"b\\"\\nline"}]}',
        ),
        ("a.jsonl", '{"name": "A Fund", "lei": "X", "manager": {"name": "M"}}\n\n\n{"name": "B, \\"b\\"\\nline"}'),
    ],
)
def test_every_kind_of_file(tmp_path, name, content):
    rows, problems = rows_from_file(written(tmp_path, name, content))
    assert problems == []
    assert [row.values for row in rows] == [
        {"name": "A Fund", "lei": "X", "manager": {"name": "M"}},
        {"name": 'B, "b"\nline'},
    ]


def test_rows_know_their_lines(tmp_path):
    rows, _ = rows_from_file(written(tmp_path, "a.csv", 'name\n"a\nb"\nc\n'))
    assert [(row.where, row.line) for row in rows] == [("line 2", 2), ("line 4", 4)]
    rows, _ = rows_from_file(written(tmp_path, "a.jsonl", '\n{"name": 1}\n'))
    assert rows[0].where == "line 2"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", "name,lei\nA,X,too many\nB\n", "line 2: 3 cells in a row of 2 columns"),
        ("a.jsonl", '{"name": "B"}\n{"name": \n', "line 2: is not usable JSON"),
        ("a.jsonl", '{"name": "B"}\n[1]\n', "line 2: line 2: a row has to be an object"),
        ("a.jsonl", '{"name": "B"}\n{"a": 1, "a": 2}\n', "'a' stands in one object twice"),
        ("a.jsonl", '{"name": "B"}\n{"a": NaN}\n', "NaN is no number"),
        ("a.jsonl", '{"name": "B"}\n{"a": 1e400}\n', "1e400 is no number"),
        ("a.jsonl", '{"name": "B"}\n' + "[" * 100_000, "is not usable JSON"),
        ("a.json", '[{"name": "B"}, 5]', "row 2: a row has to be an object"),
    ],
)
def test_a_bad_row_does_not_hide_the_others(tmp_path, name, content, words):
    rows, problems = rows_from_file(written(tmp_path, name, content))
    assert [row.values for row in rows] == [{"name": "B"}]
    assert words in str(problems[0])


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.xlsx", "x", "rows come from .csv"),
        ("a.csv", "", "the first line has to name every column"),
        ("a.csv", "a,,b\n", "the first line has to name every column"),
        ("a.csv", "a,a\n", "the first line has to name every column"),
        ("a.csv", "a,a.b\n", "'a' and 'a.b' contradict"),
        ("a.csv", 'a\n"open\n', "cannot be read as CSV"),
        ("a.csv", b"a\n\xff\n", "is not UTF-8"),
        ("a.json", "[{]", "is not JSON"),
        ("a.json", '[{"a": 1, "a": 2}]', "twice"),
        ("a.json", '{"name": 1}', "a list of objects"),
        ("a.json", "[" * 100_000, "is not usable JSON"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path, name, content, words):
    with pytest.raises(BadFile, match=r"a\.\w+: ") as raised:
        rows_from_file(written(tmp_path, name, content))
    assert words in str(raised.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadFile, match="cannot be read"):
        rows_from_file(tmp_path / "none.csv")


def test_sizes_have_limits(tmp_path, monkeypatch):
    path = written(tmp_path, "a.csv", "name\n" + "x\n" * 5)
    monkeypatch.setattr(row_files, "MOST_ROWS", 4)
    with pytest.raises(BadFile, match="5 rows; 4 are allowed"):
        rows_from_file(path)
    monkeypatch.setattr(row_files, "LARGEST", 10)
    with pytest.raises(BadFile, match="larger than"):
        rows_from_file(path)
