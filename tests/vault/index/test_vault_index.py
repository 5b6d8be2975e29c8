from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time

import pytest

from inquiro.core.errors import NoteNotFound, UsageError
from inquiro.core.types import NoteFilter
from inquiro.index import store as store_module
from inquiro.vault.index import VaultIndex, vault_index


def paths(found):
    return [note.path for note in found]


def words(index, query, **narrowed):
    return paths(index.search(query, "keyword", 10, NoteFilter(**narrowed)))


def test_words_find_a_note_by_its_best_passage(index):
    told = index.refresh()
    assert (told.notes, told.added, told.changed, told.renamed, told.removed) == (4, 4, 0, 0, 0)
    (found,) = index.search("late sleeper", "keyword")
    assert found.path == "travel/Night trains.md"
    assert found.snippet.startswith("The sleeper to Portavel was late.")
    assert found.tags == ("travel/rail",)
    assert found.link == "[[Night trains]]"
    assert found.modified == time.strftime("%Y-%m-%d")


def test_a_passage_comes_with_the_heading_above_it(index, vault):
    (vault / "long.md").write_text(f"# Long\n\n{'Filler. ' * 150}\n\n## Frost\n\nSnow lay for weeks.\n")
    index.refresh()
    found = index.search("snow weeks", "keyword")[0]
    assert (found.title, found.heading, found.snippet) == ("Long", "Frost", "Snow lay for weeks.")


@pytest.mark.parametrize("query", ["urban TREES", "Street trees", "street Trees "])
def test_a_note_that_is_called_so_comes_first(index, vault, query):
    (vault / "about.md").write_text("street trees " * 30 + " urban trees" * 30)
    index.refresh()
    assert words(index, query)[0] == "Street trees.md"


def test_titles_tags_and_headings_weigh_more_than_the_body(index, vault):
    for name, text in {
        "body": "compost among many other words of this note",
        "headed": "# Other\n\n## Compost\n\nmany other words of this note",
        "tagged": "many other words of this note #compost",
    }.items():
        (vault / f"{name}.md").write_text(text)
    index.refresh()
    assert words(index, "compost heap") == ["tagged.md", "headed.md", "body.md"]


def test_an_empty_note_is_found_by_its_name(index, vault):
    (vault / "Kompost.md").write_text("")
    index.refresh()
    (found,) = index.search("kompost", "keyword")
    assert (found.path, found.snippet) == ("Kompost.md", "")


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Der Bäcker backt früh.", "baecker bäcker"),
        ("Café Zürich", "zurich"),
        ("热泵的噪声很低", "噪声"),
        ("東京の夜行列車", "夜行列車"),
    ],
)
def test_any_script_and_any_accents(index, vault, text, query):
    (vault / "other.md").write_text(text)
    index.refresh()
    assert words(index, query)[0] == "other.md"


def test_front_matter_is_searched_and_not_shown(index, vault):
    (vault / "meta.md").write_text("---\nauthor: Zacharias\n---\nShort.")
    index.refresh()
    (found,) = index.search("zacharias", "keyword")
    assert found.snippet == "Short."
    assert index.text("meta.md").text == "Short."


def test_meaning_finds_what_no_word_names(index):
    index.refresh(embed=True)
    assert words(index, "railway") == []
    assert paths(index.search("railway", "semantic", 1)) == ["travel/Night trains.md"]
    assert paths(index.search("railway", "hybrid", 1)) == ["travel/Night trains.md"]


def test_hybrid_uses_the_vectors_that_are_there(index, monkeypatch):
    index.refresh()
    assert paths(index.search("railway sleeper", "hybrid")) == ["travel/Night trains.md"]
    with pytest.raises(UsageError, match="inquiro vault index"):
        index.search("railway", "semantic")
    monkeypatch.setattr("inquiro.index.passage_vectors._BATCH", 1)
    left = index.embed_some(0.0)
    assert left == index.refresh().not_embedded == index.refresh().passages
    assert index.embed_some() == 0
    assert paths(index.search("forest", "semantic")) == ["Street trees.md"]


@pytest.mark.parametrize("mode", ["keyword", "hybrid"])
def test_a_list_of_notes_comes_after_the_note_that_it_names(index, vault, mode):
    listed = "".join(f"- [[Page {number}]]: bread, a lamp and {number} socks.\n" for number in range(40))
    named = "- [[Night trains]]: The sleeper to Portavel was late. Late sleeper.\n"
    (vault / "Uncategorized.md").write_text(f"# Uncategorized\n\n{listed}{named}")
    index.refresh(embed=True)
    assert paths(index.search("late sleeper to portavel", mode, 2)) == ["travel/Night trains.md", "Uncategorized.md"]
    assert paths(index.search("uncategorized", mode, 1)) == ["Uncategorized.md"]


