from django.db import migrations

from outfitter_tenants.search import registry

# What was said is over, and found last; whoever waits for a call is not.
CALL = """
SELECT c.id AS object_id,
  CASE WHEN c.callback = 'wanted' THEN 8::smallint ELSE 108::smallint END AS shelf,
  c.started_at AS at, NULL::bigint AS reseller_id, found.words
FROM calls_call AS c
CROSS JOIN LATERAL search_terms(c.caller_name, c.caller_name, '{}',
  ARRAY[CASE WHEN c.direction = 'inbound' THEN c.caller_number ELSE c.destination_number END],
  '{}') AS found (words)
WHERE found.words IS NOT NULL AND c.part_of_id IS NULL
"""


class Migration(migrations.Migration):
    """Calls are found by the number and name of whoever is not the operator."""

    dependencies = [("search", "0006_invoices"), ("calls", "0002_call_parts")]
    operations = [
        migrations.RunSQL(
            registry.create(
                kind=8,
                name="call",
                table="calls_call",
                select=CALL,
                columns=[
                    "caller_name",
                    "caller_number",
                    "destination_number",
                    "direction",
                    "callback",
                    "part_of_id",
                    "started_at",
                ],
            ),
            registry.drop(kind=8, name="call", table="calls_call"),
        )
    ]
