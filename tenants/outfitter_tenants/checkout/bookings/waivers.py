"""How far a guest is with signing, as staff set it by hand (domain.md 4.20, 5.5)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, Literal

from outfitter.kit.errors import NotFound
from outfitter_tenants.checkout.trip_changes.change import ChangeResult, TripActor, change_trip
from outfitter_tenants.trips.operations import guests as rows
from outfitter_tenants.waivers import queries as waivers

State = Literal["marked_signed", "required", "not_applicable"]
# What a guest's row says: state, at least so many to sign, whether they are signed.
_STATES: Final[Mapping[State, tuple[str, int, bool]]] = {
    "marked_signed": ("marked", 1, True),
    "required": ("unsigned", 1, False),
    "not_applicable": ("none_required", 0, False),
}


class WaiverNotAssigned(NotFound):
    """The guest has no such signed waiver."""


def set_state(
    *,
    trip_id: int,
    booking_id: int,
    state: State,
    template_id: int | None,
    note: str | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Say that a guest signed on paper, has to sign, or need not.

    :raises WaiverTemplateNotFound: there is no such template
    """
    template = waivers.get_template(template_id=template_id) if template_id else None
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        booking = change.booking(booking_id)
        before = {name: getattr(booking, name) for name in rows.WAIVER}
        slug, least, is_signed = _STATES[state]
        required = max(least, booking.waiver_required_cnt) if least else 0
        rows.set_waiver(booking=booking, state=slug, required=required, signed=required if is_signed else 0)
        after: dict[str, Any] = {name: getattr(booking, name) for name in rows.WAIVER}
        if before != after:
            named = {"template": template.name} if template else {}
            change.log(
                "booking.waiver_changed",
                entity_type="booking",
                entity_id=booking.pk,
                before=before,
                after={**after, **named},
                reason=note,
            )
    return change.result


def unassign(
    *,
    trip_id: int,
    booking_id: int,
    waiver_id: int | None,
    by: TripActor,
    at: datetime,
    version: int | None = None,
) -> ChangeResult:
    """
    Take a signed waiver off a guest, who has to sign again; None means the one signed on paper.

    :raises WaiverNotAssigned: the guest has no such signed waiver
    """
    with change_trip(trip_id=trip_id, by=by, at=at, version=version, is_money=False) as change:
        booking = change.booking(booking_id)
        # Waivers signed on a screen are not kept by number yet: only paper can be taken off.
        if waiver_id is not None or booking.waiver_state != "marked":
            raise WaiverNotAssigned("This guest has no such signed waiver.", waiver_id=waiver_id)
        before = {name: getattr(booking, name) for name in rows.WAIVER}
        rows.set_waiver(booking=booking, state="unsigned", required=booking.waiver_required_cnt, signed=0)
        change.log(
            "booking.waiver_changed",
            entity_type="booking",
            entity_id=booking.pk,
            before=before,
            after={name: getattr(booking, name) for name in rows.WAIVER},
        )
    return change.result
