"""Who does the thinking: one file per reasoner."""

from inquiro.core.protocols import Reasoner
from inquiro.core.registry import Registry

registry: Registry[Reasoner] = Registry("reasoner", "inquiro.engine.reasoners", "inquiro.reasoners")
