"""Texts in several languages, what experiences ask for, and what was signed."""

import django.db.models.deletion
from django.db import migrations, models

from outfitter.db.configuration import track_configuration

# What is signed is known by the canonical JSON of its texts and questions (waivers.rules.texts).
TEXTS = """
UPDATE waivers_waivertemplateversion v
   SET locale = t.locale,
       texts = jsonb_build_object(t.locale, jsonb_build_object('body_html', v.body_html)),
       body_sha256 = encode(sha256(convert_to('{"questions":[],"texts":{' || to_json(t.locale)::text
         || ':{"body_html":' || to_json(v.body_html)::text || '}}}', 'UTF8')), 'hex')
  FROM waivers_waivertemplate t WHERE t.id = v.template_id;
-- A name was one of its language before; now it is one of all.
UPDATE waivers_waivertemplate t SET name = left(t.name, 108) || ' (' || t.locale || ')'
 WHERE t.archived_at IS NULL AND EXISTS (SELECT FROM waivers_waivertemplate o
   WHERE o.archived_at IS NULL AND o.name = t.name AND o.id < t.id);
"""

# Guests of whom staff said something keep it, although no template was named.
STATES = """
INSERT INTO waivers_bookingwaiver (booking_id, template_id, state, waiver_id, set_by, set_at)
SELECT id, NULL, CASE WHEN waiver_state IN ('signed', 'marked') THEN 'marked_signed' ELSE 'required' END,
       NULL, NULL, now()
  FROM trips_booking WHERE waiver_required_cnt > 0;
"""

