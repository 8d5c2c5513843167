"""Answers of the range call: statements, prices under rate sheets, and how long they hold."""

import json
import math
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from threading import Thread
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from outfitter_tenants.calendar import gzip_response, queries, range_service, response_builder, response_cache
from outfitter_tenants.calendar.response_builder import RangeQuery
from outfitter_tenants.catalog.models import Season
from outfitter_tenants.people.models import Properties
from outfitter_tenants.pricing import operations as pricing
from outfitter_tenants.pricing import queries as prices
from outfitter_tenants.pricing.models import Surcharge
from outfitter_tenants.scheduling import cache_versions, operations
from outfitter_tenants.scheduling import queries as scheduling
from tests.support.catalog import make_experience, price_ids
from tests.support.departures import NOW, TOMORROW, make_hold, make_pools, make_timeslot

pytestmark = pytest.mark.usefixtures("reef")
LAST = TOMORROW + timedelta(days=40)
WANTED = RangeQuery(TOMORROW - timedelta(days=1), LAST, has_prices=True)


def seen(wanted: RangeQuery = WANTED, at: datetime = NOW) -> Any:
    if wanted.is_staff:
        return json.loads(range_service.staff_answer(wanted=wanted, at=at) + b"}")
    return json.loads(gzip_response.plain(range_service.public_answer(wanted=wanted, at=at).packed, b"}"))


def slots_of(found: Any) -> dict[int, int | None]:
    """Return departure -> its price."""
    return {
        slot["id"]: slot["min_price"]
        for day in found["dates"].values()
        for entry in day
        for slot in entry["timeslots"]
    }


def left(found: Any, day: date = TOMORROW) -> int:
    entry = found["dates"].get(day.isoformat(), [{"online_availability_cnt": -1}])[0]
    return int(entry["online_availability_cnt"])


BLANK: dict[str, Any] = {
    "name": "Sheet",
    "status": "live",
    "priority": 0,
    "channels": (),
    "reseller_ids": (),
    "season_ids": (),
    "weekdays": (),
    "is_same_type_only": False,
    **dict.fromkeys(
        (
            "time_from",
            "time_to",
            "pax_min",
            "pax_max",
            "remaining_min",
            "remaining_max",
            "advance_min_minutes",
            "advance_max_minutes",
            "valid_from",
            "valid_to",
        )
    ),
}


def make_sheet(experience: Any, price: int = 1000, **values: Any) -> None:
    kinds = {kind: ("absolute", price) for kind in price_ids(experience)}
    pricing.save_rate_sheet(
        experience_id=experience.pk,
        at=NOW,
        values={**BLANK, "prices": kinds, **values},  # type: ignore[typeddict-item]
    )


def naive(slot_ids: Any, *, method: str, audience: Any, reseller: Any, at: datetime) -> Any:
    """Return departure -> the cheapest price that the price call gives strangers' tickets."""
    found = scheduling.get_timeslot_refs(ids=slot_ids, at=at)
    buyer = prices.Buyer(method, audience, reseller)
    rows = prices.prices_of_timeslots(slots=list(found.values()), buyer=buyer, at=at)
    public = {kind.pk for kind in _kinds() if kind.is_public and not kind.is_exclude_from_min_price}
    return {
        row["timeslot_id"]: min(
            (p["price"] for p in row["prices"] if p["experience_customer_type_id"] in public), default=None
        )
        for row in rows
    }


def _kinds() -> Any:
    from outfitter_tenants.catalog.models import ExperienceCustomerType

    return ExperienceCustomerType.objects.all()


CRITERIA: list[dict[str, Any]] = [
    {"weekdays": [0, 6], "priority": 2},
    {"time_from": time(13), "time_to": time(14)},
    {"remaining_max": 3, "priority": 3},
    {"remaining_min": 9},
    {"advance_min_minutes": 3 * 1440, "priority": 4},
    {"advance_max_minutes": 1600, "priority": 4},
    {"pax_min": 2},
    {"channels": ["phone"]},
    {"valid_to": date(2026, 6, 1)},
    {"valid_from": date(2026, 6, 2), "priority": 9},
    {"reseller_ids": [7]},
    {"pax_max": 1, "is_same_type_only": True},
]


