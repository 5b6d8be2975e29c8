from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.modes.requirements import installs_only, packages_installed


@pytest.mark.parametrize(
    ("line", "packages"),
    [
        ("pip install numpy pandas", ("numpy", "pandas")),
        ("$ python3 -m pip install -U 'torch>=2' uvicorn[standard]", ("torch>=2", "uvicorn[standard]")),
        ("!pip install -q transformers", ("transformers",)),
        ("pip install -r requirements.txt", ()),
        ("pip install --find-links https://example.org/wheels tool", ("tool",)),
        ("uv add httpx", ("httpx",)),
        ("uv pip install httpx", ("httpx",)),
        ("poetry add pydantic@^2", ("pydantic@^2",)),
        ("conda install -c conda-forge xgboost", ("xgboost",)),
        ("npm install --save @scope/kit react@18", ("@scope/kit", "react@18")),
        ("npm i vite", ("vite",)),
        ("yarn add left-pad", ("left-pad",)),
        ("pnpm add -D vitest", ("vitest",)),
        ("cargo add serde --features derive", ("serde",)),
        ("go get github.com/gin-gonic/gin", ("github.com/gin-gonic/gin",)),
        ("sudo apt-get install -y ffmpeg", ("ffmpeg",)),
        ("brew install jq # a tool", ("jq",)),
        ("pip install .", ()),
        ("npm install", ()),
        ("npm run install x", ()),
        ("pipeline install x", ()),
    ],
)
def test_what_a_command_installs(line, packages):
    assert packages_installed(line) == packages


def test_a_block_that_only_installs():
    assert installs_only("# first\n$ pip install a \\\n    b\n$ sudo apt update && sudo apt install -y c") == (
        "a",
        "b",
        "c",
    )
    assert installs_only("pip install a\npython run.py") == ()
    assert installs_only("import a") == ()


@given(st.text(max_size=200))
def test_any_line_is_read(line):
    installs_only(line)
    packages_installed(f"pip install {line}")
