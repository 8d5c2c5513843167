"""The journal takes new rows only, and only postings that balance; what was paid so far is posted."""

from django.db import migrations

CREATE = """
CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER ledger_posting_append_only BEFORE UPDATE OR DELETE ON ledger_posting
FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE ON ledger_entry
FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only();

-- The statement that writes a posting writes it whole, so what it leaves has to balance at its end.
CREATE FUNCTION ledger_posting_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written GROUP BY posting_id HAVING sum(amount) <> 0)
  OR EXISTS (SELECT FROM written GROUP BY posting_id HAVING count(DISTINCT currency) > 1) THEN
    RAISE EXCEPTION 'a posting does not balance' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entry_balances AFTER INSERT ON ledger_entry
REFERENCING NEW TABLE AS written
FOR EACH STATEMENT EXECUTE FUNCTION ledger_posting_balances();
"""
DROP = """
DROP TRIGGER ledger_entry_balances ON ledger_entry;
DROP FUNCTION ledger_posting_balances();
DROP TRIGGER ledger_entry_append_only ON ledger_entry;
DROP TRIGGER ledger_posting_append_only ON ledger_posting;
DROP FUNCTION ledger_is_append_only();
"""
POST_WHAT_WAS_PAID = """
WITH moved AS (
  SELECT p.*, CASE kind WHEN 'payment' THEN 1 ELSE -1 END AS way FROM ledger_payment p
  WHERE status IN ('succeeded', 'disputed')
), posted AS (
  INSERT INTO ledger_posting (key, kind, trip_id, payment_id, gift_card_id, reason, by, at)
  SELECT kind || ':' || id, kind, trip_id, id, gift_card_id, '', collected_by, received_at FROM moved
  RETURNING id, payment_id
)
INSERT INTO ledger_entry (posting_id, kind, trip_id, account, owner_id, amount, currency, at)
SELECT posted.id, moved.kind, moved.trip_id, line.account, line.owner_id, line.amount, moved.currency,
  moved.received_at
FROM posted JOIN moved ON moved.id = posted.payment_id, LATERAL (VALUES
  ('outside', NULL::bigint, -way * amount),
  ('trip', moved.trip_id, way * (amount - tip_amount)),
  ('tip', NULL, way * tip_amount)
) AS line (account, owner_id, amount)
WHERE line.amount <> 0
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_journal")]
    operations = [
        migrations.RunSQL(POST_WHAT_WAS_PAID, migrations.RunSQL.noop),
        migrations.RunSQL(CREATE, DROP),
    ]
