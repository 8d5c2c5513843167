from django.db import migrations


class Migration(migrations.Migration):
    """Owners of operators that exist may set security, as those of new ones do."""

    dependencies = [("people", "0002_set_up")]

    operations = [
        migrations.RunSQL(
            "UPDATE people_role SET permissions = array_append(permissions, 'setup.security') "
            "WHERE slug = 'owner' AND NOT 'setup.security' = ANY (permissions)",
            migrations.RunSQL.noop,
        )
    ]
