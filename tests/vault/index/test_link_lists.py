from __future__ import annotations

import pytest

from inquiro.vault.index.link_lists import LEAST, is_link_list

ITEMS = "\n".join(f"- [[Note {number}]]: what it says." for number in range(LEAST))


@pytest.mark.parametrize(
    "text",
    [
        ITEMS,
        f"# Everything\n\nAll of it.\n\n{ITEMS}\n",
        "\n".join(f"* **[Page {n}](page%20{n}.md)** by somebody" for n in range(LEAST)),
        "\n".join(f"{n}. [[Note {n}]]\n    - what it says" for n in range(LEAST)),
        "| Note | About |\n| --- | --- |\n" + "\n".join(f"| [[Note {n}]] | bread |" for n in range(LEAST)),
        "\n".join(f"- [ ] [[Book {n}]]" for n in range(LEAST)),
    ],
)
def test_a_note_of_links_is_a_list(text):
    assert is_link_list(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n".join(ITEMS.splitlines()[1:]),  # one too few
        ITEMS + "\n\n" + "\n".join("A line of prose about bread." for _ in range(LEAST)),
        "\n".join(f"- Step {n}: see [[Note {n}]]" for n in range(LEAST)),
        "\n".join(f"- buy {n} loaves [x]" for n in range(60)),
        ITEMS + "\n" + "\n".join(f"- thought {n}" for n in range(4 * LEAST)),
        "\n".join(f"[[Note {n}]] is prose." for n in range(LEAST)),
    ],
)
def test_other_notes_are_none(text):
    assert not is_link_list(text)
