"""Text inside other text keeps its own direction."""

import pytest

from outfitter.kit.text_direction import is_right_to_left, isolated

pytestmark = pytest.mark.rules


def apart(text: str) -> str:
    return f"\u2068{text}\u2069"


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("Ana", "de", "Ana"),
        ("山田", "de", "山田"),
        ("محمد", "de", apart("محمد")),
        ("Reef רכב", "en-US", apart("Reef רכב")),
        ("Ana", "ar", apart("Ana")),
        ("$49", "he-IL", apart("$49")),
        ("", "ar", ""),
        (apart("محمد"), "de", apart("محمد")),
    ],
)
def test_only_where_directions_meet(text: str, language: str, told: str) -> None:
    assert isolated(text, language=language) == told


@pytest.mark.parametrize(
    ("tag", "told"), [("ar", True), ("he_IL", True), ("ar-EG", True), ("de", False), ("", False)]
)
def test_languages_that_run_from_right_to_left(tag: str, told: bool) -> None:
    assert is_right_to_left(tag) is told
