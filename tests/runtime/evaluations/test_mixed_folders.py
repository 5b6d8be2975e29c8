"""The list of documents that the folders are built from, and what is done to them without a package manager."""

from __future__ import annotations

import zipfile
from pathlib import PurePosixPath

from scripts.mixed_folders import CHANGED, LARGE, LIST, PIXEL, Wanted, built, listed, unpacked

COPIED = {"deb", "pypi", "npm", "vault"}
WIDTH = {"pypi": "==", "npm": "@"}


def test_every_line_names_a_package_and_a_place_of_its_own():
    wanted = listed(LIST)
    assert {one.folder for one in wanted} == {"alpha", "beta", "gamma"}
    assert {one.kind for one in wanted} <= COPIED | {*CHANGED}
    assert len({(one.folder, one.file.casefold()) for one in wanted}) == len(wanted)
    for one in wanted:
        assert (one.kind == "vault") == (not one.package)
        assert WIDTH.get(one.kind, "") in one.package[1:]
        for path in map(PurePosixPath, (one.inside, one.file)):
            assert not path.is_absolute()
            assert ".." not in path.parts


def test_a_name_is_told_from_its_version():
    assert Wanted("f", "npm", "@tmcw/togeojson@7.1.3", "", "").bare == "@tmcw/togeojson"
    assert Wanted("f", "pypi", "httpie==3.2.4", "", "").bare == "httpie"
    assert Wanted("f", "docx", "debian-faq", "", "").bare == "debian-faq"


def test_a_package_that_is_there_is_not_fetched_again(tmp_path):
    (tmp_path / "x" / "mutt").mkdir(parents=True)
    assert unpacked(Wanted("f", "deb", "mutt", "", ""), tmp_path, None) == tmp_path / "x" / "mutt"
    assert unpacked(Wanted("f", "vault", "", "", ""), tmp_path, None) is None


def test_large_pictures_become_a_pixel_and_two_builds_are_the_same(tmp_path):
    source = tmp_path / "a.docx"
    picture = bytes(LARGE + 1)
    with zipfile.ZipFile(source, "w") as archive:
        archive.writestr("word/document.xml", "<w>words</w>")
        archive.writestr("word/media/a.png", picture)
        archive.writestr("docProps/core.xml", "<t>2024-05-06T07:08:09Z</t>")
    one = Wanted("f", "noimg", "previsat", "a.docx", "sky/a.docx")
    targets = [tmp_path / name / one.file for name in ("first", "second")]
    for target in targets:
        built(one, source, target)
    with zipfile.ZipFile(targets[0]) as archive:
        assert archive.read("word/document.xml") == b"<w>words</w>"
        assert archive.read("word/media/a.png") == PIXEL
        assert archive.read("docProps/core.xml") == b"<t>2020-01-01T00:00:00Z</t>"
    assert targets[0].read_bytes() == targets[1].read_bytes()
