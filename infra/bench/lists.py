"""How fast pages of a list of a million trips are: every sort, first pages and late ones."""

from typing import Any, Final

from bench._bench_database import best, stage, vacuum
from bench._report import Row, at_most, main, sized

TRIPS: Final = sized(1_000_000, quick=100_000)
LATE: Final = sized(400, quick=100)
VIEW_AIM: Final = 50


def run() -> list[Row]:
    """Measure the list of trips as its route reads it."""
    with stage():
        fill()
        return [Row("trips", TRIPS, "rows"), *_sorts(), *_filters(), *_export()]


def fill(count: int = TRIPS, *, years: int = 1) -> None:
    """Make so many trips as an operator has them who sells all year, for so many years."""
    from django.db import connection

    with connection.cursor() as cursor:
        # A million rows go in many times faster without indexes; the same ones are made after.
        cursor.execute(_INDEXES, [connection.schema_name])  # type: ignore[attr-defined]
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        cursor.execute(_TRIPS, {"count": count, "years": years})
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for _, definition in indexes:
            cursor.execute(definition)
    vacuum("trips_trip")


def _sorts() -> list[Row]:
    from outfitter_tenants.trips.lists import TRIPS as LISTING

    rows, slowest = [], 0.0
    for column in LISTING.columns:
        if not column.is_sortable:
            continue
        for sign in ("", "-"):
            sort = f"{sign}{column.key}"
            cursor = _walk(sort, pages=LATE)
            first = best(lambda sort=sort: _page(sort=sort), times=5)
            late = best(lambda sort=sort, cursor=cursor: _page(sort=sort, cursor=cursor), times=5)
            slowest = max(slowest, first, late)
            rows += [Row(f"{sort}, first page", first, "ms"), Row(f"{sort}, page {LATE + 1}", late, "ms")]
    return [*rows, Row("slowest page of all sorts", slowest, "ms", at_most(VIEW_AIM))]


def _filters() -> list[Row]:
    sold = {"field": "status", "op": "in", "value": ["reserved", "under_review"]}
    coming = {"field": "first_start_at", "op": "between", "value": ["today", None]}
    owing = {"field": "balance_amount", "op": "gt", "value": 0}
    drafts = {"field": "status", "op": "in", "value": ["draft"]}
    asked: list[tuple[str, dict[str, Any]]] = [
        ("view: upcoming", {"sort": "first_start_at", "filters": [sold, coming]}),
        ("view: balance due", {"sort": "first_start_at", "filters": [sold, owing]}),
        ("view: drafts", {"sort": "-created_at", "filters": [drafts]}),
        ("search: a name of two", {"search": "name4711 ana"}),
        ("grouped by status", {"group_by": "status"}),
    ]
    views = at_most(VIEW_AIM)
    return [
        Row(name, best(lambda q=query: _page(**q), times=5), "ms", views if name.startswith("view") else None)
        for name, query in asked
    ]


def _export() -> list[Row]:
    from outfitter.db import lists
    from outfitter_tenants.trips.lists import TRIPS as LISTING

    reader = _reader()

    def read() -> None:
        wanted = lists.parse(LISTING, reader, sort="first_start_at")
        left = 50
        for part in lists.chunks(LISTING, wanted, reader, size=1000):
            lists.rows_of(LISTING, part, reader)
            left -= 1
            if not left:
                return

    return [Row("50,000 rows read for an export", best(read, times=1), "ms")]


def _reader() -> Any:
    from outfitter.db.lists import ListReader
    from outfitter.kit.clock import utc_now
    from outfitter_tenants.people.defaults import ALL_CODES

    return ListReader(frozenset(ALL_CODES), "America/New_York", utc_now())


def _page(**asked: Any) -> Any:
    from outfitter.db import lists
    from outfitter_tenants.trips.lists import TRIPS as LISTING

    reader = _reader()
    return lists.read_page(LISTING, lists.parse(LISTING, reader, **asked), reader)


def _walk(sort: str, *, pages: int) -> str:
    """Return the cursor behind so many pages of fifty."""
    from outfitter.db import lists
    from outfitter_tenants.trips.lists import TRIPS as LISTING

    reader, cursor = _reader(), ""
    for _ in range(pages // 4):
        wanted = lists.parse(LISTING, reader, sort=sort, limit=200, cursor=cursor)
        cursor = lists.next_chunk(LISTING, wanted, reader, size=200)[1] or ""
    return cursor


_INDEXES: Final = """
SELECT indexname, indexdef FROM pg_indexes
WHERE tablename = 'trips_trip' AND schemaname = %s AND indexname LIKE 'trip_by_%%'
"""
_TRIPS: Final = """
INSERT INTO trips_trip (
  hash, confirmation_code, status, trip_method_id, contact_first_name, contact_last_name,
  contact_email, locale, is_tax_exempt, tax_certificate, currency, subtotal_amount,
  discount_amount, fee_amount,
  tax_amount, booking_fee_amount, total_amount, tip_amount, paid_amount, refunded_amount,
  deposit_due_amount, commission_amount, net_due_amount, first_start_at, pax_cnt, reserved_at,
  is_marketing_opt_in, utm, created_at, changed_at, version, shelf, has_gift_cards
)
SELECT
  'h' || lpad(n::text, 20, '0'), 'B' || lpad(n::text, 8, '0'),
  CASE WHEN n %% 20 = 0 THEN 'draft' WHEN n %% 200 = 1 THEN 'deleted'
       WHEN n %% 500 = 2 THEN 'under_review' ELSE 'reserved' END,
  (SELECT min(id) FROM trips_tripmethod) + n %% 3,
  (ARRAY['Ana','Bo','Chen','Dirk','Eva','Färah','Gus'])[1 + n %% 7],
  'Name' || (n::bigint * 7919 %% 90000),
  'guest' || n || '@example.com', 'en', false, '', 'USD', total, 0, 0, 0, 0, total, 0,
  CASE WHEN n %% 10 = 3 THEN total / 2 ELSE total END, 0, 0, 0, 0,
  CASE WHEN n %% 20 = 0 THEN NULL ELSE at + interval '20 days' * (n %% 7) / 6 END,
  1 + n %% 9, CASE WHEN n %% 20 = 0 THEN NULL ELSE at END, false, '{}', at, at, 1,
  '{}', false
FROM (
  SELECT n, (1 + n::bigint * 31 %% 900) * 100 AS total,
         now() - interval '1 year' * %(years)s * ((n::bigint * 48271 %% 1000003)::float8 / 1000003) AS at
  FROM generate_series(1, %(count)s) AS n
) AS made
"""


if __name__ == "__main__":
    main(run)
