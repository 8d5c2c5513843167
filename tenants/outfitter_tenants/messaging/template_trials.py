"""A template tried out: sent to whoever wrote it, as a guest would get it."""

from datetime import datetime
from typing import Final

from outfitter.kit import ids, sms_segments, text_lines
from outfitter_tenants.messaging.letters import sender_of
from outfitter_tenants.messaging.mails.confirmation import Operator
from outfitter_tenants.messaging.models import Message, Template
from outfitter_tenants.messaging.operations import insert_once
from outfitter_tenants.messaging.rendered_message import RenderedMessage
from outfitter_tenants.messaging.template_queries import TRIAL

CATEGORY: Final = TRIAL


def queue_trial(
    *,
    rendered: RenderedMessage,
    channel: str,
    to: str,
    template: Template | None,
    operator: Operator,
    message_hash: str,
    at: datetime,
) -> int:
    """Write a test of a template to one address or number; returns the message's id. The caller starts it."""
    is_text = channel == "sms"
    message = Message(
        hash=message_hash,
        channel=channel,
        category=CATEGORY,
        dedupe_key=f"test:{message_hash}",
        to=to,
        from_address="" if is_text else sender_of(operator),
        reply_to="" if is_text else text_lines.one_line(operator.reply_to or ""),
        locale=rendered.locale,
        subject="" if is_text else rendered.subject,
        body_text=rendered.sms if is_text else rendered.text,
        body_html="" if is_text else rendered.html,
        segment_cnt=sms_segments.count_segments(rendered.sms).count if is_text else 0,
        # Whoever asks for a test waits for it.
        is_urgent=True,
        template_id=template.pk if template else None,
        template_version=template.version if template else None,
        created_at=at,
    )
    return insert_once(message, at)


def new_hash() -> str:
    """Return what names a message of its own in its links."""
    return ids.public_hash()
