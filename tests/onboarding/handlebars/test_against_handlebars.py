"""Generated templates print what the real Handlebars prints; node and its package are used in tests only."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inquiro.onboarding.handlebars import TemplateError, parse, render

PACKAGE = "handlebars@4"
FEW, MANY = 300, 2_000
CACHE = Path(os.environ.get("INQUIRO_TEST_HANDLEBARS") or Path.home() / ".cache" / "inquiro-tests" / "handlebars")
INSTALLED = CACHE / "node_modules" / "handlebars"
CASES = Path(__file__).with_name("real_handlebars.js")

Case = tuple[str, Any]


def really_rendered(cases: list[Case]) -> list[dict[str, str]]:
    """One process for all of them."""
    lines = "".join(json.dumps({"template": template, "data": data}) + "\n" for template, data in cases)
    command = ["node", str(CASES), str(INSTALLED)]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, timeout=100)
    return [json.loads(line) for line in done.stdout.splitlines()]


def whole_characters(text: str) -> str:
    """Half a character, which JavaScript can print and no file can hold, is a difference that is kept."""
    return re.sub(r"[\ud800-\udfff]|\\ud[89a-f][0-9a-f]{2}", "\ufffd", text)


def why_not_here() -> str:
    if not shutil.which("node"):
        return "node is not installed"
    return "" if INSTALLED.is_dir() else f"the npm package {PACKAGE} is not there: make test-services installs it"


@pytest.fixture(scope="module")
def _handlebars_here() -> None:
    if reason := why_not_here():
        pytest.skip(reason)


@pytest.fixture(scope="module")
def _handlebars_installed(request: pytest.FixtureRequest) -> None:
    """Where a build has to prove something, not having it is a failure."""
    if "services" not in request.config.getoption("markexpr"):
        pytest.skip("the real Handlebars is installed by: make test-services")
    reason = why_not_here()
    if reason and shutil.which("npm"):
        CACHE.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(CACHE), PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100)
        reason = why_not_here() and f"npm: {done.stderr.strip()[-400:]}"
    if reason and os.environ.get("CI"):
        pytest.fail(f"the real Handlebars is needed and cannot be had: {reason}")
    if reason:
        pytest.skip(reason)


@pytest.mark.usefixtures("_handlebars_here")
def test_generated_templates_print_as_in_handlebars() -> None:
    assert differences(seed=9, count=FEW) == []


@pytest.mark.services
@pytest.mark.usefixtures("_handlebars_installed")
def test_many_generated_templates_print_as_in_handlebars() -> None:
    assert differences(seed=int(os.environ.get("INQUIRO_TEST_SEED", "2026")), count=MANY) == []


def differences(seed: int, count: int) -> list[tuple[str, Any, str, str]]:
    generator = Generator(random.Random(seed))
    cases = [generator.case() for _ in range(count)]
    answers = really_rendered(cases)
    refused = [answer["error"] for answer in answers if "error" in answer]
    assert len(refused) <= count // 50, refused[:5]
    assert len({template for template, _ in cases}) > count * 9 // 10
    found = []
    for (template, data), answer in zip(cases, answers, strict=True):
        if "text" in answer and (ours := our_text(template, data)) != whole_characters(answer["text"]):
            found.append((template, data, ours, answer["text"]))
    return found


@pytest.mark.usefixtures("_handlebars_here")
def test_a_damaged_template_prints_the_same_or_is_refused() -> None:
    rng = random.Random(37)
    generator = Generator(rng)
    cases = [(damaged(template, rng), data) for template, data in (generator.case() for _ in range(FEW // 2))]
    answers = really_rendered(cases)
    both = [
        (template, whole_characters(answer["text"]), ours)
        for (template, data), answer in zip(cases, answers, strict=True)
        if "text" in answer and not (ours := our_text(template, data)).startswith("error: ")
    ]
    assert len(both) > FEW // 8
    assert [case for case in both if case[1] != case[2]] == []


def damaged(template: str, rng: random.Random) -> str:
    at, to = rng.randrange(len(template) + 1), rng.randrange(len(template) + 1)
    kind = rng.randrange(3)
    if kind == 0:
        return template[:at] + template[at + 1 :]
    if kind == 1:
        return template[:at] + rng.choice("{}~/.|@\"'()[]= \n#^!\\&ae1-") + template[at:]
    return template[:at] + template[at:to] + template[at:]


KEPT: list[tuple[str, Any, str | None, str | None]] = [
    ("{{a.0}}", {"a": [7]}, None, "7"),  # a number at the end of a path
    ("{:x {{a}}}", {"a": 7}, None, "{:x 7}"),  # a brace right behind a tag
    ("{{a}}", {"a": 12345678901234567890}, "12345678901234567000", "12345678901234567890"),  # long numbers
    ("{{a.[0]}}", {"a": "𝒳"}, "\ud835", "\ufffd"),  # half a character
    ("{{{{raw}}}}{{a}}{{{{/raw}}}}", {"a": 7}, "", "{{a}}"),  # raw blocks need no function of their name
    ("{{nope a=1}}", {}, "", None),  # unknown functions, wherever they stand
    ("{{#if a}}{{nope 1}}{{/if}}", {}, "", None),
    ("{{eq 1 2 3}}", {}, "false", None),  # arguments that nobody looks at
    ("{{@_parent}}", {}, "", ""),
    ("{{#each a}}{{@_parent}}{{/each}}", {"a": [1]}, "[object Object]", ""),  # the inside of the engine
]  # template, data, what they print, what we print; None: an error


@pytest.mark.usefixtures("_handlebars_here")
def test_differences_that_are_kept() -> None:
    answers = really_rendered([(template, data) for template, data, *_ in KEPT])
    for (template, data, theirs, ours), answer in zip(KEPT, answers, strict=True):
        text = our_text(template, data)
        assert answer.get("text") == theirs, template
        assert (None if text.startswith("error: ") else text) == ours, template


def our_text(template: str, data: Any) -> str:
    try:
        return render(parse(template), data)
    except TemplateError as error:
        return f"error: {error}"


KEYS = ["a", "b", "c", "items", "name", "a b", "1", "10", "this", "where-else", "ünï", "length"]
STRINGS = [
    "",
    "x",
    "B",
    "true",
    "0",
    "12",
    " two words ",
    "ÄÖ ß",
    "line\nbreak",
    "q\"u'o",
    "{{a}}",
    "\\",
    "𝒳y",
    "a,b",
    "\t",
]
NUMBERS = [0, 1, 2, -3, 12, 0.5, 1e21, 1e-7, 123456.789, 1.0, -0.0, 5e-324, 1e300, 100000000000000000000.0]
TEXTS = [
    "",
    " ",
    "\n",
    "  \n",
    "\n  ",
    "x",
    "a b",
    "\r\n",
    "\n\n",
    "\t",
    " y\n",
    "\n z",
    " }",
    "{ ",
    "\u00a0\n",
    "| ",
    "]\\]",
    "\\\\\\x",
]


class Generator:
    """Templates with everything in them, over data that answer to them often enough."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.names: list[str] = []

    def case(self) -> Case:
        self.names = []
        return self.body(self.rng.choice([1, 2, 3, 3])), self.object(3) if self.rng.random() < 0.93 else self.json(3)

    def json(self, depth: int) -> Any:
        kind = self.rng.randrange(10 if depth else 6)
        if kind < 2:
            return self.rng.choice(STRINGS)
        if kind < 4:
            return self.rng.choice(NUMBERS)
        if kind < 6:
            return self.rng.choice([True, False, None])
        if kind < 8:
            return [self.json(depth - 1) for _ in range(self.rng.randrange(4))]
        return self.object(depth - 1)

    def object(self, depth: int) -> dict[str, Any]:
        keys = self.rng.sample(KEYS, self.rng.randrange(6 if depth < 3 else len(KEYS)))
        return {key: self.json(depth) for key in keys}

    def body(self, depth: int) -> str:
        return "".join(self.parts(depth))

    def parts(self, depth: int) -> Iterator[str]:
        for _ in range(self.rng.randrange(1, 5)):
            yield self.rng.choice(TEXTS)
            kind = self.rng.randrange(12)
            if kind < 5:
                yield self.mustache()
            elif kind < 10 and depth:
                yield self.block(depth)
            elif kind == 10:
                yield self.comment()
            elif kind == 11:
                yield self.rng.choice(["\\{{a}} ", "\\\\" + self.mustache(), "\\{{a}}\\{{b}} t", "\\{{#if x}}"])
            yield self.rng.choice(TEXTS)

    def tilde(self) -> str:
        return "~" if self.rng.random() < 0.2 else ""

    def blank(self) -> str:
        return self.rng.choice(["", "", "", " ", "\n"])

    def tag(self, sigil: str, inside: str) -> str:
        space = "" if sigil else self.blank()
        return f"{{{{{self.tilde()}{sigil}{space}{inside}{self.blank()}{self.tilde()}}}}}"

    def comment(self) -> str:
        if self.rng.random() < 0.5:
            return f"{{{{{self.tilde()}! note {self.tilde()}}}}}"
        return f"{{{{{self.tilde()}!-- {{{{a}}}} note --{self.tilde()}}}}}"

    def mustache(self) -> str:
        inside = self.path() if self.rng.random() < 0.55 else self.call(2)
        style = self.rng.randrange(6)
        if style == 0:
            return f"{{{{{self.tilde()}{{{inside}}}{self.tilde()}}}}}"
        return self.tag("&" if style == 1 else "", inside)

    def block(self, depth: int) -> str:
        kind = self.rng.randrange(10)
        if kind < 2:
            return self.section(depth)
        if kind == 2:
            test = self.call(1, self.rng.choice(["eq", "ne", "gt", "and", "or", "not", "includes"]))
            return self.closed("#", test, test.split()[0], [], depth)
        name = self.rng.choice(["if", "if", "unless", "each", "each", "with"])
        return self.closed(self.rng.choice("###^"), *self.opening(name), depth)

    def opening(self, name: str) -> tuple[str, str, list[str]]:
        names: list[str] = []
        zero = (
            self.rng.choice([" includeZero=true", " includeZero=false", "", "", ""]) if name in {"if", "unless"} else ""
        )
        inside = f"{name} {self.argument(2)}{zero}"
        if name in {"each", "with"} and self.rng.random() < 0.4:
            names = self.rng.sample(
                ["item", "a", "key", "index"], 2 if name == "each" and self.rng.random() < 0.6 else 1
            )
            inside += f" as |{' '.join(names)}|"
        return inside, name, names

    def section(self, depth: int) -> str:
        path = self.path()
        return self.closed(self.rng.choice("#^"), path, path, [], depth)

    def closed(self, sigil: str, inside: str, name: str, names: list[str], depth: int) -> str:
        sigil = "#" if names else sigil
        opened = self.tag(sigil, inside)
        first = self.within(depth - 1, names)
        middle = ""
        while sigil == "#" and self.rng.random() < 0.25:
            chained, _, more = self.opening(self.rng.choice(["if", "if", "each", "with", "unless"]))
            middle += self.tag("", f"else {chained}") + self.within(depth - 1, more)
        if self.rng.random() < 0.4:
            middle += self.rng.choice([self.tag("", "else"), self.tag("^", "")]) + self.body(depth - 1)
        return opened + first + middle + self.tag("/", name)

    def within(self, depth: int, names: list[str]) -> str:
        self.names += names
        body = self.body(max(depth, 0))
        del self.names[len(self.names) - len(names) :]
        return body

    def argument(self, depth: int) -> str:
        kind = self.rng.randrange(10)
        if kind < 6:
            return self.path()
        if kind < 8 or not depth:
            return self.rng.choice(
                [
                    '"x"',
                    "'it\"s'",
                    '"a\\"b"',
                    "1",
                    "-2",
                    "0",
                    "1.50",
                    "true",
                    "false",
                    "null",
                    "undefined",
                    '""',
                    '"name"',
                ]
            )
        return f"({self.call(depth - 1)})"

    def call(self, depth: int, name: str = "") -> str:
        name = name or self.rng.choice(
            [
                "eq",
                "ne",
                "gt",
                "gte",
                "lt",
                "lte",
                "and",
                "or",
                "not",
                "len",
                "slugify",
                "json",
                "lookup",
                "includes",
                "log",
            ]
        )
        count = {"and": self.rng.randrange(1, 4), "or": 2, "not": 1, "len": 1, "slugify": 1, "log": 1}.get(name, 2)
        given = [self.argument(depth) for _ in range(count)]
        if name == "json":
            given = given[:1] + self.rng.choice([[], [], ["2"]])
        return " ".join([name, *given])

    def path(self) -> str:
        kind = self.rng.randrange(20)
        if kind < 3:
            return self.rng.choice(["this", ".", "this", "..", "../.."])
        if kind < 6:
            return self.rng.choice(
                ["@index", "@key", "@first", "@last", "@root", "@../index", "@../key", "@root.a", "@root.items"]
            )
        if kind < 9 and self.names:
            return self.rng.choice(self.names) + self.rng.choice(["", "", ".a", ".name"])
        start = self.rng.choice(["", "", "", "", "./", "this.", "this/", "../", "../", "../../", "@root."])
        segments = [self.segment() for _ in range(self.rng.choice([1, 1, 1, 2, 3]))]
        return start + segments[0] + "".join(self.rng.choice("./") + segment for segment in segments[1:])

    def segment(self) -> str:
        key = self.rng.choice(KEYS)
        plain = key not in {"a b", "1", "10", "this"}
        return key if plain and self.rng.random() < 0.85 else f"[{key}]"
