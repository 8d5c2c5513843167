"""The statements behind the lanes: they step from lane to lane by index, however long each is."""

from typing import Final

# Every lane that has work, with the oldest of it that is due. A recursive step finds the next lane
# behind the last one, so ten thousand rows of one lane cost as much as one.
_READY: Final = """
WITH RECURSIVE event_lanes AS (
  (SELECT subscriber, schema_name FROM plugins_outboxdelivery
    WHERE status = 'waiting' AND subscriber > 'plugin:'
    ORDER BY subscriber, schema_name LIMIT 1)
  UNION ALL
  SELECT next.* FROM event_lanes last CROSS JOIN LATERAL (
    SELECT subscriber, schema_name FROM plugins_outboxdelivery
     WHERE status = 'waiting'
       AND (subscriber, schema_name) > (last.subscriber, last.schema_name)
     ORDER BY subscriber, schema_name LIMIT 1) next
), webhook_lanes AS (
  (SELECT provider, coalesce(schema_name, '') AS schema_name FROM plugins_webhookevent
    WHERE status = 'waiting' ORDER BY provider, coalesce(schema_name, '') LIMIT 1)
  UNION ALL
  SELECT next.* FROM webhook_lanes last CROSS JOIN LATERAL (
    SELECT provider, coalesce(schema_name, '') AS schema_name FROM plugins_webhookevent
     WHERE status = 'waiting'
       AND (provider, coalesce(schema_name, '')) > (last.provider, last.schema_name)
     ORDER BY provider, coalesce(schema_name, '') LIMIT 1) next
), heads AS (
  SELECT 'event' AS kind, head.id, substr(subscriber, 8) AS slug, schema_name, head.next_at
    FROM event_lanes lane CROSS JOIN LATERAL (
      SELECT id, next_at FROM plugins_outboxdelivery work
       WHERE work.status = 'waiting' AND work.subscriber = lane.subscriber
         AND work.schema_name = lane.schema_name AND work.next_at <= %(at)s
       ORDER BY next_at, id LIMIT 1) head
  UNION ALL
  SELECT 'webhook', head.id, provider, schema_name, head.next_at
    FROM webhook_lanes lane CROSS JOIN LATERAL (
      SELECT id, next_at FROM plugins_webhookevent work
       WHERE work.status = 'waiting' AND work.provider = lane.provider
         AND coalesce(work.schema_name, '') = lane.schema_name AND work.next_at <= %(at)s
       ORDER BY next_at, id LIMIT 1) head
), ready AS (
  SELECT head.*, lane.served_at FROM heads head
    LEFT JOIN plugins_pluginlane lane
      ON lane.slug = head.slug AND lane.schema_name = head.schema_name
   WHERE coalesce(lane.busy_until, %(at)s) <= %(at)s
     AND coalesce(lane.rests_until, %(at)s) <= %(at)s
)
"""
_COUNT: Final = "SELECT least(count(DISTINCT (slug, schema_name)), %(most)s) FROM ready"
WAITING: Final = _READY + _COUNT
# Plugins in turn, then their operators in turn, then what waits longest.
_CHOICE: Final = """
SELECT kind, id, slug, schema_name FROM ready
 WHERE (SELECT count(*) FROM plugins_pluginlane WHERE busy_until > %(at)s) < %(most)s
   AND (SELECT count(*) FROM plugins_pluginlane busy
         WHERE busy.slug = ready.slug AND busy.busy_until > %(at)s) < %(most_each)s
 ORDER BY (SELECT max(any_lane.served_at) FROM plugins_pluginlane any_lane
            WHERE any_lane.slug = ready.slug) NULLS FIRST,
          served_at NULLS FIRST, next_at, id
 LIMIT 1
"""
FIND: Final = _READY + _CHOICE
