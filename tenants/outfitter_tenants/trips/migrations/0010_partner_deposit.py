# The index on what customers owe is that of outfitter_tenants.trips.rules.amounts_due.CUSTOMER_OWES.

from django.db import migrations, models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Greatest, Least

OWES = Case(
    When(
        Q(reseller_id__isnull=False)
        & Q(collect_type__in=["net_at_booking", "reseller_collects", "untracked"]),
        then=Value(0),
    ),
    default=F("total_amount")
    + F("tip_amount")
    - F("paid_amount")
    + F("refunded_amount")
    - Greatest(
        Value(0), Least(F("partner_deposit_amount"), F("total_amount")), output_field=models.BigIntegerField()
    ),
    output_field=models.BigIntegerField(),
)


class Migration(migrations.Migration):
    """What customers gave a partner as a deposit; lists sort by what customers owe us."""

    dependencies = [("trips", "0009_reminder_consent")]

    operations = [
        migrations.RemoveIndex(model_name="trip", name="trip_by_balance"),
        migrations.AddField(
            "trip", "partner_deposit_amount", models.BigIntegerField(default=0, db_default=0)
        ),
        migrations.RunSQL(
            """
            UPDATE trips_trip SET partner_deposit_amount = commission_amount
            WHERE reseller_id IS NOT NULL AND collect_type = 'deposit_commission'
              AND commission_amount > 0
            """,
            migrations.RunSQL.noop,
        ),
        migrations.AddIndex(model_name="trip", index=models.Index(OWES, F("id"), name="trip_by_balance")),
    ]
