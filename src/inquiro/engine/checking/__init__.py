"""Whether sentences are borne out by their evidence."""

from inquiro.engine.checking.checker import check, unrelated
from inquiro.engine.checking.sourced import Source, verify
from inquiro.engine.checking.verdict import Problem, Verdict

__all__ = ["Problem", "Source", "Verdict", "check", "unrelated", "verify"]
