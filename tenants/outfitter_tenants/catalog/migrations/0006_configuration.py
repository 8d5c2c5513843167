"""What is set up in catalog is part of the configuration's version."""

from django.db import migrations

from outfitter.db.configuration import track_configuration


class Migration(migrations.Migration):
    dependencies = [("catalog", "0005_guest_type_translations"), ("people", "0017_configuration")]

    operations = [
        track_configuration("catalog_category"),
        track_configuration("catalog_customertype"),
        track_configuration("catalog_experience"),
        track_configuration("catalog_experience_categories"),
        track_configuration("catalog_experienceaddon"),
        track_configuration("catalog_experienceaddonvalue"),
        track_configuration("catalog_experienceaddonvaluetype"),
        track_configuration("catalog_experiencecustomertype"),
        track_configuration("catalog_location"),
        track_configuration("catalog_restriction"),
        track_configuration("catalog_restrictionrow"),
        track_configuration("catalog_season"),
    ]
