from __future__ import annotations

from inquiro.vault.likeness import nearest


def test_the_nearest_names_come_first_and_folders_do_not_matter():
    paths = [f"Journal/Day {number}.md" for number in range(500)]
    paths += ["Projects/Heat pumps.md", "Heating.md", "A/B/C/Heat pump noise.md"]
    assert nearest("Heat pmups", paths)[0] == "Projects/Heat pumps.md"
    assert set(nearest("heat pump", paths)) == {"Projects/Heat pumps.md", "Heating.md", "A/B/C/Heat pump noise.md"}
    assert nearest("anything", []) == []
