"""Basic authentication, both ways."""

import base64
import binascii
import hmac


def read(header: str) -> tuple[str, str] | None:
    """Return the name and password of an `Authorization` header, None when it has none."""
    kind, _, rest = header.partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        name, colon, password = base64.b64decode(rest.strip(), validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        return None
    return (name, password) if colon else None


def write(name: str, password: str) -> str:
    """Return the header of these credentials."""
    return "Basic " + base64.b64encode(f"{name}:{password}".encode()).decode()


def is_same(one: str, other: str) -> bool:
    """Compare two texts in a time that tells nothing of where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
