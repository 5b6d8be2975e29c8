"""reStructuredText: roles, directives and marks read as their page shows them, code left alone."""

from __future__ import annotations

from inquiro.core.types import ReadText
from inquiro.readers._assemble import assemble
from inquiro.readers._decode import decode
from inquiro.readers._licence import licence_stated
from inquiro.readers._rst import read_rst
from inquiro.readers._sniff import expect


class RstReader:
    name = "rst"
    suffixes = (".rst",)
    media_types = ("text/x-rst", "text/prs.fallenstein.rst")

    def read(self, data: bytes, name: str) -> ReadText:
        expect(data, name, "text", "text", "html")
        decoded, flags = decode(data)
        built, facts = read_rst(decoded, flags)
        facts.licence = licence_stated(built.text, facts.title, built.headings, code=built.code)
        return assemble(name, self.media_types[0], built, facts)


plugin = RstReader