def scatter_prices() -> list[int]:
    """Make departures under every kind of sheet, with overrides, pools, caps and holds."""
    season = Season.objects.create(
        name="Peak",
        ranges=[{"from": "2026-06-04", "to": "2026-06-09"}],
        weekdays=0b1110111,
        time_from=time(9),
        time_to=time(15),
    )
    criteria: list[dict[str, Any]] = [{"season_ids": [season.pk], "priority": 1}, *CRITERIA]
    ids = []
    for number in range(4):
        experience = make_experience(prices=(4900, 2900, 2500), position=3 - number)
        for place, one in enumerate(criteria[number::2] if number else []):
            make_sheet(experience, 800 + 100 * place, **one)
        kinds = price_ids(experience)
        for day in range(8):
            for hour in (11, 14, 18):
                when = datetime.combine(TOMORROW + timedelta(days=day), time(hour), UTC)
                slot = make_timeslot(
                    experience=experience,
                    day=when.date(),
                    start_at=when,
                    capacity=(None, 3, 12)[(day + hour) % 3],
                    day_capacity=4 if day == 5 else None,
                    online_allotment=2 if day == 3 else None,
                    price_override={str(kinds[0]): 700} if day == 2 and hour == 14 else None,
                )
                if day == 4:
                    make_pools(slot, types={kinds[0]: 2, kinds[1]: 4, kinds[2]: 0})
                elif day == 1 and slot.capacity:
                    make_hold(timeslot=slot, qty=2)
                ids.append(slot.pk)
    return ids


@pytest.mark.parametrize("at", [NOW, NOW + timedelta(minutes=16), NOW + timedelta(hours=20)])
def test_from_prices_are_those_of_the_price_call(at: datetime) -> None:
    ids = scatter_prices()
    shown = slots_of(seen(at=at))
    assert set(shown) <= set(ids)
    assert shown == naive(shown, method="ecommerce", audience="online", reseller=None, at=at)
    Properties.objects.update_or_create(pk=1, defaults={"default_trip_method": "phone"})
    staff = replace(WANTED, is_staff=True)
    shown = slots_of(seen(staff, at))
    assert shown == naive(shown, method="phone", audience="direct", reseller=None, at=at)
    named = slots_of(seen(replace(staff, reseller_id=7), at))
    assert named == naive(named, method="reseller", audience="direct", reseller=7, at=at)
    assert named != shown


def test_from_prices_with_everything_they_bring_along() -> None:
    scatter_prices()
    Surcharge.objects.create(kind="tax", name="VAT", calc="percent", rate_ppm=190_000, applies_to=["tickets"])
    Surcharge.objects.create(
        kind="fee",
        name="Park",
        calc="fixed",
        amount=300,
        applies_to=["tickets"],
        valid_from=TOMORROW + timedelta(days=2),
    )
    Properties.objects.update_or_create(pk=1, defaults={"price_display_mode": "all_in"})
    shown = slots_of(seen())
    assert shown == naive(shown, method="ecommerce", audience="online", reseller=None, at=NOW)


def test_what_prices_are_made_of_is_read_once_and_until_it_changes() -> None:
    def shelf() -> queries.CatalogSnapshot:
        return queries.load_shelf(experience_id=None, category=None, is_staff=False)

    slot = make_timeslot()
    before = shelf()
    assert slots_of(seen()) == {slot.pk: 2900}
    make_hold(timeslot=slot)
    assert shelf() is before
    make_sheet(slot.experience, 1000)
    cache.clear()
    assert shelf() is not before
    assert slots_of(seen()) == {slot.pk: 1000}
    # Days are written from kept patterns: each with its own departures, in their order.
    other = make_timeslot(experience=slot.experience, start_at=slot.start_at - timedelta(hours=1))
    cache.clear()
    found = seen()["dates"][TOMORROW.isoformat()][0]["timeslots"]
    assert [one["id"] for one in found] == [other.pk, slot.pk]
    cache.clear()
    assert seen()["dates"][TOMORROW.isoformat()][0]["timeslots"] == found


