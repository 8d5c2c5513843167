"""How fast anything is found among a million trips and half a million customers."""

import sys
import time
from dataclasses import replace
from typing import Any, Final

from bench._bench_database import middle, stage, vacuum
from bench._customers import crowd
from bench._report import Row, at_most, main, sized
from bench._trigram_search import instead

CROWD: Final = sized({"people": 500_000, "trips": 1_000_000}, quick={"people": 50_000, "trips": 100_000})
TIMES: Final = sized(25, quick=5)
WRITES: Final = sized(100, quick=50)
BLOCKS: Final = sized(4, quick=2)
P95_MS: Final = 50
# Kinds of questions, each with some of its kind.
QUESTIONS: Final = {
    "a common name": ["smith", "garcia", "müller", "John"],
    "one letter": ["a", "s", "m"],
    "two letters": ["an", "sm", "jo"],
    "first and last name": ["john smith", "smith john", "maria garcia", "wei nguyen"],
    "two beginnings": ["jo smi", "mar gar", "j smith", "ki gon"],
    "two names nobody has together": ["smith johnson", "garcia müller"],
    "a slip": ["smiht", "gracia", "johnsno", "rodrigez"],
    "two slips": ["jonh smiht", "mihcael jonse"],
    "a word nobody has": ["zzyzzyx", "qqqwwweee"],
    "name in another script": ["田中", "иванов", "김"],
    "phone, last digits": ["2000", "4711", "0815"],
    "phone, whole": ["{phone}", "{national}"],
    "phone, as it is typed": ["+1200", "+12005", "+120051"],
    "e-mail address": ["{email}", "john.smith", "john.smith@g"],
    "confirmation code": ["{code}", "{small_code}"],
    "group": ["reunion", "smith reunion"],
    "voucher": ["VO-1000", "vo500000"],
    "a reseller's agent": ["smith", "an", "jo smi", "smiht"],
}
AGENT: Final = "a reseller's agent"


def run() -> list[Row]:
    """Fill, ask, write with and without the index; `instead` measures what was not taken."""
    with stage():
        filled = _fill()
        others = instead(_timed, _one) if "instead" in sys.argv else []
        return [*filled, *_questions(), *_writes(), *others]


def _fill() -> list[Row]:
    from outfitter_tenants.search import registry

    # Without triggers and constraints: the crowd is right by construction.
    seeded = _timed(
        "SET session_replication_role = replica", crowd(**CROWD), "SET session_replication_role = DEFAULT"
    )
    filled = _timed(registry.fill(kind=1, name="customer"), registry.fill(kind=2, name="trip"))
    tables = ("search_posting", "search_entry", "customers_customer", "trips_trip")
    vacuum(*tables)
    index, own = (
        sum(_one(f"SELECT pg_total_relation_size('{name}')") for name in half)
        for half in (tables[:2], tables[2:])
    )
    return [
        Row("crowd made", seeded, "s"),
        Row("index filled", filled, "s"),
        Row("index", index / 2**20, "MB"),
        Row("  index / the tables themselves", index / own, "x"),
    ]


def _timed(*statements: str) -> float:
    """Run statements; returns how many seconds they took."""
    from django.db import connection

    begin = time.perf_counter()
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    return time.perf_counter() - begin


def _one(statement: str) -> Any:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def _questions() -> list[Row]:
    sample = {
        "phone": _one("SELECT phone FROM customers_customer WHERE id % 977 = 5 LIMIT 1"),
        "email": _one("SELECT email FROM customers_customer WHERE id % 977 = 6 LIMIT 1"),
        "code": _one("SELECT confirmation_code FROM trips_trip WHERE id % 977 = 7 LIMIT 1"),
    }
    sample["national"] = sample["phone"].removeprefix("+1")
    sample["small_code"] = sample["code"].replace("-", "").lower()
    rows: list[Row] = []
    worst = 0.0
    for kind, texts in QUESTIONS.items():
        asked = [text.format(**sample) for text in texts]
        times = sorted(_ask(asked, is_agent=kind == AGENT))
        p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
        worst = max(worst, p95)
        rows += [Row(f"{kind}, p50", p50, "ms"), Row(f"{kind}, p95", p95, "ms")]
    return [*rows, Row("slowest p95", worst, "ms", at_most(P95_MS))]


