from django.db import migrations, models


class Migration(migrations.Migration):
    """Visitors may agree to be written to about a cart they leave."""

    dependencies = [("trips", "0008_gift_cards")]

    operations = [migrations.AddField("trip", "reminder_consent_at", models.DateTimeField(null=True))]
