"""The range call of the widget over HTTP."""

import gzip
import json
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from outfitter.api import rate_limits
from outfitter.kit import zones
from outfitter.kit.clock import utc_now
from outfitter_tenants.calendar.schemas import WidgetExperienceOut
from outfitter_tenants.catalog.models import Category, ExperienceContent
from outfitter_tenants.people.models import Properties
from outfitter_tenants.scheduling import cache_versions, operations
from outfitter_tenants.scheduling.models import Timeslot
from tests.support.api_operations import assert_error
from tests.support.catalog import make_experience, make_price, price_ids
from tests.support.departures import make_hold, make_timeslot, swap_hold
from tests.support.owner_client import owner_of
from tests.support.team import browser_of, make_colleague

pytestmark = pytest.mark.usefixtures("reef")
TODAY = zones.local_day(utc_now(), "America/New_York")
DAY = TODAY + timedelta(days=3)
COUNTERS = (
    "total_availability_cnt",
    "online_availability_cnt",
    "open_direct_timeslot_cnt",
    "open_online_timeslot_cnt",
    "pax_cnt",
)


@pytest.fixture
def public(client_for: Any) -> Any:
    return client_for("reef")


@pytest.fixture
def staff(client_for: Any) -> Any:
    return owner_of(client_for)


def ask(
    client: Any, body: Any = None, *, first: Any = TODAY, last: Any = None, experience: Any = None
) -> Any:
    last = last or TODAY + timedelta(days=30)
    path = f"/api/experiences/getInDateRange/{first}/{last}"
    path += f"/{experience}" if experience is not None else ""
    return client.post(path, body if body is not None else {}, content_type="application/json")


def entry(client: Any, body: Any = None, **where: Any) -> dict[str, Any]:
    return ask(client, body, **where).json()["dates"][DAY.isoformat()][0]  # type: ignore[no-any-return]


def counters(found: dict[str, Any]) -> tuple[int, ...]:
    return tuple(found[name] for name in COUNTERS)


def test_strangers_see_what_they_can_book_and_nothing_of_staff(public: Any, staff: Any) -> None:
    slot = make_timeslot(day=DAY, online_allotment=6)
    operations.convert_hold(hold_id=make_hold(timeslot=slot, qty=2, at=utc_now()).id, at=utc_now())
    expected = {
        "experience_id": slot.experience_id,
        "experience": {"id": slot.experience_id, "name": "Reef tour"},
        "total_availability_cnt": 0,
        "online_availability_cnt": 4,
        "open_direct_timeslot_cnt": 0,
        "open_online_timeslot_cnt": 1,
        "pax_cnt": 0,
        "few_left": 4,
    }
    assert entry(public) == expected
    # A claim without a session is not believed.
    assert entry(public, {"isAuthenticated": True}) == expected
    # A session that makes no claim is treated like anybody.
    assert entry(staff, {"isAuthenticated": False}) == expected
    assert counters(entry(staff, {"isAuthenticated": True})) == (8, 4, 1, 1, 2)


def test_prices_and_the_kinds_of_tickets(public: Any, staff: Any) -> None:
    slot = make_timeslot(day=DAY)
    make_price(experience=slot.experience, slug="senior", is_public=False)
    closed = make_timeslot(
        experience=slot.experience,
        day=DAY,
        status="closed_online",
        start_at=slot.start_at + timedelta(hours=1),
    )
    (seen,) = entry(public, {"showPrices": True})["timeslots"]
    assert (seen["id"], seen["start_time"], seen["min_price"]) == (slot.pk, "14:00", 2900)
    assert len(seen["availabilities"]) == 2
    assert set(seen["availabilities"][0]["customer_type"]) == {"id"}
    both = entry(staff, {"showPrices": True, "isAuthenticated": True})["timeslots"]
    assert [row["id"] for row in both] == [slot.pk, closed.pk]
    assert len(both[0]["availabilities"]) == 3
    assert "timeslots" not in entry(public)


def test_unlimited_is_999(public: Any) -> None:
    slot = make_timeslot(experience=make_experience(capacity_type="unlimited"), day=DAY, capacity=None)
    make_timeslot(
        experience=slot.experience, day=DAY, capacity=None, start_at=slot.start_at + timedelta(hours=1)
    )
    found = entry(public)
    assert (found["online_availability_cnt"], found["open_online_timeslot_cnt"]) == (999, 2)


