"""Two operators with keys of one account each hear of its events."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("plugins", "0003_account_state")]

    operations = [
        migrations.RemoveConstraint(model_name="webhookevent", name="webhook_once"),
        migrations.AddField(
            model_name="webhookevent",
            name="address",
            field=models.CharField(blank=True, default="", max_length=63),
        ),
        migrations.AddConstraint(
            model_name="webhookevent",
            constraint=models.UniqueConstraint(
                fields=("provider", "event_id", "address"), name="webhook_once"
            ),
        ),
    ]
