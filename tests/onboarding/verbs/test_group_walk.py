"""A walk through a group meets each entity once, whatever circles there are."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.onboarding.verbs.group_walk import MOST_ENTITIES, Walk


def walked(gleif_server, links, start, direction, depth=10, *, most=MOST_ENTITIES, exceptions=()):
    """`links` are pairs of child and parent, by number."""
    facts = gleif_server.Facts()
    leis = [gleif_server.with_check_digits(f"TOWN{number:02d}") for number in range(12)]
    for number, lei in enumerate(leis):
        facts.add(lei, f"Entity {number}", exception="NO_LEI" if number in exceptions else "")
    facts.edges += [gleif_server.Edge(leis[child], leis[parent], "direct") for child, parent in links]
    world = gleif_server.GleifWorld(facts)
    register = gleif_server.register_of(world)

    async def walk():
        first = await register.record(leis[start])
        return await Walk(register, most).around(first, direction, depth)

    group = asyncio.run(walk())
    number = {lei: index for index, lei in enumerate(leis)}
    found = {number[record.lei] for record in group.records}
    return found, {(number[edge.child], number[edge.parent]) for edge in group.edges}, group


TREE = [(1, 0), (2, 0), (3, 1), (4, 1), (5, 3)]


@pytest.mark.parametrize(
    ("start", "direction", "depth", "found"),
    [
        (0, "down", 10, {0, 1, 2, 3, 4, 5}),
        (0, "down", 1, {0, 1, 2}),
        (0, "down", 2, {0, 1, 2, 3, 4}),
        (5, "up", 10, {5, 3, 1, 0}),
        (5, "up", 1, {5, 3}),
        (1, "both", 1, {0, 1, 3, 4}),
        (1, "both", 10, {0, 1, 3, 4, 5}),
    ],
)
def test_as_far_as_was_asked_for(gleif_server, start, direction, depth, found):
    met, edges, _ = walked(gleif_server, TREE, start, direction, depth)
    assert met == found
    assert edges == {link for link in TREE if set(link) <= found}


@pytest.mark.parametrize(
    "links", [[(0, 0)], [(0, 1), (1, 0)], [(0, 1), (1, 2), (2, 0)], [(1, 0), (2, 1), (2, 2), (0, 2)]]
)
@pytest.mark.parametrize("direction", ["up", "down", "both"])
def test_circles_end(gleif_server, links, direction):
    met, edges, group = walked(gleif_server, links, 0, direction)
    assert len(group.records) == len(met), "each once"
    assert edges <= {(child, parent) for child, parent in links if child != parent}


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=15, unique_by=lambda link: link[0]),
    st.integers(1, 10),
)
def test_a_walk_down_meets_whatever_can_be_reached(gleif_server, links, depth):
    met, edges, _ = walked(gleif_server, links, 0, "down", depth)
    reached, level = {0}, {0}
    for _ in range(depth):
        level = {child for child, parent in links if parent in level} - reached
        reached |= level
    assert met == reached
    assert edges <= set(links)


def test_a_cut_leaves_no_edge_without_its_ends(gleif_server):
    for direction, start in (("down", 0), ("up", 5), ("both", 1)):
        met, edges, group = walked(gleif_server, TREE, start, direction, most=2)
        assert len(met) == 2
        assert group.cut
        assert all(set(edge) <= met for edge in edges)


def test_why_there_is_no_parent_is_kept_for_the_last_one(gleif_server):
    _, _, group = walked(gleif_server, TREE, 5, "up", exceptions=(0,))
    last = group.records[-1]
    assert group.parents[last.lei]["direct"].exception == "NO_LEI"
