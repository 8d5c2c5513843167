"""What a partner may do, how shares are rounded and what attributes a sale are configuration too."""

from django.db import migrations

from outfitter.db.configuration import track_configuration

_AGREED = (
    "name",
    "status",
    "contacts",
    "payment_method",
    "collect_type",
    "commission_ppm",
    "commission_amount",
    "wholesale_ppm",
    "basis",
    "is_addons_commissionable",
    "is_products_commissionable",
    "is_fees_commissionable",
    "rounding",
    "credit_limit_amount",
    "is_voucher_required",
    "is_agent_required",
    "allow",
    "communication",
    "promo_link_code",
)


class Migration(migrations.Migration):
    dependencies = [("resellers", "0004_partner_settings")]

    operations = [
        migrations.RunSQL(
            "DROP TRIGGER configuration_changed ON resellers_reseller;", migrations.RunSQL.noop
        ),
        track_configuration("resellers_reseller", columns=_AGREED),
    ]
