"""
What comes onto gift cards was paid with a trip, or given away for a reason.

Rows that were written before stay as they are: the journal is append-only.
"""

from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("ledger", "0015_intents_of_a_cart")]

    operations = [
        AddConstraintNotValid(
            model_name="posting",
            constraint=models.CheckConstraint(
                condition=~Q(kind__in=["gift_card_activate", "gift_card_reload"])
                | Q(trip_id__isnull=False)
                | ~Q(reason=""),
                name="given_value_has_a_reason",
            ),
        ),
        AddConstraintNotValid(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=~Q(kind__in=["gift_card_activate", "gift_card_reload"])
                | ~Q(account="gift_card_purchased")
                | Q(trip_id__isnull=False),
                name="purchased_value_has_a_trip",
            ),
        ),
    ]
