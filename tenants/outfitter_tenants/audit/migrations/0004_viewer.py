from django.db import migrations, models
from django.db.models import F, Func


class Migration(migrations.Migration):
    """The audit log is read by time, person, address and action."""

    dependencies = [("audit", "0003_redaction")]

    operations = [
        migrations.AddIndex(
            model_name="auditlog", index=models.Index(F("at"), F("id"), name="audit_in_order")
        ),
        migrations.AddIndex(
            model_name="auditlog",
            index=models.Index(F("user_avatar_id"), F("at"), F("id"), name="audit_by_person"),
        ),
        migrations.AddIndex(
            model_name="auditlog",
            index=models.Index(
                Func(F("ip"), function="HOST", output_field=models.TextField()),
                F("at"),
                F("id"),
                name="audit_by_address",
            ),
        ),
        migrations.AddIndex(
            model_name="auditlog", index=models.Index(F("action"), F("at"), F("id"), name="audit_by_action")
        ),
    ]
