"""Text on one line, and whether anybody sees it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.kit.text_lines import is_visible, one_line

pytestmark = pytest.mark.rules


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Ana\r\nBcc: x@y.example", "Ana Bcc: x@y.example"),
        ("a\u2028b\u2029c", "a b c"),
        ("a\x85b\x0bc\x00d", "a b c d"),
        ("\u202eabc\u202c", "abc"),
        ("Hi \u2068שלום\u2069!", "Hi \u2068שלום\u2069!"),
        ("Hi \u2068שלום!", "Hi שלום!"),
        ("Hi \u2069שלום\u2068!", "Hi שלום!"),
        ("Hi \u2067שלום\u2069!", "Hi שלום!"),
        ("  a \t b ", "a b"),
        ("שלום", "שלום"),
        ("👩‍👧 Ana", "👩‍👧 Ana"),
        ("می‌خواهم", "می‌خواهم"),
        ("", ""),
    ],
)
def test_one_line(text: str, line: str) -> None:
    assert one_line(text) == line


@given(st.text())
def test_a_line_has_one_line_and_stays_so(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert one_line(line) == line


@pytest.mark.parametrize("text", ["\u200b", "\u200b\u200d\ufeff", " \u00a0", "\u2066\u2069", ""])
def test_what_nobody_sees(text: str) -> None:
    assert not is_visible(text)


@pytest.mark.parametrize("text", ["a", "\u200ba", "-", "🙂", "שלום"])
def test_what_somebody_sees(text: str) -> None:
    assert is_visible(text)
