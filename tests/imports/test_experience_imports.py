"""Experiences and departures of a file: by the rules of the screens, changed, taken back."""

from datetime import date, time, timedelta
from typing import Any

import pytest

from outfitter.db.imports import CheckedRow, Verdict
from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter_tenants.catalog import queries as catalog
from outfitter_tenants.scheduling import operations as scheduling
from outfitter_tenants.scheduling import queries as schedule
from outfitter_tenants.scheduling.experience_imports import departure_rows, experiences
from outfitter_tenants.scheduling.models import Timeslot
from tests.support.file_rows import bring, codes, context, rows_of, told
from tests.support.sales import Offer, fill_cart, make_offer

pytestmark = pytest.mark.usefixtures("reef")
SAIL = {
    "name": "Sunset sail",
    "sku": "SAIL-1",
    "status": "live",
    "categories": ("Boats", "Evening"),
    "location": "Harbor",
    "duration_minutes": 120,
    "capacity": 12,
    "price_adult": 9_500,
    "price_child": 6_000,
    "prices": "Captain's guest 120.50",
    "description": "Two hours.\n\nWith snacks & drinks.",
    "tags": ("sea",),
}


def imported(*rows: dict[str, Any], mode: str = "insert") -> list[catalog.ExperienceRow]:
    written = bring(experiences.IMPORTER, *rows, by=context(mode=mode))
    assert [one.problems for one in written] == [()] * len(rows), written
    return [catalog.get_experience(experience_id=one.object_id or 0) for one in written]


class TestAnExperience:
    def test_is_made_with_everything_it_needs(self) -> None:
        [row] = imported(SAIL)

        prices = {kind.name: kind.base_price for kind in row.customer_types}
        assert prices == {"Adult": 9_500, "Child": 6_000, "Captain's guest": 12_050}
        names = {one.id: one.name for one in catalog.list_categories(is_public=False)}
        assert [names[pk] for pk in row.category_ids] == ["Boats", "Evening"]
        assert (row.status, row.duration_minutes, row.default_capacity) == ("live", 120, 12)
        assert row.description_html == "<p>Two hours.</p><p>With snacks &amp; drinks.</p>"
        assert {one.id: one.name for one in catalog.list_locations()}[row.location_id or 0] == "Harbor"

    def test_that_is_there_is_refused_left_or_changed(self) -> None:
        [before] = imported(SAIL)
        change = {"name": "Sunset sail deluxe", "sku": "sail-1", "price_adult": 9_900}

        assert codes(experiences.IMPORTER, change) == [("name", "exists")]
        [verdict] = told(experiences.IMPORTER, change, by=context(mode="skip"))
        assert (verdict.action, verdict.object_id) == ("skip", before.id)
        [after] = imported(change, mode="upsert")

        assert (after.id, after.name) == (before.id, "Sunset sail deluxe")
        assert {k.name: k.base_price for k in after.customer_types}["Adult"] == 9_900
        assert len(after.customer_types) == 3

    def test_follows_its_departures(self) -> None:
        offer = make_offer(capacity=10)

        imported({"name": "Kayak", "price_adult": 3_000}, mode="upsert")

        assert Timeslot.objects.get(pk=offer.timeslot_id).min_price == 2_900

    def test_is_taken_back(self) -> None:
        [made] = imported(SAIL)
        with atomic():
            assert experiences.IMPORTER.undo({made.id: None}, context()) == {}
        assert catalog.find_experience(experience_id=made.id) is None
        assert len(imported(SAIL)) == 1

    def test_a_change_is_taken_back_to_the_cent(self) -> None:
        [before] = imported(SAIL)
        [written] = bring(
            experiences.IMPORTER,
            {"sku": "SAIL-1", "name": "New", "price_adult": 1, "price_senior": 2},
            by=context(mode="upsert"),
        )

        with atomic():
            kept = experiences.IMPORTER.undo({before.id: written.before}, context())

        after = catalog.get_experience(experience_id=before.id)
        assert kept == {}
        assert after.name == before.name
        assert [(k.id, k.base_price) for k in after.customer_types] == [
            (k.id, k.base_price) for k in before.customer_types
        ]

    def test_stays_once_somebody_built_on_it(self) -> None:
        changed, used = imported(SAIL, SAIL | {"name": "Morning sail", "sku": "SAIL-2"})
        scheduling.save_experience(values={"name": "Other"}, experience_id=changed.id, at=utc_now())
        scheduling.add_timeslot(
            experience_id=used.id, day=utc_now().date() + timedelta(days=9), start_time=time(8), at=utc_now()
        )

        with atomic():
            kept = experiences.IMPORTER.undo({changed.id: None, used.id: None}, context())

        assert set(kept) == {changed.id, used.id}

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({"price_adult": -1}, ("price_adult", "negative")),
            ({"prices": "Adult for free"}, ("prices", "unreadable")),
            ({"prices": "Adult 9.999"}, ("prices", "unreadable")),
            ({"currency": "JPY"}, ("currency", "other_currency")),
            ({"min_pax": 9, "max_pax": 3}, ("max_pax", "below_minimum")),
            ({"capacity_type": "experience_date", "capacity": None}, ("capacity", "required")),
            ({"price_adult": None, "price_child": None, "prices": None}, ("price_adult", "required")),
        ],
    )
    def test_that_cannot_be_is_refused_at_its_column(self, given: dict[str, Any], expected: Any) -> None:
        values = {name: value for name, value in (SAIL | given).items() if value is not None}

        assert codes(experiences.IMPORTER, values) == [expected]

    def test_what_an_operation_refuses_refuses_its_row_alone(self) -> None:
        rows = rows_of(SAIL, SAIL | {"name": "Twin", "sku": "T", "slug": "sunset-sail"}, {"name": "Third"})
        with atomic():
            written = experiences.IMPORTER.write([CheckedRow(one, Verdict()) for one in rows], context())

        assert [bool(one.problems) for one in written] == [False, True, False]


