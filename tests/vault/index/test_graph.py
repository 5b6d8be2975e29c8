from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.vault.index import VaultIndex, graph
from inquiro.vault.names import VaultNames

NAMES = st.sampled_from(["A.md", "b.md", "x/A.md", "x/C.md", "y/x/C.md", "pic.png", "x/pic.png", "Á.md"])
TARGETS = st.sampled_from(["A", "a", "x/A", "C", "x/C", "../A", "./C", "/A", "pic.png", "C.md", "Nothing", "A\u0301"])


@given(st.sets(NAMES, min_size=1), TARGETS, NAMES)
def test_a_few_names_resolve_a_link_as_all_of_them_do(tmp_path_factory, files, target, source):
    vault, state = tmp_path_factory.mktemp("vault"), tmp_path_factory.mktemp("state")
    for path in files:
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).touch()
    index = VaultIndex(vault, state)
    index.refresh()
    whole = VaultNames((path, ()) for path in files)
    with index._store.read() as connection:
        few = graph.names_about(connection, [target])
    assert few.resolve(target, source) == whole.resolve(target, source)
    for path in files:
        with index._store.read() as connection:
            assert graph.names_about(connection, [path]).link_to(path) == whole.link_to(path)


def test_what_is_near_is_near_in_both_directions(index):
    index.refresh()
    with index._store.read() as connection:
        assert graph.within(connection, "travel/Packing.md", 1) == {"travel/Packing.md", "travel/Night trains.md"}
        assert graph.within(connection, "travel/Packing.md", 2) == {
            "travel/Packing.md",
            "travel/Night trains.md",
            "Street trees.md",
        }
        assert graph.within(connection, "Bread.md", 6) == {"Bread.md"}
