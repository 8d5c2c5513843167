"""
Value that is sold costs at least itself, and what stands on a card is what its journal says.

Both are the database's word: whatever writes, a card's balance that is no sum of entries does not
get past the end of its transaction.
"""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import F, Q

CREATE = """
CREATE FUNCTION gift_card_is_worth_its_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  card bigint;
  is_wrong boolean;
BEGIN
  IF TG_TABLE_NAME = 'ledger_entry' THEN card := NEW.owner_id; ELSE card := NEW.id; END IF;
  -- The check waits for the end of the transaction, when the search path may be another one.
  EXECUTE format(
    'SELECT card.balance_purchased <> worth.purchased OR card.balance_promo <> worth.promo
     FROM %1$I.giftcards_giftcard card, LATERAL (
       SELECT COALESCE(sum(amount) FILTER (WHERE account = ''gift_card_purchased''), 0) AS purchased,
         COALESCE(sum(amount) FILTER (WHERE account = ''gift_card_promo''), 0) AS promo
       FROM %1$I.ledger_entry
       WHERE account IN (''gift_card_purchased'', ''gift_card_promo'') AND owner_id = card.id
     ) worth WHERE card.id = $1', TG_TABLE_SCHEMA
  ) INTO is_wrong USING card;
  IF is_wrong THEN
    RAISE EXCEPTION 'gift card % is not worth what its journal says', card
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER gift_card_worth AFTER INSERT OR UPDATE OF balance_purchased, balance_promo
ON giftcards_giftcard DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION gift_card_is_worth_its_entries();
CREATE CONSTRAINT TRIGGER gift_card_entry AFTER INSERT ON ledger_entry
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (NEW.account IN ('gift_card_purchased', 'gift_card_promo'))
EXECUTE FUNCTION gift_card_is_worth_its_entries();
"""
DROP = """
DROP TRIGGER gift_card_entry ON ledger_entry;
DROP TRIGGER gift_card_worth ON giftcards_giftcard;
DROP FUNCTION gift_card_is_worth_its_entries();
"""


class Migration(migrations.Migration):
    dependencies = [("giftcards", "0004_sale_requests"), ("ledger", "0016_value_has_a_source")]

    operations = [
        # What was sold below its value before stays as it was.
        AddConstraintNotValid(
            model_name="giftcardsale",
            constraint=models.CheckConstraint(
                condition=Q(price__gte=F("purchased_amount")), name="gift_card_value_is_paid_for"
            ),
        ),
        migrations.RunSQL(CREATE, DROP),
    ]
