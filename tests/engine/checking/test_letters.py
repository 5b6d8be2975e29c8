from __future__ import annotations

from inquiro.engine.checking.letters import mixed


def test_words_of_two_alphabets_unless_the_evidence_writes_them_so():
    strange = "Str\u0435\u0435t"
    assert mixed(f"{strange} trees, {strange} lamps", ["Street trees"]) == (strange,)
    assert mixed(f"{strange} trees", [f"{strange} trees"]) == ()
    assert mixed("5 µg, Москва and Größe", []) == ()
