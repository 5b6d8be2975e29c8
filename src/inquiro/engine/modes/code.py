"""Code in pages and answers: found with its formatting, examined without running it, and traced to its page."""

from __future__ import annotations

from inquiro.engine.modes.code_blocks import CodeBlock, code_blocks, dependencies_near
from inquiro.engine.modes.completeness import completeness
from inquiro.engine.modes.examining import examine
from inquiro.engine.modes.quoted import find_quoted

__all__ = ["CodeBlock", "code_blocks", "completeness", "dependencies_near", "examine", "find_quoted"]
