"""Published words never change, and agreements to them are evidence."""

from django.db import migrations

CREATE = """
CREATE FUNCTION tos_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'published terms never change' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER tos_immutable BEFORE UPDATE OR DELETE ON tos_tos
FOR EACH ROW EXECUTE FUNCTION tos_is_immutable();
"""
DROP = """
DROP TRIGGER tos_immutable ON tos_tos;
DROP FUNCTION tos_is_immutable();
"""


class Migration(migrations.Migration):
    dependencies = [("tos", "0001_initial")]
    operations = [migrations.RunSQL(CREATE, DROP)]
