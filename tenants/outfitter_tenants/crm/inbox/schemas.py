"""Bodies of the inbox (docs/adr/0105)."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from outfitter.api.schemas import PRINTABLE, Id, In, Out, Visible
from outfitter_tenants.messaging.schemas import MessageOut


class InboxPersonOut(Out):
    """A member of staff who answers guests."""

    id: int
    name: str


class ConversationOut(Out):
    """
    One line of the inbox.

    `customer_id` is null for a number or address that nobody knows; `name` is it then.
    """

    id: int
    customer_id: int | None
    name: str
    is_vip: bool
    address: str
    trip_id: int | None
    last_channel: str
    last_direction: str
    snippet: str
    unread_cnt: int
    assigned_to: InboxPersonOut | None
    is_open: bool
    last_at: datetime


class InboxOut(Out):
    """A page of the inbox, and where the next one begins."""

    data: list[ConversationOut]
    next_cursor: str | None


class InboxUnreadOut(Out):
    """How many conversations hold something unread; counted up to a hundred."""

    unread_cnt: int
    mine_cnt: int


class InboxPeopleOut(Out):
    """Who a conversation can be handed to."""

    data: list[InboxPersonOut]


class WayOut(Out):
    """
    A way to write to somebody; "" for one that is open.

    `reason` says why it is closed: no_address, no_phone, not_connected, opted_out, or
    window_closed: WhatsApp only takes replies within a day of the guest's last message.
    """

    channel: Literal["email", "sms", "whatsapp"]
    to: str
    reason: str


class ConversationTripOut(Out):
    """The newest trip a conversation is about."""

    id: int
    hash: str
    confirmation_code: str
    status: str
    first_start_at: datetime | None


class WaysOut(Out):
    """How somebody can be written to, and the conversation that holds it (null: nothing was said yet)."""

    conversation_id: int | None
    ways: list[WayOut]
    default_channel: Literal["email", "sms", "whatsapp"]


class ConversationFullOut(Out):
    """
    A conversation with its last messages, oldest first.

    Older ones are asked for with `before`: the id of the first of these.
    """

    conversation: ConversationOut
    trip: ConversationTripOut | None
    locale: str
    ways: list[WayOut]
    default_channel: Literal["email", "sms", "whatsapp"]
    messages: list[MessageOut]
    has_older: bool


class ConversationAnswerIn(In):
    """What staff answer; without a `channel` it goes as the last question came."""

    channel: Literal["email", "sms", "whatsapp"] | None = None
    subject: Annotated[str, StringConstraints(strip_whitespace=True, max_length=160, pattern=PRINTABLE)] = ""
    body: Annotated[
        str,
        StringConstraints(strip_whitespace=True, min_length=1, max_length=4000, pattern=PRINTABLE),
        Visible,
    ]
    attachments: list[Literal["voucher", "invoice"]] = Field(default=[], max_length=2)


class ConversationAssignIn(In):
    """To whom a conversation is handed; null: to nobody."""

    avatar_id: Id | None


class ConversationReadIn(In):
    """Up to which message somebody has read; null: all there is."""

    up_to: Id | None = None
