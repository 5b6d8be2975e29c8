"""A field rests on words that say it of the thing it is said of, or it is marked."""

from __future__ import annotations

from inquiro.core.snapshots import snapshot
from inquiro.core.types import Cite, Document, Evidence, Fact, ReadText, SourceResult
from inquiro.engine.filling.evidence import Read, supported
from inquiro.engine.filling.leaves import leaves

PAGE = (
    "Nordwind Capital SE has the LEI 529900K9B0N5BT694847. The legal jurisdiction of Nordwind Capital SE is DE. "
    "Nordwind Capital holds 62.5% of Hafen Fonds S.A. since 2019.\n\nSüdlicht GmbH is another company. "
    "It sits in Köln and has 40 employees."
)


def page(text: str = PAGE, url: str = "https://example.org/a", kind: str = "web") -> Document:
    hit = SourceResult(url=url, title="Page", snippet="", source_name="test", source_type=kind)
    return snapshot(hit, ReadText(text=text, media_type="text/plain"))


def read(*documents: Document, facts: dict[str, str] | None = None) -> Read:
    """Facts by id, each the very sentence of the first document."""
    known, proofs = {}, {}
    for name, quote in (facts or {}).items():
        start = documents[0].text.index(quote)
        proofs[f"e-{name}"] = Evidence(
            id=f"e-{name}", document_id=documents[0].id, start=start, end=start + len(quote), quote=quote
        )
        known[name] = Fact(id=name, statement=quote, sources=(), evidence=(f"e-{name}",))
    return Read(facts=known, evidence=proofs, documents={one.id: one for one in documents})


def labels(data: object, known: Read, cites: tuple[Cite, ...] = ()) -> dict[str, str]:
    return {field.path: field.label for field in supported(leaves(data), cites, known)}


def test_words_beside_the_name_are_found_without_a_model_naming_them():
    data = {"apex": {"name": "Nordwind Capital SE", "lei": "529900K9B0N5BT694847", "jurisdiction": "DE"}}
    document = page()
    found = supported(leaves(data), (), read(document))
    assert [field.label for field in found] == ["quoted"] * 3
    for field in found:
        for one in field.evidence:
            assert document.text[one.start : one.end] == one.quote


def test_words_that_stand_elsewhere_prove_nothing():
    data = {"apex": {"name": "Südlicht GmbH", "jurisdiction": "DE", "lei": "529900K9B0N5BT694847"}}
    assert labels(data, read(page())) == {
        "apex.name": "quoted",
        "apex.jurisdiction": "unsupported",
        "apex.lei": "unsupported",
    }


def test_short_values_are_matched_in_their_exact_spelling_only():
    known = read(page("Le siège de Nordwind Capital SE est près de Lyon."))
    assert labels({"name": "Nordwind Capital SE", "jurisdiction": "DE"}, known)["jurisdiction"] == "unsupported"


def test_numbers_are_found_however_they_are_written():
    data = {"name": "Nordwind Capital", "share": 62.5, "since": 2019, "staff": 40}
    assert labels(data, read(page())) == {
        "name": "quoted",
        "share": "quoted",
        "since": "quoted",
        "staff": "unsupported",
    }


def test_a_fact_that_the_model_named_counts_if_it_holds_the_value():
    quote = "It sits in Köln and has 40 employees."
    known = read(page(), facts={"f1": quote})
    cites = tuple(Cite(path=path, facts=("f1",)) for path in ("employees", "city", "boss", "founded"))
    data = {"name": "Südlicht GmbH", "employees": 40, "city": "Köln", "boss": "Erika Muster", "founded": 40}
    assert labels(data, known, cites) == {
        "name": "quoted",
        "employees": "quoted",
        "city": "quoted",
        "boss": "inferred",
        "founded": "inferred",
    }


def test_invented_fact_ids_give_nothing():
    assert labels({"name": "Nobody AG"}, read(page()), (Cite(path="name", facts=("f99",)),)) == {"name": "unsupported"}


def test_empty_values_are_unfilled_and_truth_values_are_never_quoted():
    data = {"name": "", "lei": None, "active": True}
    assert labels(data, read(page())) == {"name": "unfilled", "lei": "unfilled", "active": "unsupported"}


def test_what_a_model_thinks_of_itself_is_marked_as_that():
    assert labels({"search_quality": "HIGH"}, read(page("HIGH quality"))) == {"search_quality": "inferred"}


def test_registers_are_cited_before_pages():
    register = page("Nordwind Capital SE has the LEI 529900K9B0N5BT694847.", "https://register.example/1", "registry")
    found = list(
        supported(leaves({"name": "Nordwind Capital SE", "lei": "529900K9B0N5BT694847"}), (), read(page(), register))
    )
    assert found[1].evidence[0].document_id == register.id


def test_a_parent_is_not_proven_by_words_about_a_child_that_bears_its_name():
    text = (
        "The legal jurisdiction of Nordwind Capital Investors GmbH is LU. The jurisdiction of Nordwind Capital is LU."
    )
    found = {
        name: labels({"name": name, "jurisdiction": "LU"}, read(page(part)))["jurisdiction"]
        for name, part in (("Nordwind Capital SE", text), ("Nordwind Capital SE ", text.partition(". ")[0] + "."))
    }
    assert found == {"Nordwind Capital SE": "quoted", "Nordwind Capital SE ": "unsupported"}


def test_a_name_counts_as_whole_words_only():
    known = read(page("Nordwind Capital Securities has its seat in LU."))
    assert labels({"name": "Nordwind Capital SE", "jurisdiction": "LU"}, known)["jurisdiction"] == "unsupported"


def test_a_number_or_a_code_counts_only_in_a_sentence_that_is_about_the_field():
    text = "Nullco SA sponsors 7 cats. Nullco SA was sold NO cars. Nullco SA is a societate DE ADMINISTRARE."
    data = {"name": "Nullco SA", "employees": 7, "country": "NO", "jurisdiction": "DE"}
    found = labels(data, read(page(text)))
    assert found == {
        "name": "quoted",
        "employees": "unsupported",
        "country": "unsupported",
        "jurisdiction": "unsupported",
    }
    right = "Nullco SA has 7 employees. The jurisdiction of Nullco SA is DE. Nullco SA holds 12 % of Else."
    assert labels({"name": "Nullco SA", "employees": 7, "jurisdiction": "DE", "share": 12}, read(page(right))) == {
        "name": "quoted",
        "employees": "quoted",
        "jurisdiction": "quoted",
        "share": "quoted",
    }
