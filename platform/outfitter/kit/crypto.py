"""Keyed hashes and encryption of small secrets, on keys that the caller passes in."""

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


class Undecryptable(ValueError):
    """The text was not written with any of the keys."""


def keyed_hash(key: str, *parts: str) -> str:
    """Return the hex HMAC-SHA256 of the parts; a part boundary cannot be moved."""
    text = "".join(f"{len(part)}:{part}" for part in parts)
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


def encrypt_json(keys: list[str], value: Mapping[str, Any]) -> str:
    """Return the JSON of `value`, encrypted with the first Fernet key."""
    return _box(keys).encrypt(json.dumps(value, sort_keys=True).encode()).decode()


def decrypt_json(keys: list[str], text: str) -> dict[str, Any]:
    """
    Return what `encrypt_json` took, trying each key (older keys stay readable).

    :raises Undecryptable: no key fits
    """
    try:
        found: dict[str, Any] = json.loads(_box(keys).decrypt(text.encode()))
    except (InvalidToken, ValueError) as problem:
        raise Undecryptable("no key fits this text") from problem
    return found


def encrypt_bytes(keys: list[str], data: bytes) -> bytes:
    """Return data, encrypted with the first Fernet key."""
    return _box(keys).encrypt(data)


def decrypt_bytes(keys: list[str], boxed: bytes) -> bytes:
    """
    Return what `encrypt_bytes` took, trying each key.

    :raises Undecryptable: no key fits
    """
    try:
        return _box(keys).decrypt(boxed)
    except InvalidToken as problem:
        raise Undecryptable("no key fits this data") from problem


def _box(keys: list[str]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])
