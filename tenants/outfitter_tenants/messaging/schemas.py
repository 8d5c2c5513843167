"""Bodies of the messaging routes."""

from datetime import datetime

from outfitter.api.schemas import Out


class MessageOut(Out):
    """One message of a trip."""

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
    attachment_names: list[str]
    attempt_cnt: int
    error: str
    scheduled_at: datetime | None
    sent_at: datetime | None
    created_at: datetime


class MessageStateOut(Out):
    """How far a message has come."""

    id: int
    category: str
    status: str
    to: str
    trip_id: int | None
