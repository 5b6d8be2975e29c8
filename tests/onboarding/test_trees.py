import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UsageError
from inquiro.core.types import LedgerEntity, LedgerRelationship
from inquiro.onboarding.trees import graphml, mermaid, part, text_tree

SPACE = "{http://graphml.graphdrawing.org/xmlns}"
HOSTILE = '"] --> x</node>&\n\x00%%{init}%%\u202e`#'


def entity(id_, name=None, **rest):
    return LedgerEntity(id=id_, kind="", name=id_ if name is None else name, **rest)


def owns(owner, owned, percentage=None, type_="ownership"):
    return LedgerRelationship(
        id=f"{owner}-{owned}-{type_}", type=type_, owner=owner, owned=owned, percentage=percentage
    )


def test_a_tree_by_name_with_shares_and_roles():
    entities = [
        entity("b", "Beta", jurisdiction="DE"),
        entity("a", "Apex", lei="529900K9B0N5BT694847"),
        entity("c", "alpha"),
        entity("d", "Delta"),
        entity("z", "Alone"),
    ]
    relationships = [
        owns("a", "b", 100.0),
        owns("a", "c", 33.3333),
        owns("b", "d", 60),
        owns("b", "d", None, "role:MANAGEMENT_COMPANY"),
        owns("b", "d", 60, "ownership"),
        owns("c", "d", None),
    ]
    assert text_tree(entities, relationships) == (
        "Alone\n"
        "Apex [529900K9B0N5BT694847]\n"
        "├── 33.3333 % alpha\n"
        "│   └── owns Delta\n"
        "└── 100 % Beta [DE]\n"
        "    └── 60 %; role MANAGEMENT_COMPANY Delta\n"
    )


def test_a_part_of_it_by_id_or_lei():
    entities = [entity("a"), entity("b", lei="X"), entity("c")]
    relationships = [owns("a", "b"), owns("b", "c")]
    for root in ("b", "X"):
        assert text_tree(entities, relationships, root) == "b [X]\n└── owns c\n"
        assert mermaid(entities, relationships, root).count("-->") == 1
        assert graphml(entities, relationships, root).count("<node") == 2
        assert part(entities, relationships, root) == (entities[1:], relationships[1:])
    with pytest.raises(UsageError, match="no entity has the id or LEI 'q'"):
        text_tree(entities, relationships, "q")


def test_circles_are_cut_and_marked():
    entities = [entity(id_) for id_ in "abcde"]
    relationships = [owns("b", "c"), owns("c", "d"), owns("d", "b"), owns("d", "a"), owns("e", "e")]
    assert text_tree(entities, relationships) == (
        "b\n"
        "└── owns c\n"
        "    └── owns d\n"
        "        ├── owns a\n"
        "        └── owns b (cycle: stands above already)\n"
        "e\n"
        "└── owns e (cycle: stands above already)\n"
    )


def test_what_has_several_owners_is_unfolded_once():
    entities = [entity(id_) for id_ in "abcd"]
    relationships = [owns("a", "c"), owns("b", "c"), owns("c", "d")]
    assert text_tree(entities, relationships) == ("a\n└── owns c\n    └── owns d\nb\n└── owns c (unfolded elsewhere)\n")


def test_an_end_that_is_not_among_the_entities_is_named_by_its_id():
    assert text_tree([entity("a")], [owns("a", "gone")]) == "a\n└── owns gone\n"
    assert 'n1["gone"]' in mermaid([entity("a")], [owns("a", "gone")])
    assert ">gone<" in graphml([entity("a")], [owns("a", "gone")])


def test_nothing_is_drawn_from_nothing():
    assert text_tree([], []) == ""
    assert mermaid([], []) == "graph TD\n"
    ET.fromstring(graphml([], []))


def test_no_name_becomes_markup():
    entities = [entity("a", HOSTILE, lei=HOSTILE), entity("b", HOSTILE * 100)]
    relationships = [owns("a", "b", None, f"role:{HOSTILE}")]
    assert len(text_tree(entities, relationships).splitlines()) == 2
    lines = mermaid(entities, relationships).splitlines()
    assert len(lines) == 4
    for line in lines[1:3]:
        assert re.fullmatch(r'  n\d\["[\w .,()\-#;…]*"\]', line)
    assert re.fullmatch(r'  n0 -->\|"[\w .,()\-#;]*"\| n1', lines[3])
    tree = ET.fromstring(graphml(entities, relationships))
    assert tree.find(f".//{SPACE}node/{SPACE}data[@key='node-name']").text == HOSTILE.replace("\x00", "\\u0000")


def test_graphml_has_typed_attributes():
    tree = ET.fromstring(graphml([entity("a"), entity("b")], [owns("a", "b", 12.5)]))
    types = {key.get("id"): key.get("attr.type") for key in tree.iter(f"{SPACE}key")}
    assert types["edge-percentage"] == "double"
    used = {data.get("key") for data in tree.iter(f"{SPACE}data")}
    assert used <= set(types)
    assert float(tree.find(f".//{SPACE}data[@key='edge-percentage']").text) == 12.5


def test_a_chain_of_thousands_goes_on_at_the_margin():
    count = 3_000
    entities = [entity(str(number)) for number in range(count)]
    text = text_tree(entities, [owns(str(number), str(number + 1)) for number in range(count - 1)])
    assert max(map(len, text.splitlines())) < 300
    assert text.count("(continued below)") == text.count("(continued)\n") > 0
    assert set(re.findall(r"\d+", text)) == {str(number) for number in range(count)}


ENDS = st.integers(0, 7).map(str)


@given(st.lists(st.tuples(ENDS, ENDS), max_size=20), st.lists(ENDS, unique=True))
def test_everything_is_drawn_and_every_relation_once(pairs, known):
    relationships = [owns(*pair) for pair in pairs]
    entities = [entity(id_, f"entity{id_}") for id_ in known]
    text = text_tree(entities, relationships)
    everybody = {*known, *(end for pair in pairs for end in pair)}
    assert {re.sub(r"\D", "", line.split("(")[0]) for line in text.splitlines()} == everybody
    assert text.count("── ") == len(set(pairs))
    assert mermaid(entities, relationships).count("-->") == len(set(pairs))
    assert len(list(ET.fromstring(graphml(entities, relationships)).iter(f"{SPACE}edge"))) == len(pairs)
