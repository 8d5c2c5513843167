"""Deliveries, due work and webhooks are rows of one kind; what is under way keeps its meaning."""

import django.db.models.functions.comparison
from django.db import migrations, models

STATUS = models.CharField(
    choices=[(s, s) for s in ("waiting", "sent", "running", "done", "failed")],
    default="waiting",
    max_length=10,
)
OPEN = models.Q(("status__in", ("waiting", "sent", "running")))
# It stood as the error of due work while a worker was at it. Work that failed has an error of its
# own and waits; what was counted and has none lies at the broker.
JOBS = """
UPDATE plugins_duejob SET
  status = CASE WHEN done_at IS NOT NULL THEN 'failed'
                WHEN error = 'its worker died' THEN 'running'
                WHEN error = '' AND attempt_cnt > 0 THEN 'sent'
                ELSE 'waiting' END,
  attempt_cnt = CASE WHEN done_at IS NULL AND error = '' AND attempt_cnt > 0
                     THEN attempt_cnt - 1 ELSE attempt_cnt END
"""
EVENTS = """
UPDATE plugins_webhookevent
   SET status = CASE WHEN error <> '' THEN 'failed' ELSE 'done' END WHERE done_at IS NOT NULL
"""
DELIVERIES = "UPDATE plugins_outboxdelivery SET done_at = next_at WHERE status = 'failed' AND done_at IS NULL"


class Migration(migrations.Migration):
    dependencies = [("plugins", "0005_lanes")]

    operations = [
        migrations.RemoveIndex("duejob", "due_waiting"),
        migrations.RemoveIndex("webhookevent", "webhook_waiting"),
        migrations.RemoveIndex("webhookevent", "webhook_lane"),
        migrations.RemoveIndex("outboxdelivery", "delivery_waiting"),
        migrations.RenameField("duejob", "due_at", "next_at"),
        migrations.RenameField("webhookevent", "handled_at", "done_at"),
        migrations.AddField("duejob", "status", STATUS),
        migrations.AddField("webhookevent", "status", STATUS),
        migrations.AlterField("outboxdelivery", "status", STATUS),
        migrations.RunSQL(JOBS, migrations.RunSQL.noop),
        migrations.RunSQL(EVENTS, migrations.RunSQL.noop),
        migrations.RunSQL(DELIVERIES, migrations.RunSQL.noop),
        migrations.AddIndex("duejob", models.Index(models.F("next_at"), condition=OPEN, name="due_waiting")),
        migrations.AddIndex(
            "outboxdelivery", models.Index(models.F("next_at"), condition=OPEN, name="delivery_waiting")
        ),
        migrations.AddIndex(
            "webhookevent",
            models.Index(
                models.F("next_at"), condition=models.Q(("status", "running")), name="webhook_running"
            ),
        ),
        migrations.AddIndex(
            "webhookevent",
            models.Index(
                models.F("provider"),
                django.db.models.functions.comparison.Coalesce(models.F("schema_name"), models.Value("")),
                models.F("next_at"),
                models.F("id"),
                condition=models.Q(("status", "waiting")),
                name="webhook_lane",
            ),
        ),
    ]
