import pytest

from inquiro.core.said.repairing import repair
from inquiro.core.said.strict import NotJson, Refused


def test_it_guesses_where_the_grammar_gives_up():
    assert repair('{"a": true, COMMENT "b": "c"}') == {"a": True, "b": "c"}
    assert repair("(1)") == 1


@pytest.mark.parametrize("text", ["", "prose only", "foo [", '{"a": }', '{"a",', "{:2}", '["a/*x*/" b', "I say (1)"])
def test_inventions_are_refused(text):
    with pytest.raises(NotJson):
        repair(text)


def test_empty_strings_that_were_said_are_kept():
    assert repair('{"a": "", COMMENT "b": "c"}') == {"a": "", "b": "c"}


@pytest.mark.fault(9)
def test_deep_nesting_is_refused():
    with pytest.raises(Refused, match="deep"):
        repair("[" * 1_000)


@pytest.mark.parametrize("text", ["prose {" + "`]{]" * 4_000, '["' + '"/*' * 8_000, '{"a":"' + '\\"' * 12_000])
def test_what_would_take_its_time_is_not_tried(text):
    with pytest.raises(NotJson, match="too long"):
        repair(text)
