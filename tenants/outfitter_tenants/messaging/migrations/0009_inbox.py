from django.db import migrations, models

# What was read before there was an inbox: answered since, or older than a month.
_READ = """
UPDATE messaging_message asked
   SET read_at = asked.created_at
 WHERE asked.direction = 'in' AND asked.read_at IS NULL
   AND (asked.created_at < now() - interval '30 days'
        OR (asked.customer_id IS NULL AND asked.from_address = '')
        OR EXISTS (SELECT FROM messaging_message said
                    WHERE said.trip_id = asked.trip_id AND said.category = 'answer' AND said.id > asked.id))
"""
_CUSTOMERS = """
INSERT INTO messaging_conversation
       (customer_id, address, trip_id, last_message_id, last_channel, last_direction, snippet,
        unread_cnt, is_open, last_at)
SELECT DISTINCT ON (customer_id)
       customer_id, '', trip_id, id, channel, direction,
       left(regexp_replace(trim(written_text), '\\s+', ' ', 'g'), 160), 0, false, created_at
  FROM messaging_message
 WHERE customer_id IS NOT NULL AND (direction = 'in' OR category = 'answer')
 ORDER BY customer_id, id DESC
"""
_STRANGERS = """
INSERT INTO messaging_conversation
       (customer_id, address, trip_id, last_message_id, last_channel, last_direction, snippet,
        unread_cnt, is_open, last_at)
SELECT DISTINCT ON (from_address)
       NULL::bigint, from_address, trip_id, id, channel, direction,
       left(regexp_replace(trim(written_text), '\\s+', ' ', 'g'), 160), 0, false, created_at
  FROM messaging_message
 WHERE customer_id IS NULL AND direction = 'in' AND from_address <> ''
 ORDER BY from_address, id DESC
"""
_OF_STRANGERS = """
UPDATE messaging_message said SET conversation_id = c.id
  FROM messaging_conversation c
 WHERE said.customer_id IS NULL AND said.direction = 'in'
   AND c.customer_id IS NULL AND c.address = said.from_address
"""
_UNREAD = """
UPDATE messaging_conversation c SET unread_cnt = m.cnt, is_open = true
  FROM (SELECT {0}, count(*) AS cnt FROM messaging_message
         WHERE direction = 'in' AND read_at IS NULL AND {0} IS NOT NULL GROUP BY 1) m
 WHERE c.{1} = m.{0}
"""


class Migration(migrations.Migration):
    dependencies = [("messaging", "0008_mail_by_provider_id")]

    operations = [
        migrations.AddField(
            model_name="message", name="conversation_id", field=models.BigIntegerField(null=True)
        ),
        *(
            migrations.RunSQL(sql, migrations.RunSQL.noop)
            for sql in (
                _READ,
                _CUSTOMERS,
                _STRANGERS,
                _OF_STRANGERS,
                _UNREAD.format("customer_id", "customer_id"),
                _UNREAD.format("conversation_id", "id"),
            )
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(
                models.F("conversation_id"),
                models.F("id"),
                condition=models.Q(("conversation_id__isnull", False)),
                name="message_with_stranger",
            ),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(
                models.OrderBy(models.F("last_at"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("unread_cnt__gt", 0)),
                name="conversation_unread",
            ),
        ),
        migrations.AddIndex(
            model_name="conversation",
            index=models.Index(
                models.OrderBy(models.F("last_at"), descending=True),
                models.OrderBy(models.F("id"), descending=True),
                condition=models.Q(("assigned_to__isnull", True), ("is_open", True)),
                name="conversation_of_nobody",
            ),
        ),
    ]
