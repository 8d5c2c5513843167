"""
What departures came to, as SQL works it out for many at once (docs/adr/0123, docs/adr/0140).

What sales say is kept for each departure (docs/adr/0146): those that nothing changed since come from there,
all others from their rows, in one statement, so that either is as of the same moment.
Money is in the operator's currency: trips in another one are no part of it. Nothing is estimated: a share
of what belongs to a whole trip is that of the order's total, rounded so that the shares make up the whole.
"""

from typing import Final

from outfitter.db.joined_figures import JoinedFigures

_CURRENCY: Final = "(SELECT currency FROM people_properties LIMIT 1)"
# Departures that a change is marked of. OFFSET keeps the planner from reading all orders for a few marks.
MARKED: Final = """
SELECT m.about_id AS id FROM reports_departuremark m WHERE m.kind = 'departure'
UNION
SELECT o.timeslot_id FROM reports_departuremark m, LATERAL (
         SELECT timeslot_id FROM trips_triporder WHERE trip_id = m.about_id OFFSET 0) o WHERE m.kind = 'trip'
UNION
SELECT o.timeslot_id FROM reports_departuremark m, LATERAL (
         SELECT timeslot_id FROM trips_triporder WHERE id = m.about_id OFFSET 0) o WHERE m.kind = 'order'
"""
# What is asked about: as it is kept, or `fresh`, from its rows. OFFSET has each of them looked up: the
# planner would read the facts of all years for those of a month.
_KEPT: Final = f"""
marked AS MATERIALIZED ({MARKED}),
kept AS MATERIALIZED (
  SELECT f.* FROM asked, LATERAL (
           SELECT * FROM reports_departurefact WHERE timeslot_id = asked.id OFFSET 0) f
   WHERE f.currency = {_CURRENCY} AND NOT EXISTS (SELECT FROM marked WHERE marked.id = f.timeslot_id)
     AND NOT EXISTS (SELECT FROM reports_departuremark WHERE kind = 'all')),
fresh AS MATERIALIZED (
  SELECT asked.id FROM asked WHERE NOT EXISTS (SELECT FROM kept WHERE kept.timeslot_id = asked.id))
"""  # noqa: S608  # our own text
# The orders of trips that were sold: of what was called off, with what is kept of it.
_SOLD: Final = f"""
sold AS MATERIALIZED (
  SELECT o.id, o.timeslot_id, o.trip_id, o.status, o.total_amount AS own, p.reserved_at, t.start_at,
         p.total_amount AS total, p.commission_amount AS commission
    FROM fresh JOIN scheduling_timeslot t ON t.id = fresh.id
    JOIN trips_triporder o ON o.timeslot_id = fresh.id
    JOIN trips_trip p ON p.id = o.trip_id AND p.status IN ('reserved', 'under_review')
     AND p.currency = {_CURRENCY})
"""  # noqa: S608  # our own text

# Orders with taxes and fees and what is kept of canceled ones; guests and who of them stayed away; and from
# when orders were reserved to the start, in whole minutes: who booked on the spot did so at once.
_COUNTED: Final = """
orders AS (
  SELECT sold.timeslot_id AS id, count(*) FILTER (WHERE sold.status = 'active') AS order_cnt,
         sum(greatest(0, floor(extract(epoch FROM sold.start_at - sold.reserved_at) / 60)))
           FILTER (WHERE sold.status = 'active')::bigint AS lead_minutes,
         sum(sold.own)::bigint AS total_amount
    FROM sold GROUP BY sold.timeslot_id),
guests AS (
  SELECT sold.timeslot_id AS id, count(*) AS guest_cnt,
         count(*) FILTER (WHERE s.kind = 'no_show') AS no_show_cnt
    FROM sold JOIN trips_booking b ON b.trip_order_id = sold.id AND b.cancelled_at IS NULL
    JOIN trips_bookingstatus s ON s.id = b.booking_status_id
   WHERE sold.status = 'active' GROUP BY sold.timeslot_id)
"""
COUNTS: Final = JoinedFigures(
    keys=("order_cnt", "guest_cnt", "no_show_cnt", "lead_minutes", "total_amount"),
    parts=", ".join((_KEPT, _SOLD, _COUNTED)),
    sql="""
SELECT timeslot_id AS id, order_cnt, guest_cnt, no_show_cnt, lead_minutes, total_amount FROM kept
UNION ALL
SELECT orders.id, order_cnt, guest_cnt, no_show_cnt, lead_minutes, total_amount
  FROM orders LEFT JOIN guests ON guests.id = orders.id
""",
)

