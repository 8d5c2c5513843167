"""Messages as lists and threads show them, with what became of them, in three statements."""

from collections.abc import Sequence
from typing import Any, Final

from outfitter_tenants.messaging.conversations.inbox_pages import events_of
from outfitter_tenants.messaging.models import Message, Template
from outfitter_tenants.people import queries as people

_OWN: Final = (
    "id",
    "hash",
    "direction",
    "channel",
    "category",
    "status",
    "to",
    "from_address",
    "locale",
    "subject",
    "body_text",
    "written_text",
    "attempt_cnt",
    "error",
    "reason",
    "trip_id",
    "job_id",
    "segment_cnt",
    "opened_cnt",
    "clicked_cnt",
    "scheduled_at",
    "sent_at",
    "read_at",
    "created_at",
)


def shown(rows: Sequence[Message]) -> list[dict[str, Any]]:
    """Return MessageOut of each."""
    events = events_of([row.pk for row in rows])
    names = _template_names(rows)
    writers = people.list_avatars(ids=sorted({row.sent_by for row in rows if row.sent_by}))
    return [
        {
            **{name: getattr(row, name) for name in _OWN},
            "attachment_names": [file["name"] for file in row.attachments],
            "template_name": names.get(row.template_id or 0, ""),
            "author_name": writers[row.sent_by].name if row.sent_by in writers else "",
            "events": events.get(row.pk, []),
        }
        for row in rows
    ]


def _template_names(rows: Sequence[Message]) -> dict[int, str]:
    ids = {row.template_id for row in rows if row.template_id}
    return dict(Template.objects.filter(pk__in=ids).values_list("pk", "name")) if ids else {}
