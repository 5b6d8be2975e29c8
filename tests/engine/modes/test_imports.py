from __future__ import annotations

import pytest

from inquiro.engine.modes.imports import imports_of, undeclared
from inquiro.engine.modes.package_names import package_of


def test_python_without_its_own_and_relative_modules():
    code = "import os, numpy as np\nfrom . import near\nfrom .x import y\nfrom torch.nn import Module\nfrom __future__ import annotations\ndef f():\n    import yaml"
    assert imports_of(code, "python") == ("numpy", "torch", "yaml")


def test_shared_name_spaces_are_told_apart():
    code = "from google.cloud import storage\nfrom google import genai\nimport google.protobuf.message"
    assert imports_of(code, "python") == ("google.cloud.storage", "google.genai", "google.protobuf")
    assert undeclared(imports_of(code, "python"), "python", ["google-cloud-storage", "google_genai"]) == (
        "google.protobuf",
    )


@pytest.mark.parametrize("code", ["import pandas\nprint 'x'", ">>> import pandas\n>>> x = (", "from pandas import (\n"])
def test_code_that_does_not_parse_still_shows_its_imports(code):
    assert imports_of(code, "python") == ("pandas",)


def test_script_modules_without_node_and_paths():
    code = """import React, { useState } from "react";
import fs from 'node:fs'; import path from "path"
import "./style.css"
export * from '@scope/kit/sub'
const _ = require('lodash/fp'); const lazy = await import("vite")
import x from "@/local"; import y from "https://example.org/z.js" """
    assert imports_of(code, "javascript") == ("react", "@scope/kit", "lodash", "vite")
    assert undeclared(("react", "@scope/kit"), "javascript", ["react@^18", "@scope/kit@1.2"]) == ()


@pytest.mark.parametrize(
    ("module", "stated"),
    [
        ("yaml", "PyYAML>=6"), ("cv2", "opencv-python-headless"), ("sklearn", "scikit_learn==1.5"), ("PIL", "Pillow"),
        ("bs4", "beautifulsoup4"), ("dotenv", "python-dotenv"), ("uvicorn", "uvicorn[standard]"), ("torch", "torch>=2"),
        ("flask_login", "Flask-Login"), ("transformers", "git+https://example.org/hf/transformers.git@main"),
        ("docx", "python-docx"), ("attr", "attrs"), ("zmq", "'pyzmq'"), ("jwt", "PyJWT~=2.0; python_version>'3'"),
        ("package", "package @ https://example.org/p.whl"),
    ],
)  # fmt: skip
def test_packages_are_known_by_what_they_bring(module, stated):
    assert undeclared((module,), "python", [stated]) == ()
    assert undeclared((module,), "python", ["something-else"]) == (module,)


def test_a_dependency_that_says_nothing_names_nothing():
    assert [package_of(said) for said in ("", "  ", "-", "===", "“”")] == [""] * 5


def test_other_languages_have_none():
    assert imports_of("use std::io;", "rust") == ()
