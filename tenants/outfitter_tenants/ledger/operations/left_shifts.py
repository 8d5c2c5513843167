"""Shifts that were left open overnight: whoever works on them is reminded, and who answers for the money."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from outfitter.db.locks import atomic
from outfitter.kit import zones
from outfitter.plugins import outbox
from outfitter_tenants.ledger.models import CashShift, CashShiftMember
from outfitter_tenants.people import queries as people
from outfitter_tenants.people import recipients

# As the screen has it: no shift at a counter is longer.
LEFT_AFTER: Final = timedelta(hours=16)


def remind(_state: Mapping[str, object], at: datetime) -> dict[str, object] | None:
    """
    Have people told of every shift that was left open; a daily step, and twice on a day tells once.

    An event names one person, the shift and the day, so that the notice of the second run is the first.
    """
    day = zones.local_day(at, people.get_properties().time_zone)
    left = CashShift.objects.filter(closed_at__isnull=True, opened_at__lt=at - LEFT_AFTER)
    shifts = list(left.select_related("drawer").order_by("id"))
    managers = {one.id for one in recipients.staff_who_may("report.finance")} if shifts else set()
    with atomic():
        for shift in shifts:
            for person in sorted(managers | _members(shift.pk)):
                outbox.publish(
                    "cash_shift.left_open",
                    at=at,
                    shift_id=shift.pk,
                    drawer=shift.drawer.name,
                    person_id=person,
                    day=day.isoformat(),
                )
    return None


def _members(shift_id: int) -> set[int]:
    rows = CashShiftMember.objects.filter(shift_id=shift_id, left_at__isnull=True)
    return set(rows.values_list("avatar_id", flat=True))
