from django.db import migrations


class Migration(migrations.Migration):
    """Room on each page, so that a timeslot's counters change without touching an index."""

    dependencies = [("scheduling", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE scheduling_timeslot SET (fillfactor = 80)",
            "ALTER TABLE scheduling_timeslot RESET (fillfactor)",
        )
    ]
