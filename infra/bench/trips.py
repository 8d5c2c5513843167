"""
How fast trips are sold and changed: four guests made, held, priced and reserved over HTTP.

Beside it, in turn with it, the same rows written by PostgreSQL's own client; then a party that
grows to fifty guests.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from bench._bench_database import analyze, database_address, make_experiences, make_times, middle, stage
from bench._http_desks import trips_a_second
from bench._pgbench import pgbench
from bench._report import Row, at_least, at_most, main, sized
from bench._site import EMAIL, PASSWORD, make_owner
from bench._slow_clients import free_port, served, shielded

SITE: Final = "bench.localhost"
SECONDS: Final = sized(4.0, quick=3.0)
ROUNDS: Final = sized(3, quick=1)
SPREAD: Final = 200
TIMES: Final = sized(60, quick=30)
# Each desk: until every worker has compiled what it sends, and its connections keep general plans.
WARMING: Final = 30
GUESTS: Final = 4
PARTY: Final = 50
CLIENTS: Final = 8

_SAVE: Final = """
\\set slot random(1, 200)
\\set r random(1, 9000000000000)
BEGIN;
INSERT INTO trips_trip (hash, confirmation_code, status, trip_method_id, contact_first_name,
 contact_last_name, contact_email, locale, is_tax_exempt, tax_certificate, currency,
 subtotal_amount, discount_amount, fee_amount, tax_amount, booking_fee_amount, total_amount,
 tip_amount, paid_amount, refunded_amount, deposit_due_amount, commission_amount, net_due_amount,
 pax_cnt, is_marketing_opt_in, utm, created_at, changed_at, version, shelf, has_gift_cards)
 VALUES (left(md5(:r::text), 24), left(md5(:r::text || 'c'), 9), 'draft', 1, 'Ana', 'Ruiz',
 'ana@example.com', 'en', false, '', 'USD', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, false, '{}',
 now(), now(), 1, '{}', false) RETURNING id AS trip \\gset
INSERT INTO audit_auditlog (at, actor_type, actor_name, user_agent, entity_type, entity_id,
 trip_id, action) VALUES (now(), 'staff', 'Ada', '', 'trip', :trip, :trip, 'trip.created');
INSERT INTO trips_triporder (trip_id, experience_id, timeslot_id, experience_date_id, status,
 schedule_state, rebooked_cnt, is_comped, note, is_noshow, position, subtotal_amount, total_amount)
 SELECT :trip, experience_id, id, experience_date_id, 'active', 'scheduled', 0, false, '', false,
 0, 0, 0 FROM scheduling_timeslot WHERE id = :slot RETURNING id AS order \\gset
SELECT * FROM scheduling_timeslot WHERE id = :slot;
UPDATE scheduling_timeslot SET held_pax_cnt = held_pax_cnt + 4 WHERE id = :slot
 AND status = 'open' AND (capacity IS NULL OR booked_pax_cnt + held_pax_cnt + 4 <= capacity);
INSERT INTO scheduling_hold (timeslot_id, uuid, trip_id, trip_order_id, qty_by_type, pax_cnt,
 is_online, pool_claims, kind, status, expires_at, hard_expires_at, extended_cnt, audience,
 price_snapshot, created_at) VALUES (:slot, gen_random_uuid(), :trip, :order, '{}', 4, false,
 '{}', 'staff', 'active', now() + interval '30 min', now() + interval '2 h', 0, 'direct', '{}',
 now()) RETURNING id AS hold \\gset
INSERT INTO trips_booking (trip_order_id, experience_customer_type_id, guest_first_name,
 guest_last_name, booking_status_id, is_comped, unit_amount, price_source, pax_cnt, ticket_code,
 waiver_state, waiver_required_cnt, waiver_signed_cnt, enabled_addon_ids, position)
 SELECT :order, 1, '', '', 1, false, 4900, 'base', 1, left(md5(:r::text || n), 24),
 'none_required', 0, 0, '{}', n FROM generate_series(1, 4) AS n;
INSERT INTO trips_priceline (trip_id, trip_order_id, kind, ref_id, label, qty, unit_amount, amount,
 is_inclusive, is_commission_base, created_at) SELECT :trip, :order, 'ticket', 1, 'Adult', 1,
 4900, 4900, false, true, now() FROM generate_series(1, 4) AS n;
UPDATE trips_triporder SET subtotal_amount = 19600, total_amount = 19600 WHERE id = :order;
UPDATE trips_trip SET subtotal_amount = 19600, total_amount = 19600, pax_cnt = 4, version = 2
 WHERE id = :trip;
