from __future__ import annotations

import json

from inquiro.core.types import Macro, MacroParameter
from inquiro.onboarding.macros.registry import bundled_macros
from inquiro.onboarding.macros.wire import example_of, to_short_wire, to_wire


def test_everything_that_is_needed_to_run_it():
    wire = to_wire(bundled_macros()[0])
    assert json.loads(json.dumps(wire)) == wire
    assert wire["name"] == "client-discovery"
    assert wire["parameters"][2] == {
        "name": "focus",
        "type": "string",
        "required": False,
        "description": "What matters most",
        "default": "everything",
        "enum": ["everything", "group", "funds", "managers"],
    }
    assert wire["output"]["review"] == "required"
    assert "gleif.enrich" in wire["suggested_verbs"]
    assert wire["example"]["params"]["client_name"] == "Allianz Global Investors"


def test_the_short_form_is_what_a_list_shows():
    short = to_short_wire(bundled_macros()[0])
    assert short["parameters"][0] == {"name": "client_name", "type": "string", "required": True}
    assert set(short) == {"name", "description", "parameters", "tags", "triggers", "not_for"}


def test_a_call_to_begin_with_where_there_is_no_example():
    macro = Macro(
        name="x",
        parameters=(
            MacroParameter(name="a", required=True),
            MacroParameter(name="b", required=True, type="integer", enum=(7, 8)),
            MacroParameter(name="c"),
        ),
    )
    assert example_of(macro) == {"a": "…", "b": 7}
    assert to_wire(macro)["suggested_verbs"] is None
