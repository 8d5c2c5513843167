"""Holds by one statement: nothing that another row has to say about gets past it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from outfitter.db.tenant_schema import in_schema
from outfitter.kit.errors import Busy
from outfitter.plugins import outbox
from outfitter.plugins.models import OutboxEvent
from outfitter_tenants.scheduling import operations, queries
from outfitter_tenants.scheduling.models import Hold, Timeslot
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.scheduling.operations.seat_allocation import SeatsMoved
from outfitter_tenants.scheduling.queries import timeslot_for_sale
from tests.scheduling.test_last_seats import at_once
from tests.support.catalog import price_ids
from tests.support.database import PEAK, REEF
from tests.support.departures import NOW, TOMORROW, make_hold, make_pools, make_timeslot


def meanwhile(monkeypatch: pytest.MonkeyPatch, job: Any) -> None:
    """Do something after a departure was read and before its seats are taken."""
    read = timeslot_for_sale.get_timeslot_for_sale

    def late(**given: Any) -> Any:
        found = read(**given)
        monkeypatch.setattr(timeslot_for_sale, "get_timeslot_for_sale", read)
        job()
        return found

    monkeypatch.setattr(timeslot_for_sale, "get_timeslot_for_sale", late)


@pytest.mark.usefixtures("reef")
def test_a_cap_or_pools_that_came_meanwhile_are_not_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    slot = make_timeslot()
    meanwhile(
        monkeypatch,
        lambda: operations.set_day_capacity(
            experience_id=slot.experience_id, day=TOMORROW, capacity=1, at=NOW
        ),
    )
    with pytest.raises(SeatsMoved):
        make_hold(timeslot=slot, qty=2)
    other = make_timeslot()
    kind = price_ids(other.experience)[0]
    meanwhile(monkeypatch, lambda: make_pools(other, types={kind: 1}))
    with pytest.raises(SeatsMoved):
        make_hold(timeslot=other, qty=2)
    assert not Hold.objects.exists()
    assert queries.count_drift() == []


@pytest.mark.usefixtures("reef")
def test_seats_that_went_meanwhile_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    slot = make_timeslot(capacity=3)
    meanwhile(monkeypatch, lambda: make_hold(timeslot=slot, qty=2))
    with pytest.raises(SoldOut) as caught:
        make_hold(timeslot=slot, qty=2)
    assert caught.value.detail["remaining"] == 1
    # Those of a hold that lapsed are given back on the way.
    make_hold(timeslot=slot, at=NOW + timedelta(minutes=16), qty=3)


@pytest.mark.django_db(transaction=True)
def test_each_operator_has_its_own_rows_on_one_connection(reef: Any, peak: Any) -> None:
    slots = {}
    for schema in (REEF.schema_name, PEAK.schema_name):
        with in_schema(schema):
            slots[schema] = make_timeslot()
    for _ in range(8):  # more often than a plan is made for its values
        for schema, slot in slots.items():
            with in_schema(schema):
                make_hold(timeslot=slot)
    for schema, slot in slots.items():
        with in_schema(schema):
            assert Hold.objects.filter(timeslot=slot).count() == 8
            assert Timeslot.objects.get(pk=slot.pk).held_pax_cnt == 8
            assert queries.count_drift() == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_heard", [False, True])
def test_who_hears_of_holds_is_told_in_their_transaction(
    reef: Any, monkeypatch: pytest.MonkeyPatch, is_heard: bool
) -> None:
    slot = make_timeslot()
    if is_heard:
        monkeypatch.setitem(outbox._own, "hold.placed", {"core:test": lambda *_: None})
    before = OutboxEvent.objects.count()
    hold = make_hold(timeslot=slot)
    told = OutboxEvent.objects.filter(name="hold.placed")
    assert [event.payload["hold_id"] for event in told] == ([hold.id] if is_heard else [])
    assert OutboxEvent.objects.count() - before == is_heard


@pytest.mark.django_db(transaction=True)
def test_who_waits_too_long_for_a_departure_is_told(reef: Any) -> None:
    slot = make_timeslot()
    kind = price_ids(slot.experience)[0]

    def buy() -> Any:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 200")
        return make_hold(timeslot=slot, qty_by_type={kind: 1})

    with transaction.atomic():
        Timeslot.objects.select_for_update().get(pk=slot.pk)
        [answer] = at_once(reef.schema_name, [buy])
    assert isinstance(answer, Busy)
    assert not Hold.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_hold_goes_with_the_transaction_around_it(reef: Any) -> None:
    slot = make_timeslot()
    with transaction.atomic():
        make_hold(timeslot=slot)
        transaction.set_rollback(True)
    assert not Hold.objects.exists()
    assert Timeslot.objects.get(pk=slot.pk).held_pax_cnt == 0
    make_hold(timeslot=slot)  # its plan went with the transaction as well
    assert queries.count_drift() == []
