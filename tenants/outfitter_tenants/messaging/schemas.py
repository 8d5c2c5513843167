"""Bodies of the messaging routes."""

from datetime import datetime
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from outfitter.api.schemas import In, Out
from outfitter.kit.phones import e164


class MessageEventOut(Out):
    """One thing that became of a message; `detail` is a mail server's word, or where a link led."""

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


class MessageLinkOut(Out):
    """An address in a message, and how often its readers went there."""

    url: str
    clicked_cnt: int


class MessageCustomerOut(Out):
    """Whom a message is to or from."""

    id: int
    name: str


class MessageTripOut(Out):
    """The trip that a message is about."""

    id: int


class MessageTemplateOut(Out):
    """What a message was written from."""

    id: int
    name: str
    version: int | None


class MessageDetailOut(Out):
    """One message with what became of it; `opened_cnt` is about right only, for programs open mail too."""

    id: int
    hash: str
    channel: str
    direction: str
    category: str
    status: str
    reason: str
    error: str
    to: str
    from_address: str
    locale: str
    subject: str
    # HTML where `is_html`: show it in a frame that runs nothing.
    body_rendered: str
    body_text: str
    is_html: bool
    attachment_names: list[str]
    provider: str
    attempt_cnt: int
    opened_cnt: int
    clicked_cnt: int
    scheduled_at: datetime | None
    sent_at: datetime | None
    read_at: datetime | None
    created_at: datetime
    in_reply_to_id: int | None
    events: list[MessageEventOut]
    links: list[MessageLinkOut]
    customer: MessageCustomerOut | None
    trip: MessageTripOut | None
    template: MessageTemplateOut | None


class UnsubscribedOut(Out):
    """Whether news are unwanted, by channel; false also where nothing was asked about."""

    email: bool
    sms: bool


class UnsubscribedQuery(In):
    """Whose wish is asked for: an address, a number (E.164), or both."""

    email: str | None = Field(None, max_length=254)
    phone: str | None = Field(None, max_length=40)

    @field_validator("email")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if "@" not in value.strip("@ ") or "\x00" in value:
            raise ValueError("Enter an email address.")
        return value.strip().lower()

    @field_validator("phone")
    @classmethod
    def _is_number(cls, value: str | None) -> str | None:
        if value is None:
            return None
        # "+" is a space in an address that nobody encoded.
        found = e164(f"+{value.strip().lstrip('+')}", region="US")
        if found is None:
            raise ValueError("Enter a phone number with + and country code.")
        return found

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if not self.email and not self.phone:
            raise ValueError("Enter an email address or a phone number.")
        return self


class UnsubscribedIn(UnsubscribedQuery):
    """Whether an address or a number is to get news by a channel."""

    unsubscribed: bool
    channel: Literal["email", "sms"]

    @model_validator(mode="after")
    def _has_what_the_channel_needs(self) -> Self:
        if not self.address:
            raise ValueError("Enter an address for this channel.")
        return self

    @property
    def address(self) -> str:
        """Return the address or number that the channel goes to, "" where it is missing."""
        return (self.email if self.channel == "email" else self.phone) or ""
