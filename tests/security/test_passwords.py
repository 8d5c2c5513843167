"""Which passwords are refused and why; the list of stolen ones."""

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outfitter.accounts import password_breaches, password_rules
from outfitter.kit.errors import Invalid

ABOUT = ["rita@reef.example", "Rita", "Calloway", "Reef Runners"]


@pytest.mark.parametrize(
    ("password", "problems"),
    [
        ("correct horse battery", []),
        ("tide-and-timber", []),
        ("lantern kettle moss", []),
        ("x7!kfQ2v9_", []),
        ("長いパスワードを使います", []),
        ("short", ["too_short"]),
        ("", ["too_short", "too_simple"]),
        ("x" * 201, ["too_long"]),
        ("aaaaaaaaaaaa", ["too_simple"]),
        ("ababababababab", ["too_simple"]),
        ("1234567890", ["breached"]),
        ("password123", ["breached"]),
        ("PASSWORD123", ["breached"]),
        ("12345678901234", ["too_common"]),
        ("abcdefghijkl", ["too_common"]),
        ("lkjihgfedcba", ["too_common"]),
        ("Summer2026!", ["too_common"]),
        ("!!Dragon!!2024", ["too_common"]),
        ("P@ssw0rd2026", ["too_common"]),
        ("Rita123456", ["too_common", "too_personal"]),
        ("calloway-2026", ["too_personal"]),
        ("ReefRunners1", ["too_personal"]),
        ("rita@reef.example", ["too_personal"]),
        ("a reef of quiet lanterns", []),
        # A common word is no harm inside a long password.
        ("dragon and a teapot 7", []),
    ],
)
def test_verdicts(password: str, problems: list[str]) -> None:
    assert password_rules.check_strength(password, about=ABOUT).problems == problems


@pytest.mark.parametrize(
    ("password", "strength"),
    [("x7!kfQ2v9_", 1), ("lantern-moss", 2), ("lantern kettle m", 3), ("correct horse battery", 4)],
)
def test_length_makes_strength(password: str, strength: int) -> None:
    assert password_rules.check_strength(password).strength == strength


def test_a_refusal_has_codes_for_the_screen() -> None:
    with pytest.raises(Invalid) as refused:
        password_rules.check("short", field="secret")
    assert refused.value.detail["fields"] == {"secret": ["Please use at least 10 characters."]}
    assert refused.value.detail["codes"] == {"secret": ["too_short"]}


@given(st.text(max_size=230))
def test_any_text_gets_a_verdict(password: str) -> None:
    verdict = password_rules.check_strength(password, about=ABOUT)
    assert (verdict.strength == 0) == bool(verdict.problems)


def _download(words: list[str]) -> list[str]:
    hashes = sorted(hashlib.sha1(word.encode()).hexdigest().upper() for word in words)
    return [f"{one}:7\n" for one in hashes]


def test_a_bigger_list_counts_too(tmp_path: Path, settings: object) -> None:
    secret = "mossy kettle lantern 19"
    assert password_rules.check_strength(secret).problems == []
    file = tmp_path / "stolen.bin"
    words = [secret, "another one", "a third"]
    assert password_breaches.write(password_breaches.hashes_of_download(_download(words)), file) == 3
    settings.BREACHED_PASSWORDS = str(file)  # type: ignore[attr-defined]
    assert [password_breaches.is_known(word) for word in words] == [True, True, True]
    assert password_rules.check_strength(secret).problems == ["breached"]
    assert password_rules.check_strength("mossy kettle lantern 20").problems == []


def test_hashes_that_are_not_sorted_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not sorted"):
        password_breaches.write([b"b" * 20, b"a" * 20], tmp_path / "x.bin")


def test_the_bundled_list_is_whole() -> None:
    assert password_breaches.BUNDLED.stat().st_size % password_breaches.WIDTH == 0
    assert password_breaches.is_common("dragon")
    assert not password_breaches.is_common("tide-and-timber")
