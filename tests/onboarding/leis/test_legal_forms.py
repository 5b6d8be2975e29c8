from __future__ import annotations

from inquiro.onboarding.leis.legal_forms import FORMS, LONGEST, VEHICLES
from inquiro.onboarding.leis.names import same_name


def test_every_form_is_recognised_at_the_end_of_a_name():
    unknown = [words for words in FORMS if not same_name(f"Korvenau Trees {' '.join(words)}", "Korvenau Trees")]
    assert unknown == []


def test_every_form_has_one_spelling():
    assert {FORMS[form,] for form in FORMS.values()} == set(FORMS.values())
    assert set(FORMS.values()) >= VEHICLES
    assert max(map(len, FORMS)) == LONGEST