@pytest.mark.parametrize("count", [1, 40])
@pytest.mark.parametrize("is_staff", [False, True])
@pytest.mark.parametrize("mode", ["exclusive", "all_in"])
def test_four_statements_whatever_is_asked(
    django_assert_max_num_queries: Any, count: int, is_staff: bool, mode: str
) -> None:
    for number in range(count):
        slot = make_timeslot(experience=make_experience(position=number))
        if number % 5 == 0:
            make_pools(slot, types={price_ids(slot.experience)[0]: 3})
            make_sheet(slot.experience, remaining_max=5)
    Properties.objects.update_or_create(pk=1, defaults={"price_display_mode": mode})
    for has_prices in (False, True):
        for has_experiences in (False, True):
            wanted = replace(
                WANTED, is_staff=is_staff, has_prices=has_prices, has_experiences=has_experiences
            )
            cache.clear()
            with django_assert_max_num_queries(2 + has_prices + has_experiences):
                found = seen(wanted)
            assert len(found["dates"][TOMORROW.isoformat()]) == count


def test_a_kept_answer_needs_no_statement(django_assert_num_queries: Any) -> None:
    make_timeslot()
    before = seen()
    with django_assert_num_queries(0):
        assert seen() == before


@pytest.mark.parametrize(
    "given",
    [
        {"cutoff_at_online": NOW + timedelta(seconds=20)},
        {"presale_at_online": NOW + timedelta(seconds=20)},
        {
            "cutoff_at_online": NOW - timedelta(hours=1),
            "smart_min_pax_online": 0,
            "smart_cutoff_at_online": NOW + timedelta(seconds=20),
        },
    ],
)
def test_what_time_changes_shows_at_that_instant(given: dict[str, Any]) -> None:
    make_timeslot(**given)
    wanted = replace(WANTED, has_experiences=True)
    early, late = NOW + timedelta(seconds=20, microseconds=-1), NOW + timedelta(seconds=20)
    before = seen(wanted)
    assert seen(wanted, early) == before
    after = seen(wanted, late)
    assert left(after) == (0 if left(before) else 10)
    assert after["experiences"] != before["experiences"]
    cache.clear()
    assert seen(wanted, late) == after


def test_a_lapsing_hold_frees_its_seats_at_that_instant() -> None:
    slot = make_timeslot()
    make_hold(timeslot=slot, qty=4, at=NOW - timedelta(minutes=14, seconds=40))
    lapse = NOW + timedelta(seconds=20)
    assert left(seen()) == left(seen(at=lapse - timedelta(milliseconds=1))) == 6
    assert left(seen(at=lapse)) == 10


def test_early_birds_end_with_their_last_minute() -> None:
    slot = make_timeslot(start_at=NOW + timedelta(days=1, seconds=20))
    make_sheet(slot.experience, advance_min_minutes=1440)
    end = NOW + timedelta(seconds=20)
    assert slots_of(seen())[slot.pk] == slots_of(seen(at=end))[slot.pk] == 1000
    late = end + timedelta(microseconds=1)
    assert slots_of(seen(at=late))[slot.pk] == 2900
    assert naive([slot.pk], method="ecommerce", audience="online", reseller=None, at=late) == {slot.pk: 2900}


def test_sheets_begin_with_the_operators_day() -> None:
    Properties.objects.update_or_create(pk=1, defaults={"time_zone": "America/New_York"})
    slot = make_timeslot(day=TOMORROW + timedelta(days=5))
    make_sheet(slot.experience, valid_from=TOMORROW)
    midnight = datetime(2026, 6, 2, 4, tzinfo=UTC)
    wanted = replace(WANTED, first=TOMORROW)
    assert slots_of(seen(wanted, midnight - timedelta(seconds=20)))[slot.pk] == 2900
    assert slots_of(seen(wanted, midnight - timedelta(seconds=1)))[slot.pk] == 2900
    assert slots_of(seen(wanted, midnight))[slot.pk] == 1000


