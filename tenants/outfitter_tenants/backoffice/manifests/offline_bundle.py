"""
The manifest as a device takes it along: signed, bound to the device, good for two days.

Whoever sends what they noted from a bundle sends its seal along, so that it can be told from a
list somebody made up. The seal is an HMAC of the whole canonical body (JSON with sorted keys and
no blanks) under this operator's name; the body's digest travels in it, so that the seal can be
checked without the body.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

import orjson
from django.conf import settings

from outfitter.db.tenant_schema import current_schema
from outfitter.kit.crypto import keyed_hash
from outfitter.kit.errors import DomainError

GOOD_FOR: Final = timedelta(hours=48)


class BadBundle(DomainError):
    """The bundle is not one that we gave to this device, or it is over."""

    code = "bundle_invalid"
    status = 422


@dataclass(frozen=True, slots=True)
class BundleSignature:
    """What proves a bundle: of which day, when made, for which device, of what content."""

    date: date
    generated_at: datetime
    valid_until: datetime
    device_id: int | None
    digest: str
    signature: str


def seal(body: Mapping[str, Any], *, device_id: int | None, at: datetime) -> bytes:
    """Return the bundle of a manifest; `body` is JSON-ready but for dates and instants."""
    whole = {**body, "valid_until": at + GOOD_FOR, "device_id": device_id}
    digest = _digest(whole)
    signature = _signature(body["date"], body["generated_at"], whole["valid_until"], device_id, digest)
    return as_json({**whole, "digest": digest, "signature": signature})


def as_json(body: Mapping[str, Any]) -> bytes:
    """Return a manifest as it is sent."""
    return orjson.dumps(body, option=_UTC)


def check(found: BundleSignature, *, device_id: int | None, at: datetime) -> None:
    """
    Check a seal that came back.

    :raises BadBundle: it is not ours, of another device, or older than two days
    """
    expected = _signature(found.date, found.generated_at, found.valid_until, found.device_id, found.digest)
    if not hmac.compare_digest(expected, found.signature):
        raise BadBundle("This list was not made here.", reason="signature")
    if found.device_id is not None and found.device_id != device_id:
        raise BadBundle("This list belongs to another device.", reason="device")
    if found.valid_until < at:
        raise BadBundle("This list is older than two days.", reason="expired")


_UTC: Final = orjson.OPT_NAIVE_UTC | orjson.OPT_UTC_Z


def _digest(body: Mapping[str, Any]) -> str:
    return hashlib.sha256(orjson.dumps(body, option=_UTC | orjson.OPT_SORT_KEYS)).hexdigest()


def _signature(
    day: date, generated_at: datetime, valid_until: datetime, device_id: int | None, digest: str
) -> str:
    return keyed_hash(
        settings.SECRET_KEY,
        current_schema(),
        "manifest",
        day.isoformat(),
        str(generated_at.timestamp()),
        str(valid_until.timestamp()),
        str(device_id or ""),
        digest,
    )
