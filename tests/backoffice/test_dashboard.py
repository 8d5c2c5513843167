"""The dashboard's figures, to the cent, and who may see them."""

from datetime import UTC, date, datetime, timedelta

import pytest

from outfitter.db.locks import atomic
from outfitter.kit.clock import utc_now
from outfitter.kit.errors import Invalid, NotFound
from outfitter_tenants.backoffice import setup_tasks
from outfitter_tenants.backoffice.dashboard import queries as dashboard
from outfitter_tenants.backoffice.manifests.queries import manifest_of_day
from outfitter_tenants.catalog.models import ExperienceCustomerType
from outfitter_tenants.checkout.sales import conversion
from outfitter_tenants.embeds import operations as embeds
from outfitter_tenants.embeds import queries as installations
from outfitter_tenants.messaging.models import Review
from outfitter_tenants.people.models import Role, UserAvatar
from outfitter_tenants.scheduling import queries as scheduling
from outfitter_tenants.trips import daily_sales
from outfitter_tenants.trips import queries as trips
from outfitter_tenants.trips.models import PriceLine, Trip
from tests.support import database
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.sales import ADULT, CHILD, fill_cart, make_offer

ZONE = database.REEF.time_zone


def sell(offer, *, reserved_at=None, adults=2, children=1):
    """Reserve a party without payment, at an instant."""
    trip_id = fill_cart(offer, adults=adults, children=children)
    with atomic():
        conversion.complete(trip=trips.lock_trip(trip_id=trip_id), kind="reserve", at=utc_now())
    if reserved_at is not None:
        Trip.objects.filter(pk=trip_id).update(reserved_at=reserved_at)
    return trip_id


@pytest.fixture
def offer(reef):
    return make_offer()


@pytest.fixture
def owner(reef, client_for):
    return owner_of(client_for)


class TestSalesByDay:
    def test_a_trip_counts_on_the_local_day_it_was_reserved(self, offer):
        # 03:30 UTC on 8 July is still 7 July in New York.
        sell(offer, reserved_at=datetime(2026, 7, 8, 3, 30, tzinfo=UTC))

        rows = dashboard.sales_by_day(
            first=date(2026, 7, 6), last=date(2026, 7, 8), basis="created", compare=None
        )

        net = 2 * ADULT + CHILD
        assert [(r["date"].day, r["net"], r["trips"], r["pax"]) for r in rows] == [
            (6, 0, 0, 0),
            (7, net, 1, 3),
            (8, 0, 0, 0),
        ]
        assert all(row["prev"] is None for row in rows)

    def test_discounts_are_in_the_gross_and_taxes_in_neither(self, offer):
        trip_id = sell(offer, reserved_at=datetime(2026, 7, 7, 16, tzinfo=UTC))
        for kind, amount in (("discount", -500), ("tax", 700), ("fee", 300)):
            PriceLine.objects.create(
                trip_id=trip_id,
                kind=kind,
                label=kind,
                unit_amount=amount,
                amount=amount,
                created_at=utc_now(),
            )
        Trip.objects.filter(pk=trip_id).update(discount_amount=-500, tax_amount=700, fee_amount=300)

        [row] = dashboard.sales_by_day(
            first=date(2026, 7, 7), last=date(2026, 7, 7), basis="created", compare=None
        )

        assert (row["gross"], row["net"]) == (2 * ADULT + CHILD, 2 * ADULT + CHILD - 500)

    def test_activity_counts_on_the_day_of_the_departure(self, offer):
        sell(offer)
        sell(offer, adults=1, children=0)
        day = (utc_now() + timedelta(days=2)).date()

        found = daily_sales.sales_of_starts(first=day, last=day, currency="USD")

        assert found[day].net_amount == 3 * ADULT + CHILD
        assert (found[day].trip_cnt, found[day].pax_cnt) == (2, 4)

    @pytest.mark.parametrize(
        ("compare", "then"), [("previous", date(2026, 7, 5)), ("year", date(2025, 7, 8))]
    )
    def test_is_compared_with_an_earlier_day(self, offer, compare, then):
        sell(offer, reserved_at=datetime(then.year, then.month, then.day, 16, tzinfo=UTC))

        rows = dashboard.sales_by_day(
            first=date(2026, 7, 6), last=date(2026, 7, 7), basis="created", compare=compare
        )

        before = {row["date"]: row["prev"] for row in rows}
        shift = timedelta(days=2) if compare == "previous" else dashboard.YEAR
        assert before[then + shift] == 2 * ADULT + CHILD
        assert sum(before.values()) == 2 * ADULT + CHILD

    def test_drafts_and_deleted_trips_are_no_sales(self, offer):
        fill_cart(offer)
        gone = sell(offer)
        Trip.objects.filter(pk=gone).update(status="deleted")
        today = utc_now().date()

        first, last = today - timedelta(days=1), today + timedelta(days=3)
        assert not daily_sales.sales_of_days(first=first, last=last, currency="USD", time_zone=ZONE)

    @pytest.mark.parametrize(("first", "last"), [("2026-07-02", "2026-07-01"), ("2025-01-01", "2026-07-01")])
    def test_impossible_ranges_are_refused(self, reef, first, last):
        with pytest.raises(Invalid):
            dashboard.sales_by_day(
                first=date.fromisoformat(first), last=date.fromisoformat(last), basis="created", compare=None
            )


