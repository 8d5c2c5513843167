"""Customers, trips and experiences can be found."""

from typing import Any

from django.db import migrations

from outfitter_tenants.search import registry

CUSTOMER = """
SELECT c.id AS object_id, 1::smallint AS shelf, coalesce(c.last_trip_at, c.created_at) AS at,
  NULL::bigint AS reseller_id, found.words
FROM customers_customer AS c CROSS JOIN LATERAL search_terms(
  concat_ws(' ', c.first_name, c.last_name, c.company), c.last_name || c.first_name,
  c.email || c.more_emails, c.phone || c.more_phones, '{}') AS found (words)
WHERE c.merged_into_id IS NULL AND c.anonymised_at IS NULL AND found.words IS NOT NULL
"""

# A cart is found once it says whose it is; what was sold stays, on the shelf of what is over.
TRIP = """
SELECT t.id AS object_id,
  CASE WHEN t.status = 'deleted' THEN 102::smallint ELSE 2::smallint END AS shelf,
  coalesce(t.first_start_at, t.created_at) AS at, t.reseller_id, found.words
FROM trips_trip AS t CROSS JOIN LATERAL search_terms(
  concat_ws(' ', t.contact_first_name, t.contact_last_name, t.group_name),
  t.contact_last_name || t.contact_first_name, ARRAY[t.contact_email], ARRAY[t.contact_phone],
  ARRAY[t.confirmation_code, t.reseller_voucher]) AS found (words)
WHERE t.reserved_at IS NOT NULL OR (t.status = 'draft' AND (
  t.contact_first_name <> '' OR t.contact_last_name <> '' OR t.contact_email <> ''
  OR t.contact_phone <> ''))
"""

EXPERIENCE = """
SELECT e.id AS object_id,
  CASE WHEN e.status = 'archived' THEN 103::smallint ELSE 3::smallint END AS shelf,
  e.created_at AS at, NULL::bigint AS reseller_id, found.words
FROM catalog_experience AS e CROSS JOIN LATERAL search_terms(
  concat_ws(' ', e.name, e.internal_name, e.sku), e.name, '{}', '{}', ARRAY[e.sku]) AS found (words)
WHERE found.words IS NOT NULL
"""

KINDS: list[dict[str, Any]] = [
    {
        "kind": 1,
        "name": "customer",
        "table": "customers_customer",
        "select": CUSTOMER,
        "columns": [
            "first_name",
            "last_name",
            "company",
            "email",
            "more_emails",
            "phone",
            "more_phones",
            "last_trip_at",
            "merged_into_id",
            "anonymised_at",
        ],
    },
    {
        "kind": 2,
        "name": "trip",
        "table": "trips_trip",
        "select": TRIP,
        "columns": [
            "contact_first_name",
            "contact_last_name",
            "contact_email",
            "contact_phone",
            "group_name",
            "confirmation_code",
            "reseller_voucher",
            "reseller_id",
            "status",
            "first_start_at",
            "reserved_at",
        ],
    },
    {
        "kind": 3,
        "name": "experience",
        "table": "catalog_experience",
        "select": EXPERIENCE,
        "columns": ["name", "internal_name", "sku", "status"],
    },
]


class Migration(migrations.Migration):
    """What exists already is put into the index on the way."""

    dependencies = [
        ("search", "0001_index"),
        ("customers", "0001_initial"),
        ("trips", "0001_initial"),
        ("catalog", "0001_initial"),
    ]
    operations = [
        migrations.RunSQL(
            registry.create(**kind), registry.drop(kind=kind["kind"], name=kind["name"], table=kind["table"])
        )
        for kind in KINDS
    ]
