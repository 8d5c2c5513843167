"""The designs that come with the product, as styles a card can have."""

from django.db import migrations

ADD = """
INSERT INTO giftcards_giftcardstyle (slug, name, picture, position)
SELECT slug, '', '', position - 1
FROM unnest(ARRAY['waves', 'summit', 'sunrise', 'stars', 'party', 'plain'])
  WITH ORDINALITY AS design (slug, position)
"""


class Migration(migrations.Migration):
    dependencies = [("giftcards", "0001_initial")]
    operations = [migrations.RunSQL(ADD, migrations.RunSQL.noop)]
