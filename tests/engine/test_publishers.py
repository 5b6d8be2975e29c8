"""Kinds of publisher from addresses."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.publishers import UNKNOWN, host_of, publisher_kinds, publisher_of, registrable


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("www.cdc.gov", "government"),
        ("www.gov.uk", "government"),
        ("data.gov.uk", "government"),
        ("www.economie.gouv.fr", "government"),
        ("www.bmk.gv.at", "government"),
        ("www.bfs.admin.ch", "government"),
        ("www.mhlw.go.jp", "government"),
        ("www.sanidad.gob.es", "government"),
        ("www.health.govt.nz", "government"),
        ("www.canada.ca", "government"),
        ("www.tceq.state.tx.us", "government"),
        ("gesetze-im-internet.de", "government"),
        ("eur-lex.europa.eu", "intergovernmental"),
        ("www.who.int", "intergovernmental"),
        ("data.oecd.org", "intergovernmental"),
        ("cs.stanford.edu", "university"),
        ("www.ox.ac.uk", "university"),
        ("www.u-tokyo.ac.jp", "university"),
        ("www.anu.edu.au", "university"),
        ("www.uni-heidelberg.de", "university"),
        ("www.univ-lyon1.fr", "university"),
        ("inf.ethz.ch", "university"),
        ("www.nature.com", "journal"),
        ("academic.oup.com", "journal"),
        ("link.springer.com", "journal"),
        ("ieeexplore.ieee.org", "journal"),
        ("www.ieee.org", "standards"),
        ("datatracker.ietf.org", "standards"),
        ("clinicaltrials.gov", "registry"),
        ("www.sec.gov", "registry"),
        ("search.gleif.org", "registry"),
        ("de.wikipedia.org", "reference"),
        ("plato.stanford.edu", "reference"),
        ("pubmed.ncbi.nlm.nih.gov", "index"),
        ("export.arxiv.org", "preprint"),
        ("www.spiegel.de", "news"),
        ("www3.nhk.or.jp", "news"),
        ("docs.python.org", "vendor"),
        ("docs.example.com", "vendor"),
        ("github.com", "code"),
        ("someone.github.io", "blog"),
        ("math.stackexchange.com", "qa"),
        ("forum.example.org", "qa"),
        ("someone.substack.com", "blog"),
        ("blog.example.com", "blog"),
        ("www.academia.edu", "blog"),
        ("www.ehow.com", "farm"),
        ("WWW.WHO.INT.", "intergovernmental"),
    ],
)
def test_a_host_shows_its_publisher(host, kind):
    assert publisher_of(host).kind == kind


@pytest.mark.parametrize(
    "host",
    [
        "www.gov.uk.example.com",
        "notwho.example",
        "who-int.com",
        "mygov.com",
        "fakewho.int.co",
        "edu.example.com",
        "uni-forms.com",
        "blog.com",
        "docs",
        "",
        "192.0.2.1",
        "localhost",
        "gov",
        "nature.com.evil.example",
        "xnature.com",
    ],
)
def test_a_name_that_only_looks_like_one_is_unknown(host):
    assert publisher_of(host) == UNKNOWN


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("https://WWW.Example.org:8443/a", "www.example.org"),
        ("http://example.org./", "example.org"),
        ("file:///notes/a.md", ""),
        ("https://[broken", ""),
        ("", ""),
        ("https://nature.com@evil.example/", "evil.example"),
    ],
)
def test_the_host_of_an_address(url, host):
    assert host_of(url) == host


def test_no_host_stands_in_two_kinds():
    data = tomllib.loads(files("inquiro.engine").joinpath("publishers.toml").read_text("utf-8"))
    listed = [host for kind in data.values() for host in kind.get("hosts", ())]
    assert sorted({host for host in listed if listed.count(host) > 1}) == []
    assert [host for host in listed if host != host.lower() or "/" in host or "." not in host] == []
    assert set(data) == set(publisher_kinds())


@given(st.text(max_size=60))
def test_any_text_has_a_publisher(text):
    assert publisher_of(host_of(text)).label
    assert publisher_of(text).label


@pytest.mark.parametrize(
    ("host", "owner"),
    [
        ("news.bbc.co.uk", "bbc.co.uk"),
        ("www.gov.uk", "gov.uk"),
        ("a.b.example.com", "example.com"),
        ("EXAMPLE.org.", "example.org"),
        ("alice.github.io", "alice.github.io"),
        ("blog.acme.com", "acme.com"),
        ("127.0.0.1", ""),
        ("[::1]", ""),
        ("localhost", ""),
        ("", ""),
    ],
)
def test_the_owner_of_a_host(host, owner):
    assert registrable(host) == owner
