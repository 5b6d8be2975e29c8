from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.notes.prose import headings_of, prose_of, said_in

NOTE = """---
tags: [house]
due: 2026-03-01
---
# Heat pumps

The **heat pump** may make [35 dB](https://example.org/rule) at night, see [[Rules/Noise#Night|the rules]].
- [ ] call the installer 📅 2026-03-01 🔁 every week #todo
- [x] measure it ✅ 2026-02-01

```python
print("The fridge is loud.")
```

| temp | COP |
|------|-----|
| 7    | 4.6 |

- [[Boilers]]
- [Radiators](Radiators.md), [[Pipes]]

%% The comment is hidden. %%
Run `noise-meter` and `x = (1 + 2)` twice. ^block-1
> [!tip] Quiet units
> R290 units are quieter.
costs:: 20 ![[plan.png]]
"""


def words_of(text: str) -> list[str]:
    return [one.text for one in said_in(text, prose_of(text))]


def test_only_what_is_said_in_words_is_left():
    assert words_of(NOTE) == [
        "Heat pumps",
        "The heat pump may make 35 dB at night, see the rules .",
        "call the installer",
        "measure it",
        "Run noise-meter and twice.",
        "Quiet units",
        "R290 units are quieter.",
        "20",
    ]


def test_headings_and_tasks_are_known():
    said = said_in(NOTE, prose_of(NOTE))
    assert [one.text for one in said if one.is_heading] == ["Heat pumps"]
    assert [one.text for one in said if one.is_task] == ["call the installer"]
    assert {one.heading for one in said} == {"Heat pumps"}
    assert [(one.level, one.text) for one in headings_of("# A\ntext\n### B ##\n#tag\n")] == [(1, "A"), (3, "B")]


def test_every_offset_fits_the_note():
    prose = prose_of(NOTE)
    assert len(prose) == len(NOTE)
    for one in said_in(NOTE, prose):
        assert prose[one.start : one.end].split() == one.text.split()


MARKS = st.sampled_from(
    [
        "[[",
        "]]",
        "![[",
        "|",
        "**",
        "`",
        "```\n",
        "~~~\n",
        "%%",
        "<!--",
        "-->",
        "$$",
        "---\n",
        "# ",
        "- [ ] ",
        "> ",
        "📅 2026-01-01",
    ]
)


@given(st.lists(st.one_of(MARKS, st.text(max_size=12), st.just("\n"), st.just("\r\n"), st.just("word ")), max_size=30))
def test_no_text_changes_its_length_or_its_lines(parts):
    text = "".join(parts)
    prose = prose_of(text)
    assert len(prose) == len(text)
    assert [at for at, c in enumerate(prose) if c == "\n"] == [at for at, c in enumerate(text) if c == "\n"]
    for one in said_in(text, prose):
        assert prose[one.start : one.end].split() == one.text.split()


@pytest.mark.parametrize(
    "part",
    ["<!-- ab ", "> ", "[[ab|", "`", "*", "$$ ab ", "- [[ab]] ", "---\nab: b\n", "%% ", "```\n", "<a", "https://a "],
)
def test_the_work_grows_with_the_length_alone(part):
    """Of patterns that try every way, none would end here."""
    assert len(prose_of(part * 20_000)) == len(part) * 20_000
