"""Identifiers that people and other systems see."""

import secrets
import string
from typing import Final

# Letters and digits that nobody confuses on the phone: no 0 O 1 I L U V.
CODE_ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTWXYZ"
BASE62: Final = string.digits + string.ascii_letters
_HASH_LENGTH: Final = 24
_HASHES: Final = len(BASE62) ** _HASH_LENGTH


def public_hash() -> str:
    """Return an unguessable base62 token with more than 128 bits (domain.md 0.2)."""
    rest, letters = secrets.randbelow(_HASHES), []
    for _ in range(_HASH_LENGTH):
        rest, letter = divmod(rest, len(BASE62))
        letters.append(BASE62[letter])
    return "".join(letters)


def confirmation_code() -> str:
    """Return a code such as "WXYZ-2345": eight characters that read well aloud."""
    letters = "".join(secrets.choice(CODE_ALPHABET) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"


def digits(length: int) -> str:
    """Return that many random decimal digits."""
    return "".join(secrets.choice(string.digits) for _ in range(length))
