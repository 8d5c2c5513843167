"""
What mappings had as lines of "name = value" is what their plugins' fields take, or is gone.

A value was typed without a form: numbers where texts belong, "yes" for true, names of nothing. Here each
becomes what its field is; a value that no field takes was never read, and goes.
"""

from django.db import migrations

# Channel, field, what it is, and what its text has to match.
_FIELDS = (
    ("getyourguide", "gyg_option_id", "number", "^[1-9][0-9]{0,17}$"),
    ("getyourguide", "city", "text", "^.{1,255}$"),
    ("getyourguide", "country", "text", "^[A-Za-z]{2,3}$"),
    ("viator", "country_code", "text", "^[A-Za-z]{2}$"),
    ("viator", "destination_code", "text", "^.{1,255}$"),
    ("viator", "destination_name", "text", "^.{1,255}$"),
    ("redeam", "is_hold_required", "flag", "^(true|false|yes|no|on|off|1|0)$"),
)
_VALUES = ", ".join(str(one) for one in _FIELDS)
_KNOWN = f"(VALUES {_VALUES}) AS field (channel, name, kind, pattern)"
_CONVERT = f"""
UPDATE channels_productmapping AS mapping SET settings = COALESCE((
    SELECT jsonb_object_agg(field.name, CASE field.kind
        WHEN 'number' THEN to_jsonb(btrim(old.value)::bigint)
        WHEN 'flag' THEN to_jsonb(lower(btrim(old.value)) IN ('true', 'yes', 'on', '1'))
        ELSE to_jsonb(btrim(old.value)) END)
    FROM jsonb_each_text(mapping.settings) AS old (name, value)
    JOIN {_KNOWN} ON field.channel = connection.channel AND field.name = old.name
    WHERE CASE WHEN field.kind = 'flag' THEN lower(btrim(old.value)) ELSE btrim(old.value) END ~ field.pattern
), '{{}}'::jsonb)
FROM channels_channelconnection AS connection
WHERE connection.id = mapping.connection_id
    AND connection.channel IN ('getyourguide', 'viator', 'redeam', 'tiqets', 'octo')
    AND mapping.settings <> '{{}}'::jsonb
"""  # noqa: S608


class Migration(migrations.Migration):
    """Settings of a mapping are its plugin's fields."""

    dependencies = [("channels", "0002_configuration")]

    operations = [migrations.RunSQL(_CONVERT, migrations.RunSQL.noop)]