def test_full_departures_for_staff_who_may_overbook(staff: Any) -> None:
    slot = make_timeslot(experience=make_experience(is_allow_manual_overbooking=True), day=DAY, capacity=0)
    strict = make_timeslot(day=DAY, capacity=0)
    claim = {"isAuthenticated": True, "showFull": True}
    found = ask(staff, claim).json()["dates"][DAY.isoformat()]
    opened = {row["experience_id"]: row["open_direct_timeslot_cnt"] for row in found}
    assert opened == {slot.experience_id: 1, strict.experience_id: 0}
    assert counters(entry(staff, {"isAuthenticated": True}))[2] == 0


def test_order_category_and_single_experiences(public: Any, staff: Any) -> None:
    water = Category.objects.create(name="Water", slug="water")
    later = make_experience(name="Later", position=2)
    sooner = make_experience(name="Sooner", position=1)
    later.categories.add(water)
    hidden = make_experience(name="Hidden", status="hidden")
    draft = make_experience(name="Draft", status="draft")
    for experience in (later, sooner, hidden, draft):
        make_timeslot(experience=experience, day=DAY)

    def names(body: Any = None, **where: Any) -> list[str]:
        found = ask(public, body, **where).json()["dates"].get(DAY.isoformat(), [])
        return [row["experience"]["name"] for row in found]

    assert names() == ["Sooner", "Later"]
    assert names({"category": water.pk}) == names({"category": "water"}) == ["Later"]
    assert names(experience=sooner.pk) == ["Sooner"]
    assert names(experience=hidden.pk) == ["Hidden"]
    for unseen in (draft.pk, 999_999, "abc"):
        assert_error(ask(public, experience=unseen), 404, "not_found")
    assert_error(ask(public, {"category": "nowhere"}), 404, "not_found")
    assert ask(staff, {"isAuthenticated": True}, experience=draft.pk).status_code == 200


def test_experiences_come_along(public: Any) -> None:
    slot = make_timeslot(day=DAY)
    found = ask(public, {"fetchExperiences": True}).json()
    (seen,) = found["experiences"]
    assert (seen["id"], seen["next_available_date"]) == (slot.experience_id, DAY.isoformat())
    assert "experiences" not in ask(public).json()


def test_experiences_come_in_the_language_that_was_asked_for(public: Any) -> None:
    slot = make_timeslot(day=DAY)
    ExperienceContent.objects.create(
        experience=slot.experience, locale="de", name="Rifftour", short_description="Ans Riff"
    )
    body = {"fetchExperiences": True, "showPrices": True}
    for language, name in (("de-AT,en;q=0.5", "Rifftour"), ("fr", "Reef tour"), ("de", "Rifftour")):
        for _ in range(2):  # built, and then kept
            found = public.post(
                f"/api/experiences/getInDateRange/{TODAY}/{DAY}",
                body,
                content_type="application/json",
                headers={"Accept-Language": language},
            )
            (shown,) = found.json()["experiences"]
            (day,) = found.json()["dates"].values()
            assert (shown["name"], day[0]["experience"]["name"]) == (name, name)
            assert "Accept-Language" in found["Vary"]
            first = public.post(
                "/api/init", {}, content_type="application/json", headers={"Accept-Language": language}
            )
            assert first.json()["experiences"] == [shown]


def test_the_from_price_is_of_what_strangers_can_buy(public: Any) -> None:
    experience = make_experience(prices=(4900,))
    make_price(experience=experience, slug="child", base_price=900, is_exclude_from_min_price=True)
    make_price(experience=experience, slug="local", base_price=500, is_staff_only=True)
    make_price(experience=experience, slug="crew", base_price=100, is_public=False)
    make_timeslot(experience=experience, day=DAY)
    found = ask(public, {"fetchExperiences": True, "showPrices": True}).json()
    (slot,) = found["dates"][DAY.isoformat()][0]["timeslots"]
    assert slot["min_price"] == found["experiences"][0]["min_price"] == 4900
    init = public.post("/api/init", {}, content_type="application/json").json()
    assert init["experiences"][0]["min_price"] == 4900


