"""What HubSpot posts: proved by its signature of version 3, and not older than five minutes."""

import json
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from hubspot.utils.signature import Signature

from outfitter.sdk import CrmKeys, CrmNotice, CrmNoticeRefused
from outfitter_hubspot.serializers import our_stage

SIGNATURE: Final = "X-HubSpot-Signature-v3"
TIMESTAMP: Final = "X-HubSpot-Request-Timestamp"
TOLERANCE_SECONDS: Final = 300
_KINDS: Final = {"deal.propertyChange", "object.propertyChange"}
_DEALS: Final = "0-3"
# HubSpot sends a hundred at the most.
_MOST: Final = 500


def read_notices(keys: CrmKeys, url: str, headers: Mapping[str, str], body: bytes) -> Sequence[CrmNotice]:
    """
    Check a delivery and return what it tells of the stages of deals.

    :raises CrmNoticeRefused: it is not genuine, too old, or can't be read
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as problem:
        raise CrmNoticeRefused("This can't be read.") from problem
    _check(keys, url, headers, text)
    try:
        found = json.loads(text)
    except ValueError as problem:
        raise CrmNoticeRefused("This can't be read.") from problem
    if not isinstance(found, list) or len(found) > _MOST:
        raise CrmNoticeRefused("This can't be read.")
    notices = (_notice(one, keys.facts) for one in found if isinstance(one, dict))
    return [one for one in notices if one is not None]


def _check(keys: CrmKeys, url: str, headers: Mapping[str, str], text: str) -> None:
    given, at = headers.get(SIGNATURE, ""), headers.get(TIMESTAMP, "")
    if not keys.client_secret or not (at.isascii() and at.isdecimal() and len(at) < 16):
        raise CrmNoticeRefused("There is no signature.")
    # The library refuses what is old and lets through what is of the future.
    if abs(time.time() - int(at) / 1000) > TOLERANCE_SECONDS:
        raise CrmNoticeRefused("This is too old.")
    is_ascii = given.isascii() and bool(given)
    if not is_ascii or not Signature.is_valid(given, keys.client_secret, text, url, "POST", "v3", at):
        raise CrmNoticeRefused("The signature does not fit.")


def _notice(event: Mapping[str, Any], facts: Mapping[str, str]) -> CrmNotice | None:
    """Return the news of one event; None where it is about something else."""
    is_deal = event.get("objectTypeId", _DEALS) == _DEALS
    if event.get("subscriptionType") not in _KINDS or not is_deal or event.get("propertyName") != "dealstage":
        return None
    if str(event.get("portalId")) != facts.get("portal"):
        return None
    remote_id, millis = event.get("objectId"), event.get("occurredAt")
    if not isinstance(remote_id, int) or not isinstance(millis, int) or not 0 < millis < 10**14:
        return None
    stage_id = str(event.get("propertyValue") or "")
    # HubSpot does not promise that an event's id is its alone; with what it is about it is.
    parts = (event.get("subscriptionId"), event.get("eventId"), remote_id, millis, stage_id)
    return CrmNotice(
        id=":".join(str(part) for part in parts)[:200],
        remote_id=str(remote_id),
        stage=our_stage(stage_id, facts),
        occurred_at=datetime.fromtimestamp(millis / 1000, tz=UTC),
        is_own=_is_own(event),
    )


def _is_own(event: Mapping[str, Any]) -> bool:
    """Tell whether our own app made the change: its notices come under the same app's id."""
    app = str(event.get("appId") or "")
    return event.get("changeSource") == "INTEGRATION" and app != "" and str(event.get("sourceId")) == app