COMMIT;
"""
_RESERVE: Final = """
BEGIN;
SELECT * FROM trips_trip WHERE id = :trip FOR UPDATE;
SELECT * FROM trips_triporder WHERE trip_id = :trip;
UPDATE scheduling_timeslot SET held_pax_cnt = held_pax_cnt - 4, booked_pax_cnt = booked_pax_cnt + 4
 WHERE id = :slot;
UPDATE scheduling_hold SET status = 'converted', closed_at = now() WHERE id = :hold;
UPDATE trips_trip SET status = 'reserved', reserved_at = now(), version = 3 WHERE id = :trip;
INSERT INTO audit_auditlog (at, actor_type, actor_name, user_agent, entity_type, entity_id,
 trip_id, action) VALUES (now(), 'staff', 'Ada', '', 'trip', :trip, :trip, 'trip.reserved');
COMMIT;
"""


class Desk(NamedTuple):
    """Somebody at a desk who sells over HTTP, and how many tickets of which kind of what."""

    post: Callable[[str, dict[str, Any]], dict[str, Any]]
    orders: dict[int, dict[str, Any]]

    def sell(self, slot: int) -> dict[str, Any]:
        """Make, hold, price and reserve a trip of four guests on a departure."""
        trip = self.save(slot, GUESTS)
        return self.post(f"/api/trip/{trip['id']}/reserve", {"notify": False})["trip"]  # type: ignore[no-any-return]

    def save(self, slot: int, guests: int) -> dict[str, Any]:
        """Make, hold and price a trip."""
        return self.post("/api/trip/save", self.cart(slot, guests))["trip"]  # type: ignore[no-any-return]

    def cart(self, slot: int, guests: int) -> dict[str, Any]:
        """Return the body of that call."""
        order = self.orders[slot]
        quantities = [{"experience_customer_type_id": order["kind"], "qty": guests}]
        wanted = {"experience_id": order["experience_id"], "timeslot_id": slot, "quantities": quantities}
        return {"method": "phone", "contact": _CONTACT, "orders": [wanted]}


_CONTACT: Final = {"first_name": "Ana", "last_name": "Ruiz", "email": "ana@example.com"}


def run() -> list[Row]:
    """Measure selling four guests, and the growing party."""
    with stage():
        for experience_id in make_experiences(5):
            make_times(experience_id, days=40)
        make_owner()
        slots = widened()
        analyze()
        desk = desk_of(slots)
        rows = _statements(desk, slots)
        if shutil.which("pgbench"):
            rows += _beside(slots)
        return [*rows, *_growing(desk_of(slots), slots[-1])]


def widened() -> list[int]:
    """Return departures that never fill up, a few of all there are."""
    from outfitter_tenants.catalog.models import Experience
    from outfitter_tenants.scheduling.models import Timeslot

    Experience.objects.update(max_pax=1000)
    Timeslot.objects.update(capacity=1_000_000)
    return list(Timeslot.objects.order_by("id").values_list("id", flat=True))[:SPREAD]


def desk_of(slots: Sequence[int]) -> Desk:
    """Return the owner at a desk, signed in, who can sell these departures."""
    from django.conf import settings
    from django.test import Client

    from outfitter_tenants.catalog import queries as catalog
    from outfitter_tenants.scheduling import queries as scheduling

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(HTTP_HOST="bench.localhost", headers={"X-Requested-With": "XMLHttpRequest"})

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = client.post(path, json.dumps(body), content_type="application/json")
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.content[:300]!r}")
        return answer.json()  # type: ignore[no-any-return]

    post("/api/login", {"email": EMAIL, "password": PASSWORD})
    rows = scheduling.get_timeslot_refs(ids=slots)
    kinds = {row.id: row.online_types[0].id for row in catalog.list_live()}
    orders = {
        pk: {"experience_id": row.experience_id, "kind": kinds[row.experience_id]} for pk, row in rows.items()
    }
    return Desk(post, orders)


def _statements(desk: Desk, slots: Sequence[int]) -> list[Row]:
    desk.sell(slots[0])
    trip: dict[str, Any] = {}
    saving, inside_save = _counted(lambda: trip.update(desk.save(slots[0], GUESTS)))
    path = f"/api/trip/{trip['id']}/reserve"
    reserving, inside_reserve = _counted(lambda: desk.post(path, {"notify": False}))
    save, reserve = _processor_times(desk, slots)
    return [
        Row("statements of the request that makes, holds and prices", saving, "", at_most(10)),
        Row("statements of the request that reserves", reserving, "", at_most(12)),
        Row("  of them inside its transaction: makes, holds and prices", inside_save, ""),
        Row("  of them inside its transaction: reserves", inside_reserve, ""),
        Row("processor time of the product: makes, holds and prices", save, "ms", at_most(12)),
        Row("processor time of the product: reserves", reserve, "ms", at_most(12)),
    ]


def _processor_times(desk: Desk, slots: Sequence[int]) -> tuple[float, float]:
    """Return what a save and a reservation take of this process, the database's part aside."""
    saves, reservations = [], []
    for slot in slots[:TIMES]:
        begin = time.process_time()
        trip = desk.save(slot, GUESTS)
        between = time.process_time()
        desk.post(f"/api/trip/{trip['id']}/reserve", {"notify": False})
        saves.append(1000 * (between - begin))
        reservations.append(1000 * (time.process_time() - between))
    return middle(saves), middle(reservations)


