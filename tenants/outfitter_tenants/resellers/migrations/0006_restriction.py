"""A partner may sell under a restriction of its own; which one is configuration."""

from django.db import migrations, models

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
    "restriction_id",
)


class Migration(migrations.Migration):
    dependencies = [("resellers", "0005_configuration_of_settings")]

    operations = [
        migrations.AddField(
            model_name="reseller", name="restriction_id", field=models.BigIntegerField(null=True)
        ),
        migrations.RunSQL(
            "DROP TRIGGER configuration_changed ON resellers_reseller;", migrations.RunSQL.noop
        ),
        track_configuration("resellers_reseller", columns=_AGREED),
    ]
