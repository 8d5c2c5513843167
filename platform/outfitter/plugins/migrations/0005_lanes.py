"""Every plugin has a queue of its own at every operator."""

import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("plugins", "0004_webhook_addresses")]

    operations = [
        migrations.CreateModel(
            name="PluginLane",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=50)),
                ("schema_name", models.CharField(max_length=63)),
                ("served_at", models.DateTimeField()),
                ("busy_until", models.DateTimeField(null=True)),
                ("failed_cnt", models.PositiveIntegerField(default=0)),
                ("rests_until", models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name="outboxdelivery",
            name="schema_name",
            field=models.CharField(db_default="", default="", max_length=63),
        ),
        migrations.RunSQL(
            "UPDATE plugins_outboxdelivery d SET schema_name = e.schema_name "
            "FROM plugins_outboxevent e WHERE e.id = d.event_id AND d.status <> 'done'",
            migrations.RunSQL.noop,
        ),
        migrations.AddIndex(
            model_name="outboxdelivery",
            index=models.Index(
                condition=models.Q(("status", "waiting")),
                fields=["subscriber", "schema_name", "next_at", "id"],
                name="delivery_lane",
            ),
        ),
        migrations.AddIndex(
            model_name="webhookevent",
            index=models.Index(
                models.F("provider"),
                django.db.models.functions.comparison.Coalesce(models.F("schema_name"), models.Value("")),
                models.F("next_at"),
                models.F("id"),
                condition=models.Q(("handled_at__isnull", True)),
                name="webhook_lane",
            ),
        ),
        migrations.AddIndex(
            model_name="pluginlane", index=models.Index(fields=["slug", "-served_at"], name="lane_served")
        ),
        migrations.AddIndex(
            model_name="pluginlane",
            index=models.Index(
                condition=models.Q(("busy_until__isnull", False)), fields=["slug"], name="lane_busy"
            ),
        ),
        migrations.AddConstraint(
            model_name="pluginlane",
            constraint=models.UniqueConstraint(fields=("slug", "schema_name"), name="one_plugin_lane"),
        ),
    ]
