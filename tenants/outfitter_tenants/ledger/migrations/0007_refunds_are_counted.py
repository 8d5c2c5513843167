"""The database counts what of a payment went back: no two people can give back more than there is."""

from django.db import migrations

COUNT = """
CREATE FUNCTION ledger_count_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  given bigint := 0;
  given_tip bigint := 0;
  payment bigint;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    payment := OLD.parent_payment_id;
    IF OLD.status IN ('pending', 'pending_funds', 'succeeded') THEN
      given := given - OLD.amount;
      given_tip := given_tip - OLD.tip_amount;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    payment := NEW.parent_payment_id;
    IF NEW.status IN ('pending', 'pending_funds', 'succeeded') THEN
      given := given + NEW.amount;
      given_tip := given_tip + NEW.tip_amount;
    END IF;
  END IF;
  IF given <> 0 OR given_tip <> 0 THEN
    UPDATE ledger_payment
    SET refunded_amount = refunded_amount + given,
      refunded_tip_amount = refunded_tip_amount + given_tip
    WHERE id = payment AND kind = 'payment';
    IF NOT FOUND THEN
      RAISE EXCEPTION 'only payments are given back' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_refund_added AFTER INSERT ON ledger_payment
FOR EACH ROW WHEN (NEW.kind = 'refund') EXECUTE FUNCTION ledger_count_refund();
CREATE TRIGGER ledger_refund_changed
AFTER UPDATE OF status, amount, tip_amount ON ledger_payment
FOR EACH ROW WHEN (NEW.kind = 'refund') EXECUTE FUNCTION ledger_count_refund();
CREATE TRIGGER ledger_refund_deleted AFTER DELETE ON ledger_payment
FOR EACH ROW WHEN (OLD.kind = 'refund') EXECUTE FUNCTION ledger_count_refund();

-- Whoever saves a row they read earlier does not take the count back to what it was then. A payment
-- that becomes void is void as a whole: the constraint refuses that once some of it went back.
CREATE FUNCTION ledger_keep_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.refunded_amount := OLD.refunded_amount;
  NEW.refunded_tip_amount := OLD.refunded_tip_amount;
  IF NEW.kind = 'payment' AND NEW.status = 'reversed' AND NEW.reversed_amount = 0 THEN
    NEW.reversed_amount := NEW.amount;
    NEW.reversed_tip_amount := NEW.tip_amount;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_count_kept BEFORE UPDATE ON ledger_payment
FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION ledger_keep_count();
"""
UNCOUNT = """
DROP TRIGGER ledger_count_kept ON ledger_payment;
DROP FUNCTION ledger_keep_count();
DROP TRIGGER ledger_refund_deleted ON ledger_payment;
DROP TRIGGER ledger_refund_changed ON ledger_payment;
DROP TRIGGER ledger_refund_added ON ledger_payment;
DROP FUNCTION ledger_count_refund();
"""
WHAT_WENT_BACK = """
UPDATE ledger_payment p
SET refunded_amount = back.amount, refunded_tip_amount = back.tip_amount
FROM (
  SELECT parent_payment_id AS id, sum(amount) AS amount, sum(tip_amount) AS tip_amount
  FROM ledger_payment WHERE kind = 'refund' AND status IN ('pending', 'succeeded') GROUP BY 1
) back
WHERE back.id = p.id;
UPDATE ledger_payment
SET route = CASE WHEN intent_id IS NULL THEN 'manual' ELSE 'gateway' END WHERE kind = 'refund';
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_refunds")]
    operations = [
        migrations.RunSQL(WHAT_WENT_BACK, migrations.RunSQL.noop),
        migrations.RunSQL(COUNT, UNCOUNT),
    ]
