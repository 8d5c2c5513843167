"""How heavy and how quick the screens are: scripts, time to the manifest, waits under load."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page

from bench._acts import TIMEOUT_MS, WAIT_MS, Act, button, entry, key, letter, measure, month, opened
from bench._bench_database import analyze, make_experiences, make_times, middle, stage
from bench._customers import crowd
from bench._report import IS_QUICK, Row, at_most, main, sized
from bench._script_size import FIRST, addresses, exported, fetched, weights_of
from bench._site import SLOWER, chromium, make_owner, signed_in, site, slow_down, visitor, waits

TOURS, GUESTS, PARTY = 5, 400, 2
PEOPLE, TRIPS = sized((25_000, 50_000), quick=(5_000, 10_000))
ROUNDS: Final = sized(5, quick=1)


def run() -> list[Row]:
    """Weigh the export, then fill a day and a list and work with both in a browser.

    With `--quick` a screen weighs what its exported page names, without what it fetches by itself.
    """
    from django.conf import settings

    out = Path(settings.SCREENS)
    with stage():
        fill()
        with site() as url, chromium() as browser:
            state = signed_in(browser, url)
            day = tomorrow()
            return [
                *_weights(out, exported(out) | ({} if IS_QUICK else _at_rest(browser, state, url, out))),
                *_arrivals(browser, state, f"{url}/manifest?date={day}"),
                *_work(browser, state, f"{url}/manifest?date={day}", "manifest", _on_manifest),
                *_work(browser, state, f"{url}/trips", "trips", _on_trips),
                *_acts(browser, state, f"{url}/trips?view=all", "trips", _trips_stand, ON_TRIPS),
                *_acts(
                    browser, state, f"{url}/calendar?date={day}", "calendar", _calendar_stands, ON_CALENDAR
                ),
            ]


def _at_rest(browser: Browser, state: dict[str, Any], url: str, out: Path) -> dict[str, set[str]]:
    """Open every screen with an empty cache and return what scripts each fetches by itself."""
    found = {}
    for shell, path in addresses(out.parent / "src" / "routes" / "routes.json", _known()).items():
        context = visitor(browser, state)
        found[shell] = fetched({f"{url}{path}": context.new_page()})[0]
        context.close()
    return found


def _known() -> dict[str, str]:
    from outfitter_tenants.customers.models import Customer
    from outfitter_tenants.people.models import UserAvatar
    from outfitter_tenants.scheduling.models import Timeslot
    from outfitter_tenants.trips.models import Trip

    return {
        "trip": Trip.objects.order_by("id")[0].hash,
        "customer": str(Customer.objects.order_by("id")[0].pk),
        "experience": str(Timeslot.objects.order_by("id")[0].experience_id),
        "userAvatar": str(UserAvatar.objects.order_by("id")[0].pk),
        "waiverTemplate": "new",
        "plugin": "slack",
    }


def _weights(out: Path, scripts: dict[str, set[str]]) -> list[Row]:
    rows = []
    for one in weights_of(out, scripts):
        if one.shell == FIRST:
            rows.append(Row("first load of the manifest", one.whole, "kB brotli", at_most(one.budget)))
        else:
            rows.append(Row(f"  on top: {one.shell}", one.beyond, "kB brotli", at_most(one.budget)))
    return rows


def tomorrow() -> str:
    """Return the day they are on."""
    from outfitter.kit.clock import utc_now

    return str(utc_now().date() + timedelta(days=1))


def fill() -> None:
    """Make five tours of tomorrow with 400 guests, and a long list of trips."""
    from django.db import connection

    from outfitter_tenants.people.models import Properties

    make_owner()
    # What is measured is a check-in, not the question before it.
    Properties.objects.update_or_create(pk=1, defaults={"is_skip_balance_due_popup": True})
    for experience_id in make_experiences(TOURS):
        make_times(experience_id, days=1)
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(crowd(people=PEOPLE, trips=TRIPS))
        cursor.execute("SET session_replication_role = DEFAULT")
    _seat()
    analyze()


def _seat() -> None:
    """Give the first trips an order each on tomorrow's departures, round and round."""
    from outfitter_tenants.catalog.models import ExperienceCustomerType
    from outfitter_tenants.scheduling.models import Timeslot
    from outfitter_tenants.trips.models import Booking, BookingStatus, Trip, TripOrder

    slots = list(Timeslot.objects.order_by("start_at", "id"))
    trips = Trip.objects.order_by("id")[: GUESTS // PARTY]
    orders = TripOrder.objects.bulk_create(
        TripOrder(trip=trip, experience_id=slot.experience_id, timeslot=slot, total_amount=9800)
        for trip, slot in zip(trips, _around(slots), strict=False)
    )
    status = BookingStatus.objects.order_by("position", "id")[0]
    kinds = {kind.experience_id: kind for kind in ExperienceCustomerType.objects.order_by("-id")}
    Booking.objects.bulk_create(
        Booking(
            trip_order=order,
            experience_customer_type=kinds[order.experience_id],
            guest_first_name=order.trip.contact_first_name if seat == 0 else "",
            guest_last_name=order.trip.contact_last_name,
            booking_status=status,
            unit_amount=4900,
            ticket_code=f"bench-{order.pk}-{seat}",
            position=seat,
        )
        for order in orders
        for seat in range(PARTY)
    )
    for slot in slots:
        taken = sum(PARTY for order in orders if order.timeslot_id == slot.pk)
        Timeslot.objects.filter(pk=slot.pk).update(booked_pax_cnt=taken)


def _around(slots: list[Any]) -> Any:
    while True:
        yield from slots


def manifest_stands(page: Page) -> None:
    """Wait until guests can be checked in."""
    page.get_by_role("button", name="Check in").first.wait_for(timeout=TIMEOUT_MS)


def _arrivals(browser: Browser, state: dict[str, Any], url: str) -> list[Row]:
    """Open the manifest with an empty cache a few times, at full speed and slowed down."""
    rows = []
    for name, rate in (("at full speed", 1), ("4 x slower", 4)):
        times, scripts = [], 0.0
        for _ in range(ROUNDS):
            context = visitor(browser, state)
            page = context.new_page()
            slow_down(page, rate)
            page.goto(url)
            manifest_stands(page)
            times.append(page.evaluate("performance.now()"))
            scripts = page.evaluate(
                "performance.getEntriesByType('resource').filter((one) => "
                "one.initiatorType === 'script' || one.name.endsWith('.js'))"
                ".reduce((sum, one) => sum + one.encodedBodySize, 0)"
            )
            context.close()
        rows.append(Row(f"time to the manifest, {name}", middle(times), "ms"))
    return [*rows, Row("scripts fetched by then", scripts / 1000, "kB")]


def _work(
    browser: Browser, state: dict[str, Any], url: str, name: str, work: Callable[[Page], None]
) -> list[Row]:
    """Do what people do on a screen, slowed down, and return the waits for the next picture."""
    context = visitor(browser, state)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT_MS)
    page.goto(url)
    page.wait_for_load_state("networkidle")
    slow_down(page)
    work(page)
    found = waits(page)
    context.close()
    return [
        Row(f"{name}, {len(found)} interactions, 4 x slower: middle", middle(found), "ms", at_most(WAIT_MS)),
        Row(f"{name}: interaction to next paint (worst)", found[-1], "ms", at_most(WAIT_MS)),
    ]


