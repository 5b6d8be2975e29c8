from __future__ import annotations

import pytest

from inquiro.onboarding.handlebars import parse, render


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("a\n{{#if t}}\nb\n{{/if}}\nc", "a\nb\nc"),
        ("a\n  {{#if t}}  \r\n  b\n  {{/if}}  \r\nc", "a\n  b\nc"),
        ("a {{#if t}}\nb\n{{/if}}", "a \nb\n"),
        ("{{#if f}}\na\n{{else}}\nb\n{{/if}}\n", "b\n"),
        ("{{#if f}}\na\n{{else if t}}\nb\n{{/if}}\n", "b\n"),
        ("a\n{{! note }}\nb", "a\nb"),
        ("a\n {{!-- note --}} \nb", "a\nb"),
        ("a\n{{x}}\nb", "a\n\nb"),
        ("a {{~x~}} b", "ab"),
        ("a \n {{~#if t~}} \n b \n {{~/if~}} \n c", "abc"),
        ("{{#if f}}a {{~^~}} b{{/if}}", "b"),
        ("a {{~! note ~}} b", "ab"),
        ("{{#each l}}\n- {{this}}\n{{/each}}\n", "- 1\n- 2\n"),
        ("{{#if t}}{{#if t}}\na\n{{/if}}{{/if}}", "\na\n"),
        ("{{{{raw}}}}\n {{x}}\n{{{{/raw}}}}\n", " {{x}}\n"),
    ],
)
def test_blanks_around_tags(template: str, text: str) -> None:
    assert render(parse(template), {"t": True, "f": False, "l": [1, 2]}) == text
