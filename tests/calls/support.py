"""Calls as tests make them."""

from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final

from outfitter.kit import ids
from outfitter.kit.clock import utc_now
from outfitter_tenants.calls.models import Call

JSON: Final = "application/json"
CALLER: Final = "+12125550188"
LINE: Final = "+13055550100"
_keys = count(1)


def make_call(*, number: str = CALLER, ago: timedelta = timedelta(minutes=5), **values: Any) -> Call:
    """Make a call that came in a while ago and was answered."""
    started: datetime = utc_now() - ago
    made = {
        "hash": ids.public_hash(),
        "provider": "callrail",
        "provider_call_id": f"CAL{next(_keys)}",
        "caller_number": number,
        "destination_number": LINE,
        "status": "completed",
        "started_at": started,
        "answered_at": started,
        "ended_at": started + timedelta(seconds=62),
        "duration_s": 62,
        "notice_at": started,
        **values,
    }
    return Call.objects.create(**made)
