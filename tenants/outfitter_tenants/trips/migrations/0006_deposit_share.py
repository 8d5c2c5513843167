from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("trips", "0005_booking_engine")]

    operations = [
        migrations.AddField(
            model_name="trip", name="deposit_override_ppm", field=models.PositiveIntegerField(null=True)
        )
    ]
