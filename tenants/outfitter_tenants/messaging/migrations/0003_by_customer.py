from django.db import migrations, models
from django.db.models import F


class Migration(migrations.Migration):
    dependencies = [("messaging", "0002_review")]

    operations = [
        migrations.AddIndex(
            model_name="message", index=models.Index(F("customer_id"), F("id"), name="message_by_customer")
        )
    ]
