"""Names of authors as reference managers want them: one entry a person."""

from __future__ import annotations

import json

import pytest

from inquiro.core.types import Report, ReportSource
from inquiro.exports import registry
from inquiro.exports._citing import author_names


@pytest.mark.parametrize(
    ("stated", "names"),
    [
        ("Victor Stinner", ["Victor Stinner"]),
        ("Alyssa Coghlan, Nathaniel J. Smith", ["Alyssa Coghlan", "Nathaniel J. Smith"]),
        ("Greg Stein, Marc-André Lemburg", ["Greg Stein", "Marc-André Lemburg"]),
        ("Larry Hastings, Mario Corchero, Eric N. Vander Weele", ["Larry Hastings", "Mario Corchero", "Eric N. Vander Weele"]),
        ("Ostrova, Lena", ["Ostrova, Lena"]),
        ("van Rossum, Guido", ["van Rossum, Guido"]),
        ("de la Cruz, Juan Luis", ["de la Cruz, Juan Luis"]),
        ("Lopez Garcia, J. M.", ["Lopez Garcia, J. M."]),
        ("Lopez Garcia, J.M.", ["Lopez Garcia, J.M."]),
        ("Ostrova, Lena; Banik, Raoul", ["Ostrova, Lena", "Banik, Raoul"]),
        ("Korvenau Municipal Audit Office", ["Korvenau Municipal Audit Office"]),
        ("City of Korvenau, Parks Department", ["City of Korvenau, Parks Department"]),
        ("Pia Ostermoor, Public Health Office of Tessen", ["Pia Ostermoor", "Public Health Office of Tessen"]),
        ("Ilse Maravold and Jonas Treuhand", ["Ilse Maravold", "Jonas Treuhand"]),
        (
            "Ilse Maravold, Jonas Treuhand, Institute for Urban Climate, Varnholt",
            ["Ilse Maravold", "Jonas Treuhand", "Institute for Urban Climate, Varnholt"],
        ),
        (
            "Institute for Urban Climate, Varnholt, and Varnholt Health Service",
            ["Institute for Urban Climate, Varnholt", "Varnholt Health Service"],
        ),
        ("", []),
    ],
)  # fmt: skip
def test_each_person_is_a_name(stated, names):
    assert author_names(stated) == names


def test_two_people_are_two_in_every_format():
    source = ReportSource(
        id="src_1", type="local", title="BlockingIOError in APIs", url="file:///d/pep.txt", snippet="",
        author="Alyssa Coghlan, Nathaniel J. Smith",
    )  # fmt: skip
    report = Report(trace_id="t", question="q", answer="", sources=(source,))
    told = {name: registry.get(name)().render(report).decode() for name in ("bibtex", "ris", "csl")}
    assert (
        "  title = {{BlockingIOError in APIs}},\n  author = {Alyssa Coghlan and Nathaniel J. Smith}," in told["bibtex"]
    )
    assert "TI  - BlockingIOError in APIs\r\nAU  - Alyssa Coghlan\r\nAU  - Nathaniel J. Smith\r\n" in told["ris"]
    [item] = json.loads(told["csl"])
    assert item["author"] == [{"literal": "Alyssa Coghlan"}, {"literal": "Nathaniel J. Smith"}]


def test_an_organisation_is_no_family_name():
    source = ReportSource(
        id="src_1", type="web", title="Trees", url="", snippet="", author="City of Korvenau, Parks Department"
    )
    report = Report(trace_id="t", question="q", answer="", sources=(source,))
    assert "  author = {{City of Korvenau, Parks Department}}," in registry.get("bibtex")().render(report).decode()
    [item] = json.loads(registry.get("csl")().render(report))
    assert item["author"] == [{"literal": "City of Korvenau, Parks Department"}]
