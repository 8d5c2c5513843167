"""What is set up of channels is part of the configuration's version; how they are doing is not."""

from django.db import migrations

from outfitter.db.configuration import track_configuration

_SET_UP = (
    "uuid",
    "channel",
    "title",
    "state",
    "key_digest",
    "credentials_encrypted",
    "settings",
    "reseller_id",
    "price_mode",
    "hold_minutes",
    "most_hold_minutes",
    "calls_per_minute",
    "is_guest_told",
    "archived_at",
)


class Migration(migrations.Migration):
    dependencies = [("channels", "0001_initial"), ("people", "0017_configuration")]

    operations = [
        track_configuration("channels_channelconnection", columns=_SET_UP),
        track_configuration("channels_channelallotment"),
        track_configuration("channels_productmapping"),
        track_configuration("channels_unitmapping"),
    ]
