"""How fast news of money is taken, and what comparing a gateway's books with ours costs."""

import hashlib
import hmac
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from bench._bench_database import middle, stage, vacuum
from bench._customers import crowd
from bench._report import Row, at_most, main, sized

TRIPS: Final = sized(50_000, quick=10_000)
DAY: Final = 1_000
EVENTS: Final = 200
ANSWERED_MS: Final = 1000
SIGNED_WITH: Final = "whsec_of_the_bench"

# One card payment a trip with its charge, its postings and its line of the gateway's books.
FILL: Final = """
SET session_replication_role = replica;
INSERT INTO ledger_intent (uuid, gateway, gateway_id, kind, trip_id, amount, tip_amount, currency,
  capture, channel, status, hold_ids, update_cnt, created_at, settled_at, booking_ids, device,
  is_save_card, amount_mode, is_off_session, card_owner, purpose)
SELECT gen_random_uuid(), 'stripe', 'pi_' || id, 'payment', id, 5000, 0, 'USD', 'automatic', 'web',
  'succeeded', '{}', 0, now() - id * interval '2 minutes', now() - id * interval '2 minutes', '{}',
  '', false, 'balance', false, 'customer', 'payment'
FROM trips_trip;
INSERT INTO ledger_payment (trip_id, kind, method, amount, tip_amount, currency, status,
  refunded_amount, refunded_tip_amount, reversed_amount, reversed_tip_amount, is_terminal_only,
  intent_id, gateway_charge_id, fee, paid_by, covered_booking_ids, note, reference, received_at,
  created_at, ask_cnt, cash_rounding)
SELECT i.trip_id, 'payment', 'card', 5000, 0, 'USD', 'succeeded', 0, 0, 0, 0, false, i.id,
  'ch_' || i.trip_id, '{}', '{}', '{}', '', '', i.created_at, i.created_at,
  0, 0
FROM ledger_intent i;
INSERT INTO ledger_payouttransaction (gateway, gateway_id, kind, gross, fee, platform_amount, net,
  currency, source_id, charge_id, intent_id, payment_id, description, created_at)
SELECT 'stripe', 'txn_' || p.id, 'payment', 5000, 175, 50, 4825, 'USD', p.gateway_charge_id,
  p.gateway_charge_id, 'pi_' || p.trip_id, p.id, '', p.created_at
FROM ledger_payment p;
INSERT INTO ledger_posting (key, kind, trip_id, payment_id, reason, at)
SELECT 'payment:' || p.id, 'payment', p.trip_id, p.id, '', p.created_at FROM ledger_payment p;
INSERT INTO ledger_entry (posting_id, kind, trip_id, account, owner_id, amount, currency, at)
SELECT s.id, 'payment', s.trip_id, a.account, a.owner, a.amount, 'USD', s.at
FROM ledger_posting s, LATERAL (VALUES ('outside', NULL::bigint, -5000),
  ('trip', s.trip_id, 5000)) AS a (account, owner, amount);
SET session_replication_role = DEFAULT;
"""


def run() -> list[Row]:
    """Fill an operator's books, then take news, copy a day, compare and close."""
    with stage():
        _sql("SET session_replication_role = replica", crowd(people=5_000, trips=TRIPS))
        _sql(FILL)
        for name in ("intent", "payment", "payouttransaction", "posting", "entry"):
            vacuum(f"ledger_{name}")
        return [*_webhooks(), *_copying(), *_comparing(), *_closing()]


