from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Upper


class Migration(migrations.Migration):
    dependencies = [("messaging", "0006_templates_and_automations")]

    operations = [
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                F("scheduled_at"), F("id"), name="planned_by_time", condition=Q(automation_id__isnull=False)
            ),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(Upper("to"), name="reminded_of_cart", condition=Q(category="abandon")),
        ),
    ]
