from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("people", "0010_ticket_print")]

    operations = [
        migrations.AddField(
            model_name="properties",
            name="cash_rounding",
            field=models.CharField(
                choices=[
                    ("default", "Default"),
                    ("off", "Off"),
                    ("5", "5"),
                    ("10", "10"),
                    ("20", "20"),
                    ("50", "50"),
                    ("100", "100"),
                    ("500", "500"),
                    ("1000", "1000"),
                ],
                default="default",
                max_length=7,
            ),
        )
    ]
