"""The evidence pack: a whole run in one file that can be checked elsewhere, without a network or a key."""

from __future__ import annotations

from inquiro.core.protocols import Texts, WholeRun
from inquiro.core.version import __version__
from inquiro.exports._pack_crate import crate
from inquiro.exports._pack_files import CRATE, MANIFEST, contents, manifest, packed, packed_report
from inquiro.exports._pack_reading import ReadPack
from inquiro.exports._pack_views import rendered
from inquiro.exports._pack_zip import OpenedPack, zipped


class PackExport:
    name = "pack"
    suffix = ".zip"
    media_type = "application/zip"

    def render_run(self, run: WholeRun, texts: Texts = "public") -> bytes:
        report = packed_report(run, texts)
        files = contents(run, report, rendered(report), texts)
        files[CRATE] = crate(report, {name: len(data) for name, data in files.items()}, __version__)
        files[MANIFEST] = manifest(report, texts, {name: packed(data) for name, data in files.items()})
        return zipped(files)


plugin = PackExport

__all__ = ["OpenedPack", "PackExport", "ReadPack", "plugin"]
