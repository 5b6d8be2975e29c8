"""Fields on the screen: the riskiest whole, the proven ones in few lines."""

from __future__ import annotations

from inquiro.cli.field_views import Fields, Named
from inquiro.onboarding.reviewing.views import EvidenceView, FieldView, LeiView

QUOTE = EvidenceView(
    source="[S1] Report", url="https://example.org", quote='"Aldra SE holds all"', before="So", after="!"
)


def field(path="apex.name", **changes):
    given = {"value": '"Aldra"', "whole": '"Aldra"', "label": "quoted", "risk": 8, "needs_look": False}
    return FieldView(path=path, **(given | changes))


def test_what_needs_a_look_has_its_whole_quote_and_what_to_do(shown):
    urgent = field(label="inferred", needs_look=True, evidence=(QUOTE, QUOTE), to_do="check it", notes=("odd",))
    told = shown(Fields([urgent, field("apex.lei", evidence=(QUOTE,))]))
    assert told.index("1 field needs a look") < told.index("1 other field")
    assert '…So "Aldra SE holds all" !…' in told
    assert "(and 1 more quote)" in told
    assert "→ check it" in told
    assert '    [S1] "Aldra SE holds all"\n' in told


def test_empty_fields_are_named_once_unless_everything_is_asked_for(shown):
    fields = [field("a", label="unfilled", value="null", whole="null"), field("b")]
    assert "Not filled: a" in shown(Fields(fields))
    assert "Not filled" not in shown(Fields(fields, full=True))


def test_the_column_of_leis_has_its_legend(shown):
    lei = LeiView(mark="≠", verdict="name differs", lei="5299", reason="another name", told="the register: Suedlicht")
    told = shown(Fields([field("apex.lei", leis=(lei,), needs_look=True)]))
    assert "LEI: ✓ record and name match" in told
    assert "≠ apex.lei" in told
    assert "LEI name differs: another name: the register: Suedlicht" in told
    assert "LEI:" not in shown(Fields([field()]))


def test_of_verbs_the_leis_are_shown(shown):
    lei = LeiView(mark="✓", verdict="confirmed", lei="5299", told="the register: Aldra")
    told = shown(Named([field("verbs[0].lei", leis=(lei,))]))
    assert "✓ 5299 confirmed: the register: Aldra" in told
    assert "need" not in told


def test_long_values_wrap_inside_the_screen(shown):
    told = shown(Fields([field(value="x" * 300, whole="x" * 300, evidence=(QUOTE,))]), width=50)
    assert max(map(len, told.splitlines())) <= 50


def test_who_decides_sees_values_whole(shown):
    long = [field(value="x…", whole="x" * 30)]
    assert "x" * 30 not in shown(Fields(long))
    assert "x" * 30 in shown(Fields(long, whole=True))
