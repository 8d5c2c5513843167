"""Pictures and texts in other languages are part of the configuration's version."""

from django.db import migrations

from outfitter.db.configuration import track_configuration


class Migration(migrations.Migration):
    dependencies = [("catalog", "0006_configuration")]

    operations = [
        track_configuration("catalog_experiencecontent"),
        track_configuration("catalog_experienceimage"),
    ]
