from __future__ import annotations

from inquiro.vault.notes import parse_note
from inquiro.vault.own_section import readable_spans, research_sections

TEXT = "# A\nx\n\n## research ##\nold\n### part\nold\n## B\ny %%c%% z\n\nResearch\n--------\nold\n"
NOTE = parse_note(TEXT, "n.md")


def test_sections_of_research_end_with_the_next_heading_of_their_level():
    assert [TEXT[slice(*span)] for span in research_sections(NOTE, len(TEXT))] == [
        "## research ##\nold\n### part\nold\n",
        "Research\n--------\nold\n",
    ]


def test_what_is_read_of_any_part():
    assert (
        "".join(TEXT[slice(*span)] for span in readable_spans(TEXT, NOTE, 0, len(TEXT))) == "# A\nx\n\n## B\ny  z\n\n"
    )
    start, end = TEXT.index("old"), TEXT.index("y %%") + 4
    assert [TEXT[slice(*span)] for span in readable_spans(TEXT, NOTE, start, end)] == ["## B\ny "]
    assert list(readable_spans(TEXT, NOTE, 5, 5)) == []
