"""Tax lines say what they are computed from."""

from django.db import migrations, models

# Lines that were written before have it from their rate as it is now, of percent taxes; a fixed tax is
# of nothing that could be told.
BEFORE = """
UPDATE trips_priceline line
SET base_amount = round(line.amount * 1000000.0 / tax.rate_ppm)
FROM pricing_surcharge tax
WHERE line.kind = 'tax' AND tax.id = line.ref_id AND tax.calc = 'percent' AND tax.rate_ppm > 0
  AND line.amount > 0;
"""


class Migration(migrations.Migration):
    dependencies = [("trips", "0017_trip_by_phone"), ("pricing", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="priceline", name="base_amount", field=models.BigIntegerField(null=True)
        ),
        migrations.RunSQL(BEFORE, migrations.RunSQL.noop),
    ]
