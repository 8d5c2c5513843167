from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("trips", "0007_extras_counted")]

    operations = [
        migrations.AddField(
            model_name="trip", name="has_gift_cards", field=models.BooleanField(default=False)
        )
    ]
