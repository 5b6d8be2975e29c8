"""The folder is the registry: a module in a package, or an entry point, is a plug-in under its own name.

A plug-in module holds `plugin`: a class or a factory. Nothing is imported until it is asked for, so listing
names is cheap and a plug-in with a missing dependency harms nobody else. What an outside package brings is tried before
it is used: one that is broken is named, and the others go on.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules
from typing import Any, Generic, TypeVar

from inquiro.core.errors import NotConfigured, UnknownName

T = TypeVar("T")
# How a stranger's code fails when it is loaded, made or asked.
MISTAKES = (
    AssertionError, AttributeError, ImportError, LookupError, NameError, OSError, RuntimeError, SyntaxError, TypeError,
    ValueError,
)  # fmt: skip
_log = logging.getLogger("inquiro.plugins")


class Registry(Generic[T]):
    """Names to plug-ins for one protocol."""

    def __init__(self, what: str, package: str, group: str, declared: Mapping[str, str] | None = None) -> None:
        self.what = what
        self.group = group
        self.package = package
        self._declared = dict(declared or {})  # named in data files, built by nobody yet: name -> why

    def names(self) -> list[str]:
        """Every available name, built-ins and entry points alike."""
        return sorted({*self._modules(), *self._entry_points()})

    def declared(self) -> dict[str, str]:
        """Names that data files mention but nothing provides."""
        return {name: why for name, why in self._declared.items() if name not in self.names()}

    def is_built_in(self, name: str) -> bool:
        """Whether it is ours; anything else an installed package brought."""
        return name in self._modules()

    def get(self, name: str) -> Callable[..., T]:
        """The class or factory behind a name."""
        if name in self._modules():
            factory: Callable[..., T] = import_module(f"{self.package}.{name}").plugin
            return factory
        if name in (points := self._entry_points()):
            loaded: Callable[..., T] = points[name].load()
            return loaded
        if name in self._declared:
            raise NotConfigured(f"{self.what} '{name}' is declared but not available: {self._declared[name]}")
        raise UnknownName(self.what, name, self.names())

    def made(self, name: str, /, **fields: Any) -> T:
        """The plug-in itself; NotConfigured, with the reason, for an outside one that lacks one of the fields."""
        if self.is_built_in(name) or name not in self.names():
            return self.get(name)()
        try:
            plugin = self.get(name)()
            wrong = [
                f"its `{field}` must be of type {kind.__name__}"
                for field, kind in fields.items()
                if not isinstance(getattr(plugin, field, None), kind)
            ]
        except MISTAKES as error:
            wrong = [f"{type(error).__name__}: {error}"]
        if wrong:
            raise NotConfigured(f"{self.what} '{name}' of an installed package cannot be used: {'; '.join(wrong)}")
        return plugin

    def usable(self, **fields: Any) -> dict[str, T]:
        """Every plug-in that can be made; an outside one that cannot is said, and left out."""
        made: dict[str, T] = {}
        for name in self.names():
            try:
                made[name] = self.made(name, **fields)
            except NotConfigured as error:
                if self.is_built_in(name):
                    raise
                _log.warning("%s", error)
        return made

    def _modules(self) -> list[str]:
        return [*_module_names(tuple(import_module(self.package).__path__))]

    def _entry_points(self) -> dict[str, Any]:
        return {point.name: point for point in _installed(self.group, tuple(sys.path))}


@lru_cache(maxsize=64)  # a run asks for a dozen plug-ins
def _module_names(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(m.name for m in iter_modules(folders) if not m.name.startswith("_") and not m.ispkg)


@lru_cache(maxsize=64)  # looking through every installed package takes 25 ms, and a run asks a dozen times
def _installed(group: str, places: tuple[str, ...]) -> tuple[EntryPoint, ...]:  # noqa: ARG001 - other places, other packages
    return tuple(entry_points(group=group))
