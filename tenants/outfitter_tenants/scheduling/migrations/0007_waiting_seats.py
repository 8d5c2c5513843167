from django.db import migrations, models

# What is free on a departure when a transaction ends, and somebody on its waiting list could have, is
# held for the list in the same transaction; a job then gives it to the next party (docs/adr/0088).
KEEP = """
CREATE FUNCTION scheduling_keep_returned_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  slot record;
  free integer;
  day_free integer;
  at timestamptz := clock_timestamp();
BEGIN
  -- A transaction may end in another operator's schema than it wrote in.
  PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', public', true);
  SELECT * INTO slot FROM scheduling_timeslot WHERE id = NEW.id FOR NO KEY UPDATE;
  IF NOT FOUND OR slot.waiting_pax_min IS NULL THEN RETURN NULL; END IF;
  IF slot.status <> 'cancelled' THEN
    free := greatest(coalesce(slot.capacity - slot.booked_pax_cnt - slot.held_pax_cnt, 0), 0);
    IF slot.is_day_limited THEN
      SELECT d.capacity - d.booked_pax_cnt - d.held_pax_cnt INTO day_free
        FROM scheduling_experiencedate d
       WHERE d.id = slot.experience_date_id AND d.capacity IS NOT NULL FOR NO KEY UPDATE;
      free := greatest(least(free, coalesce(day_free, free)), 0);
    END IF;
    IF free < slot.waiting_tried_cnt THEN
      UPDATE scheduling_timeslot SET waiting_tried_cnt = free WHERE id = slot.id;
    END IF;
    IF slot.status <> 'open' OR slot.start_at <= at
       OR free < slot.waiting_pax_min OR free <= slot.waiting_tried_cnt THEN
      RETURN NULL;
    END IF;
    INSERT INTO scheduling_hold (
      uuid, timeslot_id, qty_by_type, pax_cnt, audience, is_online, pool_claims, kind, status,
      expires_at, hard_expires_at, extended_cnt, price_snapshot, created_at)
    VALUES (gen_random_uuid(), slot.id, '{}', free, 'online', false, '{}', 'waitlist', 'active',
            at + interval '2 minutes', at + interval '2 minutes', 0, '{}', at);
    UPDATE scheduling_timeslot SET held_pax_cnt = held_pax_cnt + free WHERE id = slot.id;
    IF slot.is_day_limited THEN
      UPDATE scheduling_experiencedate SET held_pax_cnt = held_pax_cnt + free
       WHERE id = slot.experience_date_id AND capacity IS NOT NULL;
    END IF;
  END IF;
  -- As scheduled_jobs.schedule does it: what a worker is at this moment is another piece of work.
  DELETE FROM plugins_duejob
   WHERE schema_name = TG_TABLE_SCHEMA AND kind = 'waitlist.serve' AND key = slot.id::text;
  INSERT INTO plugins_duejob
         (schema_name, kind, key, payload, status, attempt_cnt, next_at, done_at, error)
  VALUES (TG_TABLE_SCHEMA, 'waitlist.serve', slot.id::text, jsonb_build_object('timeslot_id', slot.id),
          'waiting', 0, at, NULL, '')
  ON CONFLICT (schema_name, kind, key) DO NOTHING;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER scheduling_returned_seats AFTER UPDATE ON scheduling_timeslot
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.waiting_pax_min IS NOT NULL)
EXECUTE FUNCTION scheduling_keep_returned_seats();
"""
NOT_KEPT = """
DROP TRIGGER scheduling_returned_seats ON scheduling_timeslot;
DROP FUNCTION scheduling_keep_returned_seats();
"""


class Migration(migrations.Migration):
    dependencies = [("scheduling", "0006_blackouts_on_timeslots")]

    operations = [
        migrations.AddField("timeslot", "waiting_pax_min", models.PositiveIntegerField(null=True)),
        migrations.AddField(
            "timeslot", "waiting_tried_cnt", models.PositiveIntegerField(db_default=0, default=0)
        ),
        migrations.AlterField(
            "hold",
            "kind",
            models.CharField(
                choices=[
                    ("checkout", "Checkout"),
                    ("staff", "Staff"),
                    ("channel", "Channel"),
                    ("rebook", "Rebook"),
                    ("waitlist", "Waitlist"),
                ],
                default="checkout",
                max_length=8,
            ),
        ),
        migrations.RunSQL(KEEP, NOT_KEPT),
    ]
