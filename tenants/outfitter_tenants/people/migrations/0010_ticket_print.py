from django.db import migrations


class Migration(migrations.Migration):
    """Who takes money at the desk prints there, as before; guides only once they are let."""

    dependencies = [("people", "0009_refund_terms")]

    operations = [
        migrations.RunSQL(
            "UPDATE people_role SET permissions = array_append(permissions, 'ticket.print') "
            "WHERE 'payment.take' = ANY (permissions) "
            "AND NOT 'ticket.print' = ANY (permissions)",
            migrations.RunSQL.noop,
        )
    ]
