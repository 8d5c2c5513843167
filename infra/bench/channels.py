"""
How fast channels are answered: a day and a year of one product, all products, a hold, a booking.

Forty products with twelve departures a day for two months and two for a year, under seasons and
rate sheets, with 30,000 bookings and 500 live holds beside. Measured on the server: from the call
of the SDK to its answer, statements and prices in it. What is booked is measured in processor time
as well, that of the product and that of its session in the database together.
"""

import time
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from itertools import count
from typing import Any, Final

from bench._bench_database import analyze, backend, cpu_of, middle, stage
from bench._report import Row, at_most, main, sized
from bench._season import make_month

ROUNDS: Final = sized(41, quick=9)
YEAR: Final = 365
DAY_AIM, YEAR_AIM = 25.0, 150.0
HOLD_AIM, BOOKING_AIM = 15.0, 25.0
HOLD_STATEMENTS, BOOKING_STATEMENTS = 15, 20


def run() -> list[Row]:
    """Measure what a channel asks most."""
    with stage():
        ids = make_month()
        _make_year(ids)
        connection, name = _connect(ids)
        analyze()
        return [*_reads(connection, name), *_writes(connection, name)]


def _make_year(ids: list[int]) -> None:
    """Let every product go on twice a day for the rest of a year."""
    from datetime import time as clock

    from bench._bench_database import DAYS
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.scheduling import operations as scheduling

    now = utc_now()
    first = now.date() + timedelta(days=DAYS + 1)
    draft = scheduling.RuleDraft(
        date_from=first, date_to=now.date() + timedelta(days=YEAR + 5), times=(clock(9), clock(14))
    )
    for experience_id in ids:
        scheduling.create_rule(experience_id=experience_id, draft=draft, is_dry_run=False, at=now)


def _connect(ids: list[int]) -> tuple[Any, str]:
    """Return a connection that sells everything, and the name of one product."""
    from uuid import uuid4

    from outfitter.db.locks import atomic
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.channels.models import ChannelConnection
    from outfitter_tenants.channels.operations import mappings
    from outfitter_tenants.channels.queries import connections
    from outfitter_tenants.resellers import operations as resellers

    at = utc_now()
    values = {
        "name": "Bench",
        "reseller_type": "ota",
        "payment_method": "invoice_manual",
        "collect_type": "reseller_collects",
        "commission_ppm": 200_000,
    }
    reseller_id = resellers.create_reseller(values=values, currency="USD", at=at)
    row = ChannelConnection.objects.create(
        uuid=uuid4(),
        channel="octo",
        title="Bench",
        state="live",
        reseller_id=reseller_id,
        key_digest=connections.digest_of("bench"),
        created_at=at,
        changed_at=at,
    )
    with atomic():
        mappings.create_mappings(connection=row, at=at)
    return connections.serialize_connection(row), str(ids[0])


