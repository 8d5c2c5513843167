from django.db import migrations, models

# Until now blackouts were looked for whenever a departure was read.
FILL = """
UPDATE scheduling_timeslot t SET is_blacked_out = true
 WHERE EXISTS (SELECT FROM scheduling_blackout b
                WHERE b.experience_id = t.experience_id
                  AND b.start_at < t.end_at AND b.end_at > t.start_at)
"""


class Migration(migrations.Migration):
    dependencies = [("scheduling", "0005_seats_by_type_and_channel")]

    operations = [
        migrations.AddField(
            model_name="timeslot",
            name="is_blacked_out",
            field=models.BooleanField(default=False, db_default=False),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
