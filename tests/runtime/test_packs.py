"""A pack is checked by itself: what was changed is noticed, what was built to do harm is refused."""

from __future__ import annotations

import asyncio
import hashlib
import io
import json
import struct
import tracemalloc
import zipfile
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inquiro.core.errors import NotAPack
from inquiro.core.events import Event
from inquiro.core.protocols import WholeRun
from inquiro.core.settings import Settings
from inquiro.core.types import Citation, Claim, Document, EffectRow, Report, ReportSource, ResearchRequest
from inquiro.exports.pack import PackExport
from inquiro.runtime import Runtime
from inquiro.runtime.packs import verify_pack

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
TEXT = "Preface. Trees cool a street by 9 degrees. Watering costs 40 crowns a year."
QUOTES = ("Trees cool a street by 9 degrees.", "Watering costs 40 crowns a year.")
DIGEST = hashlib.sha256(TEXT.encode()).hexdigest()


def whole(*, quote: str = QUOTES[1], label: str = "quoted", text: str = "", private: bool = False) -> WholeRun:
    quotes = (QUOTES[0], quote)
    claims = tuple(
        Claim(
            text=(text or cited) if n else cited,
            label=label if n else "quoted",
            evidence=(
                Citation(
                    source_id="src_1",
                    quote=cited,
                    start=TEXT.index(QUOTES[n]),
                    end=TEXT.index(QUOTES[n]) + len(cited),
                ),
            ),
        )
        for n, cited in enumerate(quotes)
    )
    document = Document(
        id="doc1",
        url="https://example.org/",
        title="Trees",
        text=TEXT,
        sha256=DIGEST,
        media_type="text/html",
        fetched_at=NOON,
        private=private,
    )
    source = ReportSource(
        id="src_1",
        type="web",
        title="Trees",
        url="https://example.org/",
        snippet="",
        document_id="doc1",
        sha256=DIGEST,
        private=private,
    )
    report = Report(
        trace_id="run-1",
        question="Do trees cool?",
        answer=" ".join(f"{c.text} [1]" for c in claims),
        sources=(source,),
        claims=claims,
        created_at=NOON,
    )
    return WholeRun(
        report=report,
        documents=(document,),
        effects=(EffectRow(run_id="run-1", step="s", key="k", occurrence=0, kind="clock", name="now", request={}),),
        events=(Event(run_id="run-1", seq=1, stage="start", message="Do trees cool?", at=NOON),),
        private=private,
    )


PACK = PackExport().render_run(whole())


