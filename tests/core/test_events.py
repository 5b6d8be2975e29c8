from __future__ import annotations

import msgspec
import pytest

from inquiro.core.events import Event


def test_an_event_survives_json():
    event = Event(run_id="r", seq=3, stage="collect", message="4 queries", progress=0.25, data={"queries": ["a", "b"]})
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event


def test_two_events_never_share_their_data():
    assert (
        Event(run_id="r", seq=1, stage="s", message="").data is not Event(run_id="r", seq=1, stage="s", message="").data
    )


def test_an_event_needs_its_place_in_the_stream():
    with pytest.raises(msgspec.ValidationError, match="seq"):
        msgspec.convert({"run_id": "r", "stage": "s", "message": "m"}, Event)