def test_a_paraphrase_is_found_by_its_meaning_though_others_repeat_its_words(index, vault):
    for number in range(3):
        (vault / f"log {number}.md").write_text("A long journey, a long journey home, a journey by night. " * 4)
    index.refresh(embed=True)
    query = "long journey by railway"
    assert [path.startswith("log") for path in words(index, query)] == [True, True, True]
    assert paths(index.search(query, "hybrid", 1)) == ["travel/Night trains.md"]


def test_a_note_without_vectors_is_not_pushed_back_by_those_with(index, vault):
    index.refresh(embed=True)
    (vault / "new.md").write_text("A sleeper, a sleeper train: where a sleeper train goes.")
    index.refresh()
    assert paths(index.search("sleeper train", "hybrid"))[0] == "new.md"


def test_the_latest_notes_are_embedded_first(index, vault, notions, monkeypatch):
    os.utime(vault / "Bread.md", (2e9, 2e9))
    index.refresh()
    index.embed_some()
    assert notions.asked[0].startswith("Bread")


def test_only_what_changed_is_read_again(index, vault, notions, monkeypatch):
    index.refresh(embed=True)
    notions.asked.clear()
    read = []
    original = vault_index.read_inside
    monkeypatch.setattr(
        vault_index, "read_inside", lambda folder, path, most: read.append(path) or original(folder, path, most)
    )
    (vault / "Bread.md").write_text("# Bread\n\nRye this time.\n")
    os.utime(vault / "Street trees.md", (1e9, 1e9))  # touched, not changed
    told = index.refresh(embed=True)
    assert sorted(read) == ["Bread.md", "Street trees.md"]
    assert (told.added, told.changed, told.removed, told.not_embedded) == (0, 1, 0, 0)
    assert len(notions.asked) == 1
    assert words(index, "rye") == ["Bread.md"]
    assert words(index, "flour") == []
    read.clear()
    index.refresh()
    assert read == []


def test_a_passage_that_stays_keeps_its_vector(index, vault, notions):
    paragraph = "A forest of words. " * 60
    (vault / "long.md").write_text(f"{paragraph}\n\nThe end.")
    index.refresh(embed=True)
    notions.asked.clear()
    (vault / "long.md").write_text(f"{paragraph}\n\nAnother end.")
    index.refresh(embed=True)
    assert len(notions.asked) == 1
    assert "long.md" in paths(index.search("oak", "semantic"))


def test_a_renamed_note_takes_its_vectors_along(index, vault, notions):
    index.refresh(embed=True)
    notions.asked.clear()
    (vault / "archive").mkdir()
    (vault / "travel/Night trains.md").rename(vault / "archive/Sleepers.md")
    told = index.refresh(embed=True)
    assert (told.added, told.changed, told.renamed, told.removed) == (0, 0, 1, 0)
    assert notions.asked == []
    assert paths(index.search("railway", "semantic", 1)) == ["archive/Sleepers.md"]
    assert words(index, "sleepers")[0] == "archive/Sleepers.md"


def test_a_renamed_folder_is_a_rename_of_each_note(index, vault):
    index.refresh()
    (vault / "travel").rename(vault / "trips")
    told = index.refresh()
    assert (told.renamed, told.added, told.removed) == (2, 0, 0)


def test_a_copy_is_a_note_of_its_own(index, vault, notions):
    index.refresh(embed=True)
    notions.asked.clear()
    shutil.copy(vault / "Bread.md", vault / "Bread copy.md")
    told = index.refresh(embed=True)
    assert (told.added, told.renamed, told.notes) == (1, 0, 5)
    assert notions.asked == []
    assert sorted(words(index, "flour")) == ["Bread copy.md", "Bread.md"]


def test_of_two_twins_the_one_that_is_gone_was_renamed(index, vault):
    shutil.copy(vault / "Bread.md", vault / "Another.md")
    index.refresh()
    (vault / "Bread.md").rename(vault / "Loaf.md")
    told = index.refresh()
    assert (told.added, told.renamed, told.removed) == (0, 1, 0)


def test_a_search_does_not_wait_for_a_refresh_that_is_under_way(index):
    index.refresh()
    index._due = 0.0
    found = []
    with index._refreshing:
        searching = threading.Thread(target=lambda: found.extend([index.refresh_if_due(), words(index, "sleeper")]))
        searching.start()
        searching.join(20)
    assert found == [None, ["travel/Night trains.md"]]


