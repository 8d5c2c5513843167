"""How fast a month of the calendar is: SQL, answers built, answers kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, Final

from bench._stage import EXPERIENCES, Row, analyze, best, make_experiences, make_times, stage, table


def run() -> list[Row]:
    """Measure one month of forty experiences with twelve departures a day."""
    with stage():
        ids = make_experiences()
        rule = best(lambda: make_times(ids[-1], days=None), times=1)
        for experience_id in ids[:-1]:
            make_times(experience_id)
        analyze()
        return [
            Row("rule of 12 departures a day, 18 months made", rule, "ms"),
            *_sql(), *_answers(), *_http(),
        ]  # fmt: skip


def _sql() -> list[Row]:
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.calendar import queries
    from outfitter_tenants.catalog import queries as catalog

    at = utc_now()
    first = at.date()
    rows = catalog.list_live()

    def month(chosen: Any) -> float:
        return best(
            lambda: queries.days_in_range(
                experiences=chosen, first=first, last=first + timedelta(days=30), at=at
            )
        )

    bare, one = month(rows), month(rows[:1])
    with covering_index():
        covered = month(rows)
    return [
        Row(f"counters of 31 days, {EXPERIENCES} experiences", bare, "ms"),
        Row(f"counters of 31 days, {EXPERIENCES} experiences, covering index", covered, "ms"),
        Row("  plain / covering", bare / covered, "x"),
        Row("counters of 31 days, one experience", one, "ms"),
    ]


@contextmanager
def covering_index() -> Iterator[None]:
    """Put an index that carries the counters in place of the plain one."""
    _index("DROP INDEX timeslot_by_date", f"{_PLAIN} INCLUDE ({_COUNTERS})")
    try:
        yield
    finally:
        _index("DROP INDEX timeslot_by_date", _PLAIN)


_PLAIN: Final = "CREATE INDEX timeslot_by_date ON scheduling_timeslot (date, experience_id)"
_COUNTERS: Final = (
    "id, start_time, status, capacity, booked_pax_cnt, held_pax_cnt, online_allotment, "
    "online_booked_pax_cnt, online_held_pax_cnt, overbook_cnt, is_day_limited, min_price, "
    "cutoff_at_online, cutoff_at_direct"
)


def _index(*statements: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    analyze()


def _answers() -> list[Row]:
    from django.core.cache import cache

    from outfitter.kit.clock import utc_now
    from outfitter_tenants.calendar import bodies, ranges

    at = utc_now()
    first = at.date()
    wanted = ranges.Wanted(first, first + timedelta(days=30), None, None, True, False, False, False)
    cache.clear()
    head = ranges.head(wanted=wanted, at=at)
    built = best(lambda: bodies.pack(ranges.head(wanted=wanted, at=at)), times=8)
    packed = ranges.public_answer(wanted=wanted, at=at)
    kept = best(
        lambda: bodies.gzipped(ranges.public_answer(wanted=wanted, at=at), b',"requestId":1}')
    )
    return [
        Row("answer with prices, plain", len(head) / 1024, "KB"),
        Row("answer with prices, compressed", len(packed.data) / 1024, "KB"),
        Row("answer with prices, built", built, "ms"),
        Row("answer with prices, kept", kept, "ms"),
        Row("  built / kept", built / kept, "x"),
    ]


def _http() -> list[Row]:
    from django.core.cache import cache
    from django.test import Client

    from outfitter.accounts import operations
    from outfitter.accounts.models import Account
    from outfitter.db.current import in_schema
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.scheduling import freshness

    at = utc_now()
    account = Account.objects.get(slug="bench")
    operations.add_domain(account=account, at=at)
    operations.open_account(account=account)
    client = Client(HTTP_HOST="bench.localhost", HTTP_ACCEPT_ENCODING="gzip")
    first, last = at.date(), at.date() + timedelta(days=30)
    path = f"/api/experiences/getInDateRange/{first}/{last}"

    def ask() -> None:
        answer = client.post(path, {"showPrices": True}, content_type="application/json")
        assert answer.status_code == 200, answer.content  # noqa: S101

    def ask_anew() -> None:
        with in_schema("t_bench"):
            freshness.touch_everything()
        ask()

    cache.clear()
    anew, kept = best(ask_anew, times=8), best(ask, times=40)
    return [
        Row("HTTP, one request after a change", anew, "ms"),
        Row("HTTP, one request, kept", kept, "ms"),
        Row("  after a change / kept", anew / kept, "x"),
    ]


if __name__ == "__main__":
    print(table(run()))
