"""Carts that were left and booked after all (domain.md 4.28): what a report counts."""

from datetime import datetime

from outfitter_tenants.crm.automations.carts import CATEGORY
from outfitter_tenants.crm.automations.rules import carts as rules
from outfitter_tenants.messaging import message_plan
from outfitter_tenants.trips.operations import conversions
from outfitter_tenants.trips.queries import message_facts


def record(*, trip_id: int, at: datetime) -> None:
    """
    Note on a trip that was just booked what brought its owner back, once.

    By the link of a message, within a week of one about any cart with the same experience, or
    without us. Other trips' messages count for their own contact only.
    """
    row = next(iter(message_facts.read(trip_ids=[trip_id])), None)
    if row is None or row.reserved_at is None or row.is_staffs:
        return
    own = message_plan.series_of(trip_id=trip_id, category=CATEGORY)
    sent = [one for one in own if one.sent_at is not None]
    used = [one for one in sent if one.clicked_cnt]
    last = max(sent, key=lambda one: one.sent_at or at, default=None)
    written_at = last.sent_at if last else _written_elsewhere(row, at)
    kind = rules.recovered_kind(
        reserved_at=row.reserved_at,
        left_at=min((one.created_at for one in own), default=None),
        link_used_at=used[-1].sent_at if used else None,
        written_at=written_at,
    )
    if kind is None:
        return
    counts = used or sent
    conversions.record_recovery(
        trip_id=trip_id, kind=kind, automation_id=counts[-1].automation_id if counts else None
    )


def _written_elsewhere(row: message_facts.TripRow, at: datetime) -> datetime | None:
    """Return when the same contact was last written to about another cart with the same experience."""
    if not row.email:
        return None
    mine = {order.experience_id for order in row.orders}
    found = message_plan.sent_about_carts(
        address=row.email, category=CATEGORY, since=at - rules.RECOVERED_WITHIN, but_trip_id=row.id
    )
    about = {one.id: one for one in message_facts.read(trip_ids=[trip_id for trip_id, _ in found])}
    times = [
        sent_at
        for trip_id, sent_at in found
        if trip_id in about and mine & {order.experience_id for order in about[trip_id].orders}
    ]
    return max(times, default=None)
