from django.db import migrations


class Migration(migrations.Migration):
    """Whoever writes to guests also sees who rings; whoever manages messages may also listen."""

    dependencies = [("people", "0025_self_rebook_any")]

    operations = [
        migrations.RunSQL(
            "UPDATE people_role SET permissions = array_append(permissions, 'call.view') "
            "WHERE 'crm.send' = ANY (permissions) AND NOT 'call.view' = ANY (permissions)",
            migrations.RunSQL.noop,
        ),
        migrations.RunSQL(
            "UPDATE people_role SET permissions = array_append(permissions, 'call.listen') "
            "WHERE 'crm.manage' = ANY (permissions) AND NOT 'call.listen' = ANY (permissions)",
            migrations.RunSQL.noop,
        ),
    ]
