"""Whoever left a drawer open overnight is reminded, and so is who answers for the money; once a day."""

from datetime import timedelta

import pytest

from outfitter.kit.clock import utc_now
from outfitter.plugins.models import OutboxEvent
from outfitter.plugins.types import Event
from outfitter_tenants.ledger.operations import cash_drawers, cash_shifts, left_shifts
from outfitter_tenants.notifications import subscribers
from outfitter_tenants.notifications.models import Notification
from tests.support.team import make_colleague, owner


def opened(person: int, hours: int) -> int:
    at = utc_now()
    drawer = cash_drawers.create(name=f"Bag {hours}", location_id=None, at=at)
    return cash_shifts.open_shift(
        drawer_id=drawer, float_amount=0, currency="USD", by=person, at=at - timedelta(hours=hours)
    )


def told() -> list[tuple[int, str]]:
    """Remind, hand every event over, and return who was told what."""
    left_shifts.remind({}, utc_now())
    [rule] = [one for one in subscribers.RULES if one.event == "cash_shift.left_open"]
    for row in OutboxEvent.objects.filter(name=rule.event).order_by("pk"):
        rule.tell(Event(str(row.pk), row.name, row.payload, row.occurred_at), at=utc_now())
    rows = Notification.objects.filter(kind="cash_left_open").order_by("user_avatar_id")
    return list(rows.values_list("user_avatar_id", "params__drawer"))


@pytest.mark.usefixtures("reef")
def test_a_shift_of_yesterday_reminds_its_people_and_the_owner_once() -> None:
    person, boss = make_colleague("Cleo", "reservations_agent"), owner()
    opened(person.pk, hours=20)
    opened(boss.pk, hours=3)
    both = sorted([(person.pk, "Bag 20"), (boss.pk, "Bag 20")])
    assert told() == both
    # The job ran twice on this day.
    assert told() == both


@pytest.mark.usefixtures("reef")
def test_a_counted_shift_and_who_left_it_are_left_alone() -> None:
    person, boss = make_colleague("Cleo", "reservations_agent"), owner()
    shift = opened(person.pk, hours=20)
    cash_shifts.leave(shift_id=shift, by=person.pk, at=utc_now())
    assert told() == [(boss.pk, "Bag 20")]
    Notification.objects.all().delete()
    OutboxEvent.objects.all().delete()
    count = cash_shifts.Counted("USD", 0, {})
    cash_shifts.close(shift_id=shift, version=1, counted=[count], by=boss.pk, at=utc_now())
    assert told() == []
