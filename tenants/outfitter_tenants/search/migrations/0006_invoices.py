from django.db import migrations

from outfitter_tenants.search import registry

INVOICE = """
SELECT i.id AS object_id,
  CASE WHEN i.status = 'void' THEN 107::smallint ELSE 7::smallint END AS shelf,
  i.created_at AS at, i.reseller_id, found.words
FROM invoices_invoice AS i JOIN resellers_reseller AS r ON r.id = i.reseller_id
CROSS JOIN LATERAL search_terms(r.name, r.name, '{}', '{}', ARRAY[i.number]) AS found (words)
WHERE found.words IS NOT NULL
"""

# A partner's new name is on all its invoices at once.
RENAMED = """
CREATE FUNCTION search_refresh_invoices_of_reseller() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  source search_source_invoice;
BEGIN
  FOR source IN SELECT * FROM search_source_invoice WHERE reseller_id = NEW.id LOOP
    PERFORM search_put(7::smallint, source.object_id, source.shelf, source.at, source.reseller_id,
      source.words);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER search_invoices_renamed AFTER UPDATE OF name ON resellers_reseller
FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name)
EXECUTE FUNCTION search_refresh_invoices_of_reseller();
"""
NOT_RENAMED = """
DROP TRIGGER search_invoices_renamed ON resellers_reseller;
DROP FUNCTION search_refresh_invoices_of_reseller();
"""


class Migration(migrations.Migration):
    """Invoices are found by their number and their reseller's name."""

    dependencies = [
        ("search", "0005_resellers_and_products"),
        ("invoices", "0003_invoice_reminders"),
        ("resellers", "0005_configuration_of_settings"),
    ]
    operations = [
        migrations.RunSQL(
            registry.create(
                kind=7,
                name="invoice",
                table="invoices_invoice",
                select=INVOICE,
                columns=["number", "status", "reseller_id", "created_at"],
            ),
            registry.drop(kind=7, name="invoice", table="invoices_invoice"),
        ),
        migrations.RunSQL(RENAMED, NOT_RENAMED),
    ]
