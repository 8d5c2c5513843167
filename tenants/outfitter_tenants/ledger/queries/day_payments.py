"""What was paid and given back on the operator's days, by way of paying (domain.md 6.5, 3 and 5)."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db import connection

from outfitter.kit import zones

# A card counts as the gateway's only where one of its intents took it; a card that staff charged on a
# reader of their own is other money. `reversed` payments are void or lost. OFFSET has each payment's trip
# looked up: a few weeks have far fewer payments than an operator has trips.
_PAID: Final = """
SELECT (p.received_at AT TIME ZONE %(zone)s)::date, p.currency,
       CASE WHEN p.method IN ('card', 'card_present', 'wallet') AND p.intent_id IS NOT NULL THEN
              CASE WHEN p.method = 'card_present' OR i.channel = 'pos_terminal' THEN 'card_present'
                   WHEN i.channel = 'moto' THEN 'card_moto' ELSE 'card_online' END
            WHEN p.method = 'cash' THEN 'cash'
            WHEN p.method IN ('check', 'wire', 'bank_transfer') THEN 'check_wire'
            WHEN p.method IN ('gift_card', 'credit') THEN 'gift'
            WHEN p.method = 'ota_prepaid' THEN 'ota'
            WHEN p.method IN ('reseller_account', 'voucher') THEN 'reseller'
            ELSE 'other' END,
       p.intent_id IS NOT NULL, count(*), sum(p.amount)::bigint
  FROM ledger_payment p
  JOIN LATERAL (
    SELECT FROM trips_trip t JOIN trips_tripmethod m ON m.id = t.trip_method_id
     WHERE t.id = p.trip_id AND m.slug <> 'import' OFFSET 0) AS own ON true
  LEFT JOIN ledger_intent i ON i.id = p.intent_id
 WHERE p.kind = 'payment' AND p.status IN ('succeeded', 'disputed')
   AND p.received_at >= %(begin)s AND p.received_at < %(end)s
 GROUP BY 1, 2, 3, 4
UNION ALL
SELECT (received_at AT TIME ZONE %(zone)s)::date, currency, 'invoice', true, count(*), sum(amount)::bigint
  FROM ledger_invoicecharge WHERE received_at >= %(begin)s AND received_at < %(end)s
 GROUP BY 1, 2
UNION ALL
SELECT (p.received_at AT TIME ZONE %(zone)s)::date, p.currency, 'refund',
       p.route IN ('gateway', 'terminal'), count(*), sum(p.amount)::bigint
  FROM ledger_payment p
  JOIN LATERAL (
    SELECT FROM trips_trip t JOIN trips_tripmethod m ON m.id = t.trip_method_id
     WHERE t.id = p.trip_id AND m.slug <> 'import' OFFSET 0) AS own ON true
 WHERE p.kind = 'refund' AND p.status = 'succeeded'
   AND p.received_at >= %(begin)s AND p.received_at < %(end)s
 GROUP BY 1, 2, 4
UNION ALL
SELECT (r.settled_at AT TIME ZONE %(zone)s)::date, c.currency, 'refund', true, count(*), sum(r.amount)::bigint
  FROM ledger_invoicechargerefund r JOIN ledger_invoicecharge c ON c.id = r.charge_id
 WHERE r.status = 'succeeded' AND r.settled_at >= %(begin)s AND r.settled_at < %(end)s
 GROUP BY 1, 2
"""


@dataclass(frozen=True, slots=True)
class Taken:
    """
    What came in one way on a day, or (`refund`) went back; minor units, tips included.

    `way` is card_online, card_present, card_moto, cash, check_wire, other, gift, ota, reseller,
    invoice (a partner's, paid by card) or refund.
    """

    day: date
    currency: str
    way: str
    is_at_gateway: bool
    cnt: int
    amount: int


def payments_by_day(*, first: date, last: date, time_zone: str) -> list[Taken]:
    """Return what was paid and given back from `first` to `last`; what imported trips had paid is not."""
    values: dict[str, str | datetime] = {
        "zone": time_zone,
        "begin": zones.day_bounds(first, time_zone)[0],
        "end": zones.day_bounds(last, time_zone)[1],
    }
    with connection.cursor() as cursor:
        cursor.execute(_PAID, values)
        return [Taken(day, currency, way, bool(at), *n) for day, currency, way, at, *n in cursor.fetchall()]
