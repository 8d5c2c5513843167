from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("messaging", "0007_planned_messages")]

    operations = [
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                F("provider_id"),
                name="mail_by_provider_id",
                condition=Q(channel="email", provider_id__isnull=False) & ~Q(provider__in=["", "smtp"]),
            ),
        )
    ]
