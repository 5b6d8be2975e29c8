from __future__ import annotations

from inquiro.text.opposites import axes


def test_no_word_stands_at_both_ends_of_an_axis():
    for axis in axes():
        assert not set(axis.one) & set(axis.other)


def test_a_word_turns_statements_round_on_one_axis_at_most():
    turning = [word for axis in axes() if axis.turns for word in (*axis.one, *axis.other)]
    assert sorted(turning) == sorted(set(turning))


def test_places_and_persons_only_tell_things_apart():
    turning = {word for axis in axes() if axis.turns for word in (*axis.one, *axis.other)}
    assert not turning & {"north", "male", "first", "opened"}
    assert {"increase", "reduziert", "eficaz", "autorisé"} <= turning