class TestData:
    def test_tells_what_waits_and_how_full_the_days_are(self, offer, reef):
        sell(offer)
        fill_cart(offer)

        found = dashboard.data(account=reef, at=utc_now())

        assert found["underpaid_cnt"] == 1
        assert found["underpaid_amount"] == 2 * ADULT + CHILD
        assert found["drafts_cnt"] == 1
        assert (found["today"]["trips"], found["today"]["pax"]) == (1, 3)
        assert found["today"]["revenue"] == 2 * ADULT + CHILD
        assert len(found["fill"]) == dashboard.FILL_DAYS
        full = [day for day in found["fill"] if day["departure_cnt"]]
        assert [(day["limited_pax_cnt"], day["capacity"]) for day in full] == [(3, 10)]

    def test_counts_the_guests_of_a_day_like_its_manifest(self, offer, reef):
        ExperienceCustomerType.objects.filter(pk=offer.child).update(is_consume_capacity=False)
        sell(offer, adults=2, children=2)
        sell(offer, adults=1, children=0)
        departure = scheduling.get_timeslot(timeslot_id=offer.timeslot_id, at=utc_now())

        today = dashboard.data(account=reef, at=departure.start_at)
        day = manifest_of_day(day=departure.date, at=departure.start_at)

        # Two infants come along without taking seats.
        assert today["today"]["arrivals"] == day["totals"]["pax_cnt"] == 3
        assert today["fill"][0]["booked_pax_cnt"] == 3
        [slot] = day["experiences"][0]["timeslots"]
        assert (slot["booked_pax_cnt"], slot["booking_cnt"]) == (3, 5)

    def test_reviews_and_sentiments(self, reef, owner):
        at = utc_now()
        for rating, feeling in ((5, "positive"), (4, "positive"), (1, "negative")):
            Review.objects.create(rating=rating, sentiment=feeling, created_at=at)

        summary = owner.get("/api/dashboard/review-summary").json()
        feelings = owner.get("/api/dashboard/sentiments").json()

        assert (summary["avg"], summary["cnt"]) == (3.33, 3)
        assert [r["cnt"] for r in summary["distribution"]] == [1, 0, 0, 1, 1]
        assert len(summary["latest"]) == 3
        assert (feelings["positive"], feelings["neutral"], feelings["negative"]) == (2, 0, 1)
        assert sum(week["positive"] for week in feelings["series"]) == 2

    def test_no_reviews_are_no_average(self, reef):
        assert dashboard.review_summary()["avg"] is None


