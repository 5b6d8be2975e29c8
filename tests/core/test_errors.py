from __future__ import annotations

import re

import pytest

from inquiro.core import errors
from inquiro.core.errors import EFFECT_ERRORS, EffectError, InquiroError, MissingExtra, RateLimited, UnknownName

LINE = re.compile(r"^(?P<indent>[│├└─ ]*)(?P<name>[A-Z]\w+) *(?:exit (?P<code>\d))? *(?P<retry>retry)?", re.MULTILINE)


def every_error(cls: type[InquiroError] = InquiroError) -> list[type[InquiroError]]:
    return [
        cls,
        *(
            found
            for child in cls.__subclasses__()
            if child.__module__ == errors.__name__
            for found in every_error(child)
        ),
    ]


def drawn_tree() -> dict[str, tuple[int, re.Match[str]]]:
    text = errors.__doc__.partition("\n\n")[2]
    return {found["name"]: (len(found["indent"]) // 4, found) for found in LINE.finditer(text)}


def test_the_drawn_tree_holds_every_class_and_nothing_else():
    assert set(drawn_tree()) == {cls.__name__ for cls in every_error()}


@pytest.mark.parametrize("cls", every_error(), ids=lambda cls: cls.__name__)
def test_the_drawing_tells_depth_exit_code_and_retry(cls):
    depth, line = drawn_tree()[cls.__name__]
    assert depth == len(cls.__mro__) - len(InquiroError.__mro__)
    assert bool(line["retry"]) == cls.retryable
    if line["code"]:
        assert int(line["code"]) == cls.exit_code


@pytest.mark.parametrize("cls", every_error(), ids=lambda cls: cls.__name__)
def test_every_exit_code_is_one_of_the_contract_and_every_class_has_its_sentence(cls):
    assert cls.exit_code in {1, 2, 3, 4}
    assert cls.__doc__


def test_an_unknown_name_lists_the_known_ones_in_order():
    error = UnknownName("source", "googel", ["web", "corpus"], "See `inquiro sources list`")
    assert str(error) == "unknown source 'googel'; known: corpus, web. See `inquiro sources list`"
    assert error.exit_code == 2
    assert "known: none" in str(UnknownName("source", "x", []))


def test_a_missing_extra_says_what_to_install():
    assert "pip install 'inquiro[semantic]'" in str(MissingExtra("Embeddings", "semantic"))


def test_a_rate_limit_keeps_the_wait_it_was_told():
    assert RateLimited("slow down", 7.0).retry_after == 7.0
    assert RateLimited("slow down").retry_after is None


def test_every_effect_error_can_be_read_back_from_a_journal_by_its_name():
    assert set(EFFECT_ERRORS) == {cls.__name__ for cls in every_error(EffectError)}
    assert all(isinstance(cls("message"), EffectError) for cls in EFFECT_ERRORS.values())