def test_strangers_get_nothing_but_what_is_named(public: Any) -> None:
    slot = make_timeslot(day=DAY, note="Skipper is late")
    operations.convert_hold(hold_id=make_hold(timeslot=slot, qty=2, at=utc_now()).id, at=utc_now())
    claim = {"isAuthenticated": True, "showFull": True, "reseller": 7, "fetchExperiences": True}
    found = ask(public, {**claim, "showPrices": True, "requestId": 3}).json()
    assert set(found) == {"requestId", "dates", "experiences"}
    (day,) = found["dates"][DAY.isoformat()]
    assert set(day) == {"experience_id", "experience", "timeslots", *COUNTERS}
    assert set(day["experience"]) == {"id", "name"}
    assert (day["total_availability_cnt"], day["open_direct_timeslot_cnt"], day["pax_cnt"]) == (0, 0, 0)
    (seen,) = day["timeslots"]
    assert set(seen) == {"id", "start_time", "min_price", "availabilities"}
    assert set(found["experiences"][0]) == set(WidgetExperienceOut.model_fields)
    assert "internal_name" not in found["experiences"][0]


@pytest.mark.parametrize(
    "request_id", [7, 0, -1, 2**53 + 1, 10**30, 1.5, True, False, None, "a", "", 'q"\\</script>é', "7"]
)
def test_the_request_id_comes_back_as_it_was(public: Any, request_id: Any) -> None:
    make_timeslot(day=DAY)
    for _ in range(2):
        found = ask(public, {"requestId": request_id}).json()["requestId"]
        assert (found, type(found)) == (request_id, type(request_id))


def test_the_range_begins_today_at_the_operators(public: Any, client_for: Any) -> None:
    make_timeslot(day=TODAY - timedelta(days=1))
    make_timeslot(day=DAY)
    last = TODAY + timedelta(days=30)
    found = ask(public, first=TODAY - timedelta(days=400), last=last).json()
    assert list(found["dates"]) == [DAY.isoformat()]
    past = ask(public, first=TODAY - timedelta(days=9), last=TODAY - timedelta(days=2)).json()
    assert past["dates"] == {}


@pytest.mark.parametrize(
    ("body", "first", "last", "status"),
    [
        ({}, TODAY, TODAY + timedelta(days=62), 422),
        ({}, TODAY, TODAY - timedelta(days=1), 422),
        ({}, "2026-13-01", TODAY, 404),
        ({}, "yesterday", TODAY, 404),
        ({}, TODAY, "9999-12-31", 404),
        ({"surprise": 1}, TODAY, TODAY, 422),
        ({"requestId": [1]}, TODAY, TODAY, 422),
        ({"requestId": {"a": 1}}, TODAY, TODAY, 422),
        ({"requestId": "x" * 201}, TODAY, TODAY, 422),
        ('{"requestId": 1e400}', TODAY, TODAY, 400),
        ({"showPrices": "maybe"}, TODAY, TODAY, 422),
        ({"reseller": -1}, TODAY, TODAY, 422),
        ([], TODAY, TODAY, 422),
        ("{", TODAY, TODAY, 400),
    ],
)
def test_what_cannot_be_asked(public: Any, body: Any, first: Any, last: Any, status: int) -> None:
    assert_error(ask(public, body, first=first, last=last), status)


def test_sixty_two_days_can_be_asked(public: Any) -> None:
    assert ask(public, last=TODAY + timedelta(days=61)).status_code == 200