def test_nothing_is_kept_longer_than_a_minute() -> None:
    slot = make_timeslot()
    assert left(seen()) == 10
    # As after a crash between a commit and the change of its version.
    type(slot).objects.filter(pk=slot.pk).update(capacity=4)
    assert left(seen(at=NOW + timedelta(seconds=59))) == 10
    assert left(seen(at=NOW + response_cache.KEPT_FOR)) == 4


def in_thread(job: Any) -> None:
    def work() -> None:
        connection.set_schema("t_reef")  # type: ignore[attr-defined]
        try:
            job()
        finally:
            connection.close()

    thread = Thread(target=work)
    thread.start()
    thread.join()


@pytest.mark.django_db(transaction=True)
def test_a_sale_of_another_process_is_seen_by_the_next_question() -> None:
    slot = make_timeslot()
    open_ended = replace(WANTED, last=LAST + timedelta(days=1), has_experiences=True)
    one = replace(WANTED, experience_id=slot.experience_id)
    for number in range(5):
        for wanted in (WANTED, open_ended, one):
            assert left(seen(wanted)) == 10 - number
        in_thread(lambda: make_hold(timeslot=slot))


@pytest.mark.django_db(transaction=True)
def test_a_sale_while_an_answer_is_built_is_not_kept_out(monkeypatch: pytest.MonkeyPatch) -> None:
    slot = make_timeslot()
    build = response_builder.build_response

    def slow(**given: Any) -> response_cache.CachedResponse:
        found = build(**given)
        in_thread(lambda: make_hold(timeslot=slot))
        return found

    monkeypatch.setattr(response_builder, "build_response", slow)
    assert left(seen()) == 10
    monkeypatch.setattr(response_builder, "build_response", build)
    assert left(seen()) == 9


@pytest.mark.django_db(transaction=True)
def test_only_what_shows_a_sale_is_built_anew(django_assert_num_queries: Any) -> None:
    slot, other = make_timeslot(), make_timeslot()
    later = make_timeslot(experience=other.experience, day=TOMORROW + timedelta(days=35))
    apart = replace(WANTED, experience_id=other.experience_id)
    month = replace(WANTED, first=later.date)
    both = [seen(apart), seen(month)]
    make_hold(timeslot=slot)
    with django_assert_num_queries(0):
        assert [seen(apart), seen(month)] == both
    operations.set_timeslot_status(timeslot_id=other.pk, status="closed", at=NOW)
    assert left(seen(apart)) == 0


def test_who_comes_while_an_answer_is_built_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    at, built = NOW, response_cache.CachedResponse([b'{"a":1'], math.inf)
    cache.set("answer:lock", 1, 60)
    looked: list[int] = []

    def sleep(_seconds: float) -> None:
        looked.append(1)
        if len(looked) == 3:
            cache.delete("answer:lock")
            response_cache.find_or_build("answer", at=at, build=lambda: built)

    monkeypatch.setattr(response_cache.time, "sleep", sleep)
    found = response_cache.find_or_build("answer", at=at, build=lambda: pytest.fail("built twice"))
    assert gzip_response.plain(found.packed, b"}") == b'{"a":1}'


def test_who_waits_for_nothing_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.set("other:lock", 1, 60)
    monkeypatch.setattr(response_cache, "_BUILD_SECONDS", 0)
    found = response_cache.find_or_build(
        "other", at=NOW, build=lambda: response_cache.CachedResponse([b"{"], math.inf)
    )
    assert gzip_response.plain(found.packed, b"}") == b"{}"
    # The lock is somebody else's.
    assert cache.get("other:lock") == 1


def test_a_cache_that_forgot_gives_no_version_twice() -> None:
    first, other = TOMORROW, TOMORROW + timedelta(days=70)
    before = cache_versions.versions(first=first, last=first)
    assert cache_versions.versions(first=first, last=first) == before
    cache.clear()
    assert not set(before) & set(cache_versions.versions(first=first, last=first))
    assert len(cache_versions.versions(first=first, last=other, experience_id=3)) == 1 + 2 * 3
