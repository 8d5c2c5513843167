"""A card that a disputed payment bought cannot be spent until the bank has decided."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("giftcards", "0005_value_is_paid_for")]

    operations = [
        migrations.AddField(model_name="giftcard", name="suspended_at", field=models.DateTimeField(null=True))
    ]