@pytest.fixture
def offer(reef) -> Offer:
    return make_offer(capacity=10)


def slot(**given: Any) -> dict[str, Any]:
    day = utc_now().date() + timedelta(days=40)
    return {"experience": "Kayak", "date": day, "time": time(14, 30), "capacity": 6} | given


class TestADeparture:
    def test_is_made_and_known_again(self, offer: Offer) -> None:
        [made] = bring(departure_rows.IMPORTER, slot(note="Low tide", status="closed_online"))

        row = schedule.get_timeslot(timeslot_id=made.object_id or 0)
        assert (row.start_time, row.capacity, row.note, row.status) == (
            time(14, 30),
            6,
            "Low tide",
            "closed_online",
        )
        assert codes(departure_rows.IMPORTER, slot()) == [("time", "exists")]
        [left] = told(departure_rows.IMPORTER, slot(), by=context(mode="skip"))
        assert (left.action, left.object_id) == ("skip", row.id)

    def test_is_changed_and_taken_back(self, offer: Offer) -> None:
        [made] = bring(departure_rows.IMPORTER, slot())
        by = context(mode="upsert")
        [changed] = bring(departure_rows.IMPORTER, slot(capacity=9, note="New", status="closed"), by=by)
        now = schedule.get_timeslot(timeslot_id=made.object_id or 0)
        assert (now.capacity, now.note, now.status) == (9, "New", "closed")

        with atomic():
            assert departure_rows.IMPORTER.undo({now.id: changed.before}, context()) == {}

        now = schedule.get_timeslot(timeslot_id=now.id)
        assert (now.capacity, now.note, now.status) == (6, "", "open")

    def test_that_nobody_booked_is_taken_back(self, offer: Offer) -> None:
        made, booked = bring(departure_rows.IMPORTER, slot(), slot(time=time(16)))
        fill_cart(Offer(offer.experience_id, booked.object_id or 0, offer.adult, offer.child))

        with atomic():
            kept = departure_rows.IMPORTER.undo(
                {made.object_id or 0: None, booked.object_id or 0: None}, context()
            )

        assert set(kept) == {booked.object_id}
        assert not Timeslot.objects.filter(pk=made.object_id).exists()

    def test_is_where_the_files_zone_says(self, offer: Offer) -> None:
        utc = slot(date=date(2027, 1, 15), time=time(22))
        [made] = bring(departure_rows.IMPORTER, utc, by=context(time_zone="UTC"))

        row = schedule.get_timeslot(timeslot_id=made.object_id or 0)
        assert (row.start_at.hour, row.start_at.day) == (22, 15)

    @pytest.mark.parametrize(
        ("given", "zone", "expected"),
        [
            ({"experience": "Submarine"}, None, ("experience", "unknown")),
            ({"date": date(1900, 1, 1)}, None, ("date", "out_of_range")),
            ({"date": date(2099, 1, 1)}, None, ("date", "out_of_range")),
            ({"date": date(2027, 3, 14), "time": time(2, 30)}, "America/New_York", ("time", "no_such_time")),
        ],
    )
    def test_that_cannot_be_is_refused(
        self, offer: Offer, given: dict[str, Any], zone: str | None, expected: Any
    ) -> None:
        by = context(time_zone=zone) if zone else context()

        assert codes(departure_rows.IMPORTER, slot(**given), by) == [expected]

    def test_fewer_seats_than_are_taken_refuse_their_row(self, offer: Offer) -> None:
        fill_cart(offer)
        now = schedule.get_timeslot(timeslot_id=offer.timeslot_id)
        row = slot(date=now.date, time=now.start_time, capacity=2)

        [written] = bring(departure_rows.IMPORTER, row, by=context(mode="upsert"))

        assert [one.column for one in written.problems] == ["capacity"]