def _counted(work: Callable[[], Any]) -> tuple[int, int]:
    """Return how many statements this work took, BEGIN and COMMIT too, and its longest transaction."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as caught:
        work()
    return len(caught), _of_longest(caught)


def _of_longest(caught: Any) -> int:
    longest = now = 0
    for query in caught.captured_queries:
        words = str(query["sql"]).split(None, 1)
        if words and words[0] == "BEGIN":
            now = 0
        elif words and words[0] in {"COMMIT", "ROLLBACK"}:
            longest, now = max(longest, now), 0
        elif not (words and words[0] in {"SAVEPOINT", "RELEASE"}):
            now += 1
    return longest


def _beside(slots: Sequence[int]) -> list[Row]:
    ours, bare = [], []
    for _ in range(ROUNDS):
        ours.append(_product(slots))
        bare.append(pgbench(_SAVE + _RESERVE, seconds=SECONDS, clients=CLIENTS))
    rate, floor = middle(ours), middle(bare)
    return [
        Row("trips of four guests, over HTTP", rate, "trips/s", at_least(60)),
        Row("the same rows, pgbench", floor, "trips/s"),
        Row("  trips of four guests: product / bare", rate / floor, "x", at_least(0.13)),
        Row("counters that differ from their rows", _drift(), "", at_most(0)),
    ]


def _drift() -> int:
    from outfitter_tenants.scheduling import queries as scheduling
    from outfitter_tenants.trips.models import Trip

    # What pgbench wrote counts no seats of its own.
    Trip.objects.filter(contact_email="ana@example.com", trip_method_id=1).delete()
    return len(scheduling.count_drift())


def _product(slots: Sequence[int]) -> float:
    """Return the trips a second that desks sell through the product's own server."""
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    client = Client(HTTP_HOST=SITE, headers={"X-Requested-With": "XMLHttpRequest"})
    login = json.dumps({"email": EMAIL, "password": PASSWORD})
    if client.post("/api/login", login, content_type="application/json").status_code != 200:
        raise RuntimeError("the owner was not let in")
    token = "t" * 32
    cookies = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())
    headers = {
        "Host": SITE,
        "Cookie": f"{cookies}; {settings.CSRF_COOKIE_NAME}={token}",
        "X-CSRFToken": token,
        "X-Requested-With": "XMLHttpRequest",
        "Content-Type": "application/json",
        "Accept-Encoding": "gzip",
    }
    desk, port = desk_of(slots), free_port()
    carts = [json.dumps(desk.cart(slot, GUESTS)).encode() for slot in slots]
    env = {
        "DATABASE_URL": database_address(),
        "OUTFITTER_LOG_LEVEL": "ERROR",
        "OUTFITTER_WEB_WORKERS": str(os.cpu_count() or 2),
    }
    with served(shielded(port), port, env):
        return trips_a_second(
            port, headers=headers, carts=carts, desks=CLIENTS, warming=WARMING, seconds=SECONDS
        )


def _growing(desk: Desk, slot: int) -> list[Row]:
    """Add guests one by one to a sold trip until it has fifty."""
    trip = desk.sell(slot)
    order, kind = trip["tripOrders"][0]["id"], desk.orders[slot]["kind"]
    body = {"quantities": [{"experience_customer_type_id": kind, "qty": 1}]}
    took = []
    for _ in range(PARTY):
        begin = time.perf_counter()
        desk.post(f"/api/tripOrder/{order}/booking/add", body)
        took.append(1000 * (time.perf_counter() - begin))
    first, last = middle(took[:5]), middle(took[-5:])
    return [
        Row("adding a guest to a party of four", first, "ms"),
        Row(f"adding the {PARTY}th guest", last, "ms"),
        Row(f"  adding a guest: the {PARTY}th / to a party of four", last / first, "x", at_most(2)),
    ]


if __name__ == "__main__":
    main(run)
