"""Import contracts that import-linter does not bring along."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class IndependentPlugins(Contract):
    """The public modules of a folder never reach each other; `_private` ones are what they may share."""

    type_name = "plugins"

    folders = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - the interface asks for it
        chains = []
        for folder in self.folders:  # type: ignore[attr-defined]
            if folder in graph.modules:
                chains += _chains(graph, folder)
        return ContractCheck(kept=not chains, metadata={"chains": chains})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for chain in check.metadata["chains"]:
            output.print_error(" -> ".join(chain))


class FrameworksAtTheirEdge(Contract):
    """Only the named packages import the named frameworks; either may be missing still."""

    type_name = "edge"

    frameworks = fields.ListField(subfield=fields.StringField())
    only_in = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - the interface asks for it
        allowed: list[str] = self.only_in  # type: ignore[assignment]
        strays = [
            f"{importer} imports {framework}"
            for framework in self.frameworks  # type: ignore[attr-defined]
            if framework in graph.modules
            for importer in sorted(graph.find_modules_that_directly_import(framework))
            if not any(importer == home or importer.startswith(f"{home}.") for home in allowed)
        ]
        return ContractCheck(kept=not strays, metadata={"strays": strays})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for stray in check.metadata["strays"]:
            output.print_error(stray)


def _chains(graph: ImportGraph, folder: str) -> list[tuple[str, ...]]:
    plugins = [m for m in graph.find_children(folder) if not m.rpartition(".")[2].startswith("_")]
    pairs = ((a, b) for a in sorted(plugins) for b in sorted(plugins) if a != b)
    found = (graph.find_shortest_chain(a, b, as_packages=True) for a, b in pairs)
    return [chain for chain in found if chain]
