"""What partners agreed on is part of the configuration's version; what they have paid in advance is not."""

from django.db import migrations

from outfitter.db.configuration import track_configuration

_AGREED = (
    "name",
    "status",
    "payment_method",
    "collect_type",
    "commission_ppm",
    "commission_amount",
    "wholesale_ppm",
    "basis",
    "is_addons_commissionable",
    "is_products_commissionable",
    "is_fees_commissionable",
    "credit_limit_amount",
    "is_voucher_required",
    "is_agent_required",
)


class Migration(migrations.Migration):
    dependencies = [("resellers", "0002_saved_cards"), ("people", "0017_configuration")]

    operations = [
        track_configuration("resellers_reseller", columns=_AGREED),
        track_configuration("resellers_resellerterm"),
    ]
