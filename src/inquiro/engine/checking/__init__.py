"""Whether sentences are borne out by their evidence."""

from inquiro.engine.checking.checker import check, unrelated
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.sourced import Source, verify
from inquiro.engine.checking.verdict import Problem, Verdict

__all__ = ["Excerpt", "Problem", "Source", "Verdict", "check", "unrelated", "verify"]
