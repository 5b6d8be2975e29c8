"""GLEIF: entities by LEI, words or similar names; a wrong LEI is never looked up as another."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlsplit

import pytest

from inquiro.core.errors import BadAnswer, RateLimited, Unavailable
from inquiro.core.identity import identities
from inquiro.core.types import SourceResult
from inquiro.core.web import WebAnswer

LEI = "5493001KJTIIGC8Y1R12"
EMPTY = {"meta": {}, "links": {}, "data": []}
RECORD = {
    "data": {
        "type": "lei-records",
        "id": LEI,
        "attributes": {
            "lei": LEI,
            "entity": {
                "legalName": {"name": "Varnholt Trees L.P."},
                "otherNames": [{"name": "VT"}],
                "legalAddress": {"addressLines": ["1 Elm Road"], "city": "Varnholt", "country": "US"},
                "jurisdiction": "US-DE",
                "status": "INACTIVE",
                "expiration": {"date": "2024-01-31T00:00:00Z", "reason": "DISSOLVED"},
                "successorEntity": {"name": "Meridian Trust"},
            },
            "registration": {"status": "RETIRED", "lastUpdateDate": "2024-02-01T00:00:00Z"},
        },
    }
}


def gleif_file(shared_data, name):
    return (shared_data / "http_gleif" / name).read_bytes()


def hit(lei=LEI, url=None):
    url = url or f"https://api.gleif.org/api/v1/lei-records/{lei}"
    return SourceResult(url=url, title="x", snippet="", source_name="gleif", source_type="registry")


def served(shared_data):
    """The register as recorded: each path from its file."""
    files = {
        f"/api/v1/lei-records/{LEI}": f"lei_records/single_lei_record_{LEI}.json",
        f"/api/v1/lei-records/{LEI}/direct-parent": f"lei_records/direct-parent_{LEI}.json",
        f"/api/v1/lei-records/{LEI}/ultimate-parent": f"lei_records/ultimate-parent_{LEI}.json",
    }
    for which in ("direct", "ultimate"):
        name = f"{which}-parent-reporting-exception"
        files[f"/api/v1/lei-records/851WYGNLUQLFZBSYGB56/{name}"] = (
            f"reporting_exceptions/{name}_851WYGNLUQLFZBSYGB56.json"
        )
    files["/api/v1/lei-records/851WYGNLUQLFZBSYGB56"] = "lei_records/single_lei_record_851WYGNLUQLFZBSYGB56.json"

    def serve(request):
        return WebAnswer(url=request.url, status=200, body=gleif_file(shared_data, files[urlsplit(request.url).path]))

    return serve


def test_an_lei_in_the_query_is_looked_up(asked):
    gleif = asked("gleif", RECORD)
    (found,) = gleif.search(f"who owns {LEI}?", 10)
    assert gleif.request.url.startswith("https://api.gleif.org/api/v1/lei-records?")
    assert gleif.params == {"filter[lei]": LEI, "page[size]": "10"}
    assert found.title == "Varnholt Trees L.P."
    assert gleif.pace.admitted == [("gleif", 40 / 60)]


@pytest.mark.fault(57)
@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (LEI[:-1] + "3", "check digits"),
        (LEI.lower(), "upper case"),
        (LEI.replace("0", "O"), "check digits"),
        (LEI.replace("1", "\u0661"), "none of A-Z"),
    ],
)
def test_a_wrong_lei_is_told_and_nothing_is_asked(asked, wrong, problem):
    gleif = asked("gleif", RECORD)
    with pytest.raises(BadAnswer, match=problem) as caught:
        gleif.search(f"owner of {wrong}")
    assert wrong in str(caught.value)
    assert gleif.web.requests == []


def test_words_are_searched_in_the_full_text(asked):
    gleif = asked("gleif", RECORD)
    gleif.search("Varnholt Trees", 500)
    assert gleif.params == {"filter[fulltext]": "Varnholt Trees", "page[size]": "100"}
    assert len(gleif.web.requests) == 1


def test_names_that_look_alike_are_tried_last(asked, shared_data):
    gleif = asked("gleif", EMPTY, gleif_file(shared_data, "fuzzy_completions/fuzzycompletions_all.json"), RECORD)
    gleif.search("Facebok", 2)
    paths = [urlsplit(request.url).path for request in gleif.web.requests]
    assert paths == ["/api/v1/lei-records", "/api/v1/fuzzycompletions", "/api/v1/lei-records"]
    assert gleif.params["filter[lei]"] == "549300BACZP326UOBH06,335800CZZQAMN5PMNQ89"
    assert len(gleif.pace.admitted) == 3


def test_nothing_found_anywhere_is_empty(asked):
    assert asked("gleif", EMPTY).search("zxqv") == []


def test_a_record_is_typed(parsed):
    (found,) = parsed("gleif", RECORD)
    assert found.url == f"https://api.gleif.org/api/v1/lei-records/{LEI}"
    assert found.snippet == (
        f"LEI {LEI}; entity INACTIVE; registration RETIRED; jurisdiction US-DE; legal address 1 Elm Road, Varnholt, US"
    )
    assert (found.published, found.year, found.source_type) == ("2024-02-01", 2024, "registry")


def test_two_entities_are_never_taken_for_one(parsed, shared_data):
    hits = parsed("gleif", gleif_file(shared_data, "lei_records/multi_lei_records.json"))
    assert len(hits) > 1
    assert len(frozenset().union(*map(identities, hits))) == len(hits)


def test_recordings(parsed, shared_data):
    outcomes = {}
    for path in sorted((shared_data / "http_gleif").glob("**/*.json")):
        try:
            outcome = len(parsed("gleif", path.read_bytes()))
        except BadAnswer:
            outcome = -1
        outcomes.setdefault(path.parent.name, []).append(outcome)
    assert sum(map(len, outcomes.values())) == 185
    assert min(min(outcomes[kind]) for kind in ("lei_records", "relationships", "pygleif", "fuzzy_completions")) >= 0
    others = ("countries", "fields", "jurisdictions", "lei_issuers", "regions", "reporting_exceptions", "vlei_issuers")
    assert all(set(outcomes[kind]) == {-1} for kind in others)
    assert sum(count for counts in outcomes.values() for count in counts if count > 0) == 291


def test_recorded_statuses_are_kept_in_the_register_s_words(parsed, shared_data):
    (lapsed,) = parsed("gleif", gleif_file(shared_data, "pygleif/549300LBI3LRIZ2V8V66_lapsed.json"))
    assert lapsed.title == "UK EQUITY FUND (OFFSHORE)"
    assert "entity ACTIVE; registration LAPSED; jurisdiction IE" in lapsed.snippet
    (sparse,) = parsed("gleif", gleif_file(shared_data, "pygleif/sparse_record.json"))
    assert sparse.snippet == "LEI SPARSE00000000000001; entity ACTIVE; registration ISSUED; legal address SE"


def test_relationships_and_completions(parsed, shared_data):
    (parent,) = parsed("gleif", gleif_file(shared_data, f"relationships/direct-parent-relationship_{LEI}.json"))
    assert parent.title == f"{LEI} is directly consolidated by 549300B56MD0ZC402L06"
    assert parent.snippet.endswith("relationship ACTIVE")
    names = parsed("gleif", gleif_file(shared_data, "fuzzy_completions/fuzzycompletions_all.json"))
    assert [name.title for name in names][:1] == ["FACEBOOK OPERATIONS, LLC"]


@pytest.mark.parametrize(
    "body", [{}, [], {"data": None}, {"data": [{}]}, {"data": [{"type": []}]}, {"errors": [{"status": "400"}]}, b"x"]
)
def test_what_is_no_answer_is_an_error(parsed, body):
    with pytest.raises(BadAnswer, match="gleif"):
        parsed("gleif", body)


def test_damaged_recordings(survives, shared_data):
    names = (
        f"lei_records/single_lei_record_{LEI}.json",
        f"relationships/direct-parent-relationship_{LEI}.json",
        "fuzzy_completions/fuzzycompletions_all.json",
        "pygleif/549300LBI3LRIZ2V8V66_lapsed.json",
    )
    survives("gleif", [gleif_file(shared_data, name) for name in names])


def test_a_record_is_read_with_its_parents(asked, shared_data):
    gleif = asked("gleif", served(shared_data))
    document = asyncio.run(gleif.service.open(hit()))
    assert [anchor.label for anchor in document.headings] == ["Identity", "Registration", "Addresses", "Parents"]
    assert all(document.text.startswith(f"{a.label}\n\n", a.offset) for a in document.headings)
    for sentence in (
        f"Bloomberg Finance L.P. has the LEI {LEI}.",
        "The entity status of Bloomberg Finance L.P. is ACTIVE.",
        f"The registration status of the LEI {LEI} is ISSUED.",
        "The headquarters of Bloomberg Finance L.P. are at 731 Lexington Avenue, New York, US-NY, 10022, US.",
        "The direct parent of Bloomberg Finance L.P. is ",
        "The ultimate parent of Bloomberg Finance L.P. is ",
        f"https://search.gleif.org/#/record/{LEI}",
    ):
        assert sentence in document.text
    assert (document.published, document.flags, document.source_type) == ("2025-01-06", (), "registry")
    assert len(gleif.pace.admitted) == 3


def test_a_parent_that_is_not_reported_comes_with_its_reason(asked, shared_data):
    document = asyncio.run(asked("gleif", served(shared_data)).service.open(hit("851WYGNLUQLFZBSYGB56")))
    assert " reports no direct parent: NO_KNOWN_PERSON (no known person controls it)." in document.text
    assert " reports no ultimate parent: " in document.text


@pytest.mark.fault(57)
def test_a_retired_entity_is_flagged(asked):
    document = asyncio.run(asked("gleif", RECORD).service.open(hit()))
    assert document.flags == ("registration RETIRED",)
    assert "Varnholt Trees L.P. ended: 2024-01-31 DISSOLVED." in document.text
    assert "Successors of Varnholt Trees L.P.: Meridian Trust." in document.text
    assert "The register holds no direct parent of Varnholt Trees L.P." in document.text


@pytest.mark.parametrize(
    "url", ["https://search.gleif.org/", "https://api.gleif.org/api/v1/lei-records/x", "file:///x"]
)
def test_other_addresses_are_not_opened(asked, url):
    gleif = asked("gleif", RECORD)
    with pytest.raises(BadAnswer, match="no record"):
        asyncio.run(gleif.service.open(hit(url=url)))
    assert gleif.web.requests == []


def test_another_entity_s_record_is_not_taken(asked):
    with pytest.raises(BadAnswer, match="851WYGNLUQLFZBSYGB56"):
        asyncio.run(asked("gleif", RECORD).service.open(hit("851WYGNLUQLFZBSYGB56")))


@pytest.mark.fault(57)
@pytest.mark.parametrize(("status", "error"), [(429, RateLimited), (500, Unavailable), (404, BadAnswer)])
def test_an_outage_is_an_error(asked, status, error):
    with pytest.raises(error, match="gleif"):
        asked("gleif", status).search("Varnholt Trees")


def test_parents_cut_off_by_an_outage_are_not_left_out_silently(asked):
    with_parent = json.loads(json.dumps(RECORD))
    with_parent["data"]["relationships"] = {"direct-parent": {"links": {"lei-record": "https://x.example"}}}
    with pytest.raises(Unavailable):
        asyncio.run(asked("gleif", with_parent, 500).service.open(hit()))