def _sql(*statements: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _measured(work: Callable[[], Any]) -> tuple[float, int]:
    """Return how long some work takes in milliseconds, and how many statements."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        begin = time.perf_counter()
        work()
        return (time.perf_counter() - begin) * 1000, len(asked)


def _signed_event(number: int) -> tuple[str, str]:
    thing = {"id": f"pi_{number}", "object": "payment_intent", "metadata": {}}
    kind = "payment_intent.succeeded"
    body = json.dumps({"id": f"evt_{number}", "type": kind, "livemode": False, "data": {"object": thing}})
    now = int(time.time())
    mark = hmac.new(SIGNED_WITH.encode(), f"{now}.{body}".encode(), hashlib.sha256).hexdigest()
    return body, f"t={now},v1={mark}"


def _webhooks() -> list[Row]:
    """Post signed events to the real address; what each answer took."""
    from django.conf import settings
    from django.db import connection
    from django.test import Client

    from outfitter.accounts import operations as accounts
    from outfitter.accounts.models import Account
    from outfitter.plugins import configs, fair_queue

    account = Account.objects.get(slug="bench")
    accounts.add_domain(account=account, at=datetime.now(UTC))
    accounts.open_account(account=account)
    settings.ALLOWED_HOSTS = ["*"]
    settings.STRIPE = {**settings.STRIPE, "webhook_secret": SIGNED_WITH}
    configs.enable(schema_name="t_bench", slug="stripe")
    fair_queue.serve_queues.after_commit = lambda: None
    caller, times = Client(HTTP_HOST="bench.localhost"), []
    for number in range(EVENTS):
        body, signature = _signed_event(number)
        begin = time.perf_counter()
        answer = caller.post(
            "/partner/stripe/webhook", body, "application/json", headers={"Stripe-Signature": signature}
        )
        times.append((time.perf_counter() - begin) * 1000)
        if answer.status_code != 200:
            raise SystemExit(f"a webhook was answered {answer.status_code}: {answer.content!r}")
    connection.set_tenant(account)  # type: ignore[attr-defined]
    times.sort()
    return [
        Row("webhook answered, p50", middle(times), "ms"),
        Row("webhook answered, p99", times[int(len(times) * 0.99)], "ms", at_most(ANSWERED_MS)),
    ]


def _copying() -> list[Row]:
    """Copy a day's lines of the gateway's books, first and again."""
    from outfitter.plugins.payments.balance_types import GatewayPayoutTransaction
    from outfitter.plugins.payments.types import FeeLine
    from outfitter_tenants.ledger import operations as ledger

    at, fees = datetime.now(UTC), (FeeLine("stripe_fee", 125), FeeLine("application_fee", 50))
    _sql(f"DELETE FROM ledger_payouttransaction WHERE payment_id <= {DAY}")  # noqa: S608
    lines = [
        GatewayPayoutTransaction(
            f"new_{n}",
            "payment",
            5000,
            175,
            4825,
            "USD",
            f"ch_{n}",
            f"ch_{n}",
            f"pi_{n}",
            fee_lines=fees,
            created_at=at,
        )
        for n in range(1, DAY + 1)
    ]

    def copy() -> None:
        ledger.write_transactions(gateway="stripe", lines=lines, at=at)

    (first, statements), (again, _) = _measured(copy), _measured(copy)
    return [
        Row(f"{DAY} lines copied and matched", first, "ms"),
        Row("  the same again", again, "ms"),
        Row("  statements", statements, ""),
    ]


def _comparing() -> list[Row]:
    """Compare the books of the last weeks, as the reconciler does."""
    from outfitter_tenants.ledger import queries as money

    at = datetime.now(UTC)
    since = at - timedelta(days=45)

    def compare() -> None:
        money.unmatched(gateway="stripe", limit=1000)
        money.differing(gateway="stripe", since=since)
        money.missing_at_gateway(gateway="stripe", since=since, until=at)
        money.open_intents(gateway="stripe", until=at, limit=50)
        money.open_refunds(until=at, limit=50)
        money.open_differences(gateway="stripe")

    took, statements = _measured(compare)
    return [Row(f"45 days of {TRIPS} payments compared", took, "ms"), Row("  statements", statements, "")]


def _closing() -> list[Row]:
    from outfitter_tenants.reports import day_close

    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    took, statements = _measured(
        lambda: day_close.close_day(day=yesterday, zone="UTC", currency="USD", at=datetime.now(UTC))
    )
    return [Row("a day closed", took, "ms"), Row("  statements", statements, "")]


if __name__ == "__main__":
    main(run)