def test_a_deleted_note_is_dropped(index, vault):
    index.refresh(embed=True)
    (vault / "Bread.md").unlink()
    told = index.refresh()
    assert (told.removed, told.notes) == (1, 3)
    assert words(index, "flour") == []
    assert "Bread.md" not in paths(index.search("oven", "semantic"))


def test_what_is_hidden_or_a_link_or_no_note_is_left_alone(index, vault, tmp_path):
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian/secret.md").write_text("zebra")
    (tmp_path / "outside.md").write_text("zebra")
    (vault / "linked.md").symlink_to(tmp_path / "outside.md")
    (vault / "zebra.pdf").write_bytes(b"zebra")
    told = index.refresh()
    assert told.notes == 4
    assert dict(told.skipped) == {"linked.md": "link leads outside the folder"}
    assert words(index, "zebra") == []


def test_a_file_that_is_no_text_is_said_and_tried_again_when_it_changes(index, vault):
    (vault / "odd.md").write_bytes(b"\0\1\2")
    assert "zero bytes" in dict(index.refresh().skipped)["odd.md"]
    (vault / "odd.md").write_text("A zebra.")
    assert index.refresh().skipped == ()
    assert words(index, "zebra") == ["odd.md"]


def test_a_huge_note_is_cut(index, vault, monkeypatch):
    monkeypatch.setattr("inquiro.vault.index.prepared.LONGEST", 100)
    (vault / "huge.md").write_text("zebra " * 10 + "filler " * 50 + "giraffe")
    assert "rest cannot be found" in dict(index.refresh().skipped)["huge.md"]
    assert words(index, "zebra") == ["huge.md"]
    assert words(index, "giraffe") == []


def test_what_research_wrote_is_left_out_and_a_persons_own_section_is_not(index, vault):
    mark = "<!-- inquiro run abcd1234, text 0123456789ab -->"
    (vault / "ours.md").write_text(
        f"Mine.\n\n## Research\n\nA zebra, says the web. [[Bread]]\n\n{mark}\n\n## After\n\nHippo."
    )
    (vault / "theirs.md").write_text("Mine.\n\n## Research\n\nA zebra that I saw.\n")
    index.refresh()
    assert words(index, "zebra") == ["theirs.md"]
    assert words(index, "hippo") == ["ours.md"]
    assert "zebra" not in index.text("ours.md").text
    assert index.backlinks("Bread.md") == []


@pytest.mark.parametrize(
    ("narrowed", "expected"),
    [
        ({"tags": ("travel",)}, ["travel/Night trains.md"]),
        ({"tags": ("#Travel/Rail",)}, ["travel/Night trains.md"]),
        ({"tags": ("trav",)}, []),
        ({"tags": ("travel", "city")}, []),
        ({"folder": "travel"}, ["travel/Night trains.md", "travel/Packing.md"]),
        ({"folder": "/Travel/"}, ["travel/Night trains.md", "travel/Packing.md"]),
        ({"folder": "trav"}, []),
        ({"near": "Street trees", "distance": 1}, ["Street trees.md", "travel/Night trains.md"]),
        ({"near": "urban trees", "distance": 2}, ["Street trees.md", "travel/Night trains.md", "travel/Packing.md"]),
        ({"until": "2001-09-09"}, ["Bread.md"]),
        ({"since": "2001", "until": "2001-09"}, ["Bread.md"]),
        ({"since": "2002"}, ["Street trees.md", "travel/Night trains.md", "travel/Packing.md"]),
        ({"until": "2000"}, []),
    ],
)
@pytest.mark.parametrize("mode", ["keyword", "hybrid"])
def test_filters(index, vault, narrowed, expected, mode):
    for path in ("Street trees.md", "Bread.md", "travel/Packing.md", "travel/Night trains.md"):
        with (vault / path).open("a") as file:
            file.write("\nplatypus\n")
    os.utime(vault / "Bread.md", (1e9, 1e9))  # 9 September 2001
    index.refresh(embed=True)
    assert sorted(paths(index.search("platypus", mode, 10, NoteFilter(**narrowed)))) == expected