class TestHttp:
    def test_the_dashboard_answers(self, owner):
        assert owner.get("/api/dashboard/data").status_code == 200
        rows = owner.get("/api/dashboard/salesByDay?from=2026-07-01&to=2026-07-03&compare=year")
        assert [row["date"] for row in rows.json()] == ["2026-07-01", "2026-07-02", "2026-07-03"]

    def test_impossible_days_name_the_field(self, owner):
        answer = owner.get("/api/dashboard/salesByDay?from=2026-07-02&to=2026-07-01")

        assert "to" in assert_error(answer, 422, "validation_failed")["detail"]["fields"]
        assert_error(owner.get("/api/dashboard/salesByDay?from=x"), 422, "validation_failed")

    @pytest.mark.parametrize(
        "path", ["/app/init", "/api/manifest/init", "/api/calendar/init?view=week", "/api/dashboard/data"]
    )
    def test_what_did_not_change_is_not_sent_again(self, owner, path):
        first = owner.get(path)
        again = owner.get(path, headers={"if-none-match": first["ETag"]})

        assert first.status_code == 200
        assert (again.status_code, again.content) == (304, b"")
        assert again["Cache-Control"] == "private, no-cache"

    def test_a_change_is_sent(self, owner, reef):
        etag = owner.get("/app/init")["ETag"]
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(name="Rita R.")

        again = owner.get("/app/init", headers={"if-none-match": etag})

        assert again.json()["userAvatar"]["name"] == "Rita R."

    def test_the_calendar_starts_on_a_day(self, owner):
        found = owner.get("/api/calendar/init?view=month&date=2026-07-04").json()

        assert (found["view"], found["date"]) == ("month", "2026-07-04")
        assert {"experiences", "resources", "guides", "tripMethods", "blackouts"} <= set(found)
        assert_error(owner.get("/api/calendar/init?view=year"), 422, "validation_failed")


class TestSetupTasks:
    def test_follow_what_is_really_there(self, reef):
        def done():
            tasks = setup_tasks.setup_tasks(account=reef, at=utc_now())
            return {task["slug"] for task in tasks if task["is_done"]}

        before = done()
        make_offer()
        embeds.record_installation(origin="https://reef.example", page="calendar", at=utc_now())

        assert done() - before == {"experience", "prices", "availability", "widget"}

    def test_a_step_that_does_not_apply_counts_as_done(self, owner):
        tasks = owner.post(
            "/api/setup/task/widget/skip", {"is_skipped": True}, content_type="application/json"
        ).json()["setupTasks"]

        widget = next(task for task in tasks if task["slug"] == "widget")
        assert (widget["is_done"], widget["is_skipped"]) == (True, True)
        tasks = owner.post(
            "/api/setup/task/widget/skip", {"is_skipped": False}, content_type="application/json"
        ).json()["setupTasks"]
        assert not next(task for task in tasks if task["slug"] == "widget")["is_done"]

    def test_an_unknown_step_is_not_found(self, owner):
        answer = owner.post("/api/setup/task/none/skip", {}, content_type="application/json")

        assert_error(answer, 404, "not_found")
        with pytest.raises(NotFound):
            setup_tasks.set_skipped(slug="none", is_skipped=True, at=utc_now())

    def test_are_only_shown_to_who_can_do_them(self, owner, reef):
        role = Role.objects.get(slug="reservations_agent")
        UserAvatar.objects.filter(email=database.REEF.owner_email).update(role=role)

        assert owner.get("/app/init").json()["setupTasks"] == []


class TestInstallations:
    @pytest.mark.parametrize(
        ("referer", "origin"),
        [
            ("https://kayak.example/trips?x=1", "https://kayak.example"),
            ("https://KAYAK.example:8443/", "https://kayak.example:8443"),
            ("http://reef.localhost/setup", None),
            ("javascript:alert(1)", None),
            ("https://user:secret@kayak.example/", None),
            ("", None),
        ],
    )
    def test_a_foreign_frame_is_noted(self, reef, client_for, settings, tmp_path, referer, origin):
        settings.WIDGET = tmp_path
        (tmp_path / "calendar.html").write_text("<h1>Calendar</h1>")

        answer = client_for("reef").get("/widgets/calendar", headers={"referer": referer})

        assert answer.status_code == 200
        assert [row.origin for row in installations.list_installations()] == ([origin] if origin else [])

    def test_is_noted_once_an_hour_and_bounded(self, reef, monkeypatch, django_assert_num_queries):
        monkeypatch.setattr(embeds, "MOST", 2)
        for number in range(4):
            embeds.record_installation(origin=f"https://{number}.example", page="calendar", at=utc_now())
        assert len(installations.list_installations()) == 2
        with django_assert_num_queries(0):
            embeds.record_installation(origin="https://0.example", page="calendar", at=utc_now())

    def test_the_sites_are_listed(self, owner):
        embeds.record_installation(origin="https://kayak.example", page="calendar", at=utc_now())

        found = owner.get("/api/widgetInstallations/get").json()["installations"]

        assert [(row["origin"], row["page"]) for row in found] == [("https://kayak.example", "calendar")]
