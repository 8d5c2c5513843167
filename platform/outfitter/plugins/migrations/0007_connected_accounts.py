"""Plugins keep the account an operator connected, and notes of what they did."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("plugins", "0006_one_queue")]

    operations = [
        migrations.AddField(
            model_name="tenantplugin",
            name="connection_encrypted",
            field=models.TextField(blank=True, db_default="", default=""),
        ),
        migrations.CreateModel(
            name="PluginRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("schema_name", models.CharField(max_length=63)),
                ("slug", models.CharField(max_length=50)),
                ("key", models.CharField(max_length=120)),
                ("value", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("schema_name", "slug", "key"), name="one_plugin_record")
                ]
            },
        ),
    ]
