"""The platform's log takes new rows and nothing else."""

from django.db import migrations

CREATE = """
CREATE FUNCTION platform_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the platform log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER platform_log_append_only BEFORE UPDATE OR DELETE ON platform_audit_platformact
FOR EACH STATEMENT EXECUTE FUNCTION platform_log_is_append_only();
"""
DROP = """
DROP TRIGGER platform_log_append_only ON platform_audit_platformact;
DROP FUNCTION platform_log_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("platform_audit", "0001_initial")]
    operations = [migrations.RunSQL(CREATE, DROP)]
