"""Taxes by when they were paid: the database writes each entry's share of the taxes with the entry."""

import django.db.models.deletion
from django.db import migrations, models

# What of each tax has to have come in once so much of a trip has: the same part of it, rounded once.
# An entry brings what is missing of that, so that parts add up and a trip that is paid has paid its
# taxes to the cent; what goes back after a cancellation takes along what came in and is not owed now.
# What a trip brings is its price; our net where a partner has the customer's money (domain.md 4.17).
SHARE = """
CREATE FUNCTION ledger_share_taxes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid numeric;
  whole numeric;
BEGIN
  SELECT sum(amount) INTO paid FROM ledger_entry WHERE account = 'trip' AND owner_id = NEW.owner_id;
  SELECT CASE
    WHEN reseller_id IS NOT NULL AND collect_type IN ('net_at_booking', 'reseller_collects')
      THEN net_due_amount
    ELSE total_amount - greatest(0, least(partner_deposit_amount, total_amount)) END
  INTO whole FROM trips_trip WHERE id = NEW.owner_id;
  paid := CASE WHEN whole > 0 THEN greatest(0, least(paid, whole)) / whole ELSE 0 END;
  INSERT INTO ledger_taxreceipt
    (entry_id, trip_id, ref_id, label, is_inclusive, amount, base_amount, exempt_amount, currency, at)
  SELECT NEW.id, NEW.owner_id, ref_id, coalesce(due.label, had.label), is_inclusive,
    coalesce(due.tax, 0) - coalesce(had.tax, 0), coalesce(due.base, 0) - coalesce(had.base, 0),
    coalesce(due.exempt, 0) - coalesce(had.exempt, 0), NEW.currency, NEW.at
  FROM (
    SELECT ref_id, is_inclusive, max(label) AS label,
      round(paid * sum(greatest(amount, 0))) AS tax,
      round(paid * sum(CASE WHEN amount > 0 THEN coalesce(base_amount, 0) ELSE 0 END)) AS base,
      round(paid * sum(CASE WHEN amount > 0 THEN 0 ELSE coalesce(base_amount, 0) END)) AS exempt
    FROM trips_priceline
    WHERE trip_id = NEW.owner_id AND kind = 'tax' AND voided_at IS NULL GROUP BY ref_id, is_inclusive
  ) due
  FULL JOIN (
    SELECT ref_id, is_inclusive, max(label) AS label, sum(amount) AS tax, sum(base_amount) AS base,
      sum(exempt_amount) AS exempt
    FROM ledger_taxreceipt WHERE trip_id = NEW.owner_id GROUP BY ref_id, is_inclusive
  ) had USING (ref_id, is_inclusive)
  WHERE coalesce(due.tax, 0) <> coalesce(had.tax, 0) OR coalesce(due.base, 0) <> coalesce(had.base, 0)
    OR coalesce(due.exempt, 0) <> coalesce(had.exempt, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_taxes_shared AFTER INSERT ON ledger_entry
FOR EACH ROW WHEN (NEW.account = 'trip' AND NEW.owner_id IS NOT NULL)
EXECUTE FUNCTION ledger_share_taxes();
"""
UNSHARE = """
DROP TRIGGER ledger_taxes_shared ON ledger_entry;
DROP FUNCTION ledger_share_taxes();
"""
# The same for what came before, with each trip's price as it was then: lines say from when to when.
BEFORE = """
WITH movement AS (
  SELECT id, owner_id AS trip_id, currency, at,
    sum(amount) OVER (PARTITION BY owner_id ORDER BY at, id) AS paid
  FROM ledger_entry WHERE account = 'trip' AND owner_id IS NOT NULL
), part AS (
  SELECT movement.*,
    CASE WHEN price.whole > 0 THEN greatest(0, least(paid, price.whole)) / price.whole ELSE 0 END AS share
  FROM movement, LATERAL (
    SELECT sum(line.amount)::numeric AS whole FROM trips_priceline line
    WHERE line.trip_id = movement.trip_id AND NOT line.is_inclusive AND line.created_at <= movement.at
      AND (line.voided_at IS NULL OR line.voided_at > movement.at)
  ) price
), due AS (
  SELECT part.id, part.trip_id, part.currency, part.at, line.ref_id, line.is_inclusive,
    max(line.label) AS label,
    round(part.share * coalesce(sum(greatest(line.amount, 0)) FILTER (WHERE lives.is_there), 0)) AS tax,
    round(part.share * coalesce(
      sum(line.base_amount) FILTER (WHERE lives.is_there AND line.amount > 0), 0)) AS base,
    round(part.share * coalesce(
      sum(line.base_amount) FILTER (WHERE lives.is_there AND line.amount <= 0), 0)) AS exempt
  FROM part
  JOIN trips_priceline line ON line.trip_id = part.trip_id AND line.kind = 'tax'
  CROSS JOIN LATERAL (
    SELECT line.created_at <= part.at AND (line.voided_at IS NULL OR line.voided_at > part.at) AS is_there
  ) lives
  GROUP BY part.id, part.trip_id, part.currency, part.at, part.share, line.ref_id, line.is_inclusive
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
    dependencies = [("ledger", "0021_portal_payments"), ("trips", "0018_what_taxes_are_of")]
    operations = [
        migrations.CreateModel(
            name="TaxReceipt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ref_id", models.BigIntegerField()),
                ("label", models.CharField(max_length=160)),
                ("is_inclusive", models.BooleanField()),
                ("amount", models.BigIntegerField()),
                ("base_amount", models.BigIntegerField()),
                ("exempt_amount", models.BigIntegerField()),
                ("currency", models.CharField(max_length=3)),
                ("at", models.DateTimeField()),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.entry",
                    ),
                ),
                (
                    "trip",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="trips.trip",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(models.F("at"), models.F("id"), name="tax_receipt_by_day"),
                    models.Index(models.F("trip_id"), models.F("ref_id"), name="tax_receipt_by_trip"),
                ]
            },
        ),
        migrations.RunSQL(BEFORE, migrations.RunSQL.noop),
        migrations.RunSQL(SHARE, UNSHARE),
    ]
