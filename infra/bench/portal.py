"""
The customer's own page among a million trips: its calls on the server, and how soon it can be read.

Calls go through the whole application without a network. The page is opened on a slow line beside a
bare one of the same server: the same trip in plain words, without any style or script. "Can be read"
is the first picture; the trip stands in it, for it is in the document.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final
from urllib.parse import parse_qs

from playwright.sync_api import Browser

from bench._bench_database import analyze, make_experiences, make_times, middle, stage
from bench._report import Row, at_most, main, sized
from bench._site import chromium, site
from bench.lists import fill
from bench.widget import SHORT_4G, SLOW_4G, SLOWER

TRIPS: Final = sized(1_000_000, quick=20_000)
# Trips that are looked at, each sold by the product itself.
SOLD: Final = sized(40, quick=10)
GUESTS: Final = 4
ROUNDS: Final = sized(9, quick=3)
WARMING: Final = sized(2, quick=1)
MOST_MS: Final = 60
READ: Final = """
() => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]
  return paint && document.querySelector('h1') ? paint.startTime : 0
}
"""


def run() -> list[Row]:
    """Measure the page's calls, then the page itself beside a bare one."""
    with stage():
        fill(TRIPS)
        _more_of_them()
        experience_id = _experience()
        keys = [_sell(experience_id, number) for number in range(SOLD)]
        analyze()
        rows = [Row("trips", TRIPS, "rows"), *_calls(keys)]
        with _served() as url, chromium() as browser:
            return [*rows, *_until_readable(browser, url, keys[0])]


def _more_of_them() -> None:
    """Give each trip an order with a guest and a line of its price, as sold trips have them."""
    from django.db import connection

    with connection.cursor() as cursor:
        # What triggers and foreign keys would look up for each of them is known to be right.
        cursor.execute("SET session_replication_role = replica")
        for statement in (_ORDERS, _BOOKINGS, _LINES):
            cursor.execute(statement)
        cursor.execute("SET session_replication_role = origin")


def _experience() -> int:
    from outfitter_tenants.people.operations import properties

    first, *_ = make_experiences(5)
    make_times(first)
    _allow(properties)
    return first


def _allow(properties: Any) -> None:
    """Let customers do all that they can do by themselves."""
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.people import queries as people

    values = {"is_allow_self_rebook": True, "is_allow_self_cancel": True, "is_allow_self_add": True}
    version = people.get_all_properties()["version"]
    properties.save_properties(values=values, version=version, country="US", at=utc_now())


def _sell(experience_id: int, number: int) -> str:
    """Sell a trip of four; returns its hash."""
    from outfitter.db.locks import atomic
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.catalog import queries as catalog
    from outfitter_tenants.checkout.carts import operations as carts
    from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
    from outfitter_tenants.checkout.sales import conversion
    from outfitter_tenants.scheduling import queries as scheduling
    from outfitter_tenants.trips import queries as trips
    from outfitter_tenants.trips.operations.drafts import Contact

    at = utc_now()
    first = at.date() + timedelta(days=5 + number % 20)
    slots = scheduling.list_timeslots(experience_id=experience_id, first=first, last=first, at=at)
    kind = catalog.experience_customer_types(experience_id=experience_id, audience="online")[0]
    order = OrderRequest(None, experience_id, slots[number % len(slots)].id, {kind.id: GUESTS})
    contact = Contact("Ana", "Ruiz", f"ana{number}@example.com", None, None)
    cart = CartRequest(
        trip_id=None, version=None, locale="en", contact=contact, orders=[order], utm={}, referrer=None
    )
    trip_id = carts.save_trip(cart=cart, caller=CartActor("online", "ecommerce", None, None), at=at).trip_id
    with atomic():
        conversion.complete(trip=trips.lock_trip(trip_id=trip_id), kind="reserve", at=at)
    return trips.get_trip(trip_id=trip_id).hash


