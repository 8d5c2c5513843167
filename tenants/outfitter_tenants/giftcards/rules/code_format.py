"""
The codes cards are spent with (domain.md 4.15). Pure.

Our own are sixteen characters of Crockford's base 32 and one that checks them (Luhn, modulo 32):
eighty bits that nobody guesses, and a slip of the finger is known for one. Codes that were printed
elsewhere are what was typed.
"""

import re
import secrets
from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH: Final = 16
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})
_TYPED: Final = re.compile(r"[0-9A-Z]{6,32}")


def new_code() -> str:
    """Return a code as it is stored: seventeen characters, the last one checks the others."""
    body = "".join(secrets.choice(ALPHABET) for _ in range(_LENGTH))
    return body + check_character(body)


def check_character(body: str) -> str:
    """Return the character that checks a code of ours (Luhn, modulo 32)."""
    total = 0
    for place, letter in enumerate(reversed(body)):
        value = ALPHABET.index(letter) * (2 if place % 2 == 0 else 1)
        total += value // 32 + value % 32
    return ALPHABET[-total % 32]


def normalise(text: str) -> str:
    """Return a code as it is stored, however it was typed: case, O for 0, I or L for 1, dashes."""
    letters = "".join(one for one in text.upper() if one.isalnum())
    return letters.translate(_READ_AS)


def is_ours(code: str) -> bool:
    """Return whether a normalised code can be one that we made: its check character fits."""
    body, check = code[:-1], code[-1:]
    is_shaped = len(code) == _LENGTH + 1 and all(one in ALPHABET for one in code)
    return is_shaped and check_character(body) == check


def is_typed(code: str) -> bool:
    """Return whether a normalised code may be one that was printed elsewhere."""
    return bool(_TYPED.fullmatch(code))


def format_code(code: str) -> str:
    """Return a code as people read it: groups of four, the check character with the last one."""
    if len(code) != _LENGTH + 1:
        return code
    return "-".join((code[:4], code[4:8], code[8:12], code[12:]))


def masked(last4: str) -> str:
    """Return what is shown of a code to whoever need not know it."""
    return f"•••• {last4}"
