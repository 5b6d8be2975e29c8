"""What a research found as keys of its report's JSON, and those keys as findings again."""

from __future__ import annotations

from inquiro.core.decoders import convert
from inquiro.core.types import ImplementationResult, Json, Report, ResearchFindings

FINDINGS = ("query", "modes", "top_k", "ideas", "implementations", "report", "problems", "items_dropped")


def findings_keys(findings: ResearchFindings) -> Json:
    """The run is the report's own; what implementations say of themselves in Python, they say here too."""
    built = findings.to_dict()
    described = zip(findings.implementations, built["implementations"], strict=True)
    return {
        "query": findings.query,
        "modes": built["modes"],
        "top_k": findings.top_k,
        "ideas": built["ideas"],
        "implementations": [one | _derived(implementation) for implementation, one in described],
        "report": built["report"],
        "problems": list(findings.problems),
        "items_dropped": dict(sorted(findings.dropped.items())),
    }


def read_report(built: object) -> Report:
    """The report that such JSON was made of; raises msgspec.ValidationError for anything else."""
    return convert(built | _findings(built) if isinstance(built, dict) else built, Report)


def _findings(built: Json) -> Json:
    if not set(FINDINGS) <= built.keys():
        return {}
    same = {name: built[name] for name in FINDINGS if name != "items_dropped"}
    return {"findings": same | {"dropped": built["items_dropped"], "trace_id": built.get("trace_id", "")}}


def _derived(implementation: ImplementationResult) -> Json:
    return {"description": implementation.description, "dependencies": implementation.dependencies}
