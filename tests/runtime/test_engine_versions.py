import pytest

from inquiro.core.errors import OtherEngine
from inquiro.core.types import Run
from inquiro.core.version import __version__
from inquiro.runtime.engine_versions import require_this_version, with_this_version


def run(version: str = __version__, attempt: int = 1) -> Run:
    return Run(id="7f3a91c2-0000", tool_name="deep_research", input_params={}, attempt=attempt, engine_version=version)


def test_a_new_run_is_of_this_version():
    assert Run(id="a", tool_name="t", input_params={}).engine_versions == (__version__,)
    require_this_version(run())


@pytest.mark.parametrize(
    ("before", "attempt", "after"),
    [
        (__version__, 0, __version__),
        (__version__, 3, __version__),
        ("0.1.0", 1, f"0.1.0, {__version__}"),
        ("0.1.0", 0, __version__),  # it was only written down then
        (f"0.1.0, {__version__}", 2, f"0.1.0, {__version__}"),
    ],
)
def test_a_version_that_takes_a_run_up_is_added_once(before, attempt, after):
    assert with_this_version(run(before, attempt)) == after


@pytest.mark.parametrize("version", ["0.1.0", f"{__version__}1", "0.1.0, 0.1.1", f"0.1.0, {__version__}"])
def test_only_the_same_version_to_the_letter_replays(version):
    with pytest.raises(OtherEngine, match=r"7f3a91c2 was made by Inquiro 0\."):
        require_this_version(run(version))
