from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("messaging", "0009_inbox")]

    operations = [
        migrations.AddField(
            model_name="message",
            name="text_values",
            field=models.JSONField(blank=True, db_default=[], default=list),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                models.F("from_address"),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("channel__in", ["sms", "whatsapp"]), ("direction", "in")),
                name="text_by_sender",
            ),
        ),
    ]
