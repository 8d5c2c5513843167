"""
What a password must be: long, unknown, and not about its owner. Nothing is asked of its letters.

The form asks the same function while the person types, so that what it says is what holds.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from outfitter.accounts import password_breaches
from outfitter.kit.errors import Invalid

SHORTEST: Final = 10
LONGEST: Final = 200
FEWEST_DIFFERENT: Final = 5
# From this length on, a common word inside is only a part of the password.
LONG: Final = 16
_RUNS: Final = (
    "01234567890123456789",
    "98765432109876543210",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
)
_LEET: Final = str.maketrans("0134578@$!", "oieastbasi")

Code = Literal["too_short", "too_long", "too_simple", "too_common", "breached", "too_personal"]
MESSAGES: Final[dict[Code, str]] = {
    "too_short": f"Please use at least {SHORTEST} characters.",
    "too_long": f"Please use at most {LONGEST} characters.",
    "too_simple": "This password repeats the same few characters.",
    "too_common": "This is too similar to a common password.",
    "breached": "This password has appeared in a data breach.",
    "too_personal": "This password is too similar to your name, email address or business.",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a password, and how strong it is from 0 to 4."""

    problems: list[Code]
    strength: int


def check_strength(password: str, *, about: Iterable[str] = ()) -> Verdict:
    """Return the verdict on a password; `about` are names and addresses of whoever chooses it."""
    problems: list[Code] = []
    if len(password) < SHORTEST:
        problems.append("too_short")
    if len(password) > LONGEST:
        problems.append("too_long")
        return Verdict(problems, 0)
    folded = password.casefold()
    if password_breaches.is_known(password) or password_breaches.is_known(folded):
        problems.append("breached")
    elif len(set(folded)) < FEWEST_DIFFERENT:
        problems.append("too_simple")
    elif _is_run(folded) or _is_dressed_up(folded):
        problems.append("too_common")
    if _is_about(folded, about):
        problems.append("too_personal")
    return Verdict(problems, 0 if problems else _strength(folded))


def check(password: str, *, about: Iterable[str] = (), field: str = "password") -> None:
    """
    Refuse a password that breaks a rule.

    :raises Invalid: with the reasons under `field`, and their codes in `detail.codes`
    """
    problems = check_strength(password, about=about).problems
    if problems:
        refusal = Invalid({field: [MESSAGES[code] for code in problems]})
        refusal.detail["codes"] = {field: problems}
        raise refusal


def _is_run(folded: str) -> bool:
    plain = re.sub(r"[^a-z0-9]", "", folded)
    return len(plain) >= FEWEST_DIFFERENT and any(
        plain in run or plain in run[::-1] or _repeats(plain, run) for run in _RUNS
    )


def _repeats(plain: str, run: str) -> bool:
    half = plain[: len(plain) // 2]
    return len(half) >= 4 and plain == half * 2 and half in run


def _is_dressed_up(folded: str) -> bool:
    # "Summer2026!" is "summer" to everybody who guesses.
    if len(folded) >= LONG:
        return False
    bare = re.sub(r"^[^a-z]+|[^a-z]+$", "", folded)
    spelled = re.sub(r"[^a-z]+$", "", folded).translate(_LEET)
    return any(len(word) >= 4 and password_breaches.is_common(word) for word in {bare, spelled})


def _is_about(folded: str, about: Iterable[str]) -> bool:
    plain = _letters(folded)
    for text in about:
        for part in {text, *re.split(r"[@.\s_-]+", text)}:
            word = _letters(part.casefold())
            if len(word) >= 4 and word in plain and len(plain) - len(word) < len(word):
                return True
    return False


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())


def _strength(folded: str) -> int:
    # Length decides; different characters tell a sentence from a pattern.
    reach = len(folded) * min(1.0, len(set(folded)) / 8)
    return 1 + sum(reach >= step for step in (12, 16, 20))
