"""An operator's sales of some months, told to the platform by its own work."""

from typing import Final

from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for

# So many days ago something was sold; the latest falls into the days that are told every day.
AGO: Final = (5, 10, 40, 70, 100)
_WHEN: Final = "now() - make_interval(days => %s)"
_EARLIER: Final = (
    f"UPDATE trips_priceline SET created_at = {_WHEN} WHERE trip_id = %s",
    f"UPDATE trips_trip SET created_at = {_WHEN} WHERE id = %s",
    f"UPDATE trips_trip SET reserved_at = {_WHEN} WHERE id = %s",
    f"UPDATE ledger_payment SET received_at = {_WHEN} WHERE trip_id = %s",
)
_STEP: Final = """
INSERT INTO plugins_duejob (schema_name, kind, key, payload, status, attempt_cnt, next_at, error)
VALUES (%s, 'upkeep', 'reports.day_facts', '{"name": "reports.day_facts", "state": {}}', 'waiting', 0,
  now(), '')
ON CONFLICT (schema_name, kind, key) DO UPDATE SET status = 'waiting', next_at = now(), done_at = NULL
"""
_PAYS: Final = """
INSERT INTO kpis_kpisubscriptionchange (account_id, subscription_id, at, state, plan, currency, list_price,
  recurring_discount, interval_months)
SELECT id, id, now() - make_interval(days => 90 * n), 'active', 'pro', 'EUR', 9900 - 2000 * n, 0, 1
  FROM accounts_account, generate_series(0, 1) AS n WHERE slug = %s
"""
_FEES: Final = """
UPDATE kpis_kpidailyaccount SET fee_expected = 500, fee_collected = 400, fee_waived_by_staff = 60,
  fee_invoice_unpaid = 40
 WHERE trips_reserved_cnt > 0 AND account_id = (SELECT id FROM accounts_account WHERE slug = %s)
"""
_KNOWN: Final = """
SELECT 1 FROM kpis_kpidailyaccount d JOIN accounts_account a ON a.id = d.account_id
 WHERE a.slug = %s AND d.trips_reserved_cnt > 0
"""


def tell(shop: Shop) -> None:
    """Sell over some months, and have the shop's work tell its days and its past."""
    stack = shop.stack
    tour = shop.add_tour(seats=40)
    stack.sql(
        "UPDATE accounts_account SET created_at = now() - interval '150 days' WHERE slug = %s", shop.slug
    )
    for days in AGO:
        email = f"guest-{days}@{shop.slug}.example"
        shop.buy(tour, tour.timeslot_ids[0], adults=2, email=email)
        trip_id = shop.trip_of(email)["id"]
        for statement in _EARLIER:
            shop.rows(statement, days, trip_id)
    stack.sql(_PAYS, shop.slug)
    stack.sql(_STEP, shop.schema)
    stack.commands.run("figures", "past", f"--account={shop.slug}")
    wait_for(lambda: len(stack.sql(_KNOWN, shop.slug)) == len(AGO), "the shop's days", seconds=120)
    # What billing would say of them.
    stack.sql(_FEES, shop.slug)
