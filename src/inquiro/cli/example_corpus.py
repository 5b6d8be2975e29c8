"""Where the example corpus lies: inside the installed package, or beside the sources of a checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from inquiro.core.errors import NotConfigured

QUESTION = (
    "Do city trees really cool streets, what do they cost and who pays, and how much water do they need in dry summers?"
)


def example_corpus() -> Path:
    package = Path(str(files("inquiro")))
    for folder in (package / "examples" / "corpus", package.parent.parent / "examples" / "corpus"):
        if folder.is_dir():
            return folder
    raise NotConfigured('the example corpus is not installed; research your own: inquiro ask "…" --corpus FOLDER')
