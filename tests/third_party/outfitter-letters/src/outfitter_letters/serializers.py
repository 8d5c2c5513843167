"""Pure translation: a booking's guest as the newsletter's subscriber."""

import hashlib
from collections.abc import Mapping
from typing import Any


def subscriber_hash(email: str) -> str:
    """Return what the newsletter calls an address: the MD5 of it in lower case."""
    return hashlib.md5(email.strip().lower().encode(), usedforsecurity=False).hexdigest()


def subscriber(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return the subscriber that a sold trip makes."""
    name = str(payload["contact_name"])
    first = str(payload["contact_first_name"])
    return {
        "email_address": payload["contact_email"],
        "merge_fields": {"FNAME": first, "LNAME": name.removeprefix(first).strip()},
        "language": str(payload["locale"] or "en")[:2],
        "tags": list(payload["experience_names"]),
    }
