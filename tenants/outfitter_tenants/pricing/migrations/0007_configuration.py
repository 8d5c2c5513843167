"""What is set up in pricing is part of the configuration's version."""

from django.db import migrations

from outfitter.db.configuration import track_configuration


class Migration(migrations.Migration):
    dependencies = [("pricing", "0006_surcharge_resellers"), ("people", "0017_configuration")]

    operations = [
        track_configuration("pricing_cancellationpolicy"),
        track_configuration("pricing_pricerules"),
        track_configuration("pricing_ratesheet"),
        track_configuration("pricing_ratesheetprice"),
        track_configuration("pricing_surcharge"),
        track_configuration("pricing_offercode", columns=("is_auto_apply", "is_active", "archived_at")),
    ]
