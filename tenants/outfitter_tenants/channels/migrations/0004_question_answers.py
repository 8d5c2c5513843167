from django.db import migrations, models


class Migration(migrations.Migration):
    """What channels answer to the operator's questions, as they said it."""

    dependencies = [("channels", "0003_mapping_settings")]

    operations = [
        migrations.AddField(
            model_name="externalbooking",
            name="question_answers",
            field=models.JSONField(db_default={}, default=dict),
        )
    ]
