"""What open browsers hear of calls: that one rings, and that one changed (docs/adr/0110)."""

from typing import Final

from outfitter.live.events import Audience, publish
from outfitter_tenants.calls.models import Call

# Whoever sees only some bookings sees no strangers.
_DESK: Final = Audience(permission="call.view", is_unscoped=True)


def publish_ringing(row: Call) -> None:
    """
    Have open browsers show a call that rings, once the transaction commits.

    They are told its id alone, and ask the ordinary route as who they are.
    """
    publish("call.ringing", _DESK, call=row.pk)


def publish_change(row: Call) -> None:
    """Have screens that show a call look again, once the transaction commits."""
    publish("call.changed", _DESK, call=row.pk)
