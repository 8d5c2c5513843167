from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("embeds", "0002_widget_settings")]

    operations = [
        migrations.AddField(
            model_name="widgetsettings",
            name="color",
            field=models.CharField(blank=True, default="", max_length=7),
        ),
        migrations.AddField(
            model_name="widgetsettings",
            name="font",
            field=models.CharField(blank=True, default="", max_length=20),
        ),
        migrations.AddField(
            model_name="widgetsettings", name="look_version", field=models.PositiveIntegerField(default=0)
        ),
        migrations.AddField(
            model_name="widgetsettings",
            name="radius",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="widgetsettings", name="theme", field=models.CharField(default="auto", max_length=5)
        ),
    ]
