"""
How a webhook is signed: Standard Webhooks 1.0, symmetric. Pure.

`webhook-id`, `webhook-timestamp` (seconds, of this attempt) and `webhook-signature`, which holds one
`v1,<base64>` for each secret that is good, separated by a blank. Signed is `id.timestamp.body`.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final

PREFIX: Final = "whsec_"
_BYTES: Final = 32


def new_secret() -> str:
    """Return a secret as people see it: its bytes in base64, behind what it is known by."""
    return PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def headers(*, message_id: str, seconds: int, body: bytes, keys: Sequence[str]) -> dict[str, str]:
    """Return the headers that prove to an endpoint where a message comes from, newest secret first."""
    signed = f"{message_id}.{seconds}.".encode() + body
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{_signature(key, signed)}" for key in keys),
    }


def _signature(key: str, signed: bytes) -> str:
    plain = base64.b64decode(key.removeprefix(PREFIX))
    return base64.b64encode(hmac.new(plain, signed, hashlib.sha256).digest()).decode()
