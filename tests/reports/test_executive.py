"""The executive summary and the dashboard: figures that agree with the reports behind them."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.messaging.models import Review
from outfitter_tenants.scheduling.models import Timeslot
from outfitter_tenants.scheduling.queries import departure_fill
from outfitter_tenants.trips import booking_pace, cart_figures
from outfitter_tenants.trips.models import Trip
from outfitter_tenants.website.reader import languages, words
from tests.invoices import invoice_calls as b
from tests.reports.test_money import clerk_with
from tests.support.api_operations import assert_error
from tests.support.owner_client import owner_of
from tests.support.resellers import make_reseller
from tests.support.sales import make_offer
from tests.support.trip_rows import make_trips

pytestmark = pytest.mark.usefixtures("reef")
SUMMARY, DATA = "/api/reports/executiveSummary", "/api/dashboard/data"
ZONE = "America/New_York"


@pytest.fixture
def owner(reef: Any, client_for: Any) -> Client:
    cache.clear()
    return owner_of(client_for)


@pytest.fixture
def sold(reef: Any) -> None:
    offer, partner = make_offer(capacity=None), make_reseller("One")
    for adults in (1, 2, 3):
        b.sell(offer, partner, adults=adults)


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, body, content_type="application/json")


def reserved(at: datetime, *, start: datetime, total: int = 1000, **more: Any) -> None:
    values = {"pax_cnt": 2, "total_amount": total, "first_start_at": start, "reserved_at": at}
    make_trips([values | {"status": "reserved", "created_at": at} | more])


def tiles_of(client: Client, **asked: Any) -> dict[str, Any]:
    answer = post(client, SUMMARY, **asked)
    assert answer.status_code == 200, answer.content
    return {one["key"]: one for one in answer.json()["tiles"]}


class TestSummary:
    def test_every_figure_is_its_reports_total(self, owner, sold):
        tiles = tiles_of(owner)
        assert {"sales_today", "sales_month", "sales_year", "pace_sales", "conversion", "rating"} <= set(
            tiles
        )
        checked = 0
        for key, one in tiles.items():
            asked = one["report"]
            if asked is None or asked["slug"] != "trips":
                continue
            answer = post(
                owner,
                "/api/reports/trips",
                **{k: v for k, v in asked.items() if k not in {"slug", "groupBy"}},
            )
            sums = answer.json()["totals"].get("USD", {"total_amount": 0, "cnt": 0, "pax_cnt": 0})
            total = {"money": sums["total_amount"], "number": sums["pax_cnt" if "pax" in key else "cnt"]}
            assert one["value"] == total[one["kind"]], key
            checked += 1
        assert checked == 8
        assert tiles["sales_today"]["value"] > 0

    def test_a_year_ago_is_counted_up_to_the_same_hour(self, owner):
        at = utc_now()
        ago = at - booking_pace.YEAR
        reserved(ago - timedelta(minutes=1), start=ago, total=700)
        reserved(ago + timedelta(minutes=5), start=ago, total=900)
        today = zones.local_day(at, ZONE)
        if (
            zones.local_day(at + timedelta(minutes=5), ZONE)
            == today
            == zones.local_day(at - timedelta(minutes=1), ZONE)
        ):
            assert tiles_of(owner)["sales_today"]["before"] == 700
        # A day that is over counts as a whole.
        yesterday = today - timedelta(days=1)
        begin = zones.day_bounds(yesterday - booking_pace.YEAR, ZONE)[0]
        reserved(begin + timedelta(hours=23), start=ago, total=400)
        assert tiles_of(owner, date=str(yesterday))["sales_today"]["before"] == 400

    def test_what_came_in_is_for_who_may_see_finances(self, owner, client_for, sold):
        assert "received_month" in tiles_of(owner)
        clerk = clerk_with(client_for, "report.view", "trip.view")
        assert not {"received_month", "cash_month"} & set(tiles_of(clerk))
        assert_error(post(client_for("reef"), SUMMARY), 401, "unauthenticated")

    def test_a_day_to_come_is_today(self, owner):
        later = zones.local_day(utc_now(), ZONE) + timedelta(days=40)
        answer = post(owner, SUMMARY, date=str(later)).json()
        assert answer["date"] == str(zones.local_day(utc_now(), ZONE))


class TestFigures:
    def test_pace_is_what_was_booked_as_early_a_year_ago(self, reef):
        at = utc_now()
        soon, then = at + timedelta(days=5), at + timedelta(days=5) - booking_pace.YEAR
        reserved(at - timedelta(days=9), start=soon, total=500)
        reserved(at - booking_pace.YEAR - timedelta(days=9), start=then, total=300)
        # Sold later than as early as this, or gone before: neither was on the books then.
        reserved(at - booking_pace.YEAR + timedelta(days=2), start=then, total=999)
        gone = {"status": "deleted", "status_before_delete": "reserved"}
        early = at - booking_pace.YEAR - timedelta(days=9)
        reserved(early, start=then, total=50, **gone, deleted_at=at - booking_pace.YEAR + timedelta(days=1))
        reserved(early, start=then, total=60, **gone, deleted_at=at - booking_pace.YEAR - timedelta(days=1))
        found = booking_pace.pace(at=at, currency="USD", time_zone=ZONE)
        assert (found.now.total_amount, found.before.total_amount) == (500, 350)
        assert sum(day.before.total_amount for day in found.days) == 350

    def test_carts_of_visitors_and_what_became_of_them(self, reef):
        at, online = utc_now() - timedelta(hours=1), {"created_by": None}
        make_trips([{"created_at": at, "status": "draft", **online} for _ in range(3)])
        reserved(at, start=at, **online)
        reserved(at, start=at, created_by=1)
        Trip.objects.update(trip_method_id=b_method("ecommerce"))
        today = zones.local_day(at, ZONE)
        found = cart_figures.carts_between(first=today, last=today, time_zone=ZONE, at=utc_now())
        assert (found.cart_cnt, found.sold_cnt, found.share_ppm) == (4, 1, 250_000)
        weeks = cart_figures.carts_by_week(weeks=3, at=utc_now(), time_zone=ZONE)
        assert [week.carts.cart_cnt for week in weeks][-1] in {0, 4}
        assert len(weeks) == 3

    def test_the_fullest_and_the_emptiest_departures(self, reef):
        offer = make_offer(capacity=10)
        slot = Timeslot.objects.latest("pk")
        Timeslot.objects.filter(pk=slot.pk).update(booked_pax_cnt=9)
        found = departure_fill.best_and_worst(first=slot.date, last=slot.date, after=utc_now())
        assert [one.timeslot_id for one in found.best][:1] == [slot.pk]
        assert found.best[0].fill_ppm == 900_000
        assert slot.pk not in [one.timeslot_id for one in found.worst]
        assert offer


def b_method(slug: str) -> int:
    from outfitter_tenants.trips.models import TripMethod

    return TripMethod.objects.get(slug=slug).pk


class TestDashboard:
    def test_one_call_says_what_comes_and_where_it_comes_from(self, owner, sold):
        Review.objects.create(rating=4, text="", sentiment="positive", created_at=utc_now())
        answer = owner.get(DATA)
        found = answer.json()
        assert found["mood"] == {
            "days": 30,
            "cnt": 1,
            "average_cents": 400,
            "positive_cnt": 1,
            "negative_cnt": 0,
        }
        assert found["pace"]["sales"] >= 0
        assert found["reports"]["today"]["from"] == found["today"]["date"]
        again = owner.get(DATA, HTTP_IF_NONE_MATCH=answer["ETag"])
        assert again.status_code == 304

    def test_its_pace_is_the_summarys(self, owner, sold):
        data, tiles = owner.get(DATA).json(), tiles_of(owner)
        assert data["pace"]["sales"] == tiles["pace_sales"]["value"]
        assert data["today"]["revenue"] == tiles["sales_today"]["value"]


class TestPages:
    def share(self, owner: Client, report: str, **more: Any) -> dict[str, Any]:
        made = post(owner, "/api/reports/link/create", report=report, **more)
        assert made.status_code == 200, made.content
        return made.json()  # type: ignore[no-any-return]

    def test_a_stranger_reads_how_it_stands_in_every_language(self, owner, sold, client_for):
        path, stranger = self.share(owner, "executive")["path"], client_for("reef")
        assert path.startswith("/public/reports/executive/view?t=")
        for code in languages():
            answer = stranger.get(f"/{code}{path}")
            assert answer.status_code == 200
            assert words(code)["exec_private"] in answer.content.decode()
        assert "no-store" in stranger.get(path)["Cache-Control"]

    def test_few_bookings_are_not_told(self, owner, client_for):
        offer, partner = make_offer(capacity=None), make_reseller("One")
        path, stranger = self.share(owner, "executive")["path"], client_for("reef")
        b.sell(offer, partner)
        amount = f"${Trip.objects.latest('pk').total_amount // 100}"
        assert amount not in stranger.get(path).content.decode()
        for _ in range(2):
            b.sell(offer, partner)
        total = sum(Trip.objects.values_list("total_amount", flat=True))
        assert f"${total // 100}" in stranger.get(path).content.decode()

    def test_carts_in_every_language(self, owner, client_for):
        at = utc_now() - timedelta(minutes=1)
        make_trips([{"created_at": at, "status": "draft"} for _ in range(4)])
        Trip.objects.update(trip_method_id=b_method("ecommerce"), created_by=None)
        path, stranger = self.share(owner, "conversion", days=14)["path"], client_for("reef")
        assert path.startswith("/public/reports/conversion?t=")
        for code in languages():
            text = stranger.get(f"/{code}{path}").content.decode()
            assert words(code)["conv_share"] in text

    def test_withdrawn_and_of_another_report_is_no_page(self, owner, client_for):
        made, stranger = self.share(owner, "executive"), client_for("reef")
        token = made["path"].partition("?t=")[2]
        for path in ("/public/reports/conversion", "/public/reports/reviews/view"):
            assert stranger.get(f"{path}?t={token}").status_code == 404
        assert stranger.get("/public/reports/executive/view?t=x").status_code == 404
        post(owner, f"/api/reports/link/{made['id']}/withdraw")
        assert stranger.get(made["path"]).status_code == 404

    def test_a_summary_is_of_everything(self, owner):
        refused = post(owner, "/api/reports/link/create", report="executive", days=30)
        assert_error(refused, 422)
