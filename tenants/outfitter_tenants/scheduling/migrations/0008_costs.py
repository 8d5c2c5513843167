from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0007_configuration_of_texts"),
        ("people", "0026_call_permissions"),
        ("scheduling", "0007_waiting_seats"),
    ]

    operations = [
        migrations.AddField(
            model_name="guideprofile", name="pay_per_departure", field=models.BigIntegerField(null=True)
        ),
        migrations.AddField(
            model_name="guideprofile", name="pay_per_hour", field=models.BigIntegerField(null=True)
        ),
        migrations.AddField(
            model_name="resource", name="cost_per_departure", field=models.BigIntegerField(null=True)
        ),
        migrations.AddField(
            model_name="resource", name="cost_per_hour", field=models.BigIntegerField(null=True)
        ),
        migrations.AddConstraint(
            model_name="guideprofile",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("pay_per_departure__isnull", True), ("pay_per_departure__gte", 0), _connector="OR"
                    ),
                    models.Q(("pay_per_hour__isnull", True), ("pay_per_hour__gte", 0), _connector="OR"),
                ),
                name="guide_pay_not_negative",
            ),
        ),
        migrations.AddConstraint(
            model_name="resource",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("cost_per_departure__isnull", True), ("cost_per_departure__gte", 0), _connector="OR"
                    ),
                    models.Q(("cost_per_hour__isnull", True), ("cost_per_hour__gte", 0), _connector="OR"),
                ),
                name="resource_costs_not_negative",
            ),
        ),
    ]
