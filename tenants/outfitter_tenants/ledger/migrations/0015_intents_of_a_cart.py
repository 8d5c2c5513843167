from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("ledger", "0014_losses_beside_refunds")]

    operations = [
        migrations.AddField(model_name="intent", name="due_amount", field=models.BigIntegerField(null=True)),
        migrations.AddField(model_name="intent", name="superseded_at", field=models.DateTimeField(null=True)),
        migrations.RemoveConstraint(model_name="intent", name="one_open_intent"),
        migrations.AddConstraint(
            model_name="intent",
            constraint=models.UniqueConstraint(
                F("trip"),
                F("channel"),
                F("device"),
                condition=Q(
                    kind="payment",
                    status__in=["new", "requires_method", "requires_action", "processing"],
                    superseded_at__isnull=True,
                ),
                name="one_open_intent",
            ),
        ),
    ]
