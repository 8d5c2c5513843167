from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("plugins", "0001_initial")]

    operations = [
        migrations.CreateModel(
            name="PartnerAccount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=50)),
                ("account", models.CharField(max_length=120)),
                ("schema_name", models.CharField(max_length=63)),
                ("fee_ppm", models.PositiveIntegerField(null=True)),
                ("bound_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("slug", "account"), name="one_owner_per_account"),
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("slug", "schema_name"),
                        name="one_account_per_operator",
                    ),
                ]
            },
        ),
        migrations.AddField(
            model_name="webhookevent", name="account", field=models.CharField(max_length=120, null=True)
        ),
        migrations.AddIndex(
            model_name="webhookevent",
            index=models.Index(
                models.F("account"),
                condition=models.Q(("account__isnull", False), ("schema_name__isnull", True)),
                name="webhook_nobodys",
            ),
        ),
    ]