def unpacked(data: bytes = PACK) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def entry(name: str, **attributes: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.create_system, info.external_attr = 3, 0o100644 << 16
    for attribute, value in attributes.items():
        setattr(info, attribute, value)
    return info


def packed(files: list[tuple[zipfile.ZipInfo, bytes]]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for info, data in files:
            archive.writestr(info, data)
    return target.getvalue()


def rebuilt(**changed: bytes) -> bytes:
    files = unpacked() | {name.replace("__", "."): data for name, data in changed.items()}
    return packed([(entry(name), files[name]) for name in sorted(files)])


def with_manifest(files: dict[str, bytes]) -> bytes:
    """What a careful forger does: the hashes fit again."""
    manifest = json.loads(files["manifest.json"])
    manifest["files"] = {
        name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in sorted(files.items())
        if name != "manifest.json"
    }
    files = files | {"manifest.json": (json.dumps(manifest, indent=1, sort_keys=True) + "\n").encode()}
    return packed([(entry(name), files[name]) for name in sorted(files)])


@pytest.fixture
def check(tmp_path: Path):
    def checked(data: bytes):
        path = tmp_path / "pack.zip"
        path.write_bytes(data)
        return verify_pack(path)

    return checked


def test_a_pack_holds(check):
    checked = check(PACK)
    assert checked.holds
    assert (checked.run_id, checked.claims, checked.citations, checked.found, checked.withheld) == ("run-1", 2, 2, 2, 0)


def test_rebuilding_alone_changes_nothing():
    assert rebuilt() == PACK
    assert with_manifest(unpacked()) == PACK


def test_of_a_withheld_text_the_quotes_are_checked(check):
    checked = check(PackExport().render_run(whole(private=True)))
    assert checked.holds
    assert (checked.found, checked.withheld) == (0, 2)
    boasting = check(PackExport().render_run(whole(private=True, text="Watering costs 99 crowns.", label="supported")))
    assert [broken.problem for broken in boasting.broken] == ["called supported, and its evidence does not hold 99"]


def test_a_quote_that_does_not_stand_there_is_found(check):
    checked = check(PackExport().render_run(whole(quote="Watering costs 41 crowns a year.")))
    assert [broken.problem for broken in checked.broken] == ["the quote does not stand at its place in the snapshot"]


def test_a_label_that_promises_too_much_is_found(check):
    checked = check(PackExport().render_run(whole(text="Watering costs 99 crowns a year.", label="supported")))
    assert [broken.problem for broken in checked.broken] == ["called supported, and its evidence does not hold 99"]
    assert not checked.holds


@pytest.mark.parametrize("name", sorted(set(unpacked()) - {"manifest.json"}))
def test_a_changed_file_is_named(check, name):
    files = unpacked()
    changed = files | {name: files[name] + b" "}
    checked = check(packed([(entry(n), changed[n]) for n in sorted(changed)]))
    assert not checked.holds
    assert any(problem.startswith(f"{name} was changed") for problem in checked.problems)


@pytest.mark.parametrize("name", ["report.md", "report.html", "spans.jsonl", "ro-crate-metadata.json"])
def test_what_follows_from_the_report_cannot_say_otherwise_even_with_fitting_hashes(check, name):
    files = unpacked()
    forged = files | {name: files[name].replace(b"cool", b"heat").replace(b"Trees", b"Stone")}
    assert forged != files
    assert f"{name} does not say what report.json says" in check(with_manifest(forged)).problems


def test_a_forged_text_is_found_even_with_fitting_hashes(check):
    files = unpacked()
    forged = files | {"snapshots/doc1.txt": TEXT.replace("9 degrees", "8 degrees").encode()}
    assert {broken.problem for broken in check(with_manifest(forged)).broken} == {
        "the snapshot is not the one that was cited"
    }


def test_a_text_that_nobody_cites_is_found(check):
    checked = check(with_manifest(unpacked() | {"snapshots/other.txt": b"smuggled"}))
    assert "the snapshots are not those of the cited documents" in checked.problems


def test_a_text_that_is_not_in_the_manifest_is_found(check):
    files = unpacked() | {"snapshots/other.txt": b"smuggled"}
    checked = check(packed([(entry(n), files[n]) for n in sorted(files)]))
    assert "snapshots/other.txt is not in the manifest" in checked.problems


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("report__json", b"[" * 100_000, "report.json is no report"),
        ("report__json", b'{"trace_id": 1}', "report.json is no report"),
        ("report__json", b"\xff\xfe", "report.json is no report"),
        ("manifest__json", b"{}", "manifest.json is no manifest"),
        ("manifest__json", b"[" * 100_000, "manifest.json is no manifest"),
    ],
)
def test_a_file_of_the_wrong_kind_is_told(check, name, data, problem):
    checked = check(rebuilt(**{name: data}))
    assert any(found.startswith(problem) for found in checked.problems)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(0, len(PACK) - 1), bit=st.integers(0, 7))
def test_any_flipped_bit_of_the_container_is_noticed(tmp_path, place, bit):
    changed = bytearray(PACK)
    changed[place] ^= 1 << bit
    path = tmp_path / "flipped.zip"
    path.write_bytes(changed)
    with suppress(NotAPack):
        assert not verify_pack(path).holds


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), name=st.sampled_from(sorted(unpacked())), bit=st.integers(0, 7))
def test_any_flipped_bit_of_any_file_is_noticed(tmp_path, data, name, bit):
    files = unpacked()
    changed = bytearray(files[name])
    changed[data.draw(st.integers(0, len(changed) - 1))] ^= 1 << bit
    files[name] = bytes(changed)
    path = tmp_path / "flipped.zip"
    path.write_bytes(packed([(entry(n), files[n]) for n in sorted(files)]))
    assert not verify_pack(path).holds


def test_every_flipped_byte_of_the_manifest_is_noticed(check):
    whole_manifest = unpacked()["manifest.json"]
    for place in range(len(whole_manifest)):
        changed = bytearray(whole_manifest)
        changed[place] ^= 1
        assert not check(rebuilt(manifest__json=bytes(changed))).holds, place


# -- built to do harm ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["../evil.txt", "/etc/passwd", "snapshots/../x.txt", "C:\\x", "snapshots/", "run.sh"])
def test_a_name_that_no_pack_has_is_refused(check, name):
    files = [(entry(n), data) for n, data in unpacked().items()] + [(entry(name), b"x")]
    with pytest.raises(NotAPack, match="is no file of a pack"):
        check(packed(sorted(files, key=lambda file: file[0].filename)))


