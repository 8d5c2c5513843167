"""Files and guests who want the same seats in the same moment; one booking brought in twice at once."""

from typing import Any

import pytest

from outfitter.db.locks import atomic
from outfitter.db.tenant_schema import in_schema
from outfitter.kit.errors import Busy
from outfitter_tenants.checkout.trip_imports import IMPORTER
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.scheduling.operations import SoldOut
from outfitter_tenants.trips.models import ImportedTrip, Trip
from tests.support.database import PEAK
from tests.support.file_rows import bring, context, rows_of
from tests.support.sales import Offer, fill_cart, make_offer
from tests.support.tenant_clients import enter_operator
from tests.support.threads import SCHEMA, at_once


def booking(offer: Offer, reference: str) -> dict[str, Any]:
    slot = schedule.get_timeslot(timeslot_id=offer.timeslot_id)
    return {
        "reference": reference,
        "name": "Ann Lee",
        "email": f"{reference}@example.com",
        "experience": "Kayak",
        "date": slot.date,
        "time": slot.start_time,
        "party": "1 adult",
        "total_amount": 4_900,
    }


def die_after(rows: list[dict[str, Any]]) -> None:
    """Write rows, and die before the transaction ends."""
    with atomic():
        bring(IMPORTER, *rows)
        raise KeyboardInterrupt


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_the_last_seats_go_once(self) -> None:
        with in_schema(SCHEMA):
            offer = make_offer(capacity=5)
            files = [[booking(offer, f"F{n}-{m}") for m in range(3)] for n in range(3)]

        def file(rows: list[dict[str, Any]]) -> list[bool]:
            return [not one.problems for one in bring(IMPORTER, *rows)]

        jobs = [
            *(lambda rows=rows: file(rows) for rows in files),
            *[lambda: fill_cart(offer, adults=1, children=0)] * 3,
        ]
        results = at_once(jobs)

        assert [
            one for one in results if isinstance(one, Exception) and not isinstance(one, SoldOut | Busy)
        ] == []
        with in_schema(SCHEMA):
            slot = schedule.get_timeslot(timeslot_id=offer.timeslot_id)
            brought = ImportedTrip.objects.count()
            carts = Trip.objects.filter(status="draft").count()
        assert slot.booked_pax_cnt == brought
        assert slot.held_pax_cnt == carts
        assert slot.booked_pax_cnt + slot.held_pax_cnt == 5

    def test_one_booking_comes_once(self) -> None:
        with in_schema(SCHEMA):
            offer = make_offer(capacity=50)
            row = booking(offer, "SAME")

        results = at_once([lambda: [one.problems for one in bring(IMPORTER, row)]] * 4)

        with in_schema(SCHEMA):
            slot = schedule.get_timeslot(timeslot_id=offer.timeslot_id)
            assert Trip.objects.filter(status="reserved").count() == ImportedTrip.objects.count() == 1
            assert (slot.booked_pax_cnt, slot.held_pax_cnt) == (1, 0)
        done = [one for one in results if one == [()]]
        assert len(done) == 1, results

    def test_whoever_dies_half_way_has_written_nothing(self) -> None:
        with in_schema(SCHEMA):
            offer = make_offer(capacity=50)
            rows = [booking(offer, f"D{n}") for n in range(3)]
            with pytest.raises(KeyboardInterrupt):
                die_after(rows)
            slot = schedule.get_timeslot(timeslot_id=offer.timeslot_id)
            assert (slot.booked_pax_cnt, slot.held_pax_cnt, Trip.objects.count()) == (0, 0, 0)

            assert [one.problems for one in bring(IMPORTER, *rows)] == [(), (), ()]
            assert schedule.get_timeslot(timeslot_id=offer.timeslot_id).booked_pax_cnt == 3


def test_an_experience_of_another_operator_is_unknown(reef) -> None:
    offer = make_offer(name="Kayak")
    row = booking(offer, "W1") | {"experience": str(offer.experience_id)}
    assert [one.problems for one in IMPORTER.check(rows_of(row), context())] == [()]

    enter_operator(PEAK.schema_name)

    [verdict] = IMPORTER.check(rows_of(row), context())
    assert [one.code for one in verdict.problems] == ["unknown"]
