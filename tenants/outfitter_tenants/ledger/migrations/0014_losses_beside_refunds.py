"""A bank may take back what was handed back before; nobody else gives back more than is left."""

import django.db.models.expressions
from django.db import migrations, models

RULES = """
CREATE OR REPLACE FUNCTION ledger_count_refund() RETURNS trigger LANGUAGE plpgsql AS $$
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
    IF given > 0 AND EXISTS (
      SELECT FROM ledger_payment WHERE id = payment AND refunded_amount + reversed_amount > amount
    ) THEN
      RAISE EXCEPTION 'more is given back than is left' USING ERRCODE = 'check_violation';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION ledger_keep_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.refunded_amount := OLD.refunded_amount;
  NEW.refunded_tip_amount := OLD.refunded_tip_amount;
  IF NEW.kind = 'payment' AND NEW.status = 'reversed' AND NEW.reversed_amount = 0 THEN
    IF OLD.refunded_amount > 0 THEN
      RAISE EXCEPTION 'a part of this went back' USING ERRCODE = 'check_violation';
    END IF;
    NEW.reversed_amount := NEW.amount;
    NEW.reversed_tip_amount := NEW.tip_amount;
  END IF;
  RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0013_disputes"), ("trips", "0008_gift_cards")]

    operations = [
        migrations.RemoveConstraint(model_name="payment", name="refunds_within_payment"),
        migrations.RemoveConstraint(model_name="payment", name="refunds_leave_the_tip"),
        migrations.RemoveConstraint(model_name="payment", name="reversed_is_whole"),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("amount__gte", models.F("refunded_amount")),
                    ("refunded_amount__gte", 0),
                    ("refunded_tip_amount__gte", 0),
                    ("reversed_amount__gte", 0),
                    ("reversed_tip_amount__gte", 0),
                    (
                        "tip_amount__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("refunded_tip_amount"), "+", models.F("reversed_tip_amount")
                        ),
                    ),
                ),
                name="refunds_within_payment",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount__gte", models.F("reversed_amount"))),
                name="reversed_within_payment",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "amount__gte",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                models.F("tip_amount"), "+", models.F("refunded_amount")
                            ),
                            "-",
                            models.F("refunded_tip_amount"),
                        ),
                    )
                ),
                name="refunds_leave_the_tip",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "payment"), ("status", "reversed"), _negated=True),
                    (
                        "amount__lte",
                        django.db.models.expressions.CombinedExpression(
                            models.F("refunded_amount"), "+", models.F("reversed_amount")
                        ),
                    ),
                    _connector="OR",
                ),
                name="reversed_is_whole",
            ),
        ),
        migrations.RunSQL(RULES, migrations.RunSQL.noop),
    ]
