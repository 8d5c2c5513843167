from django.db import migrations


class Migration(migrations.Migration):
    """Who takes payments may look up what is on a gift card, and who managed them sees them as before."""

    dependencies = [("people", "0012_operation_terms")]

    operations = [
        migrations.RunSQL(
            "UPDATE people_role SET permissions = array_append(permissions, 'giftcard.view') "
            "WHERE permissions && ARRAY['payment.take', 'giftcard.manage']::varchar[] "
            "AND NOT 'giftcard.view' = ANY (permissions)",
            migrations.RunSQL.noop,
        )
    ]
