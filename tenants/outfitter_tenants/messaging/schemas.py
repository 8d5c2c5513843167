"""Bodies of the messaging routes."""

from datetime import datetime

from outfitter.api.schemas import Out


class MessageEventOut(Out):
    """One thing that became of a message after it was sent."""

    kind: str
    detail: str
    at: datetime


class MessageOut(Out):
    """
    One message of a trip or a conversation.

    `written_text` is what a person wrote of it, without the letter around it. `reason` says why it
    goes or does not; `opened_cnt` is about right only.
    """

    id: int
    hash: str
    direction: str
    channel: str
    category: str
    status: str
    to: str
    from_address: str
    locale: str
    subject: str
    body_text: str
    written_text: str
    attachment_names: list[str]
    attempt_cnt: int
    error: str
    reason: str
    trip_id: int | None
    job_id: int | None
    template_name: str
    author_name: str
    segment_cnt: int
    opened_cnt: int
    clicked_cnt: int
    events: list[MessageEventOut]
    scheduled_at: datetime | None
    sent_at: datetime | None
    read_at: datetime | None
    created_at: datetime


class MessageStateOut(Out):
    """How far a message has come."""

    id: int
    category: str
    status: str
    to: str
    trip_id: int | None