@pytest.mark.parametrize(
    ("narrowed", "expected"),
    [
        ({"since": "1987-06-05", "until": "1987-06-05"}, ["dated.md"]),
        ({"since": "1987-06", "until": "1987-06"}, ["dated.md"]),
        ({"until": "1987"}, ["dated.md"]),
        ({"until": "1987-05"}, []),
        ({"until": "1987-06-04"}, []),
        ({"since": "1987-06-06", "until": "1999"}, []),
        ({"since": "2001", "until": "2001"}, ["dated.md", "plain.md"]),
    ],
)
def test_a_note_has_the_date_of_its_front_matter_beside_that_of_its_file(index, vault, narrowed, expected):
    (vault / "dated.md").write_text("---\ndate: 1987-06-05T10:00\n---\nplatypus\n")
    (vault / "plain.md").write_text("platypus\n")
    for name in ("dated.md", "plain.md"):
        os.utime(vault / name, (1e9, 1e9))  # September 2001
    index.refresh()
    assert sorted(words(index, "platypus", **narrowed)) == expected
    found = index.search("platypus", "keyword", 10)
    assert {note.path: note.dated for note in found} == {"dated.md": "1987-06-05", "plain.md": ""}


@pytest.mark.parametrize(
    ("narrowed", "said"),
    [
        ({"since": "yesterday"}, "no date"),
        ({"until": "2026-13"}, "no date"),
        ({"since": "2026-02-30"}, "no date"),
        ({"until": "9999-12-31"}, "no date"),
        ({"near": "Bread", "distance": 0}, "between 1 and 6"),
        ({"near": "Nothing of the kind"}, "no note"),
    ],
)
def test_a_filter_that_means_nothing_is_an_error(index, narrowed, said):
    index.refresh()
    with pytest.raises(UsageError, match=said):
        index.search("trees", "keyword", 5, NoteFilter(**narrowed))
    if "near" in narrowed and "distance" not in narrowed:
        with pytest.raises(NoteNotFound):
            index.search("trees", "keyword", 5, NoteFilter(**narrowed))


def test_an_empty_query_is_an_error(index):
    with pytest.raises(UsageError, match="empty"):
        index.search("  ")


def test_meaning_without_a_model_is_an_error(vault, tmp_path):
    index = VaultIndex(vault, tmp_path / "state")
    index.refresh()
    with pytest.raises(UsageError, match="models install"):
        index.search("trees", "semantic")
    with pytest.raises(UsageError, match="models install"):
        index.embed_some()
    assert words(index, "oak") == paths(index.search("oak", "hybrid")) == ["Street trees.md"]


@pytest.mark.parametrize("query", ['"', "trees AND", "NEAR(a b)", "*", "a'; DROP TABLE notes", "…", "\ud800", "\0"])
def test_a_query_is_never_syntax(index, query):
    index.refresh()
    assert isinstance(index.search(query), list)


def test_links_and_backlinks(index):
    index.refresh()
    assert index.links("Street trees.md") == ["travel/Night trains.md"]
    assert index.links("Bread.md") == ["loaf.png"]
    assert index.backlinks("travel/Night trains.md") == ["Street trees.md", "travel/Packing.md"]
    assert index.backlinks("loaf.png") == ["Bread.md"]
    assert index.broken_links() == (4, [("travel/Packing.md", "Nowhere")])
    assert index.names().resolve("night trains", "") == "travel/Night trains.md"
    assert index.names().with_alias("urban trees") == ["Street trees.md"]


def test_links_follow_new_files(index, vault):
    index.refresh()
    (vault / "Nowhere.md").write_text("Here.")
    (vault / "loaf.png").unlink()
    index.refresh()
    assert index.broken_links()[1] == [("Bread.md", "loaf.png")]
    assert index.links("travel/Packing.md") == ["Nowhere.md", "travel/Night trains.md"]


def test_a_link_of_a_hit_leads_to_it_and_to_no_twin(index, vault):
    (vault / "travel/Bread.md").write_text("Bread for the journey, and a zebra.")
    index.refresh()
    (found,) = index.search("zebra", "keyword")
    assert found.link == index.link_to(found.path) == "[[travel/Bread]]"
    assert index.link_to("Street trees.md") == "[[Street trees]]"
    assert index.names().resolve("travel/Bread", "") == "travel/Bread.md"


def test_a_note_is_opened_as_it_was_indexed(index, vault):
    index.refresh()
    (vault / "travel/Night trains.md").write_text("Changed since.")
    note = index.note("travel/Night trains.md")
    assert "Portavel" in note.content.text
    assert note.content.title == "Night trains"
    assert [anchor.label for anchor in note.content.headings] == ["Delays"]
    with pytest.raises(UsageError, match="not in the index"):
        index.text("elsewhere.md")


def test_the_index_is_for_its_owner_only(index, tmp_path):
    index.refresh()
    assert stat.S_IMODE((tmp_path / "state/index").stat().st_mode) == 0o700


