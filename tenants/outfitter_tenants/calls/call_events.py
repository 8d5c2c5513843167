"""What open browsers hear of calls: that one rings, and that one changed (docs/adr/0110)."""

from collections.abc import Mapping
from typing import Final

from outfitter.live.events import Audience, publish
from outfitter_tenants.calls.models import Call

# Whoever sees only some bookings sees no strangers.
_DESK: Final = Audience(permission="call.view", is_unscoped=True)


def show(*, schema: str, kind: str, payload: Mapping[str, object], permission: str) -> None:
    """
    Have open browsers look at a call that rings, was taken or ended (`ring_port`).

    They are told its id alone, and ask the ordinary route as who they are.
    """
    assert permission == _DESK.permission  # noqa: S101  (the port names what the audience asks)
    call_id = int(str(payload["call_id"]))
    publish(
        "call.ringing" if kind == "call.ringing" else "call.changed", _DESK, schema_name=schema, call=call_id
    )


def publish_change(row: Call) -> None:
    """Have screens that show a call look again, once the transaction commits."""
    publish("call.changed", _DESK, call=row.pk)
