"""
The log is sealed in batches, each over the one before, and redactions leave a mark (ADR 55).

A row's number is drawn here, after its transaction has its own: so that whoever has seen every
transaction up to some point end knows that no lower number can still appear.
"""

import django.contrib.postgres.fields
from django.db import migrations, models

CREATE = """
CREATE FUNCTION audit_personal_digest(
  before jsonb, after jsonb, reason text, actor_name text, ip inet, user_agent text
) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(
    jsonb_build_array(before, after, reason, actor_name, host(ip), user_agent)::text, 'UTF8'
  ))
$$;
CREATE FUNCTION audit_number_is_drawn_last() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_current_xact_id();
  NEW.id := nextval(format('%I.%I', TG_TABLE_SCHEMA, TG_TABLE_NAME || '_id_seq')::regclass);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_number BEFORE INSERT ON audit_auditlog
FOR EACH ROW EXECUTE FUNCTION audit_number_is_drawn_last();
CREATE TRIGGER audit_redaction_number BEFORE INSERT ON audit_redaction
FOR EACH ROW EXECUTE FUNCTION audit_number_is_drawn_last();

CREATE FUNCTION audit_redaction_is_marked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was bytea := audit_personal_digest(
    OLD.before, OLD.after, OLD.reason, OLD.actor_name, OLD.ip, OLD.user_agent);
  is_now bytea := audit_personal_digest(
    NEW.before, NEW.after, NEW.reason, NEW.actor_name, NEW.ip, NEW.user_agent);
BEGIN
  IF was <> is_now THEN
    INSERT INTO audit_redaction (log_id, was, is_now, at)
    VALUES (NEW.id, was, is_now, clock_timestamp());
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audit_log_redaction AFTER UPDATE ON audit_auditlog
FOR EACH ROW EXECUTE FUNCTION audit_redaction_is_marked();
CREATE TRIGGER audit_redaction_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_redaction
FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
"""
DROP = """
DROP TRIGGER audit_seal_append_only ON audit_seal;
DROP TRIGGER audit_redaction_append_only ON audit_redaction;
DROP TRIGGER audit_log_redaction ON audit_auditlog;
DROP FUNCTION audit_redaction_is_marked();
DROP TRIGGER audit_redaction_number ON audit_redaction;
DROP TRIGGER audit_log_number ON audit_auditlog;
DROP FUNCTION audit_number_is_drawn_last();
DROP FUNCTION audit_personal_digest(jsonb, jsonb, text, text, inet, text);
"""


def _id() -> "models.BigAutoField[int, int]":
    return models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")


class Migration(migrations.Migration):
    dependencies = [("audit", "0004_viewer")]

    operations = [
        migrations.CreateModel(
            name="AuditRedaction",
            fields=[
                ("id", _id()),
                ("log_id", models.BigIntegerField()),
                ("was", models.BinaryField()),
                ("is_now", models.BinaryField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "audit_redaction",
                "indexes": [models.Index(fields=["log_id", "id"], name="audit_redaction_by_row")],
            },
        ),
        migrations.CreateModel(
            name="AuditSeal",
            fields=[
                ("id", _id()),
                ("log_after", models.BigIntegerField(unique=True)),
                ("log_upto", models.BigIntegerField()),
                ("redaction_after", models.BigIntegerField()),
                ("redaction_upto", models.BigIntegerField()),
                (
                    "ids",
                    django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None),
                ),
                ("digests", models.BinaryField()),
                ("redactions", models.BinaryField()),
                ("previous", models.BinaryField()),
                ("hash", models.BinaryField()),
                ("sealed_at", models.DateTimeField()),
            ],
            options={"db_table": "audit_seal"},
        ),
        migrations.CreateModel(
            name="AuditHorizon",
            fields=[
                ("id", models.SmallIntegerField(primary_key=True, serialize=False)),
                ("log_id", models.BigIntegerField(default=0)),
                ("redaction_id", models.BigIntegerField(default=0)),
                ("xid", models.BigIntegerField(default=0)),
            ],
            options={"db_table": "audit_horizon"},
        ),
        migrations.RunSQL(CREATE, DROP),
    ]
