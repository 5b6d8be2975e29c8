"""Fields of knowledge as data: which sources a question deserves, and how its field is recognised."""

from inquiro.engine.domains.configuration import (
    GENERAL,
    DomainConfiguration,
    Signs,
    domain_named,
    load_domains,
)
from inquiro.engine.domains.detection import Detection, detect_domain, detected
from inquiro.engine.domains.likeness import Embeds

__all__ = [
    "GENERAL",
    "Detection",
    "DomainConfiguration",
    "Embeds",
    "Signs",
    "detect_domain",
    "detected",
    "domain_named",
    "load_domains",
]
