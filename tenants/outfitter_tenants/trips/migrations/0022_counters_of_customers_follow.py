from django.db import migrations

# What a customer's trips add up to was counted when one was sold or deleted, not when its price or its days
# changed. It is counted anew here, in the statement that changes the trip.
_CREATE = """
CREATE FUNCTION trips_customer_is_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    $count$UPDATE %1$I.customers_customer c
              SET trip_cnt = s.cnt, lifetime_value_amount = s.amount,
                  first_trip_at = s.first_at, last_trip_at = s.last_at
             FROM (SELECT count(*) AS cnt, COALESCE(sum(total_amount), 0) AS amount,
                          min(first_start_at) AS first_at, max(first_start_at) AS last_at
                     FROM %1$I.trips_trip
                    WHERE customer_id = $1 AND status IN ('reserved', 'under_review')) s
            WHERE c.id = $1$count$,
    TG_TABLE_SCHEMA
  ) USING NEW.customer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER trip_of_a_customer_changed AFTER UPDATE ON trips_trip FOR EACH ROW
  WHEN (
    NEW.customer_id IS NOT NULL AND OLD.customer_id = NEW.customer_id
    AND OLD.status IN ('reserved', 'under_review') AND NEW.status IN ('reserved', 'under_review')
    AND (OLD.total_amount, OLD.first_start_at) IS DISTINCT FROM (NEW.total_amount, NEW.first_start_at)
  ) EXECUTE FUNCTION trips_customer_is_counted();
"""
_DROP = """
DROP TRIGGER trip_of_a_customer_changed ON trips_trip;
DROP FUNCTION trips_customer_is_counted();
"""
# Those whose trips had changed since they were counted.
_REPAIR = """
UPDATE customers_customer c
   SET trip_cnt = s.cnt, lifetime_value_amount = s.amount, first_trip_at = s.first_at, last_trip_at = s.last_at
  FROM (SELECT customer_id, count(*) AS cnt, sum(total_amount) AS amount,
               min(first_start_at) AS first_at, max(first_start_at) AS last_at
          FROM trips_trip
         WHERE customer_id IS NOT NULL AND status IN ('reserved', 'under_review')
         GROUP BY customer_id) s
 WHERE c.id = s.customer_id
   AND (c.trip_cnt, c.lifetime_value_amount, c.first_trip_at, c.last_trip_at)
       IS DISTINCT FROM (s.cnt, s.amount, s.first_at, s.last_at)
"""


class Migration(migrations.Migration):
    dependencies = [("trips", "0021_counted_at_a_glance"), ("customers", "0004_access_code")]

    operations = [migrations.RunSQL(_CREATE, _DROP), migrations.RunSQL(_REPAIR, migrations.RunSQL.noop)]
