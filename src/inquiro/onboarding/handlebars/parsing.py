"""From text to a template, or to everything that is wrong with the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inquiro.core.types import Problem
from inquiro.onboarding.handlebars.building import Builder
from inquiro.onboarding.handlebars.checking import called, check
from inquiro.onboarding.handlebars.lexing import Lexer
from inquiro.onboarding.handlebars.limits import LIMITS, TemplateError
from inquiro.onboarding.handlebars.nodes import Block, Body, Call, Expression, Mustache, Path, Statement, Template, Text
from inquiro.onboarding.handlebars.whitespace import Draft, DraftBlock, DraftBody, DraftText, settle

MOST_PROBLEMS = 50


def parse(text: str) -> Template:
    """Raises TemplateError with every error; nothing has been rendered by then."""
    template, found = _read(text)
    errors = [problem for problem in found if problem.severity == "error"]
    if errors or template is None:
        raise TemplateError(errors)
    return template


def problems(text: str) -> list[Problem]:
    """Everything wrong with a template, and what looks like a mistake."""
    return _read(text)[1]


def _read(text: str) -> tuple[Template | None, list[Problem]]:
    if len(text) > LIMITS.template:
        return None, [Problem(message=f"a template has at most {LIMITS.template:,} characters")]
    lexer, builder = Lexer(text), Builder()
    draft = builder.build(lexer.pieces())
    if builder.too_deep:
        return None, _sorted(lexer.problems + builder.problems)
    settle(draft)
    body = _finished(draft)
    found = _sorted([*_first(lexer.problems), *_first(builder.problems), *_first(check(body))])
    return Template(body, climbs=_climbs(body)), found


def _first(found: Iterable[Problem]) -> Iterator[Problem]:
    """As many as a person reads; an error is never left out for warnings before it."""
    errors = warnings = 0
    for problem in found:
        errors += problem.severity == "error"
        warnings += problem.severity == "warning"
        if problem.severity == "error" or warnings <= MOST_PROBLEMS:
            yield problem
        if errors >= MOST_PROBLEMS:
            return


def _sorted(found: list[Problem]) -> list[Problem]:
    return sorted(found, key=lambda problem: (problem.line, problem.column))


def _finished(body: DraftBody) -> Body:
    statements = (_statement(part) for part in body.parts)
    return tuple(statement for statement in statements if statement is not None)


def _statement(part: Draft) -> Statement | None:
    if isinstance(part, DraftText):
        return Text(part.value) if part.value else None
    if isinstance(part, DraftBlock):
        return _block(part)
    return Mustache(part.call) if part.call else None


def _block(part: DraftBlock) -> Block | Text:
    names = next((body.names for body in (part.body, part.otherwise) if body and body.names), ())
    body = _finished(part.body) if part.body else None
    otherwise = _finished(part.otherwise) if part.otherwise else None
    if part.raw and not part.call.must_call and not called(part.call, frozenset()):
        # A raw block under a name of its own choosing is there to print its text.
        return Text("".join(text.text for text in body or () if isinstance(text, Text)))
    return Block(part.call, names, body, otherwise, part.inverted)


def _climbs(body: Body | None) -> bool:
    return any(_statement_climbs(statement) for statement in body or ())


def _statement_climbs(statement: Statement) -> bool:
    if isinstance(statement, Text):
        return False
    if _expression_climbs(statement.call):
        return True
    return isinstance(statement, Block) and (_climbs(statement.body) or _climbs(statement.otherwise))


def _expression_climbs(expression: Expression) -> bool:
    if isinstance(expression, Call):
        return any(
            _expression_climbs(part)
            for part in (expression.path, *expression.params, *(value for _, value in expression.options))
        )
    return isinstance(expression, Path) and expression.depth > 0 and not expression.data
