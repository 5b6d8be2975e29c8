"""Whether this machine has what the browser needs, and what to do when it does not."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str | None:
    """The system's own; browsers that Playwright would download are never used."""
    return next((path for name in _PROGRAMS if (path := shutil.which(name))), None)


def why_unavailable(*, sandbox: bool = True) -> str:
    """What is missing, in words; empty when nothing is."""
    if find_spec("playwright") is None:
        return "install the extra: pip install 'inquiro[browser]'"
    if chromium_path() is None:
        return "install Chromium (on Debian or Ubuntu: apt-get install chromium)"
    if sandbox and os.geteuid() == 0:
        return "Chromium's sandbox does not work as root: run Inquiro as a user"
    return ""
