from __future__ import annotations

import pytest

from inquiro.core.errors import UsageError
from inquiro.onboarding.batches.columns import Columns
from inquiro.onboarding.batches.rows import Row

COLUMNS = Columns(["name", "lei", "client_type", "name"])


def rows(*values):
    return [Row(one, f"row {number}") for number, one in enumerate(values, 1)]


def test_spellings_of_a_known_name():
    assert COLUMNS.renamed({"NAME": "A", "Client  type": "x", "lei": "", "other": 1}) == {
        "name": "A",
        "client_type": "x",
        "other": 1,
    }
    assert COLUMNS.meant("client-type") == "client_type"
    assert COLUMNS.meant("clients") is None


def test_two_columns_of_one_meaning():
    with pytest.raises(UsageError, match="'LEI' and 'lei' are both 'lei'"):
        COLUMNS.renamed({"LEI": "1", "lei": "2"})
    assert COLUMNS.renamed({"LEI": "", "lei": "2"}) == {"lei": "2"}


@pytest.mark.parametrize(("written", "meant"), [("nmae", "name"), ("lie", "lei"), ("clientType", "client_type")])
def test_a_slip_is_an_error_for_all_rows(written, meant):
    with pytest.raises(UsageError) as error:
        COLUMNS.warnings(rows({"remark": "x"}, {written: "x"}, {written: "y"}))
    assert str(error.value) == (
        f"row 2: unknown column '{written}' (did you mean '{meant}'?); known: name, lei, client_type"
    )


def test_what_nothing_reads_is_said_once():
    found = COLUMNS.warnings(rows({"name": "A", "remark": "x"}, {"remark": "y", "nmae": ""}, {"name": "A", "names": 2}))
    assert [str(one) for one in found] == [
        "warning: row 1: nothing reads the column 'remark'; known: name, lei, client_type",
        "warning: row 3: nothing reads the column 'names'; known: name, lei, client_type",
    ]


def test_shared_values_have_known_names():
    assert COLUMNS.shared({"Client type": "x"}) == {"client_type": "x"}
    with pytest.raises(UsageError) as error:
        COLUMNS.shared({"clienttype": "x", "y": 1})
    assert str(error.value) == (
        "unknown 'clienttype' (did you mean 'client_type'?); unknown 'y'; known: name, lei, client_type"
    )
    with pytest.raises(UsageError, match="known: none"):
        Columns([]).shared({"a": 1})
