from __future__ import annotations

from inquiro.core.types import VerbArgument, VerbSpec
from inquiro.onboarding.verbs.complaints import missing, unknown_argument, unknown_verb

SPEC = VerbSpec(
    name="a.b",
    arguments=(VerbArgument(name="name", required=True, description="What"), VerbArgument(name="lei")),
    one_of=(("lei", "entity"),),
)


def test_what_was_meant_or_what_there_is():
    assert unknown_verb("gleif.enrish", ["gleif.search", "gleif.enrich"]).startswith(
        "unknown verb 'gleif.enrish'; did you mean gleif.enrich"
    )
    assert unknown_verb("x", ["c.d", "a.b"]) == "unknown verb 'x'; known: a.b, c.d"
    assert unknown_argument(SPEC, "nmae") == "a.b takes no :nmae; did you mean :name? known: :name, :lei"
    assert unknown_argument(VerbSpec(name="a.b"), "x") == "a.b takes no :x; known: none"


def test_what_is_needed():
    assert list(missing(SPEC, {"name", "entity"})) == []
    assert list(missing(SPEC, set())) == ["a.b needs :name (What)", "a.b needs one of :lei, :entity"]
