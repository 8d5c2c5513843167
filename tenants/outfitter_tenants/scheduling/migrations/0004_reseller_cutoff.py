from django.db import migrations, models

# Until now resellers had the cut-off of strangers.
FILL = "UPDATE scheduling_timeslot SET cutoff_at_reseller = cutoff_at_online"


class Migration(migrations.Migration):
    dependencies = [("scheduling", "0003_inventory")]

    operations = [
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AlterField(model_name="timeslot", name="cutoff_at_reseller", field=models.DateTimeField()),
    ]