def _calls(keys: list[str]) -> list[Row]:
    client = _client()
    asked: dict[str, tuple[list[str], int | None]] = {
        "init": ([f"/api/customerPortal/{key}/init/0" for key in keys], MOST_MS),
        "page, with its first picture": ([f"/customerPortal?trip={key}" for key in keys], None),
        "31 days to move to": ([_departures(client, key) for key in keys], None),
    }
    rows = []
    for name, (paths, most) in asked.items():
        _taken(client, paths[:3])
        times = _taken(client, paths)
        rows += [
            Row(name, middle(times), "ms", most and at_most(most)),
            Row(f"  {name}: nineteen of twenty", times[len(times) * 19 // 20], "ms"),
        ]
    return rows


def _client() -> Any:
    """Return a browser at the operator's host, once its doors are open."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    from outfitter.accounts import operations as accounts
    from outfitter.kit.clock import utc_now

    settings.ALLOWED_HOSTS = ["*"]
    account = connection.tenant  # type: ignore[attr-defined]
    accounts.add_domain(account=account, at=utc_now())
    accounts.open_account(account=account)
    return Client(HTTP_HOST="bench.localhost", headers={"X-Requested-With": "XMLHttpRequest"})


def _departures(client: Any, key: str) -> str:
    shown = client.get(f"/api/customerPortal/{key}/init/0").json()
    return f"/api/customerPortal/{key}/orders/{shown['trip']['tripOrders'][0]['id']}/timeslots"


def _taken(client: Any, paths: Iterable[str]) -> list[float]:
    """Return how long each call took, in ms, shortest first."""
    found = []
    for path in paths:
        begin = time.perf_counter()
        answer = client.get(path)
        found.append((time.perf_counter() - begin) * 1000)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.content[:300]!r}")
    return sorted(found)


@contextmanager
def _served() -> Iterator[str]:
    from outfitter.api import page_bootstrap

    # As in every worker that takes requests.
    page_bootstrap.warm_up()
    with site(_beside) as url:
        yield url


def _beside(product: Callable[..., Any]) -> Callable[..., Any]:
    """Return the product with /bare beside it: what the trip's page says, and nothing else."""

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        if environ["PATH_INFO"] != "/bare":
            return product(environ, start)
        body = _bare(parse_qs(environ["QUERY_STRING"])["trip"][0]).encode()
        start("200 OK", [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body)))])
        return [body]

    return answer


def _bare(key: str) -> str:
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport "
        "content='width=device-width'><title>Your trip</title></head><body><h1>Your trip</h1>"
        f"<p>{key}</p><p>Tour 0</p><p>Where to meet, what to bring, four guests</p></body></html>"
    )


def _until_readable(browser: Browser, url: str, key: str) -> list[Row]:
    rows = []
    # Where latency counts less, the style and the trip in the document weigh more: told, and no budget.
    ways = (("slow 4G, 4 x slower", SLOW_4G, at_most(1.2)), ("4G with 150 ms, 4 x slower", SHORT_4G, None))
    for name, net, aim in ways:
        found: dict[str, list[float]] = {"customerPortal": [], "bare": []}
        for number in range(WARMING + ROUNDS):
            for path, times in found.items():
                taken = _opened(browser, f"{url}/{path}?trip={key}", net)
                if number >= WARMING:
                    times.append(taken)
        ours, bare = (middle(times) for times in found.values())
        rows += [
            Row(f"{name}: the page can be read", ours, "ms"),
            Row(f"{name}: a bare page can be read", bare, "ms"),
            Row(f"  {name}: the page / bare", ours / bare, "x", aim),
        ]
    return rows


def _opened(browser: Browser, url: str, net: dict[str, Any]) -> float:
    """Open a page on a phone with an empty cache; returns when it can be read, in ms."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-US")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", net)
    page.goto(url)
    page.wait_for_function(READ)
    taken = float(page.evaluate(READ))
    context.close()
    return taken


_ORDERS: Final = """
INSERT INTO trips_triporder (trip_id, experience_id, status, schedule_state, rebooked_cnt, is_comped,
 note, is_noshow, position, subtotal_amount, total_amount)
SELECT id, 1, 'active', 'unscheduled', 0, false, '', false, 0, total_amount, total_amount FROM trips_trip
"""
_BOOKINGS: Final = """
INSERT INTO trips_booking (trip_order_id, experience_customer_type_id, guest_first_name,
 guest_last_name, booking_status_id, is_comped, unit_amount, price_source, pax_cnt, ticket_code,
 waiver_state, waiver_required_cnt, waiver_signed_cnt, enabled_addon_ids, position)
SELECT id, 1, '', '', 1, false, total_amount, 'base', 1, left(md5(id::text), 24), 'none_required', 0, 0,
 '{}', 0 FROM trips_triporder
"""
_LINES: Final = """
INSERT INTO trips_priceline (trip_id, trip_order_id, kind, ref_id, label, qty, unit_amount, amount,
 is_inclusive, is_commission_base, created_at)
SELECT trip_id, id, 'ticket', 1, 'Adult', 1, total_amount, total_amount, false, true, now()
FROM trips_triporder
"""

if __name__ == "__main__":
    main(run)
