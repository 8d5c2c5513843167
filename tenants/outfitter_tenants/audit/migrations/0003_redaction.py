from django.db import migrations

# Append-only, with one door: a transaction that set outfitter.redacting may take personal values
# away. Who did what to which object, and when, never changes; nothing is ever deleted.
OPEN = """
CREATE OR REPLACE FUNCTION audit_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION audit_log_is_redacted_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('outfitter.redacting', true), '') <> 'on'
    OR (NEW.id, NEW.at, NEW.actor_type, NEW.entity_type, NEW.entity_id, NEW.action)
      IS DISTINCT FROM (OLD.id, OLD.at, OLD.actor_type, OLD.entity_type, OLD.entity_id, OLD.action)
    OR (NEW.user_avatar_id, NEW.trip_id) IS DISTINCT FROM (OLD.user_avatar_id, OLD.trip_id)
    OR (NEW.actor_type <> 'customer' AND NEW.actor_name <> OLD.actor_name)
  THEN
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
DROP TRIGGER audit_log_append_only ON audit_auditlog;
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR TRUNCATE ON audit_auditlog
FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER audit_log_redacted_only BEFORE UPDATE ON audit_auditlog
FOR EACH ROW EXECUTE FUNCTION audit_log_is_redacted_only();
"""
CLOSE = """
DROP TRIGGER audit_log_redacted_only ON audit_auditlog;
DROP FUNCTION audit_log_is_redacted_only();
DROP TRIGGER audit_log_append_only ON audit_auditlog;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_auditlog
FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_append_only")]
    operations = [migrations.RunSQL(OPEN, CLOSE)]