def _on_manifest(page: Page) -> None:
    manifest_stands(page)
    for number in range(0, 60, 6):
        page.get_by_role("button", name="Check in").nth(number).click()
    page.get_by_role("searchbox").first.press_sequentially("smi", delay=120)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").first.click()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    manifest_stands(page)


def _on_trips(page: Page) -> None:
    rows = page.get_by_role("row")
    rows.nth(5).wait_for()
    for _ in range(6):
        page.mouse.move(700, 500)
        page.mouse.wheel(0, 3000)
        page.wait_for_timeout(250)
    boxes = page.get_by_role("row").get_by_role("checkbox")
    for number in range(3, 8):
        boxes.nth(number).click(force=True)
    page.get_by_role("searchbox").first.press_sequentially("garcia", delay=120)
    page.wait_for_timeout(600)
    page.keyboard.press("Escape")
    page.get_by_role("columnheader").nth(2).click()
    page.wait_for_timeout(600)


def _acts(
    browser: Browser,
    state: dict[str, Any],
    url: str,
    name: str,
    stands: Callable[[Page], None],
    acts: tuple[Act, ...],
) -> list[Row]:
    """Do one thing after the other on a screen, slowed down; returns a row for each."""
    rows = measure(acts, partial(opened, browser, state, url, stands, rate=SLOWER), f"{SLOWER} x slower")
    return [row._replace(name=f"{name}: {row.name}") for row in rows]


def _trips_stand(page: Page) -> None:
    page.get_by_role("row").nth(5).wait_for()


def _calendar_stands(page: Page) -> None:
    page.get_by_role("grid").first.get_by_role("button").first.wait_for()


def _box(place: int) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("row").get_by_role("checkbox").nth(place).click(force=True)


def _column(page: Page) -> None:
    page.get_by_role("columnheader", name="Status").hover()
    page.get_by_role("button", name="Column: Status").click()


_FILTERS = button("Filter")
ON_TRIPS: Final = (
    Act("menu of a column", _column),
    Act("it closes", key("Escape")),
    Act("menu of a column, again", _column),
    Act("it closes, again", key("Escape")),
    Act("list of filters", _FILTERS),
    Act("one is chosen", entry("Status")),
    Act("its editor closes", key("Escape")),
    Act("list of filters, again", _FILTERS),
    Act("one of days is chosen", entry("Created")),
    Act("its list of days", lambda page: page.get_by_role("dialog").get_by_role("button").first.click()),
    Act("days of one's own", lambda page: page.get_by_role("option").nth(8).click()),
    Act("month to choose them from", lambda page: page.get_by_role("button", name="Calendar:").click()),
    Act("the month closes", key("Escape")),
    Act("the editor of days closes", key("Escape")),
    Act("a row is chosen", _box(4)),
    Act("the next", _box(5)),
    Act("they are let go", _box(4), _box(5)),
    Act("search, a letter", letter("g")),
    Act("search, another", letter("a")),
    Act("sorted by a column", lambda page: page.get_by_role("columnheader").nth(2).click()),
)
ON_CALENDAR: Final = month("main header")


if __name__ == "__main__":
    main(run)
