from __future__ import annotations

import pytest

from inquiro.onboarding.handlebars.lexing import Content, Lexer, Tag


def kinds(text: str) -> list[str]:
    return [piece.text if isinstance(piece, Content) else f"<{piece.kind}>" for piece in Lexer(text).pieces()]


def test_text_and_tags_are_told_apart() -> None:
    text = "a{{x}}b{{#y}}{{else}}{{^}}{{else if z}}{{/y}}{{! c }}{{!-- }} --}}{{^n}}{{{t}}}{{&u}}{{>p}}{{*d}}{{#*i}}{{#>p}}"
    assert kinds(text) == [
        "a", "<mustache>", "b", "<block>", "<else>", "<else>", "<chain>", "<close>", "<comment>", "<comment>", "<inverse>",
        "<mustache>", "<mustache>", "<partial>", "<decorator>", "<decorator>", "<partial>",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("\\{{x}} y {{z}}", ["{{x}} y ", "<mustache>"]),
        ("a\\{{x}}", ["a", "{{x}}"]),
        ("a\\\\{{x}}", ["a\\", "<mustache>"]),
        ("\\{{x}}\\{{y}}", ["{{x}}", "{{y}}"]),
        ("{{elsewhere}}", ["<mustache>"]),
        ('{{x "}}"}}', ["<mustache>"]),
        ("{ {{x}}}", ["{ ", "<mustache>", "}"]),
        ("{{{{raw}}}} {{x}} {{{{in}}}}{{{{/in}}}}{{{{/raw}}}}!", ["<raw>", "!"]),
    ],
)
def test_escapes_and_strings(text: str, pieces: list[str]) -> None:
    assert kinds(text) == pieces


def tokens(text: str) -> list[tuple[str, str]]:
    (tag,) = Lexer(text).pieces()
    assert isinstance(tag, Tag)
    return [(token.kind, token.text) for token in tag.tokens]


def test_tokens() -> None:
    assert tokens("{{#f a.b ../[c d] @e 'it''s' \"q\\\"\" -1.5 1a true k=(g null) as |x y|}}") == [
        ("id", "f"), ("id", "a"), ("separator", "."), ("id", "b"), ("id", ".."), ("separator", "/"), ("id", "c d"),
        ("data", "@"), ("id", "e"), ("string", "it"), ("string", "s"), ("string", 'q"'), ("number", "-1.5"), ("id", "1a"),
        ("word", "true"), ("id", "k"), ("equals", "="), ("open", "("), ("id", "g"), ("word", "null"), ("close", ")"),
        ("as", "as |"), ("id", "x"), ("id", "y"), ("pipe", "|"),
    ]  # fmt: skip


def test_tildes_and_places() -> None:
    first, _, second = Lexer("{{~a}}\n  {{b~}}").pieces()
    assert isinstance(first, Tag)
    assert isinstance(second, Tag)
    assert (first.strips, second.strips) == ((True, False), (False, True))
    assert (second.place, second.tokens[0].place) == ((2, 3), (2, 5))


@pytest.mark.parametrize(
    ("text", "message", "line", "column"),
    [
        ("a\n{{x", "not closed", 2, 1),
        ("{{! x", "comment is not closed", 1, 1),
        ("{{!-- x }}", "comment is not closed", 1, 1),
        ("{{x {{y}}", "begins inside", 1, 5),
        ("{{x # y}}", "'# y' means nothing", 1, 5),
        ('{{x "y}}', "string that begins here is not closed", 1, 5),
        ("{{a.[b}}", "not closed by ]", 1, 5),
        ("{{{x}} ", "braces", 1, 5),
        ("{{{{raw}}}} x", "raw block is not closed", 1, 1),
        ("x\0", "NUL", 1, 2),
    ],
)
def test_what_cannot_be_read_has_its_place(text: str, message: str, line: int, column: int) -> None:
    lexer = Lexer(text)
    lexer.pieces()
    (problem,) = lexer.problems
    assert message in problem.message
    assert (problem.line, problem.column) == (line, column)
