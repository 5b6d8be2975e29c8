"""Whether a sentence claims more than its evidence."""

from __future__ import annotations

import pytest

from inquiro.engine.checking import check
from inquiro.engine.checking.strength import stronger, unmatched_all


def kinds(text, evidence):
    return [problem.kind for problem in stronger(text, [evidence], [evidence], "en")]


@pytest.mark.parametrize(
    ("text", "evidence", "kind"),
    [
        ("All of the schools changed to solar power.", "Some of the schools changed to solar power.", "scope"),
        ("Any citizen may propose changes.", "Only members of the council may propose changes.", "scope"),
        ("Most of the scrolls survived the fire.", "Hardly any of the scrolls survived the fire.", "scope"),
        ("It was the deadliest storm since 1950.", "It was the second deadliest storm since 1950.", "scope"),
        ("It is the largest lake of the country.", "It is one of the largest lakes of the country.", "scope"),
        ("Their first show was in Brooklyn.", "Their show in Brooklyn sold out.", "scope"),
        ("More than half of the patients used it wrongly.", "Many patients used it wrongly.", "scope"),
        ("The new method is twice as fast.", "The new method is faster.", "scope"),
        ("Coffee lowers the risk of cancer.", "Coffee was associated with a lower risk of cancer.", "cause"),
        ("The incinerator caused the rise in asthma.", "The rise in asthma coincided with the incinerator.", "cause"),
        ("The drug was better than placebo.", "There was no difference between the drug and placebo.", "comparison"),
    ],
)
def test_more_than_the_evidence_says(text, evidence, kind):
    assert kind in kinds(text, evidence)
    assert check(text, [evidence]).label not in {"quoted", "supported"}


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("All schools changed.", "Every school changed."),
        ("It is the second deadliest storm.", "It was the second deadliest storm since 1950."),
        ("Half of them used it wrongly.", "Of the patients, 51 % used it wrongly."),
        ("It doubled from 30 to 60.", "It went from 30 to 60."),
        ("The first edition sold out.", "The first edition of 1859 sold out."),
        ("Python was not the first language to change.", "Ruby changed in 2020."),
        ("Coffee was linked to a lower risk.", "Coffee was associated with a lower risk."),
        ("It is late because it rained.", "It rained; therefore it is late."),
    ],
)
def test_as_much_as_the_evidence_says(text, evidence):
    assert kinds(text, evidence) == []


def test_all_has_to_be_said_of_the_same_thing():
    near = ["The pump failed with all gas rates in this model."]
    assert unmatched_all("the pump failed in all models", near, "en") == "all"
    assert unmatched_all("the pump failed with all rates", near, "en") == ""
    assert unmatched_all("the pump failed", near, "en") == ""