def _ask(texts: list[str], *, is_agent: bool) -> list[float]:
    """Return how long each of many askings took, in milliseconds; the first one warms up."""
    from babel import Locale

    from outfitter.api.principal import Principal
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.people.defaults import ALL_CODES
    from outfitter_tenants.search import queries

    caller = Principal("staff", 1, 1, "Bench", permissions=frozenset(ALL_CODES))
    if is_agent:
        caller = replace(caller, kind="agent", scope="reseller", reseller_id=1)
    reader = queries.Reader(Locale("en"), "America/New_York")
    times: list[float] = []
    for text in texts:
        question = queries.Question(text, queries.TYPES, 8, "en", 1)
        for turn in range(TIMES + 1):
            begin = time.perf_counter()
            queries.answer(question=question, caller=caller, reader=reader, at=utc_now())
            if turn:
                times.append((time.perf_counter() - begin) * 1000)
    return times


def _writes() -> list[Row]:
    """Compare what a change of a trip costs with the triggers and without, turn about."""
    found: dict[tuple[str, bool], list[float]] = {}
    changes = {
        "a trip's contact changed": "contact_last_name = contact_last_name || 'x'",
        "a trip's start moved": "first_start_at = first_start_at + interval '1 hour'",
        "a trip's total changed": "total_amount = total_amount + 1",
    }
    # In turns of many writes: switching makes the database plan the next ones anew.
    for turn in range(BLOCKS * 2):
        is_on = turn % 2 == 0
        _timed(f"ALTER TABLE trips_trip {'ENABLE' if is_on else 'DISABLE'} TRIGGER USER")
        for name, change in changes.items():
            for place in range(WRITES):
                key = (turn * WRITES + place) * 97 % CROWD["trips"] + 1
                seconds = _timed(f"UPDATE trips_trip SET {change} WHERE id = {key}")  # noqa: S608
                found.setdefault((name, is_on), []).append(seconds * 1000)
    _timed("ALTER TABLE trips_trip ENABLE TRIGGER USER")
    rows: list[Row] = []
    for name in changes:
        on, off = middle(found[(name, True)]), middle(found[(name, False)])
        rows += [
            Row(f"{name}, with the index", on, "ms"),
            Row(f"{name}, without", off, "ms"),
            Row("  with / without", on / off, "x"),
        ]
    return [*rows, *_whole_sale()]


def _whole_sale() -> list[Row]:
    """Compare what filling a cart costs, through the product's own operation."""
    from datetime import UTC, datetime, timedelta

    from bench._bench_database import make_experiences, make_times
    from outfitter_tenants.catalog import queries as catalog
    from outfitter_tenants.checkout.carts import operations as carts
    from outfitter_tenants.checkout.carts.types import CartActor, CartRequest, OrderRequest
    from outfitter_tenants.scheduling import queries as scheduling
    from outfitter_tenants.trips.operations.drafts import Contact

    (experience_id,) = make_experiences(1)
    make_times(experience_id, days=3)
    at = datetime.now(UTC)
    day = at.date() + timedelta(days=2)
    slots = [slot.id for slot in scheduling.timeslots_of_day(date=day) if slot.experience_id == experience_id]
    kind = catalog.experience_customer_types(experience_id=experience_id, audience="online")[0].id
    caller = CartActor("online", "ecommerce", None, None)
    times: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(60):
        is_on = turn % 2 == 0
        _timed(f"ALTER TABLE trips_trip {'ENABLE' if is_on else 'DISABLE'} TRIGGER USER")
        order = OrderRequest(None, experience_id, slots[turn % len(slots)], {kind: 1})
        contact = Contact("Ana", "Ruiz", f"ana{turn}@example.com", "+15550102000", None)
        cart = CartRequest(None, None, "en", contact, [order], {}, None)
        begin = time.perf_counter()
        carts.save_trip(cart=cart, caller=caller, at=at)
        times[is_on].append((time.perf_counter() - begin) * 1000)
    _timed("ALTER TABLE trips_trip ENABLE TRIGGER USER")
    on, off = middle(times[True]), middle(times[False])
    return [
        Row("a cart saved, with the index", on, "ms"),
        Row("a cart saved, without", off, "ms"),
        Row("  with / without", on / off, "x"),
    ]


if __name__ == "__main__":
    main(run, "instead")
