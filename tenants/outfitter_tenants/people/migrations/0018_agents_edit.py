from django.db import migrations


class Migration(migrations.Migration):
    """The role of agents lets them change and cancel; whether they may, each reseller says for its own."""

    dependencies = [("people", "0017_configuration")]

    operations = [
        migrations.RunSQL(
            "UPDATE people_role SET permissions = permissions || ARRAY(SELECT code FROM unnest("
            "ARRAY['trip.edit', 'order.rebook', 'order.cancel']::varchar[]) AS code "
            "WHERE NOT code = ANY (permissions)) WHERE slug = 'reseller_agent' AND is_system",
            migrations.RunSQL.noop,
        )
    ]
