from django.db import migrations


class Migration(migrations.Migration):
    """
    The role of agents lets them book what guests pay the operator later.

    Whether something has to be paid first, each reseller's agreement says.
    """

    dependencies = [("people", "0019_invoice_reminders")]

    operations = [
        migrations.RunSQL(
            "UPDATE people_role SET permissions = array_append(permissions, 'trip.reserve_unpaid') "
            "WHERE slug = 'reseller_agent' AND is_system "
            "AND NOT 'trip.reserve_unpaid' = ANY (permissions)",
            migrations.RunSQL.noop,
        )
    ]
