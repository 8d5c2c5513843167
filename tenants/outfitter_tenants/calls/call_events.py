"""What open browsers hear of calls: that one rings, and that one changed (docs/adr/0110)."""

from typing import Final

from outfitter.live.events import Audience, say
from outfitter_tenants.calls.models import Call

# Whoever sees only some bookings sees no strangers.
_DESK: Final = Audience(permission="call.view", is_unscoped=True)


def say_ringing(row: Call) -> None:
    """Have the desk see who is calling, once the transaction commits."""
    say("call.ringing", _DESK, call=row.pk)


def say_changed(row: Call) -> None:
    """Have screens that show a call look again, once the transaction commits."""
    say("call.changed", _DESK, call=row.pk)
