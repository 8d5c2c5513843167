"""A reseller's agent looks through the trips of that reseller alone."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("search", "0002_kinds")]
    operations = [
        migrations.RunSQL(
            "CREATE INDEX search_entry_of_reseller ON search_entry (reseller_id, at) "
            "WHERE reseller_id IS NOT NULL",
            "DROP INDEX search_entry_of_reseller",
        )
    ]