def test_a_link_is_refused(check):
    files = unpacked() | {"snapshots/link.txt": b"/etc/passwd"}
    attributes = {"snapshots/link.txt": 0o120777 << 16}
    built = [(entry(n, external_attr=attributes.get(n, 0o100644 << 16)), files[n]) for n in sorted(files)]
    with pytest.raises(NotAPack, match="link"):
        check(packed(built))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_is_refused(check):
    files = [(entry(n), data) for n, data in sorted(unpacked().items())]
    with pytest.raises(NotAPack, match="twice"):
        check(packed([*files, (entry("spans.jsonl"), b"{}\n")]))


def test_a_bomb_is_refused_before_it_is_unpacked(check):
    files = unpacked() | {"snapshots/bomb.txt": b"0" * 50_000_000}
    bomb = packed(
        [(entry(n, compress_type=8 if n.startswith("snapshots/bomb") else 0), files[n]) for n in sorted(files)]
    )
    del files
    tracemalloc.start()
    try:
        with pytest.raises(NotAPack, match="compressed"):
            check(bomb)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_size_that_lies_is_refused(check):
    at = PACK.rindex(b"PK\x01\x02")
    lying = bytearray(PACK)
    struct.pack_into("<LL", lying, at + 20, 60_000_000, 60_000_000)
    with pytest.raises(NotAPack, match="larger than itself"):
        check(bytes(lying))


def test_a_huge_entry_is_refused(check):
    at = PACK.rindex(b"PK\x01\x02")
    lying = bytearray(PACK)
    struct.pack_into("<LL", lying, at + 20, 2_000_000_000, 2_000_000_000)
    with pytest.raises(NotAPack, match="2,000,000,000 bytes"):
        check(bytes(lying))


def test_a_file_beyond_all_measure_is_refused(tmp_path):
    path = tmp_path / "huge.zip"
    with path.open("wb") as file:
        file.truncate(600 * 2**20)  # takes no room on the disk
    with pytest.raises(NotAPack, match="more than 536,870,912"):
        verify_pack(path)


def test_a_report_beyond_all_measure_is_refused(check):
    with pytest.raises(NotAPack, match=r"report\.json has"):
        check(rebuilt(report__json=b" " * (5 * 2**20)))


def test_a_list_without_end_is_refused(check):
    lying = bytearray(PACK)
    struct.pack_into("<HH", lying, len(lying) - 14, 60_000, 60_000)
    with pytest.raises(NotAPack, match="60,000 files"):
        check(bytes(lying))


@pytest.mark.parametrize("data", [b"", b"PK", b"hello" * 100, PACK[:-1], PACK + b"x", b"#!/bin/sh\n" + PACK])
def test_what_is_no_pack_is_refused(check, data):
    with pytest.raises(NotAPack):
        check(data)


@pytest.mark.parametrize("name", ["manifest.json", "report.json", "spans.jsonl"])
def test_a_missing_file_is_refused(check, name):
    files = {n: data for n, data in unpacked().items() if n != name}
    with pytest.raises(NotAPack, match=f"{name} is missing"):
        check(packed([(entry(n), files[n]) for n in sorted(files)]))


# -- of a real run ---------------------------------------------------------------------------------


def test_a_real_run_over_private_documents_keeps_them_and_the_key(tmp_path, check):
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "trees.md").write_text(
        "# Trees\n\nStreet trees cool the pavement by 9 degrees. The password of the depot is PLANE-TREE-7.\n"
    )
    key = "sk-canary-0123456789abcdef"
    set_up = {"INQUIRO_HOME": str(tmp_path / "home"), "INQUIRO_EMBEDDING_MODEL": "off", "OPENAI_API_KEY": key}
    opened = Runtime.open(Settings.load(set_up))
    try:
        request = ResearchRequest(
            question="By how much do street trees cool the pavement?",
            corpora=(str(folder),),
            max_iterations=1,
            privacy="local_only",
            model="extractive",
            unattended=True,
        )
        report = asyncio.run(opened.ask(request))
        run = asyncio.run(opened.whole(report.trace_id))
    finally:
        opened.close()
    assert run.private
    assert run.effects
    assert run.events
    data = PackExport().render_run(run)
    quoted = " ".join(c.quote for made in report.claims for c in made.evidence)
    assert "9 degrees" in quoted
    assert ("PLANE-TREE-7" in quoted) or (b"PLANE-TREE-7" not in data)
    assert key.encode() not in data
    assert str(tmp_path).encode() not in data
    assert check(data).holds
    all_texts = PackExport().render_run(run, "all")
    assert b"PLANE-TREE-7" in all_texts
    assert check(all_texts).withheld == 0
    assert msgspec.json.decode(unpacked(data)["manifest.json"])["texts"] == "public"
