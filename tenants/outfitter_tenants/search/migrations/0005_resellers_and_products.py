from django.db import migrations

from outfitter_tenants.search import registry

RESELLER = """
SELECT r.id AS object_id,
  CASE WHEN r.status = 'archived' THEN 105::smallint ELSE 5::smallint END AS shelf,
  r.created_at AS at, NULL::bigint AS reseller_id, found.words
FROM resellers_reseller AS r CROSS JOIN LATERAL search_terms(
  r.name, r.name, ARRAY(SELECT one ->> 'email' FROM jsonb_array_elements(r.contacts) AS one),
  ARRAY(SELECT one ->> 'phone' FROM jsonb_array_elements(r.contacts) AS one), '{}') AS found (words)
WHERE found.words IS NOT NULL
"""

# A product has no day of its own; all stand at the same place in time.
PRODUCT = """
SELECT p.id AS object_id,
  CASE WHEN p.is_active THEN 6::smallint ELSE 106::smallint END AS shelf,
  timestamptz '2000-01-01 00:00:00+00' AS at, NULL::bigint AS reseller_id, found.words
FROM catalog_product AS p CROSS JOIN LATERAL search_terms(
  concat_ws(' ', p.name, p.category), p.name, '{}', '{}', ARRAY[p.sku, p.barcode]) AS found (words)
WHERE found.words IS NOT NULL
"""

KINDS = (
    (5, "reseller", "resellers_reseller", RESELLER, ["name", "contacts", "status", "created_at"]),
    (6, "product", "catalog_product", PRODUCT, ["name", "category", "sku", "barcode", "is_active"]),
)


class Migration(migrations.Migration):
    """Resellers are found by name and whom to ask there, products by name, category and code."""

    dependencies = [
        ("search", "0004_gift_cards"),
        ("resellers", "0002_saved_cards"),
        ("catalog", "0005_guest_type_translations"),
    ]
    operations = [
        migrations.RunSQL(
            registry.create(kind=kind, name=name, table=table, select=select, columns=columns),
            registry.drop(kind=kind, name=name, table=table),
        )
        for kind, name, table, select, columns in KINDS
    ]
