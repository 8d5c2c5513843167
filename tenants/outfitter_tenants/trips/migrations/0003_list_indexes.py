# The search index is SQL: its text is that of outfitter_tenants.trips.lists.WORDS, which a test
# compares with the plan of a search.

import django.db.models.expressions
from django.db import migrations, models

import outfitter.db.text_normalization

WORDS = """
regexp_replace(normalize(lower((
  "confirmation_code" || ' ' || "contact_first_name" || ' ' || "contact_last_name" || ' ' ||
  COALESCE("contact_email", '') || ' ' || COALESCE("contact_phone", '') || ' ' ||
  COALESCE("group_name", '')
) COLLATE pg_unicode_fast), NFKD), '[\u0300-\u036f]', '', 'g')
"""


class Migration(migrations.Migration):
    dependencies = [("trips", "0002_lookups")]

    operations = [
        migrations.RunSQL(
            "CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public", migrations.RunSQL.noop
        ),
        migrations.RunSQL(
            f"CREATE INDEX trip_by_words ON trips_trip USING gin (({WORDS}) public.gin_trgm_ops)",
            "DROP INDEX trip_by_words",
        ),
        migrations.AddIndex(
            model_name="trip",
            index=models.Index(models.F("confirmation_code"), models.F("id"), name="trip_by_code"),
        ),
        migrations.AddIndex(
            model_name="trip",
            index=models.Index(
                outfitter.db.text_normalization.Folded("contact_last_name", "contact_first_name"),
                models.F("id"),
                name="trip_by_contact",
            ),
        ),
        migrations.AddIndex(
            model_name="trip",
            index=models.Index(models.F("first_start_at"), models.F("id"), name="trip_by_start"),
        ),
        migrations.AddIndex(
            model_name="trip", index=models.Index(models.F("pax_cnt"), models.F("id"), name="trip_by_pax")
        ),
        migrations.AddIndex(
            model_name="trip",
            index=models.Index(models.F("total_amount"), models.F("id"), name="trip_by_total"),
        ),
        migrations.AddIndex(
            model_name="trip",
            index=models.Index(
                django.db.models.expressions.CombinedExpression(
                    django.db.models.expressions.CombinedExpression(
                        django.db.models.expressions.CombinedExpression(
                            models.F("total_amount"), "+", models.F("tip_amount")
                        ),
                        "-",
                        models.F("paid_amount"),
                    ),
                    "+",
                    models.F("refunded_amount"),
                ),
                models.F("id"),
                name="trip_by_balance",
            ),
        ),
        migrations.AddIndex(
            model_name="trip",
            index=models.Index(models.F("created_at"), models.F("id"), name="trip_by_creation"),
        ),
        migrations.AddIndex(
            model_name="trip",
            index=models.Index(models.F("reserved_at"), models.F("id"), name="trip_by_reservation"),
        ),
        migrations.AddIndex(
            model_name="trip",
            index=models.Index(
                models.F("reseller_id"),
                models.F("id"),
                condition=models.Q(("reseller_id__isnull", False)),
                name="trip_by_reseller",
            ),
        ),
    ]