# Without taxes, tips and the booking fee: none of them is the operator's for the tour.
_REVENUE: Final = """
revenue AS (
  SELECT sold.timeslot_id AS id,
         sum(CASE WHEN l.kind = 'tax' AND l.is_inclusive THEN -l.amount
                  WHEN l.is_inclusive OR l.kind IN ('tax', 'tip', 'booking_fee') THEN 0
                  ELSE l.amount END)::bigint AS revenue_amount
    FROM sold JOIN trips_priceline l ON l.trip_id = sold.trip_id AND l.trip_order_id = sold.id
     AND l.voided_at IS NULL
   GROUP BY sold.timeslot_id)
"""
# What the gateway and the platform kept of a trip's payments.
_FEES: Final = """
fees AS (
  SELECT y.trip_id, sum(coalesce((y.fee->>'processing_amount')::bigint, 0)
                      + coalesce((y.fee->>'platform_amount')::bigint, 0)) AS fee
    FROM (SELECT DISTINCT trip_id FROM sold) one JOIN ledger_payment y ON y.trip_id = one.trip_id
   WHERE y.kind = 'payment' AND y.status IN ('succeeded', 'disputed', 'reversed') AND y.fee <> '{}'
     AND coalesce(y.fee->>'currency', y.currency) = y.currency
   GROUP BY y.trip_id)
"""
# Where an order begins and ends in its trip: shares are cut at the running total, so that they add up.
_PLACES: Final = """
places AS (
  SELECT x.id, sum(x.total_amount) OVER (PARTITION BY x.trip_id ORDER BY x.position, x.id) AS upto,
         sum(x.total_amount) OVER (PARTITION BY x.trip_id) AS orders
    FROM (SELECT sold.trip_id FROM sold LEFT JOIN fees ON fees.trip_id = sold.trip_id
           WHERE sold.commission <> 0 OR fees.fee <> 0 GROUP BY sold.trip_id) one
    JOIN trips_triporder x ON x.trip_id = one.trip_id)
"""


def _share(amount: str, whole: str) -> str:
    """Return the part of a trip's amount that an order bears."""
    upto = f"round({amount}::numeric * upto / {whole})"
    return f"coalesce(sum({upto} - round({amount}::numeric * (upto - sold.own) / {whole})), 0)::bigint"


