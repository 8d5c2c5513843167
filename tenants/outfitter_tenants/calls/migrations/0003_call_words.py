from django.db import migrations

# As `Folded` writes it (outfitter_tenants.calls.lists).
WORDS = """
regexp_replace(normalize(lower((
  "caller_name" || ' ' || "caller_number" || ' ' || "destination_number"
) COLLATE pg_unicode_fast), NFKD), '[\u0300-\u036f]', '', 'g')
"""
INDEX = f"CREATE INDEX call_by_words ON calls_call USING gin (({WORDS}) public.gin_trgm_ops)"


class Migration(migrations.Migration):
    """Calls are searched by parts of numbers and names."""

    dependencies = [("calls", "0002_call_parts"), ("customers", "0002_people_and_pairs")]

    operations = [migrations.RunSQL(INDEX, "DROP INDEX call_by_words")]
