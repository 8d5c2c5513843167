"""The table that tells versions of the configuration apart; settings and people are part of it."""

from django.db import migrations

from outfitter.db.configuration import create_configuration_log, track_configuration

# When somebody was last here, and what becomes of invitations, changes all day and decides nothing.
_OF_A_PERSON = (
    "user_id",
    "name",
    "email",
    "phone",
    "kind",
    "is_guide",
    "is_tippable",
    "reseller_id",
    "role_id",
    "status",
    "commission_ppm",
    "image_url",
    "color",
    "is_hide_setup_tasks",
    "locale",
)


class Migration(migrations.Migration):
    dependencies = [("people", "0016_policy_anchor")]

    operations = [
        create_configuration_log(),
        track_configuration("people_properties"),
        track_configuration("people_role"),
        track_configuration("people_useravatar", columns=_OF_A_PERSON),
    ]
