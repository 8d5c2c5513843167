"""What is set up in trips is part of the configuration's version."""

from django.db import migrations

from outfitter.db.configuration import track_configuration


class Migration(migrations.Migration):
    dependencies = [("trips", "0012_order_overdue"), ("people", "0017_configuration")]

    operations = [track_configuration("trips_bookingstatus"), track_configuration("trips_tripmethod")]
