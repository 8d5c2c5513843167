from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0017_cash_rounding")]

    operations = [
        migrations.AddField(
            model_name="intent", name="is_quiet", field=models.BooleanField(db_default=False, default=False)
        )
    ]