def _reads(connection: Any, name: str) -> list[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter.sdk import channels

    today = utc_now().date()

    def days(first: date, count: int) -> Callable[[], Any]:
        last = first + timedelta(days=count - 1)
        return lambda: channels.availability(connection, product_id=name, date_from=first, date_to=last)

    def year() -> Any:
        return channels.calendar(
            connection, product_id=name, date_from=today, date_to=today + timedelta(days=YEAR - 1)
        )

    day = today + timedelta(days=3)
    units = [channels.UnitRequest(one.unit_id, 2) for one in _units(connection, name)]
    return [
        Row("departures of a year of one product", len(days(today, YEAR)()), ""),
        *_took("one day of one product", days(day, 1), DAY_AIM),
        *_took(
            "the same for a party",
            lambda: channels.availability(
                connection, product_id=name, date_from=day, date_to=day, units=units
            ),
            DAY_AIM,
        ),
        *_took("thirty days of one product", days(today, 30)),
        *_took("a year's calendar of one product", year, YEAR_AIM),
        *_took("a year's departures of one product", days(today, YEAR), YEAR_AIM),
        *_took("all forty products", lambda: channels.products(connection)),
    ]


def _units(connection: Any, name: str) -> Any:
    from outfitter.sdk import channels

    return channels.product(connection, name).options[0].units


class _Partner:
    """A channel that books two guests at a time, on one departure of a month after another."""

    def __init__(self, connection: Any, name: str) -> None:
        from outfitter.kit.clock import utc_now
        from outfitter.sdk import channels

        first = utc_now().date() + timedelta(days=YEAR - 30)
        found = channels.availability(
            connection, product_id=name, date_from=first, date_to=first + timedelta(days=29)
        )
        self.connection, self.name, self.numbers = connection, name, count()
        self.unit, self.departures = _units(connection, name)[0].unit_id, [one.id for one in found]

    def wish(self, contact: Any = None) -> Any:
        """Return a request by a reference of its own."""
        from outfitter.sdk import channels

        number = next(self.numbers)
        return channels.HoldRequest(
            reference=f"bench-{number}",
            product_id=self.name,
            option_id=None,
            departure=channels.DepartureRef(departure_id=self.departures[number % len(self.departures)]),
            units=(channels.UnitRequest(self.unit, 2),),
            details=channels.BookingDetails(contact=contact),
        )

    def of_stranger(self) -> Any:
        """Return a request for somebody whom nobody has heard of."""
        from outfitter.sdk import channels

        number = next(self.numbers)
        mail, phone = f"ana{number}@example.com", f"+120255{number:05}"
        return self.wish(channels.Contact("Ana", f"Ruiz{number}", mail, phone, "US"))


def _writes(connection: Any, name: str) -> list[Row]:
    from outfitter.sdk import channels

    partner = _Partner(connection, name)
    hold, book = partial(channels.hold, connection), partial(channels.book, connection)
    most, aim = BOOKING_STATEMENTS, BOOKING_AIM

    def confirm(held: Any) -> Any:
        return channels.confirm(connection, channels.BookingKey(uuid=held.uuid))

    def cancel(sold: Any) -> Any:
        return channels.cancel(connection, channels.BookingKey(uuid=sold.uuid))

    return [
        *_costs("a hold", partner.wish, hold, HOLD_STATEMENTS, HOLD_AIM),
        *_costs("a booking at once", partner.wish, book, most, aim),
        *_costs("a booking at once for somebody new", partner.of_stranger, book, most),
        *_costs("a hold confirmed", lambda: hold(partner.wish()), confirm),
        *_costs("a booking canceled", lambda: book(partner.wish()), cancel),
    ]


def _took(name: str, job: Callable[[], Any], aim: float | None = None) -> list[Row]:
    times = []
    statements = _counted(job)
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        job()
        times.append((time.perf_counter() - begin) * 1000)
    kept = None if aim is None else at_most(aim)
    return [
        Row(f"{name}: statements", statements, ""),
        Row(f"{name}: middle", middle(times), "ms", kept),
        Row(f"{name}: 90th", sorted(times)[int(ROUNDS * 0.9)], "ms"),
    ]


def _costs(
    name: str,
    ready: Callable[[], Any],
    work: Callable[[Any], Any],
    statements: int | None = None,
    aim: float | None = None,
) -> list[Row]:
    """Return what work costs that happens once to whatever is made ready for it."""
    server, times, costs = backend(), [], []
    work(ready())
    counted = _counted(partial(work, ready()))
    for _ in range(ROUNDS):
        thing = ready()
        busy, begin = time.thread_time() + cpu_of(server), time.perf_counter()
        work(thing)
        times.append((time.perf_counter() - begin) * 1000)
        costs.append((time.thread_time() + cpu_of(server) - busy) * 1000)
    most, kept = (None if figure is None else at_most(figure) for figure in (statements, aim))
    return [
        Row(f"{name}: statements", counted, "", most),
        Row(f"{name}: processor time", middle(costs), "ms", kept),
        Row(f"{name}: middle", middle(times), "ms"),
        Row(f"{name}: 90th", sorted(times)[int(ROUNDS * 0.9)], "ms"),
    ]


def _counted(job: Callable[[], Any]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as caught:
        job()
    return len(caught)


if __name__ == "__main__":
    main(run)
