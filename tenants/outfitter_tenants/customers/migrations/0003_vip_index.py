"""The few customers who are VIPs are found without looking at all others."""

from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    dependencies = [("customers", "0002_people_and_pairs")]

    operations = [
        migrations.AddIndex(
            model_name="customer", index=models.Index(F("id"), name="vip_customers", condition=Q(is_vip=True))
        )
    ]
