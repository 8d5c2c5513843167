"""The audit log takes new rows and nothing else."""

from django.db import migrations

CREATE = """
CREATE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_auditlog
FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
"""
DROP = """
DROP TRIGGER audit_log_append_only ON audit_auditlog;
DROP FUNCTION audit_log_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]
    operations = [migrations.RunSQL(CREATE, DROP)]
