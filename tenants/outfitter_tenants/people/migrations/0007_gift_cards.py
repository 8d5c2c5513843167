from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0006_payment_settings")]

    operations = [
        migrations.AddField(model_name="properties", name="gift_cards", field=models.JSONField(default=dict))
    ]
