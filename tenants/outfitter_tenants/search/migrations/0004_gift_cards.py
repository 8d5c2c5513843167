from django.db import migrations

from outfitter_tenants.search import registry

GIFT_CARD = """
SELECT c.id AS object_id,
  CASE WHEN c.status IN ('void', 'expired') THEN 104::smallint ELSE 4::smallint END AS shelf,
  c.created_at AS at, NULL::bigint AS reseller_id, found.words
FROM giftcards_giftcard AS c CROSS JOIN LATERAL search_terms(
  concat_ws(' ', c.recipient_name, c.sender_name), c.recipient_name, ARRAY[c.recipient_email],
  ARRAY[c.recipient_phone], ARRAY[c.last4]) AS found (words)
WHERE found.words IS NOT NULL
"""


class Migration(migrations.Migration):
    """Gift cards are found by whom they are for, who gives them and the end of their code."""

    dependencies = [("search", "0003_reseller"), ("giftcards", "0003_listed")]
    operations = [
        migrations.RunSQL(
            registry.create(
                kind=4,
                name="gift_card",
                table="giftcards_giftcard",
                select=GIFT_CARD,
                columns=[
                    "recipient_name",
                    "sender_name",
                    "recipient_email",
                    "recipient_phone",
                    "last4",
                    "status",
                    "created_at",
                ],
            ),
            registry.drop(kind=4, name="gift_card", table="giftcards_giftcard"),
        )
    ]