def test_another_model_starts_anew(index, notions):
    index.refresh(embed=True)
    notions.name = "other"
    assert index.search("railway", "hybrid") == []
    assert index.embed_some() == 0
    assert paths(index.search("railway", "semantic", 1)) == ["travel/Night trains.md"]


def test_progress_is_told(index):
    told = []
    index.refresh(lambda *step: told.append(step), embed=True)
    assert told == [(4, 4, "notes"), (4, 4, "passages")]


def test_gaps_are_closed_and_segments_merged(index, vault, tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "_SPARE", 4)
    index.refresh(embed=True)
    for round_ in range(12):
        (vault / "Bread.md").write_text(f"# Bread\n\nAn oven, and number{round_}.\n")
        index.refresh(embed=True)
        assert words(index, f"number{round_}") == ["Bread.md"]
        assert words(index, "late sleeper") == ["travel/Night trains.md"]
        assert paths(index.search("railway", "semantic", 1)) == ["travel/Night trains.md"]
    with sqlite3.connect(tmp_path / "state/index.db") as connection:
        assert int(connection.execute("SELECT value FROM meta WHERE name = 'passages'").fetchone()[0]) <= 12
    connection.close()
    kept = sorted(path.name.partition("-")[0] for path in (tmp_path / "state/index").iterdir())
    assert kept.count("vectors") == 2
    assert kept.count("terms") <= 4


@pytest.mark.fault(47)
@pytest.mark.parametrize("victim", ["index.db", "index/terms-*", "index/vectors-*.bits"])
@pytest.mark.parametrize("harm", ["cut", "gone"])
@pytest.mark.parametrize("by", ["search", "refresh"])
def test_a_damaged_index_is_built_anew(index, tmp_path, victim, harm, by):
    index.refresh(embed=True)
    for path in (tmp_path / "state").glob(victim):
        path.unlink() if harm == "gone" else path.write_bytes(path.read_bytes()[: path.stat().st_size // 3] + b"?")
    fresh = VaultIndex(index.vault, tmp_path / "state", index.embedder)
    if by == "search":
        fresh.search("late sleeper", "hybrid")
    fresh.refresh(embed=True)
    assert words(fresh, "late sleeper") == ["travel/Night trains.md"]
    assert paths(fresh.search("railway", "semantic", 1)) == ["travel/Night trains.md"]


_INDEXING = """
import sys
from pathlib import Path
from inquiro.index import update
from inquiro.vault.index import VaultIndex
update._MOST = 5
index = VaultIndex(Path(sys.argv[1]), Path(sys.argv[2]))
print("ready", flush=True)
index.refresh(lambda done, total, what: print(done, flush=True))
"""


@pytest.mark.fault(44)
def test_a_killed_refresh_is_completed_by_the_next(vault, tmp_path):
    for number in range(150):
        (vault / f"{number}.md").write_text(f"subject{number} and common words")
    command = [sys.executable, "-c", _INDEXING, str(vault), str(tmp_path / "state")]
    for lines in (2, 4, 9):
        running = subprocess.Popen(command, stdout=subprocess.PIPE)
        for _ in range(lines):
            running.stdout.readline()
        running.send_signal(signal.SIGKILL)
        running.communicate()
    index = VaultIndex(vault, tmp_path / "state")
    told = index.refresh()
    assert 0 < told.added < 154
    assert told.notes == 154
    assert all(words(index, f"subject{number}") == [f"{number}.md"] for number in range(150))


@pytest.mark.fault(48)
def test_several_processes_index_at_once(vault, tmp_path):
    for number in range(60):
        (vault / f"{number}.md").write_text(f"subject{number}")
    command = [sys.executable, "-c", _INDEXING, str(vault), str(tmp_path / "state")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    assert [(process.communicate()[1], process.returncode) for process in running] == [(b"", 0)] * 3
    index = VaultIndex(vault, tmp_path / "state")
    assert index.refresh().notes == 64
    assert words(index, "subject17") == ["17.md"]


def test_a_refresh_is_due_again_after_a_while(index, monkeypatch):
    assert index.refresh_if_due() is not None
    assert index.refresh_if_due() is None
    assert 0 < index.due_in() <= 60
    later = time.monotonic() + 100
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert index.refresh_if_due() is not None


def test_a_note_whose_name_is_not_utf8_is_told_and_the_others_are_found(index, vault):
    (vault / os.fsdecode(b"caf\xe9.md")).write_text("A sleeper nobody can name.")
    told = index.refresh()
    assert told.notes == 4
    assert told.skipped == (("caf\\xe9.md", "its name is not UTF-8: rename it to have it read"),)
    assert words(index, "late sleeper") == ["travel/Night trains.md"]
