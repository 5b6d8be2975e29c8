from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Anchor, CodeSpan
from inquiro.readers import read
from inquiro.readers._licence import licence_at, licence_named, licence_stated

WORDS = "Trees cool streets by shade and by the water that their leaves give off to the air. " * 8


def html(body: str = "", head: str = "", foot: str = "", title: str = "Trees"):
    page = f"<html><head><title>{title}</title>{head}</head><body><main><p>{WORDS}</p>{body}</main><footer>{foot}</footer></body></html>"
    return read(page.encode(), "page.html", "text/html").licence


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://creativecommons.org/licenses/by-sa/4.0/", "CC BY-SA 4.0"),
        ("//creativecommons.org/licenses/by-nc-nd/3.0/de/", "CC BY-NC-ND 3.0"),
        ("http://creativecommons.org/publicdomain/zero/1.0/", "CC0"),
        ("https://opensource.org/licenses/MIT", "MIT"),
        ("https://opensource.org/license/bsd-3-clause/", "BSD-3-Clause"),
        ("https://www.apache.org/licenses/LICENSE-2.0.html", "Apache-2.0"),
        ("https://www.gnu.org/licenses/gpl-3.0.en.html", "GPL-3.0"),
        ("https://spdx.org/licenses/MPL-2.0.html", "MPL-2.0"),
        ("/terms", ""),
    ],
)
def test_an_address_is_known_by_its_path(address, name):
    assert licence_at(address) == name


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("mit", "MIT"),
        ("The MIT License", "MIT"),
        ("Apache License, Version 2.0", "Apache-2.0"),
        ("apache-2.0", "Apache-2.0"),
        ("GPLv3", "GPL-3.0"),
        ("GNU General Public License v2.0", "GPL-2.0"),
        ("AGPL-3.0-or-later", "AGPL-3.0"),
        ("BSD-3-Clause", "BSD-3-Clause"),
        ("3-clause BSD", "BSD-3-Clause"),
        ("CC-BY-SA-4.0", "CC BY-SA 4.0"),
        ("Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International License", "CC BY-NC-SA 4.0"),
        ("CC0-1.0", "CC0"),
        ("MIT or proprietary, as agreed", ""),
        ("our own terms", ""),
        ("", ""),
    ],
)
def test_a_name_is_shortened(said, name):
    assert licence_named(said) == name


@pytest.mark.parametrize(
    "kwargs",
    [
        {"head": '<link rel="license" href="https://creativecommons.org/licenses/by-sa/4.0/">'},
        {"foot": '<a rel="license noopener" href="/l">CC BY-SA 4.0</a>'},
        {"foot": "Site design © 2024 Example Inc; user contributions licensed under <a href=/help>CC BY-SA 4.0</a>."},
        {"foot": "Text is available under the Creative Commons Attribution-ShareAlike 4.0 License."},
        {"foot": "Except where otherwise noted, content on this site is licensed under a CC BY-SA 4.0 license."},
        {
            "body": "<p>This work is licensed under a Creative Commons Attribution-ShareAlike 4.0 International License.</p>"
        },
        {"head": '<meta name="dcterms.license" content="https://creativecommons.org/licenses/by-sa/4.0/">'},
    ],
)
def test_a_page_that_states_its_licence(kwargs):
    assert html(**kwargs) == "CC BY-SA 4.0"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("This project is licensed under the MIT License - see LICENSE for details.", "MIT"),
        ("The code in this repository is released under the Apache License 2.0.", "Apache-2.0"),
        (
            "Copyright © 2011 Ann Lee. Licensed under the Apache License, Version 2.0 or the MIT license.",
            "Apache-2.0 OR MIT",
        ),
        ("All code samples are available under the BSD 3-Clause license.", "BSD-3-Clause"),
        ("License: MIT", "MIT"),
        ("x = 1\n# SPDX-License-Identifier: GPL-3.0-or-later\n", "GPL-3.0"),
        ("/* SPDX-License-Identifier: MIT OR Apache-2.0 */", "MIT OR Apache-2.0"),
    ],
)
def test_a_text_that_states_its_licence(text, name):
    assert licence_stated(f"{WORDS}\n\n{text}\n\n{WORDS}", "Trees") == name


@pytest.mark.parametrize(
    "text",
    [
        WORDS,
        "Redis was licensed under the BSD license until 2024.",
        "The Linux kernel is released under the GPL.",
        "Choose a licence: the MIT License is short, the GPL is strict, and Apache covers patents as well.",
        "You need a driving license; this is licensed under state law.",
        "A licence is needed to sell wine. MIT taught the course.",
        "This project is licensed under the MIT License. The docs are licensed under the CC BY 4.0 licence.",
    ],
)
def test_a_text_that_states_none(text):
    assert licence_stated(text, "Trees") == ""


def test_a_page_about_licences_states_none():
    words = "This project is licensed under the MIT License."
    assert licence_stated(words, "How to choose an open source license") == ""
    assert html(f"<p>{words}</p>", title="Licensing explained") == ""
    assert (
        html("<p>This work is licensed under the MIT License. Others: GPL license, Apache license, MPL license.</p>")
        == ""
    )


def test_pages_that_mark_several_licences_state_none():
    links = "".join(
        f'<a rel="license" href="https://creativecommons.org/licenses/{kind}/4.0/">x</a>' for kind in ("by", "by-nc")
    )
    assert html(links) == ""


def test_a_licence_in_an_example_is_not_the_pages():
    text = "Write this:\n\nlicense: MIT\n\nand go on."
    assert licence_stated(text, "Packaging", code=(CodeSpan(start=13, end=25),)) == ""
    assert html("<pre>license: MIT\nlicensed under the MIT License</pre>") == ""


def test_a_section_of_its_own_names_the_licence():
    text = f"tool\n\n{WORDS}\n\nLicense\n\nMIT © Ann Lee"
    assert (
        licence_stated(
            text, "tool", [Anchor(offset=0, label="tool"), Anchor(offset=text.index("License"), label="License")]
        )
        == "MIT"
    )
    readme = f"# tool\n\n{WORDS}\n\n## License\n\n[Apache-2.0](LICENSE)\n\n## Thanks\n\nto MIT students\n"
    assert read(readme.encode(), "README.md").licence == "Apache-2.0"


def test_front_matter_names_the_licence():
    assert read(f"---\nlicense: apache-2.0\n---\n{WORDS}".encode(), "card.md").licence == "Apache-2.0"


def test_an_article_names_its_licence():
    article = (
        '<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><title-group><article-title>Trees</article-title></title-group>'
        '<permissions><license xlink:href="https://creativecommons.org/licenses/by/4.0/"><license-p>open</license-p></license></permissions>'
        f"</article-meta></front><body><p>{WORDS}</p></body></article>"
    )
    assert read(article.encode(), "a.xml").licence == "CC BY 4.0"


@given(st.text(max_size=200), st.text(max_size=40))
def test_any_text_is_read(text, title):
    assert isinstance(licence_stated(f"license {text}", title, asides=[text]), str)
    assert isinstance(licence_named(text), str)
    assert isinstance(licence_at(text), str)


@pytest.mark.parametrize(
    "piece", ["licensed ", "license: ", "released under ", "CC BY ", "BY-SA-", "the a ", "this work "]
)
def test_long_texts_take_no_long_time(piece):
    assert licence_stated(piece * 20_000, "x") == ""
