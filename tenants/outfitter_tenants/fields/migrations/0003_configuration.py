"""What is set up in fields is part of the configuration's version."""

from django.db import migrations

from outfitter.db.configuration import track_configuration


class Migration(migrations.Migration):
    dependencies = [("fields", "0002_answers"), ("people", "0017_configuration")]

    operations = [
        track_configuration("fields_customfield"),
        track_configuration("fields_experiencecustomfield"),
    ]
