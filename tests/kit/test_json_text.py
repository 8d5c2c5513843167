"""Texts that no column holds are found however deep they lie."""

import json

import pytest

from outfitter.kit.json_text import is_storable, refuse_constant, require_storable

pytestmark = pytest.mark.rules


@pytest.mark.parametrize("text", ["", "plain", "\n\t", "𝕒", "é"])
def test_what_can_be_stored(text):
    assert is_storable(text)
    require_storable({"a": [{"b": text}], text: 1})


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "x\udfff"])
def test_what_cannot(text):
    assert not is_storable(text)
    for found in (text, [[text]], {"a": {"b": [text]}}, {text: 1}):
        with pytest.raises(ValueError, match="no column"):
            require_storable(found)


def test_depth_is_no_matter():
    found = deep = []
    for _ in range(100_000):
        deep.append([])
        deep = deep[0]
    deep.append("\0")
    with pytest.raises(ValueError, match="no column"):
        require_storable(found)


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_none(text):
    with pytest.raises(ValueError, match="is not JSON"):
        json.loads(f"[{text}]", parse_constant=refuse_constant)
