"""
Days of an operator's billing go by: what was done moves into the past, and its daily step runs.

Clocks of the running processes stay: it is the dates of the rows that move, so that every job,
mail and charge is the product's own.
"""

from tests.e2e.support.shop import Shop
from tests.e2e.support.wait_conditions import wait_for

# What happened when, table by table; `account_id` is the operator.
_DAYS = {
    "billing_subscription": "started_on anchor_on billed_until paused_on",
    "billing_billingaccount": "overdue_since notice_on",
    "billing_billingstatement": "period_from period_to issued_on due_on settled_on refused_on issued_at",
    "billing_billingpayment": "created_at paid_at",
    "billing_tripfee": "reserved_at",
    "billing_feemovement": "at",
}
_IDS = "SELECT id FROM accounts_account WHERE slug = %s"
# In the order in which their rows hold one another.
_TABLES = (
    "feemovement tripfee statementline billingpayment billingstatement subscription billingaccount "
    "planversion billingplan countrytax"
)


def pass_days(shop: Shop, days: int) -> None:
    """Let days go by for an operator, and do what the last of them asks for."""
    for table, columns in _DAYS.items():
        moved = ", ".join(f"{one} = {one} - {days} * interval '1 day'" for one in columns.split())
        shop.stack.sql(f"UPDATE {table} SET {moved} WHERE account_id = ({_IDS})", shop.slug)
    do_today(shop)


def do_today(shop: Shop) -> None:
    """Do what today asks for, the charges and the mails that follow from it."""
    shop.stack.sql(
        "INSERT INTO plugins_duejob (schema_name, kind, key, payload, status, attempt_cnt, next_at, error)"
        " VALUES (%s, 'upkeep', 'billing.day', '{\"name\": \"billing.day\", \"state\": {}}', 'waiting', 0,"
        " now(), '') ON CONFLICT (schema_name, kind, key) DO UPDATE"
        " SET status = 'waiting', attempt_cnt = 0, next_at = now(), done_at = NULL",
        shop.schema,
    )
    settle(shop)


def settle(shop: Shop) -> None:
    """Wait until nothing of billing is due any more."""
    query = (
        "SELECT 1 FROM plugins_duejob WHERE schema_name = %s AND done_at IS NULL"
        # Whoever is at work has the row until later.
        " AND (next_at <= now() OR status IN ('sent', 'running'))"
        " AND (kind LIKE 'billing.%%' OR key = 'billing.day') LIMIT 1"
    )
    wait_for(lambda: not shop.stack.sql(query, shop.schema), "the end of the day's work", 40)


def wait_for_fee(shop: Shop, trips: int) -> None:
    """Wait until so many trips of an operator have told billing of their fee."""
    query = f"SELECT count(*) AS found FROM billing_tripfee WHERE account_id = ({_IDS})"
    wait_for(lambda: shop.stack.sql(query, shop.slug)[0]["found"] == trips, f"{trips} fees")


def forget_billing(shop: Shop) -> None:
    """Delete all of it: the other journeys share this installation, and it bills nobody."""
    for name in _TABLES.split():
        shop.stack.sql(f"DELETE FROM billing_{name}")
    shop.stack.sql("UPDATE accounts_account SET is_billed = false")
