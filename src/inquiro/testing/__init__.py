"""Test doubles that ship with the package: scripted, diligent and obedient models, sources, a clock, no network.

    with forbid_network(), plugged_in(registry, wiki=lambda _: ScriptedProvider("wiki", [Page(title=…, text=…)])):
        report = deep_research("…", sources=("wiki",), settings=…)

Everything here is deterministic: the same script and the same questions give the same answers.
"""

from inquiro.testing.clock import DAWN, ManualClock
from inquiro.testing.diligent_model import DiligentModel
from inquiro.testing.moody_model import MoodyModel
from inquiro.testing.network import NetworkForbidden, forbid_network
from inquiro.testing.obedient_model import ObedientModel
from inquiro.testing.plugging import plugged_in, write_corpus
from inquiro.testing.scripted_model import ScriptedModel
from inquiro.testing.scripted_source import Page, ScriptedProvider
from inquiro.testing.scripted_web import ScriptedWeb
from inquiro.testing.stored import stored

__all__ = [
    "DAWN",
    "DiligentModel",
    "ManualClock",
    "MoodyModel",
    "NetworkForbidden",
    "ObedientModel",
    "Page",
    "ScriptedModel",
    "ScriptedProvider",
    "ScriptedWeb",
    "forbid_network",
    "plugged_in",
    "stored",
    "write_corpus",
]