# Evidence: nothing of it changes. A copy is printed once, a waiver voided once; and what was kept
# for as long as it had to be may go.
LOCK = """
CREATE FUNCTION waiver_signature_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM waivers_waiver w WHERE w.signature_id = OLD.id) THEN
      RAISE EXCEPTION 'a signature is kept with its waivers' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.pdf_sha256 IS NOT NULL
    OR (to_jsonb(NEW) - 'pdf_sha256') IS DISTINCT FROM (to_jsonb(OLD) - 'pdf_sha256')
  THEN
    RAISE EXCEPTION 'a signature never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION waiver_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.retain_until >= (now() AT TIME ZONE 'UTC')::date THEN
      RAISE EXCEPTION 'a waiver is kept until its time is over' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN OLD;
  END IF;
  IF OLD.voided_at IS NOT NULL
    OR (to_jsonb(NEW) - 'voided_at') IS DISTINCT FROM (to_jsonb(OLD) - 'voided_at')
  THEN
    RAISE EXCEPTION 'a signed waiver never changes' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION waiver_version_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a text that people signed never changes' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER waiver_signature_kept BEFORE UPDATE OR DELETE ON waivers_waiversignature
FOR EACH ROW EXECUTE FUNCTION waiver_signature_is_kept();
CREATE TRIGGER waiver_kept BEFORE UPDATE OR DELETE ON waivers_waiver
FOR EACH ROW EXECUTE FUNCTION waiver_is_kept();
CREATE TRIGGER waiver_version_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON waivers_waivertemplateversion
FOR EACH STATEMENT EXECUTE FUNCTION waiver_version_is_kept();
"""
OPEN = """
DROP TRIGGER waiver_version_kept ON waivers_waivertemplateversion;
DROP TRIGGER waiver_kept ON waivers_waiver;
DROP TRIGGER waiver_signature_kept ON waivers_waiversignature;
DROP FUNCTION waiver_version_is_kept(), waiver_is_kept(), waiver_signature_is_kept();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("catalog", "0007_configuration_of_texts"),
        ("trips", "0013_configuration"),
        ("waivers", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="waivertemplate",
            name="is_reusable",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name="waivertemplateversion",
            name="locale",
            field=models.CharField(default="en", max_length=12),
        ),
        migrations.AddField(
            model_name="waivertemplateversion", name="questions", field=models.JSONField(default=list)
        ),
        migrations.AddField(
            model_name="waivertemplateversion", name="texts", field=models.JSONField(default=dict)
        ),
        migrations.RunSQL(TEXTS, migrations.RunSQL.noop),
        migrations.CreateModel(
            name="BookingWaiver",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("booking_id", models.BigIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("required", "Required"),
                            ("signed", "Signed"),
                            ("marked_signed", "Marked signed"),
                            ("not_applicable", "Not applicable"),
                        ],
                        max_length=14,
                    ),
                ),
                ("set_by", models.BigIntegerField(null=True)),
                ("set_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="ExperienceWaiver",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                )
            ],
        ),
        migrations.CreateModel(
            name="Waiver",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hash", models.CharField(max_length=24, unique=True)),
                ("first_name", models.CharField(max_length=80)),
                ("last_name", models.CharField(max_length=80)),
                ("email", models.EmailField(max_length=254, null=True)),
                ("birth_date", models.DateField(null=True)),
                ("is_minor", models.BooleanField(default=False)),
                ("expires_on", models.DateField(null=True)),
                ("retain_until", models.DateField()),
                ("voided_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="WaiverSignature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hash", models.CharField(max_length=24, unique=True)),
                ("client_id", models.CharField(max_length=64, null=True)),
                ("template_version", models.PositiveIntegerField()),
                ("locale", models.CharField(max_length=12)),
                ("text_sha256", models.CharField(max_length=64)),
                ("first_name", models.CharField(max_length=80)),
                ("last_name", models.CharField(max_length=80)),
                ("email", models.EmailField(max_length=254, null=True)),
                ("phone", models.CharField(max_length=20, null=True)),
                ("birth_date", models.DateField(null=True)),
                (
                    "relation",
                    models.CharField(
                        choices=[("self", "Self"), ("parent", "Parent"), ("guardian", "Guardian")],
                        max_length=8,
                    ),
                ),
                ("answers", models.JSONField(default=dict)),
                ("method", models.CharField(choices=[("drawn", "Drawn"), ("typed", "Typed")], max_length=5)),
                ("typed_name", models.CharField(blank=True, default="", max_length=160)),
                ("picture_sha256", models.CharField(max_length=64, null=True)),
                ("photo_sha256", models.CharField(max_length=64, null=True)),
                ("consent_at", models.DateTimeField()),
                ("signed_at", models.DateTimeField()),
                ("received_at", models.DateTimeField()),
                ("ip", models.GenericIPAddressField(null=True)),
                ("user_agent", models.CharField(blank=True, default="", max_length=300)),
                ("device_id", models.BigIntegerField(null=True)),
                ("trip_id", models.BigIntegerField(null=True)),
                ("day", models.DateField()),
                ("proof_sha256", models.CharField(max_length=64, unique=True)),
                ("pdf_sha256", models.CharField(max_length=64, null=True)),
            ],
        ),
        migrations.RemoveConstraint(model_name="waivertemplate", name="one_waiver_of_a_name"),
        migrations.RemoveField(model_name="waivertemplate", name="locale"),
        migrations.RemoveField(model_name="waivertemplateversion", name="body_html"),
        migrations.AddConstraint(
            model_name="waivertemplate",
            constraint=models.UniqueConstraint(
                condition=models.Q(("archived_at__isnull", True)),
                fields=("name",),
                name="one_waiver_of_a_name",
            ),
        ),
        migrations.AddField(
            model_name="bookingwaiver",
            name="template",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="waivers.waivertemplate",
            ),
        ),
        migrations.AddField(
            model_name="experiencewaiver",
            name="experience",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="catalog.experience"
            ),
        ),
        migrations.AddField(
            model_name="experiencewaiver",
            name="template",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="experiences",
                to="waivers.waivertemplate",
            ),
        ),
        migrations.AddField(
            model_name="bookingwaiver",
            name="waiver",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="bookings",
                to="waivers.waiver",
            ),
        ),
        migrations.AddField(
            model_name="waiversignature",
            name="template",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="waivers.waivertemplate"
            ),
        ),
        migrations.AddField(
            model_name="waiver",
            name="signature",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="waivers",
                to="waivers.waiversignature",
            ),
        ),
        migrations.AddConstraint(
            model_name="experiencewaiver",
            constraint=models.UniqueConstraint(
                fields=("experience", "template"), name="one_waiver_an_experience_each"
            ),
        ),
        migrations.AddIndex(
            model_name="bookingwaiver", index=models.Index(models.F("waiver"), name="guests_of_a_waiver")
        ),
        migrations.AddConstraint(
            model_name="bookingwaiver",
            constraint=models.UniqueConstraint(
                fields=("booking_id", "template"), name="one_state_a_guest_and_waiver", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="bookingwaiver",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "signed"), ("waiver__isnull", False)),
                    models.Q(models.Q(("state", "signed"), _negated=True), ("waiver__isnull", True)),
                    _connector="OR",
                ),
                name="signed_names_the_waiver",
            ),
        ),
        migrations.AddIndex(
            model_name="waiversignature", index=models.Index(models.F("day"), name="signatures_of_a_day")
        ),
        migrations.AddConstraint(
            model_name="waiversignature",
            constraint=models.UniqueConstraint(fields=("client_id", "template"), name="one_signature_an_act"),
        ),
        migrations.AddConstraint(
            model_name="waiversignature",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("method", "drawn"), ("picture_sha256__isnull", False)),
                    models.Q(("method", "drawn"), ("typed_name", ""), _negated=True),
                    _connector="OR",
                ),
                name="signature_drawn_or_typed",
            ),
        ),
        migrations.AddIndex(
            model_name="waiver", index=models.Index(models.F("signature"), name="waivers_of_a_signature")
        ),
        migrations.RunSQL(STATES, migrations.RunSQL.noop),
        migrations.RunSQL(LOCK, OPEN),
        track_configuration("waivers_waivertemplate"),
        track_configuration("waivers_waivertemplateversion"),
        track_configuration("waivers_experiencewaiver"),
    ]
