"""Names that Python code uses and never binds: what a reader would have to add before it runs."""

from __future__ import annotations

import ast
import builtins

_GIVEN = frozenset(dir(builtins)) | frozenset(
    "__name__ __file__ __doc__ __builtins__ __spec__ __package__ __path__ __class__ _ __ display get_ipython spark reveal_type".split()
)


def unbound_names(tree: ast.Module) -> tuple[str, ...]:
    """In the order of their first use; where `import *` may bring anything, none is missed."""
    bound: set[str] = set(_GIVEN)
    used: dict[str, int] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Name(ctx=ast.Load()):
                used.setdefault(node.id, node.lineno * 10_000 + node.col_offset)
            case ast.Name():
                bound.add(node.id)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                bound.add(node.name)
            case ast.arg():
                bound.add(node.arg)
            case ast.ImportFrom() if any(alias.name == "*" for alias in node.names):
                return ()
            case ast.Import() | ast.ImportFrom():
                bound |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                bound.add(name)
            case ast.MatchMapping(rest=str(rest)):
                bound.add(rest)
            case ast.Global() | ast.Nonlocal():
                bound |= set(node.names)
    return tuple(sorted((name for name in used if name not in bound), key=lambda name: used[name]))
