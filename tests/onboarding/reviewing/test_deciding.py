from __future__ import annotations

import msgspec
import pytest

from inquiro.core.errors import Conflict, NeedsPerson, UsageError
from inquiro.core.types import Decision, LeiFinding, Payload
from inquiro.onboarding.reviewing.deciding import (
    approved_for_execution,
    blocked_leis,
    checked_overrides,
    ensure_untouched,
)
from inquiro.onboarding.reviewing.payloads import payload_hash

VERDICTS = {
    "confirmed": "free",
    "malformed": "fixed",
    "not_found": "fixed",
    "inactive": "fixed",
    "name_differs": "fixed",
    "jurisdiction_differs": "fixed",
    "lapsed": "for now",
    "unverified": "for now",
}


def finding(verdict, path="apex.lei", lei="LEI"):
    return LeiFinding(path=path, lei=lei, verdict=verdict, reason=f"because {verdict}")


def decision(*leis, overrides=None, **changes):
    payload = Payload(leis=leis)
    values = {
        "id": "d",
        "review_id": "r",
        "verdict": "approve",
        "version": 1,
        "seen_hash": "",
        "payload": payload,
        "payload_hash": payload_hash(payload),
        "who": "ann",
        "overrides": overrides or {},
    }
    return Decision(**values | changes)


@pytest.mark.fault(57)
@pytest.mark.parametrize(("verdict", "kind"), VERDICTS.items())
def test_what_stops_an_lei_and_what_a_person_may_override(verdict, kind):
    made = decision(finding(verdict))
    assert blocked_leis(made) == ({} if kind == "free" else {"LEI": f"because {verdict}"})
    forced = decision(finding(verdict), overrides={"LEI": "said so"})
    assert blocked_leis(forced) == ({"LEI": f"because {verdict}"} if kind == "fixed" else {})
    if kind == "for now":
        assert checked_overrides(made.payload, {"LEI": " seen on paper "}) == {"LEI": "seen on paper"}
        with pytest.raises(UsageError, match="at least 5"):
            checked_overrides(made.payload, {"LEI": "  ok "})
    else:
        with pytest.raises(UsageError, match=r"not stopped by anything|cannot be overridden"):
            checked_overrides(made.payload, {"LEI": "seen on paper"})


@pytest.mark.fault(57)
def test_an_lei_in_two_places_is_free_only_if_both_are():
    both = (finding("unverified"), finding("name_differs", "funds[0].lei"))
    assert blocked_leis(decision(*both)) == {"LEI": "because unverified; because name_differs"}
    assert blocked_leis(decision(*both, overrides={"LEI": "said so"})) == {"LEI": "because name_differs"}
    with pytest.raises(UsageError, match="cannot be overridden"):
        checked_overrides(Payload(leis=both), {"LEI": "seen on paper"})
    assert blocked_leis(decision(finding("confirmed"), finding("lapsed"))) == {"LEI": "because lapsed"}


@pytest.mark.fault(55)
def test_only_an_approval_that_fits_its_payload_is_executed(make_review):
    good = decision()
    assert approved_for_execution(good) is good
    with pytest.raises(Conflict, match="rejected by ann"):
        approved_for_execution(decision(verdict="reject"))
    with pytest.raises(NeedsPerson):
        approved_for_execution(decision(who=" "))
    with pytest.raises(Conflict, match="nothing of it runs"):
        approved_for_execution(msgspec.structs.replace(good, payload=Payload(data=1)))
    ensure_untouched(make_review())
    with pytest.raises(Conflict, match="changed in the database"):
        ensure_untouched(msgspec.structs.replace(make_review(), payload=Payload()))
