"""Taxes by when partners paid them, of before receipts were written: measured by our net, not by the price."""

from django.db import migrations

# What came before receipts was shared by the customer's price (migration 0022). Where a partner has the
# customer's money, our net is what a trip brings: paid in full, its taxes were only paid in part. Lines say
# what the price was when; the net of then is the same part of it as that of now. Trips whose taxes are
# already what their money makes them stay as they are: a later movement made up for it.
MEND = """
WITH partner AS (
  SELECT id AS trip_id, total_amount,
    CASE WHEN collect_type IN ('net_at_booking', 'reseller_collects') THEN net_due_amount
      ELSE total_amount - greatest(0, least(partner_deposit_amount, total_amount)) END AS whole
  FROM trips_trip WHERE reseller_id IS NOT NULL
), paid AS (
  SELECT partner.*, CASE WHEN whole > 0 THEN greatest(0, least(sum(amount), whole)) / whole ELSE 0 END AS share
  FROM partner JOIN ledger_entry entry ON account = 'trip' AND owner_id = partner.trip_id
  GROUP BY partner.trip_id, total_amount, whole
), wrong AS (
  SELECT trip_id, whole::numeric / total_amount AS part FROM paid
  WHERE whole <> total_amount AND total_amount > 0 AND (
    SELECT coalesce(sum(due), 0) FROM (
      SELECT round(share * sum(greatest(amount, 0))) AS due FROM trips_priceline line
      WHERE line.trip_id = paid.trip_id AND kind = 'tax' AND voided_at IS NULL GROUP BY ref_id, is_inclusive
    ) lines
  ) <> (SELECT coalesce(sum(amount), 0) FROM ledger_taxreceipt had WHERE had.trip_id = paid.trip_id)
), gone AS (
  DELETE FROM ledger_taxreceipt WHERE trip_id IN (SELECT trip_id FROM wrong)
), movement AS (
  SELECT entry.id, wrong.trip_id, part, currency, at,
    sum(amount) OVER (PARTITION BY wrong.trip_id ORDER BY at, entry.id) AS paid
  FROM wrong JOIN ledger_entry entry ON account = 'trip' AND owner_id = wrong.trip_id
), shared AS (
  SELECT movement.*,
    CASE WHEN price.whole > 0 THEN greatest(0, least(paid, price.whole)) / price.whole ELSE 0 END AS share
  FROM movement, LATERAL (
    SELECT round(part * sum(line.amount)) AS whole FROM trips_priceline line
    WHERE line.trip_id = movement.trip_id AND NOT line.is_inclusive AND line.created_at <= movement.at
      AND (line.voided_at IS NULL OR line.voided_at > movement.at)
  ) price
), due AS (
  SELECT shared.id, shared.trip_id, shared.currency, shared.at, line.ref_id, line.is_inclusive,
    max(line.label) AS label,
    round(share * coalesce(sum(greatest(line.amount, 0)) FILTER (WHERE lives.is_there), 0)) AS tax,
    round(share * coalesce(
      sum(line.base_amount) FILTER (WHERE lives.is_there AND line.amount > 0), 0)) AS base,
    round(share * coalesce(
      sum(line.base_amount) FILTER (WHERE lives.is_there AND line.amount <= 0), 0)) AS exempt
  FROM shared
  JOIN trips_priceline line ON line.trip_id = shared.trip_id AND line.kind = 'tax'
  CROSS JOIN LATERAL (
    SELECT line.created_at <= shared.at AND (line.voided_at IS NULL OR line.voided_at > shared.at) AS is_there
  ) lives
  GROUP BY shared.id, shared.trip_id, shared.currency, shared.at, share, line.ref_id, line.is_inclusive
), step AS (
  SELECT due.*, tax - coalesce(lag(tax) OVER before, 0) AS more_tax,
    base - coalesce(lag(base) OVER before, 0) AS more_base,
    exempt - coalesce(lag(exempt) OVER before, 0) AS more_exempt
  FROM due WINDOW before AS (PARTITION BY trip_id, ref_id, is_inclusive ORDER BY at, id)
)
INSERT INTO ledger_taxreceipt
  (entry_id, trip_id, ref_id, label, is_inclusive, amount, base_amount, exempt_amount, currency, at)
SELECT id, trip_id, ref_id, label, is_inclusive, more_tax, more_base, more_exempt, currency, at FROM step
WHERE more_tax <> 0 OR more_base <> 0 OR more_exempt <> 0 ORDER BY at, id;
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0025_platform_fees"), ("trips", "0023_sales_days_before_taxes")]
    operations = [migrations.RunSQL(MEND, migrations.RunSQL.noop)]
