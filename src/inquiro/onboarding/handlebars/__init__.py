"""Handlebars templates over plain JSON: read with lines, rendered within limits, safe inside the verb language."""

from inquiro.onboarding.handlebars.functions import HELPERS, Function
from inquiro.onboarding.handlebars.limits import LIMITS, LimitReached, Limits, TemplateError
from inquiro.onboarding.handlebars.nodes import Template
from inquiro.onboarding.handlebars.output import Output
from inquiro.onboarding.handlebars.parsing import parse, problems
from inquiro.onboarding.handlebars.rendering import render
from inquiro.onboarding.handlebars.used_paths import names_read, parts_read
from inquiro.onboarding.handlebars.verb_output import render_verbs

__all__ = [
    "HELPERS",
    "LIMITS",
    "Function",
    "LimitReached",
    "Limits",
    "Output",
    "Template",
    "TemplateError",
    "names_read",
    "parse",
    "parts_read",
    "problems",
    "render",
    "render_verbs",
]