def test_compressed_answers_are_the_same(public: Any) -> None:
    make_timeslot(day=DAY)
    plain = ask(public, {"requestId": 5, "showPrices": True})
    public.defaults["HTTP_ACCEPT_ENCODING"] = "gzip, br"
    packed = ask(public, {"requestId": 5, "showPrices": True})
    assert packed["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(packed.content)) == plain.json()
    assert "Accept-Encoding" in packed["Vary"]


def test_kept_answers_cost_no_counting(public: Any, django_assert_max_num_queries: Any) -> None:
    make_timeslot(day=DAY)
    ask(public)
    # Who the operator is was asked once; nothing else needs the database.
    with django_assert_max_num_queries(1):
        ask(public, {"requestId": 2})


@pytest.mark.django_db(transaction=True)
def test_whatever_is_written_shows_at_once(public: Any) -> None:
    experience = make_experience()
    slot = make_timeslot(experience=experience, day=DAY)

    def seen() -> tuple[int, int | None]:
        found = entry(public, {"showPrices": True})
        prices = [row["min_price"] for row in found["timeslots"]]
        return found["online_availability_cnt"], min(prices, default=None)

    assert seen() == (10, 2900)
    hold = make_hold(timeslot=slot, qty=3, at=utc_now())
    assert seen() == (7, 2900)
    swap_hold(
        hold_id=hold.id,
        timeslot_id=slot.pk,
        qty_by_type={price_ids(experience)[0]: 5},
        audience="online",
        minutes=15,
        at=utc_now(),
    )
    assert seen() == (5, 2900)
    operations.convert_hold(hold_id=hold.id, at=utc_now())
    operations.release_booked(
        timeslot_id=slot.pk,
        pax_by_type={price_ids(experience)[0]: 1},
        audience="online",
        method=None,
        at=utc_now(),
    )
    assert seen() == (6, 2900)
    operations.save_experience(values={"name": "New name"}, experience_id=experience.pk, at=utc_now())
    assert entry(public)["experience"]["name"] == "New name"
    operations.set_timeslot_status(timeslot_id=slot.pk, status="closed", at=utc_now())
    assert seen() == (0, None)


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_undone_moves_no_version() -> None:
    other = DAY + timedelta(days=70)
    apart = cache_versions.versions(first=other, last=other)
    before = cache_versions.versions(first=DAY, last=DAY)
    slot = make_timeslot(day=DAY, capacity=1)
    make_hold(timeslot=slot, at=utc_now())
    held = cache_versions.versions(first=DAY, last=DAY)
    assert held != before
    with pytest.raises(operations.SoldOut):
        make_hold(timeslot=slot, at=utc_now())
    assert cache_versions.versions(first=DAY, last=DAY) == held
    assert cache_versions.versions(first=other, last=other) == apart


def test_operators_do_not_share_answers(public: Any, client_for: Any) -> None:
    make_timeslot(day=DAY)
    assert ask(public).json()["dates"]
    assert ask(client_for("peak")).json()["dates"] == {}


def test_counting_anew_is_rationed_and_kept_answers_are_not(
    public: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A minute that does not end meanwhile, however slow this machine is.
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: 1_800_000_005.0))
    make_timeslot(day=DAY)
    for number in range(60):
        assert ask(public, {"category": None}, last=TODAY + timedelta(days=number)).status_code == 200
    problem = assert_error(ask(public, last=TODAY + timedelta(days=61)), 429, "rate_limited")
    assert problem["detail"]["retry_after"] > 0
    assert ask(public, last=TODAY + timedelta(days=5)).status_code == 200


def departed(hours: int) -> Timeslot:
    """Return a departure, an hour long, that began so many hours ago."""
    start = utc_now() - timedelta(hours=hours)
    return make_timeslot(start_at=start, day=zones.local_day(start, "America/New_York"))


class TestLate:
    """What has departed and may still be sold (domain.md 4.2.6)."""

    PRICED: ClassVar = {"isAuthenticated": True, "showPrices": True}

    def told(self, client: Any, day: Any) -> list[dict[str, Any]]:
        """Return the departures that a day of the calendar names."""
        found = ask(client, self.PRICED, first=day, last=TODAY).json()["dates"]
        return [slot for entry in found.get(str(day), []) for slot in entry["timeslots"]]

    def test_who_may_sell_it_reads_its_price(self, staff: Any) -> None:
        slot = departed(2)
        told = self.told(staff, slot.date)
        assert [(one["id"], one["min_price"]) for one in told] == [(slot.pk, 2900)]
        assert (
            ask(staff, self.PRICED, first=slot.date, last=slot.date).json()["dates"][str(slot.date)][0][
                "open_direct_timeslot_cnt"
            ]
            == 0
        )

    def test_the_days_before_are_told_as_far_as_it_may_be_sold(self, staff: Any) -> None:
        slot = departed(70)
        assert self.told(staff, slot.date) == []
        Properties.objects.update_or_create(pk=1, defaults={"book_past_hours": 72})
        assert [one["id"] for one in self.told(staff, slot.date)] == [slot.pk]

    @pytest.mark.parametrize(
        "change", [{"status": "closed"}, {"status": "cancelled"}, {"is_blacked_out": True}]
    )
    def test_what_cannot_be_sold_is_not(self, staff: Any, change: dict[str, Any]) -> None:
        slot = departed(2)
        Timeslot.objects.filter(pk=slot.pk).update(**change)
        assert self.told(staff, slot.date) == []

    def test_nobody_else_does(self, client_for: Any, public: Any) -> None:
        slot = departed(2)
        desk = browser_of(client_for, make_colleague("Mina", "reservations_agent"))
        agent = browser_of(client_for, make_colleague("Rex", "reseller_agent"))
        for client in (public, desk, agent):
            assert self.told(client, slot.date) == []
