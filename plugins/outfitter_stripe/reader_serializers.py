"""Pure translation of readers and their places."""

from collections.abc import Mapping
from typing import Any, Final, Literal

from outfitter.sdk import GatewayLocation, GatewayReader, ReaderAction
from outfitter_stripe.serializers import Thing, id_of, instant, whole

Kind = Literal["payment", "refund", "setup", "other"]
_KINDS: Final[Mapping[str, Kind]] = {
    "process_payment_intent": "payment",
    "collect_payment_method": "payment",
    "confirm_payment_intent": "payment",
    "refund_payment": "refund",
    "process_setup_intent": "setup",
}
_STATUSES: Final[Mapping[str, Literal["in_progress", "succeeded", "failed"]]] = {
    "in_progress": "in_progress",
    "succeeded": "succeeded",
    "failed": "failed",
}


def location(thing: Thing) -> GatewayLocation:
    """Translate a place for readers."""
    address = {str(k): str(v) for k, v in whole(thing.get("address")).items() if v}
    return GatewayLocation(str(thing["id"]), str(thing.get("display_name") or ""), address)


def reader(thing: Thing) -> GatewayReader:
    """Translate a reader with what it was last told to do."""
    return GatewayReader(
        gateway_id=str(thing["id"]),
        label=str(thing.get("label") or thing.get("serial_number") or thing["id"]),
        device_type=str(thing.get("device_type") or ""),
        serial_number=thing.get("serial_number"),
        location_id=id_of(thing.get("location")),
        is_online=thing.get("status") == "online",
        action=_action(whole(thing.get("action"))),
        # Readers count milliseconds where everything else counts seconds.
        last_seen_at=instant(_seconds(thing.get("last_seen_at"))),
    )


def _seconds(stamp: Any) -> Any:
    return stamp / 1000 if isinstance(stamp, int) and stamp > 10**11 else stamp


def _action(thing: Thing) -> ReaderAction | None:
    if not thing:
        return None
    kind = str(thing.get("type") or "")
    told = whole(thing.get(kind))
    return ReaderAction(
        kind=_KINDS.get(kind, "other"),
        # A status Stripe adds later is not an end.
        status=_STATUSES.get(str(thing.get("status")), "in_progress"),
        intent_id=id_of(told.get("payment_intent")),
        refund_id=id_of(told.get("refund")),
        failure_code=thing.get("failure_code"),
        failure_message=thing.get("failure_message"),
    )
