"""Every recorded answer of every service is understood or refused in words; none is a crash."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts.recordings import FILES, parsed, recordings_of

from inquiro.core.errors import EffectError
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.providers.search import registry


@pytest.mark.parametrize("name", sorted(FILES))
def test_every_recording_gives_hits_or_an_error_in_words(name: str, shared_data: Path, settings: Settings) -> None:
    provider = registry.get(name)(ProviderContext(settings=settings))
    recordings = recordings_of(name, shared_data)
    assert recordings
    for recording in recordings:
        outcome = parsed(provider, recording)
        if isinstance(outcome, EffectError):
            assert str(outcome), recording.label
            continue
        for hit in outcome:
            assert hit.title, recording.label
            assert hit.url.startswith(("http://", "https://")), recording.label
            assert hit.source_name == name, recording.label
