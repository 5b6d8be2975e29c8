from __future__ import annotations

from inquiro.engine.notes.secrets import pieces, secrets_of

NOTE = """---
client: Marisol Etxeberria
---
# Boilers
Condensing boilers need a drain. My own boiler leaks badly at night.
A private tender by Grellholm ends soon. Kyoto has one, too.
Kyoto is far.
Call +49 171 2345678 or odette@example.org on 2026-03-01.
The box says KESTREL-9f27ab31.
"""


def test_what_must_stay_is_known_by_kind():
    found = secrets_of(NOTE, "Boilers", "House/Boilers.md", ("People/Jorvik Ames.md",))
    assert {"marisol", "etxeberria", "grellholm", "odette"} <= found.words
    assert not {"client", "boilers", "drain", "kyoto"} & found.words
    assert found.names == {"jorvik", "ames", "marisol", "etxeberria"}
    assert set(found.keys) == {"kestrel9f27ab31", "491712345678"}
    assert "kestrel" not in found.open_words
    assert {"boilers", "kyoto"} <= found.open_words


def test_personal_clauses_are_kept_apart():
    found = secrets_of(NOTE, "", "", ())
    assert " my own boiler leaks badly at night " in found.private_runs
    assert " my own boiler " not in found.open_runs
    assert " kyoto is far " in found.open_runs


def test_words_are_compared_without_case_accents_and_hyphens():
    assert pieces("Heat-Pump Müller 街路樹は 35°C") == ["heat", "pump", "muller", "街路樹", "は", "35", "c"]