# What was bought from the shelf bears its part of what payments cost.
_SHARES: Final = f"""
shares AS (
  SELECT sold.timeslot_id AS id, {_share("sold.commission", "orders")} AS commission_amount,
         {_share("fees.fee", "greatest(sold.total, orders)")} AS gateway_fee_amount
    FROM sold JOIN places ON places.id = sold.id AND places.orders > 0
    LEFT JOIN fees ON fees.trip_id = sold.trip_id
   GROUP BY sold.timeslot_id)
"""  # noqa: S608  # our own text
# Somebody is booked on it: in whatever currency.
_IS_BOOKED: Final = """
EXISTS (SELECT 1 FROM trips_triporder o JOIN trips_trip p ON p.id = o.trip_id
         WHERE o.timeslot_id = fresh.id AND o.status = 'active' AND p.status IN ('reserved', 'under_review'))
"""
_SALES: Final = f"""
sales AS MATERIALIZED (
  SELECT timeslot_id AS id, revenue_amount, commission_amount, gateway_fee_amount, is_booked FROM kept
  UNION ALL
  SELECT fresh.id, revenue_amount, commission_amount, gateway_fee_amount, {_IS_BOOKED}
    FROM fresh LEFT JOIN revenue ON revenue.id = fresh.id LEFT JOIN shares ON shares.id = fresh.id)
"""  # noqa: S608  # our own text
# It went if it was not called off and somebody was booked on it. OFFSET as above: never all departures.
_WENT: Final = """
went AS MATERIALIZED (
  SELECT sales.id, t.start_at, t.end_at
    FROM sales, LATERAL (
           SELECT start_at, end_at FROM scheduling_timeslot
            WHERE id = sales.id AND status <> 'cancelled' OFFSET 0) t
   WHERE sales.is_booked)
"""
_GUIDES: Final = """
guides AS (
  SELECT went.id, sum(coalesce(f.pay_per_departure, 0)
       + round(coalesce(f.pay_per_hour, 0) * extract(epoch FROM went.end_at - went.start_at) / 3600))::bigint
         AS guide_pay_amount
    FROM went
    JOIN (SELECT one.timeslot_id, one.user_avatar_id
            FROM went JOIN scheduling_timeslotguide one ON one.timeslot_id = went.id
           WHERE one.status IN ('assigned', 'confirmed')
           UNION
          SELECT one.timeslot_id, one.user_avatar_id
            FROM went JOIN scheduling_bookingguide one ON one.timeslot_id = went.id) g
      ON g.timeslot_id = went.id
    JOIN scheduling_guideprofile f ON f.user_avatar_id = g.user_avatar_id
   WHERE f.pay_per_departure IS NOT NULL OR f.pay_per_hour IS NOT NULL
   GROUP BY went.id)
"""
_RESOURCES: Final = """
outings AS (
  SELECT b.timeslot_id, b.resource_id, range_agg(tstzrange(b.start_at, b.end_at)) AS spans
    FROM went JOIN scheduling_bookingresource b ON b.timeslot_id = went.id AND b.hold_id IS NULL
    JOIN scheduling_resource r ON r.id = b.resource_id
     AND (r.cost_per_departure IS NOT NULL OR r.cost_per_hour IS NOT NULL)
   GROUP BY b.timeslot_id, b.resource_id),
resources AS (
  SELECT outings.timeslot_id AS id, sum(coalesce(r.cost_per_departure, 0)
       + round(coalesce(r.cost_per_hour, 0)
               * (SELECT sum(extract(epoch FROM upper(span) - lower(span))) FROM unnest(outings.spans) span)
               / 3600))::bigint AS resource_cost_amount
    FROM outings JOIN scheduling_resource r ON r.id = outings.resource_id
   GROUP BY outings.timeslot_id)
"""
PROFITS: Final = JoinedFigures(
    keys=(
        "revenue_amount",
        "commission_amount",
        "guide_pay_amount",
        "resource_cost_amount",
        "gateway_fee_amount",
    ),
    parts=", ".join((_KEPT, _SOLD, _REVENUE, _FEES, _PLACES, _SHARES, _SALES, _WENT, _GUIDES, _RESOURCES)),
    sql="""
SELECT sales.id, revenue_amount, commission_amount, guide_pay_amount, resource_cost_amount, gateway_fee_amount
  FROM sales LEFT JOIN guides ON guides.id = sales.id LEFT JOIN resources ON resources.id = sales.id
""",
)
_SUMS: Final = (*COUNTS.keys, "revenue_amount", "commission_amount", "gateway_fee_amount")
# All that is kept of the departures `ids`, from their rows.
FACTS: Final = f"""
WITH fresh AS MATERIALIZED (SELECT id FROM scheduling_timeslot WHERE id = ANY(%(ids)s)),
{", ".join((_SOLD, _COUNTED, _REVENUE, _FEES, _PLACES, _SHARES))}
SELECT fresh.id, {_CURRENCY}, {", ".join(f"coalesce({key}, 0)" for key in _SUMS)}, {_IS_BOOKED}
  FROM fresh LEFT JOIN orders ON orders.id = fresh.id LEFT JOIN guests ON guests.id = fresh.id
  LEFT JOIN revenue ON revenue.id = fresh.id LEFT JOIN shares ON shares.id = fresh.id
"""  # noqa: S608  # our own text
WRITE: Final = f"""
INSERT INTO reports_departurefact (timeslot_id, currency, {", ".join(_SUMS)}, is_booked) {FACTS}
"""  # our own text
